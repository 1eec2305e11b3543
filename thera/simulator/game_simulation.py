"""Plays a whole game between simulated players, from the draft to its end: legal steps by chance, each in one of
the ways of hands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from common.numbers import seeded
from engine import PUBLIC, Build, Done, Game, Move, Seat, Square, square_name
from engine import Done as Decline
from engine.actions import RemoveWorker
from engine.casting.draft import DraftStage
from hardware.board import Button, Frame
from hardware.field_model import FieldModel
from table.moves.step_search import Pieces, visible_pieces
from table.runtime.seat_thinker import SeatThinker
from table.session.announced_steps import can_be_read
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import TABLE_SEATS
from table.session.seating import ClaimSeat
from table.session.snapshot import BoardMode
from table.session.table_state import ActionSequence
from table.session.turns import Act, ConfirmTurn
from table.settings.options import GameOptions
from table.storage.journal import Journal
from table.traces import NullJournal
from thera.simulator.announced_turns import LONGEST, AnnouncedTurns, announced_carry
from thera.simulator.hand_moves import Befalling, HandMove, HandMoves
from thera.simulator.hand_styles import CAREFUL_HABITS, MISTAKES, NO_HABITS, SLOPPY_HABITS, HandHabits, HoverOutcome
from thera.simulator.hardware_faults import HardwareFaults, Mishap, Mishaps, PhoneOnRim
from thera.simulator.simulated_board import Conditions, OpenBench, Physics, SimulatedBoard
from thera.simulator.simulated_player import (
    SimulatedPlayer,
    carryings,
    choose,
    choose_carry,
    leads_back,
    shown_after,
    sync_towers,
)
from thera.simulator.simulation_options import GameSpec
from thera.simulator.simulation_record import (
    STRAY,
    GameRecord,
    MagnetVisits,
    Rival,
    SimulationFault,
    SimulationFaultKind,
    StepDone,
)
from thera.simulator.step_attempts import (
    VERDICT,
    GameFailed,
    StepAttempts,
    StepOutcome,
    concerned_squares,
    position_words,
    words,
)
from thera.simulator.tested_table import (
    DirectTableUnderTest,
    HandsFailed,
    Histogram,
    TableStopped,
    TableUnderTest,
    WireTableUnderTest,
    answers,
)
from thera.simulator.weighed_steps import WeighedSteps, with_step_that_tells_builder

# ---- threshold reader
#
# A reader for comparison, which compares each square by itself with a threshold, as chess boards do.
# In its favour it knows the height of each tower and so the field to expect there. Half of that is the threshold,
# with a hysteresis around it, and the sign gives the colour of the worker.


UPPER = 0.5
LOWER = 0.4
"""The shares of the expected field above which a worker counts as come, and below which as gone."""


class ThresholdReader:
    """Reads frames square by square."""

    def __init__(self, model: FieldModel) -> None:
        self._squares = model.geometry.squares
        self._expected = tuple(model.around(*model.geometry.centre(0), level)[0] for level in range(5))
        self._taken: dict[int, int] = {}

    def feed(self, frame: Frame, levels: Sequence[int]) -> None:
        """Take in a frame, with the heights of all towers. A sensor at the end of its range has a worker above it."""
        taken, expected = self._taken, self._expected
        for square in self._squares:
            field = frame.fields[square]
            share = abs(field) / expected[levels[square]]
            if share > UPPER or square in frame.clipped:
                taken[square] = 1 if field > 0 else -1
            elif share < LOWER and square in taken:
                del taken[square]

    @property
    def standing(self) -> frozenset[tuple[int, int]]:
        """The squares where magnets stand, each with its polarity, by the frames so far."""
        return frozenset(self._taken.items())

    def verdict(self, game: Game, wanted: Pieces, polarities: Mapping[Seat, int]) -> Rival | None:
        """Return the reading of the newest frame once hands have left these workers, with the polarity of each seat;
        None if they moved none."""

        def magnets(standing: Pieces) -> frozenset[tuple[int, int]]:
            return frozenset((int(square), polarities[seat]) for square, seat in standing)

        if wanted == visible_pieces(game):
            return None
        seen = self.standing
        if seen == magnets(wanted):
            return Rival.RIGHT
        others = (each for each in game.legal_actions() if not isinstance(each, Done))
        another = any(magnets(shown_after(game, (each,))) == seen for each in others)
        return Rival.OTHER if another else Rival.NONE


# ---- game simulation


# ---- The opening


NAMES = ("Ida", "Ole", "Eva", "Jan")


def begin_game(
    table: TableUnderTest, attempts: StepAttempts, turns: AnnouncedTurns, spec: GameSpec, chance: Random
) -> None:
    """Let players and table sit down and begin. The first seat is the host's and the Challenger's, who gets the last
    power, or chooses with the others. Players choose their powers in the order of the seats; if the table chooses by
    lot, they take the remaining powers. In the Golden Fleece variant the Challenger chooses the power beside the board.

    :raises GameFailed: if the draft does not come to an end.
    """
    seats, must = TABLE_SEATS[: spec.players], attempts.must
    host = seats[0]
    for seat, name in zip(seats, NAMES, strict=False):
        if not turns.has(seat):
            must(seat, ClaimSeat(seat, name))
    turns.sit_down(host)
    offered = spec.powers if spec.fleece is None else (spec.fleece,)
    must(host, ChooseOptions(GameOptions(powers=offered is not None, fleece=spec.fleece is not None)))
    must(host, BeginGame())
    if offered is None:
        return
    must(host, OfferPowers(offered))
    wanted = {} if spec.powers is None else dict(zip(seats, spec.powers, strict=True))
    while (draft := table.state.saved.draft) is not None:
        if turns.has(draft.to_act):
            if not attempts.wait_until(lambda: table.state.saved.draft != draft, LONGEST):
                raise GameFailed(SimulationFaultKind.STUCK, "that the table chooses", "it does not")
        elif draft.stage is DraftStage.CHOOSE:
            left = [power for power in draft.offered if power not in {taken for _, taken in draft.chosen}]
            mine = wanted[draft.to_act]
            must(draft.to_act, ChoosePower(mine if mine in left else left[0]))
        else:
            must(host, NameStartPlayer(chance.choice(draft.starters)))


# ---- The game


ON_THE_PHONE = 0.1
"""The share of turns that are confirmed on the phone."""
OVERLOOKED = 1500
"""The ms after a landing in which the table may still report a wrong tower."""


@contextmanager
def table_at(bench: SimulatedBoard, troubles: HardwareFaults, thinker: SeatThinker) -> Iterator[TableUnderTest]:
    """Return a table with this simulated board; ``thinker`` decides for the seats that it plays. Over a wire it has its
    own threads and a journal on the disk."""
    with ExitStack() as stack:
        if bench.scans is None:
            yield stack.enter_context(DirectTableUnderTest(bench, NullJournal(), troubles, thinker))
            return
        folder = stack.enter_context(TemporaryDirectory(prefix="thera-simulation-"))
        journal = stack.enter_context(Journal(Path(folder)))
        yield stack.enter_context(WireTableUnderTest(bench, bench.scans, journal, troubles, thinker))


def play_game(spec: GameSpec, open_bench: OpenBench) -> GameRecord:
    """Play a game from the first claimed seat to the win, the last turn that is played, or the first fault."""
    began = time.perf_counter()
    with open_bench(spec.conditions) as bench:
        troubles = HardwareFaults(spec.conditions)
        thinker = SeatThinker()
        if spec.table_plays is not None:
            thinker = spec.table_plays.thinker(spec.conditions.seed, spec.conditions.wiring)
        with table_at(bench, troubles, thinker) as table:
            match = _Match(table, troubles, spec)
            match.play()
            record, observer = match.record, table.observer
            record.turns = 0 if match.game is None else match.game.turn
            record.frames = observer.frames
            record.offers = match.attempts.offers
            record.magnets = match.magnets.seen(observer.warned)
            record.waits = Histogram.of(observer.waits)
            record.work, record.work_near = observer.work, observer.work_near
            hands = bench.hands
            lifts, landings, builds = hands.lifted_at(), hands.landed_at(), hands.built_at()
            played = [each for each in observer.lit if each.played]
            record.lifts = answers(lifts, [each for each in observer.lit if each.lifted], (*landings, *builds))
            record.landings = answers(landings, played, (*lifts, *builds))
            record.builds = answers(builds, played, (*lifts, *landings))
            record.seconds = time.perf_counter() - began
            return record


def habits_of(conditions: Conditions) -> HandHabits:
    """Return the habits of the hands in a game."""
    if conditions.physics is Physics.IDEAL:
        return NO_HABITS
    return SLOPPY_HABITS if conditions.clumsiness else CAREFUL_HABITS


class _Match:
    """Players at a table."""

    def __init__(self, table: TableUnderTest, troubles: HardwareFaults, spec: GameSpec) -> None:
        self._table = table
        self._troubles = troubles
        self._spec = spec
        self._chance = seeded("players", spec.conditions.seed)
        self._hands = table.bench.hands
        habits, geometry = habits_of(spec.conditions), table.bench.model.geometry
        whims = seeded("habits", spec.conditions.seed)
        scale = spec.conditions.scale
        self._player = SimulatedPlayer(self._hands, self._chance, habits, whims, weighs=scale)
        self.magnets = MagnetVisits(
            table.bench.visitor,
            habits,
            size=geometry.size,
            pitch=geometry.pitch,
            chance=seeded("magnets", spec.conditions.seed),
        )
        self._mishaps = Mishaps()
        self.attempts = StepAttempts(table, self._player, self._mishaps)
        table.observer.magnet_near = self.magnets.near
        befalls = Befalling(spec.conditions.mishaps, seeded("family mishaps", spec.conditions.seed))
        self._ways = HandMoves(table, self._player, self.attempts, self._mishaps, self._chance, befalls)
        self._at_scale: WeighedSteps | None = None
        if scale:
            chance = seeded("scale", spec.conditions.seed)
            self._at_scale = WeighedSteps(table, self._player, self.attempts, self._ways, chance)
            self._ways.at_scale = self._at_scale.do
        self._phone = PhoneOnRim(spec.conditions)
        self._rival = ThresholdReader(table.bench.model)
        table.observer.watch_with(self._rival)
        self._turns = AnnouncedTurns(table, self.attempts, spec.table_plays)
        self._model: Game | None = None
        self._step_began = 0
        self._acting: Seat | None = None
        self.record = GameRecord(spec.conditions.seed)

    @property
    def game(self) -> Game | None:
        """The table's game."""
        return self._table.state.saved.game

    def play(self) -> None:
        """Play to the end, or to a fault that ends the game."""
        try:
            self._troubles.set_up(self._hands.now, self._table.bench.world)
            begin_game(
                table=self._table, attempts=self.attempts, turns=self._turns, spec=self._spec, chance=self._chance
            )
            self.magnets.game_begins()
            while (game := self._going_on()) is not None:
                self._step(game)
        except GameFailed as failed:
            self._fail(failed.kind, failed.intended, failed.detail)
        except (TableStopped, HandsFailed) as stopped:
            self._fail(SimulationFaultKind.STUCK, "nothing", str(stopped))

    # -- the game

    def _going_on(self) -> Game | None:
        """Return the game with a step to do, after confirming any finished turn; None when it is over or long
        enough."""
        while (confirming := self._table.state.saved.confirming) is not None:
            self._check_model()
            if self._turns.has(confirming):
                self._turns.await_confirmation(confirming)
            else:
                self._confirm(confirming)
        game = self.game
        if game is None or game.to_act is None or game.turn > self._spec.turns:
            return None
        if game.turn:
            self._befall(game)
        self._check_model()
        return game

    def _check_model(self) -> None:
        """Check that the game is still what hands did, and that no other step was read since."""
        if self._model is not None and not self._is_still(self._model):
            raise GameFailed(SimulationFaultKind.WRONG, "nothing more", self.attempts.played(self._model))

    def _is_still(self, game: Game) -> bool:
        """Whether nothing was played since, except what the table does at its seats without hands."""
        now = self.game
        return now is not None and self._turns.went_on(game, now)

    def _befall(self, game: Game) -> None:
        """Let something go wrong in the world, if it is time."""
        before = self._troubles.turned
        self._troubles.turn_began(game.turn, self._hands.now, self._table.bench.world)
        self._phone.turn_began(game.turn, self._table.bench.world)
        if self._troubles.turned and not before:
            self._table.pass_on()
            self.attempts.turn_as_offered("to set the board up turned")

    def _confirm(self, seat: Seat) -> None:
        if self._chance.random() < ON_THE_PHONE:
            self.attempts.must(seat, ConfirmTurn())
            return
        self._press(Button.DONE)
        if self._table.state.saved.confirming is not None:
            raise GameFailed(SimulationFaultKind.STUCK, "Done to confirm the turn", "the turn is not confirmed")

    def _press(self, button: Button) -> None:
        self._player.press(button)
        self._table.rest()
        self._table.pass_on()

    def _step(self, game: Game) -> None:
        """Do one step of the seat to act, or several at one go."""
        if self._turns.has(game.to_act):
            self._step_of_table(game)
        else:
            self._step_of_player(game)
        self._put_right()
        self._model = self.game

    def _step_of_table(self, game: Game) -> None:
        """Carry out the table's announcement; report with the button what the board cannot show."""
        announced = self._turns.awaited(game)
        if not announced:
            return
        self._turns.check_lights(announced[0])
        if not can_be_read(game, announced[0]):
            self._press(Button.DONE)
            if not self._is_still(game.play(announced[0])):
                raise GameFailed(SimulationFaultKind.STUCK, "Done for the table's step", self.attempts.played(game))
            self.record.told += 1
            return
        actions = announced_carry(game, announced, self._chance)
        after = game
        for action in actions:
            after = after.play(action)
        self._by_hand(game, actions, after)

    def _step_of_player(self, game: Game) -> None:
        confirmed = self._table.state.saved.standing
        first = choose(game, confirmed, self._chance)
        actions = choose_carry(game, first, confirmed, self._chance)
        if self._player.weighs:
            actions = with_step_that_tells_builder(game, actions, self._chance)
        after = game
        for action in actions:
            after = after.play(action)
        if self._secret(game, actions) or leads_back(game, actions, confirmed):
            if game.to_act is not None:
                self.attempts.must(game.to_act, Act(actions[0]))
            self.record.told += 1
        elif isinstance(actions[0], Decline):
            self._press(Button.DONE)
            if not self.attempts.is_at(after):
                raise GameFailed(SimulationFaultKind.STUCK, "Done to decline", "the step is still open")
        else:
            self._by_hand(game, actions, after)

    def _secret(self, game: Game, actions: ActionSequence) -> bool:
        """Whether hands cannot do this publicly on the board."""
        shown = visible_pieces(game)
        seat = game.to_act
        if any(each.seat is seat and each.hidden for each in game.view(PUBLIC).players):
            return True
        match actions[0]:
            case RemoveWorker():
                return True
            case Build(worker=worker, on=on) if worker == on:
                return True
            case Build(worker=worker):
                return all(square != worker for square, _ in shown)
            case Decline():
                return False
            case _:
                return visible_pieces(game.play(actions[0])) == shown

    def _by_hand(self, game: Game, actions: ActionSequence, after: Game) -> None:
        clumsiness = self._spec.conditions.clumsiness if game.turn else 0.0
        self._step_began, self._acting = self._hands.now, game.to_act
        self.magnets.step_begins()
        if not isinstance(actions[0], Build):
            self._troubles.hands_carry(self._hands.now)
        doing = self._ways.do(game, actions, after, clumsiness=clumsiness)
        self._table.rest()
        # What the table makes of a step to a tower that is not right is about that mistake.
        mishap = self._mishaps.at(concerned_squares(doing.actions)) if doing.cause not in MISTAKES else None
        if mishap is not None:
            doing = replace(doing, cause=mishap.cause)
        left = doing.left or shown_after(game, doing.actions)
        rival = self._rival.verdict(game, left, self._table.bench.polarities)
        try:
            answer = self.attempts.settle(game, doing.actions, doing.after)
        except GameFailed as failed:
            self._note(
                doing,
                StepOutcome(self._hands.now),
                rival,
                wrong=failed.kind is SimulationFaultKind.WRONG,
                stuck=failed.kind is SimulationFaultKind.STUCK,
            )
            raise
        self.record.chosen += answer.chosen
        self._look_after_towers(doing)
        self._note(doing, answer, rival)
        doubts = [*doing.doubts, *answer.doubts]
        if doubts:
            detail = ", then ".join(doubts)
            self.record.doubts.append(
                self._fault(game, SimulationFaultKind.ASKED, words(doing.actions), detail, doing.cause)
            )
        if doing.noticed is False:
            detail = "nobody said anything"
            self.record.doubts.append(
                self._fault(game, SimulationFaultKind.UNNOTICED, doing.cause, detail, doing.cause)
            )

    def _note(
        self, doing: HandMove, answer: StepOutcome, rival: Rival | None, *, wrong: bool = False, stuck: bool = False
    ) -> None:
        self.record.done.append(
            StepDone(
                cause=doing.cause,
                fault=self._troubles.kind,
                steps=len(doing.actions),
                asked=bool(doing.doubts or answer.doubts),
                revised=answer.revised,
                wrong=wrong,
                stuck=stuck,
                settled=answer.settled,
                noticed=doing.noticed,
                rival=rival,
                warned=self._warns_falsely(),
                phantom=doing.hover is HoverOutcome.BELIEVED,
                touch=self._player.touch if isinstance(doing.actions[-1], Build) and not self._player.weighs else None,
                touched=answer.touch,
                block_first=self._player.block_first,
                question=answer.question,
                hover=doing.hover,
                magnet=self.magnets.near_since(self._step_began) or self._phone.lies,
                announced=self._turns.has(self._acting),
            )
        )

    def _warns_falsely(self) -> bool:
        """Whether the table warns of a sensor, a magnet or a thing on the plate without a fault."""
        keys = {warning.key for warning in self._table.state.board.warnings}
        explained = {STRAY} if self.magnets.explains_warning or self._phone.lies else set()
        if self._at_scale is not None:
            explained |= self._at_scale.true_warnings
        return bool(keys - explained) and not self._troubles.planned

    def _look_after_towers(self, doing: HandMove) -> None:
        """Let the table report the towers where workers came to stand, and note which mistakes it noticed."""
        landed = [action.to for action in doing.actions if isinstance(action, Move)]
        # Who was carried on over a square never stood there.
        waiting = [square for square in landed if square in self._mishaps.squares and self._player.seen_on(square)]
        for square in waiting:
            self.attempts.wait_until(
                lambda: square not in self._mishaps.squares or self.attempts.put_towers_right(),  # noqa: B023 - over before the next
                OVERLOOKED,
            )
            overlooked = self._mishaps.overlooked(square)
            if overlooked is not None:
                self._note_mishap(overlooked, noticed=False)
        for mishap in self._mishaps.take_found():
            self._note_mishap(mishap, noticed=True)

    def _note_mishap(self, mishap: Mishap, *, noticed: bool) -> None:
        self.record.done.append(StepDone(mishap.cause, self._troubles.kind, 0, noticed=noticed))
        if not noticed:
            detail = f"nobody said anything of what was done {mishap.where} steps after the beginning"
            self.record.doubts.append(
                self._fault(self.game, SimulationFaultKind.UNNOTICED, mishap.cause, detail, mishap.cause)
            )

    def _put_right(self) -> None:
        """Let hands follow the game if it went otherwise than they could foresee, or was played on the phone."""
        game = self.game
        if game is None:
            return
        moved = sync_towers(self._hands, game, self._mishaps.squares)
        self._table.rest()
        self._mishaps.settle(self._hands.look().levels, game.state.levels)
        if carryings(self._hands, visible_pieces(game)):
            self._player.carry(visible_pieces(game))
            moved = True
        if not moved and self.attempts.mode is BoardMode.FOLLOWING:
            return
        self._table.rest()
        if self.attempts.wait_until(lambda: self.attempts.mode is BoardMode.FOLLOWING, VERDICT):
            if not self._is_still(game):
                raise GameFailed(SimulationFaultKind.WRONG, "only to put the pieces right", self.attempts.played(game))
            return
        if not self.attempts.put_towers_right():
            self.attempts.take_way_out("to put the pieces right")
        self.attempts.unchanged(game, "to put the pieces right")

    # -- reports

    def _fail(self, kind: SimulationFaultKind, intended: str, detail: str) -> None:
        self.record.faults.append(self._fault(self.game, kind, intended, detail, "the game"))
        if not any(each.wrong or each.stuck for each in self.record.done):
            self.record.done.append(
                StepDone(
                    cause=self._ways.latest,
                    fault=self._troubles.kind,
                    steps=1,
                    wrong=kind is SimulationFaultKind.WRONG,
                    stuck=kind is SimulationFaultKind.STUCK,
                    phantom=kind is SimulationFaultKind.WRONG and intended.startswith("nothing"),
                    magnet=self.magnets.near_since(self._step_began),
                )
            )

    def _fault(
        self, game: Game | None, kind: SimulationFaultKind, intended: str, detail: str, cause: str
    ) -> SimulationFault:
        seen = self._hands.look()
        standing = " ".join(
            f"{each.piece}:{square_name(Square(each.square))}" for each in seen.pieces if each.square is not None
        )
        towers = "".join(str(level + 1 if dome else level) for level, dome in zip(seen.levels, seen.domes, strict=True))
        trouble = "" if self._troubles.kind is None else f" during {self._troubles.kind}"
        return SimulationFault(
            kind=kind,
            seed=self._spec.conditions.seed,
            cause=f"{cause}{trouble}",
            powers=self._spec.power_words,
            turn=0 if game is None else game.turn,
            position="no game" if game is None else position_words(game),
            intended=intended,
            detail=detail,
            board=f"{standing}, pieces from a1 {towers}",
        )

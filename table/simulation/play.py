"""A whole game between two simulated players who do random legal turns."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine import (
    PUBLIC,
    Action,
    Build,
    Done,
    Game,
    Move,
    Place,
    PowerName,
    Seat,
    square_name,
)
from engine.actions import Force, RemoveWorker, Swap
from hardware.board import Button
from table.commands import (
    Act,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    ChooseReading,
    ClaimSeat,
    Command,
    ConfirmTurn,
    NameStartPlayer,
    OfferPowers,
)
from table.follow.chains import foreseen, pieces
from table.journal import Journal
from table.seats import TABLE_SEATS
from table.session import Reading
from table.simulation.bench import Conditions, OpenBench
from table.simulation.player import Player, carryings, shown_after, sync_towers
from table.simulation.readings import differ_in_piece, either, leads_to, position_words, words
from table.simulation.record import Fault, GameRecord
from table.simulation.sitting import Sitting, TableStopped
from table.snapshot import BoardMode

VERDICT = 5_000
"""How long players wait for the table, in ms of the board's clock, before they help it."""
HELP = 3
"""How often they nudge the worker or tap again before they say on the phone what they did."""
BLIND = 3
"""A table that has to be told so many steps in a row does not see any more."""
SHIFTS = 0.15
"""How often two moves in a row are done in one carry."""
ON_THE_PHONE = 0.1
"""How often a turn is confirmed on the phone."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game to be played: the conditions and the powers of the two seats (None: without powers)."""

    conditions: Conditions
    powers: tuple[PowerName, PowerName] | None


class GameFailed(Exception):
    """A game that cannot go on; ``kind`` as in `Fault`."""

    def __init__(self, kind: str, intended: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.intended = intended
        self.detail = detail


def play_game(spec: GameSpec, open_bench: OpenBench) -> GameRecord:
    """Play a game from the first claimed seat to the win, or to the first fault."""
    began = time.perf_counter()
    with (
        TemporaryDirectory(prefix="thera-simulation-") as folder,
        open_bench(spec.conditions) as bench,
        Journal(Path(folder)) as journal,
        Sitting(bench, journal, spec.conditions.seed) as sitting,
    ):
        match = _Match(sitting, spec)
        faults = match.play()
        return GameRecord(
            seed=spec.conditions.seed,
            turns=0 if match.game is None else match.game.turn,
            steps=match.steps,
            asked=match.asked,
            chosen=match.chosen,
            told=match.told,
            frames=sitting.witness.frames,
            waits=tuple(sitting.witness.waits),
            seconds=time.perf_counter() - began,
            doubts=tuple(match.doubts),
            faults=faults,
        )


class _Match:
    """Two players at a sitting."""

    def __init__(self, sitting: Sitting, spec: GameSpec) -> None:
        self._sitting = sitting
        self._spec = spec
        self._chance = Random(f"players {spec.conditions.seed}")  # noqa: S311 - chance for play, not for secrets
        self._player = Player(sitting.bench.hands, self._chance)
        self._unseen = 0
        self.steps = 0
        self.asked = 0
        self.chosen = 0
        self.told = 0
        self.doubts: list[Fault] = []

    @property
    def game(self) -> Game | None:
        """The table's game."""
        return self._sitting.state.evening.game

    def play(self) -> tuple[Fault, ...]:
        """To the end; the fault that ended it before, if one did."""
        try:
            self._sit_down()
            while (game := self._going_on()) is not None:
                self._step(game)
        except GameFailed as failed:
            return (self._fault(self.game, failed.kind, failed.intended, failed.detail),)
        except TableStopped as stopped:
            return (self._fault(self.game, "stuck", "nothing", str(stopped)),)
        return ()

    # -- before the game

    def _sit_down(self) -> None:
        first, second = TABLE_SEATS[:2]
        self._must(first, ClaimSeat(first, "Ida"))
        self._must(second, ClaimSeat(second, "Ole"))
        powers = self._spec.powers
        self._must(first, ChooseOptions(powers is not None))
        self._must(first, BeginGame())
        if powers is None:
            return
        # The first seat is the Challenger's, who gets what the other leaves.
        self._must(first, OfferPowers(powers))
        self._must(second, ChoosePower(powers[1]))
        draft = self._sitting.state.evening.draft
        if draft is not None:
            self._must(first, NameStartPlayer(self._chance.choice(draft.starters)))

    def _must(self, seat: Seat, command: Command) -> None:
        refused = self._sitting.tell(seat, command)
        if refused is not None:
            raise GameFailed("stuck", f"{command} on {seat}'s phone", f"refused: {refused.message.key}")

    # -- the game

    def _going_on(self) -> Game | None:
        """The game with a step to do, any finished turn confirmed; None when it is over."""
        while (confirming := self._sitting.state.evening.confirming) is not None:
            self._confirm(confirming)
        game = self.game
        return None if game is None or game.to_act is None else game

    def _confirm(self, seat: Seat) -> None:
        if self._chance.random() < ON_THE_PHONE:
            self._must(seat, ConfirmTurn())
            return
        self._press(Button.DONE)
        if self._sitting.state.evening.confirming is not None:
            raise GameFailed("stuck", "Done to confirm the turn", "the turn is not confirmed")

    def _press(self, button: Button) -> None:
        self._player.press(button)
        self._sitting.rest()
        self._sitting.pass_on()

    def _step(self, game: Game) -> None:
        """One step of the seat to act, or two moves in one carry."""
        actions = self._choose(game)
        after = game
        for action in actions:
            after = after.play(action)
        if self._secret(game, actions):
            self._by_phone(game, actions[0])
        elif isinstance(actions[0], Done):
            self._press(Button.DONE)
            if self.game is None or self.game.state != after.state:
                raise GameFailed("stuck", "Done to decline", "the step is still open")
        else:
            self._by_hand(game, actions, after)
        self._put_right()

    def _choose(self, game: Game) -> Reading:
        action = self._chance.choice(game.legal_actions())
        # What hands do at once the player must foresee: into the unknown they go one step at a time.
        all_is_known = foreseen(game) is game
        if isinstance(action, Move) and self._chance.random() < SHIFTS and all_is_known:
            after = game.play(action)
            if (after.turn, after.to_act) == (game.turn, game.to_act):
                # A carry that one step explains is that step.
                single = {shown_after(game, (each,)) for each in game.legal_actions()}
                both = [(action, each) for each in after.legal_actions() if isinstance(each, Move)]
                further = [
                    each for each in both if each[1].worker == action.to and shown_after(game, each) not in single
                ]
                if further:
                    return self._chance.choice(further)
        return (action,)

    def _secret(self, game: Game, actions: Reading) -> bool:
        """Whether hands cannot do this on the board for all to see."""
        shown = pieces(game)
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
            case Done():
                return False
            case _:
                return pieces(game.play(actions[0])) == shown

    def _by_phone(self, game: Game, action: Action) -> None:
        if game.to_act is not None:
            self._must(game.to_act, Act(action))
        self.told += 1

    def _by_hand(self, game: Game, actions: Reading, after: Game) -> None:
        if self._player.hesitates(game, actions[0]):
            self._sitting.rest()
            for _ in range(5):
                self._sitting.pass_on()
            if self.game != game:
                raise GameFailed("wrong", f"nothing, a worker was put back before {words(actions)}", self._played(game))
        match actions[0]:
            case Build():
                self._player.build(actions[0])
            case _:
                self._player.carry(shown_after(game, actions))
        self._sitting.rest()
        self.steps += len(actions)
        self._await(game, actions, after)

    def _await(self, game: Game, actions: Reading, after: Game) -> None:
        """Until the table has understood, helping it if need be."""
        helped = 0
        doubts: list[str] = []
        hands = self._sitting.bench.hands
        deadline = hands.now + VERDICT
        while True:
            now = self.game
            if now is None or now.state == after.state:
                break
            if len(now.plies) != len(game.plies) and not self._on_the_way(game, now, actions):
                raise GameFailed("wrong", words(actions), self._played(game))
            if self._sitting.state.choices:
                if differ_in_piece(self._sitting.state.choices):
                    self.chosen += len(actions)
                else:
                    doubts.append(f"the table asked {either(self._sitting.state.choices)}")
                self._answer(game, actions, after)
            elif hands.now >= deadline or self._sitting.state.board.mode is BoardMode.UNSURE:
                if helped > HELP:
                    raise GameFailed("stuck", words(actions), self._belief(game))
                doubts.append(self._belief(game))
                if helped == HELP:
                    self._say(game, now, actions)
                else:
                    self._help(actions)
                helped += 1
                deadline = hands.now + VERDICT
            self._sitting.pass_on()
        if helped <= HELP:
            self._unseen = 0
        if doubts:
            self.asked += len(actions)
            self.doubts.append(self._fault(game, "asked", words(actions), ", then ".join(doubts)))

    def _say(self, game: Game, now: Game, actions: Reading) -> None:
        """Do on the phone what the table does not see."""
        self._unseen += 1
        if self._unseen == BLIND:
            raise GameFailed("stuck", words(actions), f"the table sees nothing; {self._belief(game)}")
        for action in actions[len(now.plies) - len(game.plies) :]:
            if game.to_act is not None:
                self._must(game.to_act, Act(action))

    def _help(self, actions: Reading) -> None:
        """Do as the table asks: move the worker a little, or tap again."""
        match actions[-1]:
            case Build():
                self._player.tap_again(actions[-1])
            case Move(to=to) | Place(square=to) | Force(to=to) | Swap(theirs=to):
                self._player.nudge(to)
            case _:
                pass
        self._sitting.rest()

    def _answer(self, game: Game, actions: Reading, after: Game) -> None:
        choices = self._sitting.state.choices
        for index, choice in enumerate(choices):
            if leads_to(game, choice, after) and game.to_act is not None:
                self._must(game.to_act, ChooseReading(index))
                return
        raise GameFailed("stuck", words(actions), f"the table asks {either(choices)}")

    @staticmethod
    def _on_the_way(game: Game, now: Game, actions: Reading) -> bool:
        played = tuple(ply.action for ply in now.plies[len(game.plies) :])
        return played == actions[: len(played)]

    def _put_right(self) -> None:
        """Hands follow the game where it went otherwise than they could foresee, or on the phone."""
        game, hands = self.game, self._sitting.bench.hands
        if game is None:
            return
        if sync_towers(hands, game):
            self._sitting.rest()
        jobs = carryings(hands, pieces(game))
        if jobs:
            self._player.carry(pieces(game))
        if hands.idle:
            return
        self._sitting.rest()
        deadline = hands.now + VERDICT
        while self._sitting.state.board.mode is not BoardMode.FOLLOWING:
            if hands.now >= deadline:
                raise GameFailed("stuck", "to put the pieces right", self._belief(game))
            self._sitting.pass_on()
        if self.game != game:
            raise GameFailed("wrong", "only to put the pieces right", self._played(game))

    # -- telling

    def _played(self, game: Game) -> str:
        now = self.game
        if now is None:
            return "the game is gone"
        return f"the table played {words(tuple(ply.action for ply in now.plies[len(game.plies) :])) or 'an undo'}"

    def _belief(self, game: Game) -> str:
        board = self._sitting.state.board
        differences = " ".join(
            f"{square_name(each.square)}:{each.kind}:{each.seat}"  # type: ignore[arg-type] # a snapshot has plain ints
            for each in board.differences
        )
        message = "" if board.message is None else f" {board.message.key} {dict(board.message.args)}"
        played = len(self.game.plies) - len(game.plies) if self.game is not None else 0
        return f"the table is {board.mode} [{differences}]{message}, {played} steps played"

    def _fault(self, game: Game | None, kind: str, intended: str, detail: str) -> Fault:
        seen = self._sitting.bench.hands.look()
        standing = " ".join(
            f"{each.piece}:{square_name(each.square)}"  # type: ignore[arg-type] # the bench has plain ints
            for each in seen.pieces
            if each.square is not None
        )
        towers = "".join(str(level + 1 if dome else level) for level, dome in zip(seen.levels, seen.domes, strict=True))
        return Fault(
            kind=kind,
            seed=self._spec.conditions.seed,
            powers="no powers" if self._spec.powers is None else " and ".join(self._spec.powers),
            turn=0 if game is None else game.turn,
            position="no game" if game is None else position_words(game),
            intended=intended,
            detail=detail,
            board=f"{standing}, pieces from a1 {towers}",
        )

"""The ways of hands: for each step one that fits, careful or sloppy, with what sloppy hands do before it. Apart from
the course of a game, which knows no hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine import Build, Game, Move, Piece, Place, Square
from engine.squares import STRIDE, are_neighbors
from hardware.board import Button
from hardware.hand_actions import (
    Carry,
    Hover,
    Knock,
    Lift,
    Pause,
    Put,
    PutBeside,
    Roll,
    SetDown,
    Slide,
    Tap,
)
from table.moves.step_search import Pieces, StepSearch, known_to_mover, visible_pieces
from table.session.saved_state import may_be_undone
from table.session.snapshot import BoardMode
from table.session.table_state import ActionSequence
from thera.simulator.hand_styles import SLOPPY, FamilyMishap, HandStyleName, HoverOutcome, StepCause, TouchKind
from thera.simulator.hardware_faults import Mishaps, TowerMistakes
from thera.simulator.simulated_player import (
    BESIDE,
    Carrying,
    SimulatedPlayer,
    SquareChoice,
    carryings,
    could_stand,
    explained,
    leads_back,
    means_something,
    shown_after,
    shown_on_the_way,
    tapped,
)
from thera.simulator.step_attempts import VERDICT, StepAttempts
from thera.simulator.tested_table import TableUnderTest

# ---- Detours
#
# What sloppy hands do before the step that they mean. It comes to nothing, and the game must not go on by it.


STOPS = (BoardMode.RESTORE, BoardMode.UNSURE)
"""The table reports a problem."""
LEFT_LYING = 4_000
"""The most ms for which a fallen worker lies if the table does not report it."""


@dataclass(frozen=True, slots=True)
class Detour:
    """The result of a detour: the table's doubts, and whether it reported a mistake, or None if there was none."""

    doubts: list[str] = field(default_factory=list)
    noticed: bool | None = None


DetourWay = Callable[[Game, ActionSequence], Detour | None]
"""Makes a detour before these steps, or returns None at once if it does not fit."""


class Detours:
    """Touches and moves that are taken back, workers that fall, illegal moves."""

    def __init__(
        self,
        table: TableUnderTest,
        player: SimulatedPlayer,
        attempts: StepAttempts,
        places: SquareChoice,
        chance: Random,
    ) -> None:
        self._table = table
        self._hands = table.bench.hands
        self._player = player
        self._attempts = attempts
        self._places = places
        self._chance = chance
        self.ways: dict[HandStyleName, DetourWay] = {
            HandStyleName.UNMEANT_TAP: self._unmeant_tap,
            HandStyleName.KNOCKED_OVER: lambda game, _: self._fallen(game, HandStyleName.KNOCKED_OVER),
            HandStyleName.ROLLED: lambda game, _: self._fallen(game, HandStyleName.ROLLED),
            HandStyleName.TAKEBACK: self._takeback,
            HandStyleName.ILLEGAL_MOVE: lambda game, _: self._illegal_move(game),
            HandStyleName.OFF_THE_BOARD: lambda game, _: self._off_the_board(game),
        }

    def _unmeant_tap(self, game: Game, actions: ActionSequence) -> Detour | None:
        meant = actions[0]
        if not isinstance(meant, Build):
            return None
        legal = game.legal_actions()
        others = [
            each
            for each in legal
            if isinstance(each, Build) and each.worker == meant.worker and each.on not in (meant.on, each.worker)
            if Build(each.worker, each.on, Piece.DOME) not in legal and Move(each.worker, each.on) not in legal
        ]
        if not others:
            return None
        tapped = self._chance.choice(others)
        built = game.play(tapped)
        if game.to_act is None or visible_pieces(built) != visible_pieces(game):
            return None
        if built.plies[-1].barrier is not None or not may_be_undone(built):
            return None
        self._hands.do(Tap(self._player.on(tapped.worker), tapped.on))
        self._table.rest()
        doubts = []
        if self._table.state.saved.table_acts:
            self._attempts.wait_until(self._speaks, LEFT_LYING)  # it is not what the table has announced
        elif not self._attempts.wait_until(lambda: self._attempts.is_at(built), VERDICT):
            doubts.append(f"a touch was not seen: {self._attempts.belief(game)}")
            self._attempts.wait_until(lambda: self._follows_or_is_at(built), VERDICT)  # it may be read yet
        doubts += self._attempts.unchanged(game, "a build taken back", mistake=built)
        return Detour(doubts)

    def _follows_or_is_at(self, game: Game) -> bool:
        return self._attempts.is_at(game) or self._attempts.mode is BoardMode.FOLLOWING

    def _fallen(self, game: Game, cause: HandStyleName) -> Detour | None:
        """Let a worker fall, and put it back when the table says so or its player sees it."""
        for piece, home in self._places.shuffled(self._places.standing()):
            levels = self._hands.look().levels
            ways = [each for each in self._places.free_beside(home, home) if levels[each] <= levels[home]]
            if cause is HandStyleName.ROLLED and not ways:
                continue
            if cause is HandStyleName.ROLLED:
                self._hands.do(Roll(piece, self._chance.choice(ways)))
            else:
                self._hands.do(Knock(piece))
            self._table.rest()
            noticed = self._attempts.wait_until(self._speaks, LEFT_LYING)
            self._table.pause(self._chance.uniform(0, 1500))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, f"nothing, a worker fell ({cause})")
            return Detour(doubts, noticed)
        return None

    def _speaks(self) -> bool:
        """Whether the table reports a problem."""
        return self._attempts.mode in STOPS

    def _takeback(self, game: Game, actions: ActionSequence) -> Detour | None:
        if not isinstance(actions[0], Move) or known_to_mover(game) is not game or game.to_act is None:
            return None
        legal, touched, confirmed = game.legal_actions(), tapped(game), self._table.state.saved.standing
        for first in self._places.shuffled(legal):
            if not isinstance(first, Move) or first == actions[0] or first.to in touched:
                continue
            if leads_back(game, (first,), confirmed):
                continue  # that is a takeback by itself
            moved = game.play(first)
            there = visible_pieces(game) - {(first.worker, game.to_act)} | {(first.to, game.to_act)}
            if visible_pieces(moved) != there or moved.outcome is not None or moved.plies[-1].barrier is not None:
                continue
            if (moved.turn, moved.to_act) != (game.turn, game.to_act) or self._could_go_on(game, moved):
                continue
            piece = self._player.on(first.worker)
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, first.to))
            self._table.rest()
            if self._chance.random() < 0.7:
                self._attempts.wait_until(lambda: self._attempts.is_at(moved), VERDICT)  # noqa: B023 - called at once
            self._table.pause(self._chance.uniform(0, 800))
            self._hands.do(Lift(piece))
            self._player.think()
            self._hands.do(Put(piece, first.worker))
            self._table.rest()
            self._table.pause(200)
            doubts = self._attempts.unchanged(game, f"a move to {first.to} and back")
            return Detour(doubts)
        return None

    def _could_go_on(self, game: Game, moved: Game) -> bool:
        """Whether going back after a move could as well be further steps that do not only lead back."""
        ways = StepSearch(moved).explaining(visible_pieces(game))
        confirmed = self._table.state.saved.standing
        return not all(leads_back(moved, each.actions, confirmed) for each in ways)

    def _illegal_move(self, game: Game) -> Detour | None:
        seat = game.to_act
        if seat is None or known_to_mover(game) is not game:
            return None
        touched = tapped(game)
        mine = [(piece, home) for piece, home in self._places.standing(of=seat)]
        for piece, home in self._places.shuffled(mine):
            free = [each for each in self._places.free() if each not in touched]
            if not free:
                return None
            to = self._chance.choice(free)
            standing = visible_pieces(game) - {(home, seat)} | {(to, seat)}
            if could_stand(game, self._table.state.saved.standing, standing):
                continue
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, to))
            self._table.rest()
            noticed = self._attempts.wait_until(self._speaks, VERDICT)
            self._table.pause(self._chance.uniform(0, 1500))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, f"an illegal move to {to} and back")
            return Detour(doubts, noticed)
        return None

    def _off_the_board(self, game: Game) -> Detour | None:
        for piece, home in self._places.shuffled(self._places.standing()):
            rest = frozenset(place for place in visible_pieces(game) if place[0] != home)
            if explained(game, rest):
                continue
            self._hands.do(Lift(piece))
            self._hands.do(PutBeside(piece, *BESIDE))
            self._table.rest()
            noticed = self._attempts.wait_until(lambda: self._attempts.mode is not BoardMode.FOLLOWING, LEFT_LYING)
            self._table.pause(self._chance.uniform(0, 3000))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, "nothing, a worker was beside the board")
            return Detour(doubts, noticed)
        return None


# ---- Steps


SLIDES = 0.15
THINKS = 0.2
PUTS_BACK = 0.08
STEP_FIRST = 0.5
BEFALLS = 0.08
"""The share of steps at which something happens, if anything may."""
HELD_LOW = (8.0, 14.0)
"""The height in mm at which a player who thinks holds a worker over the square that it enters."""
HELD_LOW_MS = (5000.0, 12_000.0)
TOGETHER = (18.0, 20.0)
"""The distance in mm between the middles of two workers that snapped together."""
SNAPS = (0.41, 0.59)
"""The part of the way that one of them slides."""
FALLEN_FAR = (0.35, 0.5)
"""The place of a worker that lies between two squares, in parts of the distance between their middles."""
TO_WORKER_MS = (200.0, 600.0)
"""The time in ms in which a hand that has set a block down takes hold of the worker that moves next."""
TO_WOOD_MS = (600.0, 1500.0)
"""The time in ms in which it takes hold of the next piece of wood."""
HOVER_VERDICT = 1500
"""The ms that players wait for a report of the table about a worker that was only held over a square."""


@dataclass(frozen=True, slots=True)
class HandMove:
    """The act of hands: the intended steps and the game after them. ``doubts`` are the table's doubts on the way.
    ``noticed`` says whether it reported a mistake, or is None without one. ``hover`` is the result of a hand that
    hesitated, if it did. ``left`` are the workers as hands left them, if other than after the steps."""

    cause: StepCause
    actions: ActionSequence
    after: Game
    doubts: list[str] = field(default_factory=list)
    noticed: bool | None = None
    hover: HoverOutcome | None = None
    left: Pieces | None = None


Way = Callable[[Game, ActionSequence, Game], HandMove | None]
"""Does a step in one way, or returns None at once if it cannot be done in that way."""


@dataclass(frozen=True, slots=True)
class Befalling:
    """What may happen besides the steps of a game, and the chance from which it is drawn. With nothing that may happen,
    nothing is drawn."""

    mishaps: frozenset[FamilyMishap]
    chance: Random

    def drawn(self) -> list[FamilyMishap]:
        """Draw what may happen before the next step, the first one first; mostly nothing."""
        if not self.mishaps or self.chance.random() >= BEFALLS:
            return []
        return self.chance.sample(sorted(self.mishaps), len(self.mishaps))


TOUCHING = (
    HandStyleName.SECOND_CHANGE,
    HandStyleName.QUICK,
    HandStyleName.HESITANT_TAP,
    HandStyleName.UNMEANT_TAP,
    HandStyleName.BLOCK_FORGOTTEN,
    HandStyleName.WRONG_TOWER,
    HandStyleName.TWO_BLOCKS,
)
"""The ways of sloppy hands that touch a square to build, which hands do not do at a board that weighs."""


class HandMoves:
    """The hands of both players, with their habits drawn from ``chance``, and what befalls them."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a player
        self,
        table: TableUnderTest,
        player: SimulatedPlayer,
        attempts: StepAttempts,
        mishaps: Mishaps,
        chance: Random,
        befalls: Befalling | None = None,
    ) -> None:
        self._table = table
        self._hands = table.bench.hands
        self._player = player
        self._attempts = attempts
        self._mishaps = mishaps
        self._chance = chance
        self._steps = 0
        self.at_scale: Way | None = None
        """What else sloppy hands do at a board that weighs, instead of the ways that touch squares."""
        self.latest: StepCause = HandStyleName.PLAIN
        """The way in which hands try, or tried last."""
        self._befalls = befalls or Befalling(frozenset(), chance)
        self._fate = self._befalls.chance
        self._happenings: dict[FamilyMishap, Way] = {
            FamilyMishap.FELL_FAR: self._fell_far,
            FamilyMishap.TWO_FELL: self._two_fell,
            FamilyMishap.SNAPPED_TOGETHER: self._snapped_together,
            FamilyMishap.BOTH_PLACED: self._both_placed,
            FamilyMishap.HELD_LOW: self._held_low,
        }
        self._places = SquareChoice(self._hands, table.bench.model.geometry.size, chance)
        self._detours = Detours(table, player, attempts, self._places, chance)
        self._mistakes = TowerMistakes(self._hands, player, mishaps, self._places, chance)
        self._manners: dict[HandStyleName, Way] = {
            HandStyleName.SLIDE_WITH_RESTS: self._slide_with_rests,
            HandStyleName.TWO_LIFTED: self._two_lifted,
            HandStyleName.OFF_CENTRE: self._off_centre,
            HandStyleName.SECOND_CHANGE: self._second_change,
            HandStyleName.QUICK: self._quick,
            HandStyleName.HOVER: self._hover,
            HandStyleName.HESITANT_TAP: self._hesitant_tap,
        }

    def do(self, game: Game, actions: ActionSequence, after: Game, *, clumsiness: float) -> HandMove:
        """Let hands do these steps, sloppily with this probability."""
        self._steps += 1
        for mishap in self._befalls.drawn():
            self.latest = mishap
            happening = self._happenings.get(mishap)
            befallen = None if happening is None else happening(game, actions, after)
            if befallen is not None:
                return befallen
        if self._chance.random() < clumsiness:
            befallen = None if self.at_scale is None else self.at_scale(game, actions, after)
            if befallen is not None:
                return befallen
            for cause in self._chance.sample(SLOPPY, len(SLOPPY)):
                if self.at_scale is not None and cause in TOUCHING:
                    continue
                self.latest = cause
                deed = self._sloppily(cause, game, actions, after)
                if deed is not None:
                    return deed
        self.latest = HandStyleName.PLAIN
        return self.carefully(game, actions, after)

    def _sloppily(self, cause: HandStyleName, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        """Do the steps in one of the ways of sloppy hands; None if that is not possible."""
        if cause in self._manners:
            return self._manners[cause](game, actions, after)
        if cause in self._mistakes.ways:
            done = self._mistakes.ways[cause](game, actions, after, self._steps)
            return HandMove(cause, actions, after) if done else None
        detour = self._detours.ways[cause](game, actions)
        if detour is None:
            return None
        deed = self.carefully(game, actions, after)
        return HandMove(cause, actions, after, detour.doubts + deed.doubts, detour.noticed, left=deed.left)

    # -- careful hands

    def carefully(self, game: Game, actions: ActionSequence, after: Game) -> HandMove:
        """Do the steps as careful hands do."""
        first = actions[0]
        if isinstance(first, Build):
            if self._player.hesitates() and after.plies[-1].barrier is None:
                self.latest = HandStyleName.HESITATE
                hover, doubts = self._hesitate(game, first)
                self._player.build(first)
                return HandMove(HandStyleName.HESITATE, actions, after, doubts, hover=hover)
            self._player.build(first)
            for each in actions[1:]:
                if isinstance(each, Build):
                    self._hands.do(Pause(self._chance.uniform(*TO_WOOD_MS)))
                    self._player.build(each)
                else:
                    self._hands.do(Pause(self._chance.uniform(*TO_WORKER_MS)))
                    self._player.carry(shown_after(game, actions))
            return HandMove(HandStyleName.PLAIN, actions, after)
        cause, doubts = HandStyleName.PLAIN, list[str]()
        if isinstance(first, Move) and self._chance.random() < PUTS_BACK:
            cause = HandStyleName.PUT_BACK
            self._player.lift_and_put_back(first.worker)
            self._table.rest()
            self._table.pause(200)
            doubts = self._attempts.unchanged(game, "nothing, a worker was put back")
        on_the_way = shown_on_the_way(game, actions)
        if on_the_way is not None and self._chance.random() < STEP_FIRST:
            self.latest = HandStyleName.STEP_FIRST
            self._player.carry(on_the_way)
            return HandMove(HandStyleName.STEP_FIRST, actions, after, doubts, left=on_the_way)
        jobs = carryings(self._hands, shown_after(game, actions))
        if len(jobs) > 1:
            self._player.carry(shown_after(game, actions))
            return HandMove(HandStyleName.ANY_ORDER if cause is HandStyleName.PLAIN else cause, actions, after, doubts)
        if len(actions) > 1:
            cause = HandStyleName.SEVERAL_IN_ONE_CARRY
        for job in jobs:
            if cause is HandStyleName.PLAIN and self._can_slide(job) and self._chance.random() < SLIDES:
                self._hands.do(Slide(job.piece, (Square(job.to or 0),)))
                return HandMove(HandStyleName.SLIDE, actions, after)
            if cause is HandStyleName.PLAIN and job.to is not None and self._chance.random() < THINKS:
                self._player.lift_and_think(job)
                return HandMove(HandStyleName.LIFT_AND_THINK, actions, after)
        self._player.carry(shown_after(game, actions))
        return HandMove(cause, actions, after, doubts)

    def _hesitate(self, game: Game, build: Build) -> tuple[HoverOutcome, list[str]]:
        """Hover over the square of a build and go home. Return the table's reaction, and its doubts."""
        attempts = self._attempts
        self._player.hesitate(build)
        self._table.rest()
        attempts.wait_until(lambda: attempts.speaks or not attempts.is_at(game), HOVER_VERDICT)
        outcome = HoverOutcome.ASKED if attempts.speaks else HoverOutcome.QUIET
        if not attempts.is_at(game):
            outcome = HoverOutcome.BELIEVED
            self._player.press(Button.UNDO)
            self._table.rest()
            self._table.pass_on()
        return outcome, attempts.unchanged(game, "nothing, a worker was held over a square")

    def _can_slide(self, job: Carrying) -> bool:
        start = self._places.place(job)
        if job.to is None or start is None or not are_neighbors(start, job.to):
            return False
        levels = self._hands.look().levels
        return levels[start] == levels[job.to]

    # -- the step itself, in another way

    def _slide_with_rests(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        job = self._places.job(game, actions)
        start = None if job is None else self._places.place(job)
        if job is None or job.to is None or start is None or len(actions) != 1:
            return None
        seen = self._hands.look()
        if seen.levels[start] != seen.levels[job.to]:
            return None
        for over in self._places.free_beside(start, job.to):
            if seen.levels[over] == seen.levels[start] and not means_something(
                game, start, over, visible_pieces(after)
            ):
                self._hands.do(Slide(job.piece, (over, job.to), self._chance.uniform(200, 1500)))
                return HandMove(HandStyleName.SLIDE_WITH_RESTS, actions, after)
        return None

    def _two_lifted(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        job = self._places.job(game, actions)
        others = [] if job is None else self._places.standing(but=job.piece)
        if job is None or not others or len(actions) != 1:
            return None
        piece, home = self._chance.choice(others)
        self._player.lift_two(job, piece, home)
        return HandMove(HandStyleName.TWO_LIFTED, actions, after)

    def _off_centre(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        job = self._places.job(game, actions)
        if job is None:
            return None
        self._player.put_off_centre(job)
        return HandMove(HandStyleName.OFF_CENTRE, actions, after)

    def _second_change(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        return self._two_steps(game, actions, after, HandStyleName.SECOND_CHANGE, (150, 350))

    def _quick(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        return self._two_steps(game, actions, after, HandStyleName.QUICK, (350, 700))

    def _two_steps(
        self, game: Game, actions: ActionSequence, after: Game, cause: HandStyleName, pause: tuple[float, float]
    ) -> HandMove | None:
        """Go on to the build at once, after these ms."""
        job = self._places.job(game, actions)
        move = actions[0]
        if job is None or len(actions) != 1 or not isinstance(move, Move) or known_to_mover(game) is not game:
            return None
        if job.to != move.to or move.to in tapped(game):  # so short a rest would be a touch
            return None
        if (after.turn, after.to_act) != (game.turn, game.to_act):
            return None
        builds = [
            each
            for each in after.legal_actions()
            if isinstance(each, Build) and each.worker == move.to != each.on and each.piece is Piece.BLOCK
        ]
        saved = self._table.state.saved
        if saved.table_acts:
            builds = [each for each in builds if saved.announced[:2] == (move, each)]
        if not builds or shown_after(game, (move,)) != visible_pieces(after):
            return None
        build = self._chance.choice(builds)
        self._hands.do(Lift(job.piece))
        self._hands.do(Put(job.piece, move.to))
        self._hands.do(Pause(self._chance.uniform(*pause)))
        self._hands.do(Tap(job.piece, build.on))
        self._player.touch, self._player.block_first = TouchKind.CLEAN, False
        self._player.stack(build.on, 1, dome=False)
        return HandMove(cause, (move, build), after.play(build))

    def _hover(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        job = self._places.job(game, actions)
        start = None if job is None else self._places.place(job)
        if job is None or job.to is None or start is None:
            return None
        # Held low over two blocks it looks just like a touch of the third: the tremor of a hand does not show there.
        levels, touched = self._hands.look().levels, tapped(game)
        beside = [each for each in self._places.free_beside(start, start) if levels[each] < 2 or each not in touched]
        over = self._chance.choice([*beside, start])
        self._player.hover_first(job, over)
        return HandMove(HandStyleName.HOVER, actions, after)

    def _hesitant_tap(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        build = actions[0]
        if not isinstance(build, Build) or Move(build.worker, build.on) in game.legal_actions():
            return None
        standing = frozenset(
            (build.on if square == build.worker else square, seat) for square, seat in visible_pieces(game)
        )
        if could_stand(game, self._table.state.saved.standing, standing):
            return None
        self._player.build_hesitantly(build)
        return HandMove(HandStyleName.HESITANT_TAP, actions, after)

    # -- what befalls a family

    def _fell_far(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        levels = self._hands.look().levels
        for piece, home in self._places.shuffled(self._places.standing()):
            ways = [each for each in self._places.free_beside(home, home) if levels[each] <= levels[home]]
            if levels[home] and ways:
                to = self._fate.choice(ways)
                return self._after_falls(game, actions, after, [(Knock(piece, to, self._spot_of_fall()), home)])
        return None

    def _spot_of_fall(self) -> tuple[float, float]:
        """Draw a place between two squares."""
        far = self._fate.uniform(*FALLEN_FAR) * self._table.bench.model.geometry.pitch
        aside = self._fate.uniform(-8.0, 8.0)
        return self._fate.choice(((far, aside), (-far, aside), (aside, far), (aside, -far)))

    def _two_fell(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        standing = self._places.shuffled(self._places.standing())[:2]
        if len(standing) < len(("one", "the other")):
            return None
        return self._after_falls(game, actions, after, [(Knock(piece), home) for piece, home in standing])

    def _after_falls(
        self, game: Game, actions: ActionSequence, after: Game, falls: list[tuple[Knock, Square]]
    ) -> HandMove:
        """Let workers fall, put them back when the table says so or the players see them, and do the steps."""
        cause = FamilyMishap.FELL_FAR if len(falls) == 1 else FamilyMishap.TWO_FELL
        for fall, _ in falls:
            self._hands.do(fall)
            self._hands.do(Pause(self._fate.uniform(0, 500)))
        self._table.rest()
        noticed = self._attempts.wait_until(lambda: self._attempts.mode in STOPS, LEFT_LYING)
        self._table.pause(self._fate.uniform(0, 1500))
        for fall, home in falls:
            self._hands.do(Lift(fall.piece))
            self._hands.do(Put(fall.piece, home))
        self._table.rest()
        doubts = self._attempts.unchanged(game, f"nothing, workers fell ({cause})")
        deed = self.carefully(game, actions, after)
        return HandMove(cause, actions, after, doubts + deed.doubts, noticed, left=deed.left)

    def _snapped_together(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        polarities, levels = self._table.bench.polarities, self._hands.look().levels
        standing = sorted(visible_pieces(game))
        pairs = [
            (one, other)
            for one, seat in standing
            for other, whose in standing
            if other - one in (1, STRIDE) and are_neighbors(one, other) and levels[one] == levels[other]
            if polarities[seat] != polarities[whose]
        ]
        if not pairs:
            return None
        one, other = self._fate.choice(pairs)
        way = self._table.bench.model.geometry.pitch - self._fate.uniform(*TOGETHER)
        mine = way * self._fate.uniform(*SNAPS)
        east, north = (1.0, 0.0) if other - one == 1 else (0.0, 1.0)
        self._hands.do(Slide(self._player.on(one), (one,), spot=(mine * east, mine * north)))
        back = (mine - way) * east, (mine - way) * north
        self._table.bench.world.do(Slide(self._player.on(other), (other,), spot=back))
        self._finish_both()
        doubts = self._attempts.unchanged(game, "nothing, two workers snapped together")
        deed = self.carefully(game, actions, after)
        return HandMove(FamilyMishap.SNAPPED_TOGETHER, actions, after, doubts + deed.doubts, left=deed.left)

    def _finish_both(self) -> None:
        """Let the hands of both players finish."""
        world = self._table.bench.world
        while not world.idle:
            self._table.pass_on()
        world.check()
        self._table.rest()

    def _both_placed(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        first, seat = actions[0], game.to_act
        if not isinstance(first, Place) or len(actions) != 1 or seat is None or after.to_act is not seat:
            return None
        if self._table.state.saved.table_acts or known_to_mover(game) is not game:
            return None
        others = [each for each in after.legal_actions() if isinstance(each, Place) and each.by == first.by]
        if not others:
            return None
        placed = sorted((first, self._fate.choice(others)), key=lambda each: each.square)
        both = game.play(placed[0])
        if placed[1] not in both.legal_actions():
            return None
        both = both.play(placed[1])
        wanted = visible_pieces(game) | {(each.square, seat) for each in placed}
        jobs = carryings(self._hands, wanted)
        if visible_pieces(both) != wanted or both.plies[-1].barrier is not None or len(jobs) != len(placed):
            return None
        hands, centre = (self._hands, self._table.bench.world), self._table.bench.model.geometry.centre
        for job, hand in zip(jobs, hands, strict=True):
            hand.do(Lift(job.piece))
            hand.do(Carry(job.piece, *centre(job.to or 0)))
        self._finish_both()
        for job, hand in zip(jobs, hands, strict=True):
            hand.do(Pause(self._fate.uniform(0, 100)))
            hand.do(Put(job.piece, job.to or 0))
        self._finish_both()
        return HandMove(FamilyMishap.BOTH_PLACED, tuple(placed), both)

    def _held_low(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        job = self._places.job(game, actions)
        if job is None or job.to is None or len(actions) != 1:
            return None
        self._hands.do(Lift(job.piece))
        self._hands.do(Hover(job.piece, job.to, self._fate.uniform(*HELD_LOW), self._fate.uniform(*HELD_LOW_MS)))
        self._table.rest()
        outcome = HoverOutcome.ASKED if self._attempts.speaks else HoverOutcome.QUIET
        if not self._attempts.is_at(game):
            outcome = HoverOutcome.BELIEVED
        self._hands.do(SetDown(job.piece))
        return HandMove(FamilyMishap.HELD_LOW, actions, after, hover=outcome)

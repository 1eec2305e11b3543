"""The ways of hands: for each step one that fits, careful or sloppy, and all that goes with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine import Build, Game, Move, Piece, Square
from engine.squares import are_neighbors
from hardware.board import Button
from hardware.hand_actions import Lift, Pause, Put, Slide, Tap
from simulator.action_choice import SquareChoice, could_stand, means_something, tapped
from simulator.detours import Detours
from simulator.hand_styles import SLOPPY, HandStyleName, HoverOutcome, TouchKind
from simulator.simulated_player import Carrying, SimulatedPlayer, carryings, shown_after
from simulator.step_attempts import StepAttempts
from simulator.table_under_test import TableUnderTest
from simulator.tower_mistakes import Mishaps, TowerMistakes
from table.moves.step_search import known_to_mover, visible_pieces
from table.session.session_events import ActionSequence

SLIDES = 0.15
THINKS = 0.2
PUTS_BACK = 0.08
HOVER_VERDICT = 1500
"""How long players wait whether the table says something of a worker that was only held over a square, in ms."""


@dataclass(frozen=True, slots=True)
class HandMove:
    """What hands have done: the steps that should come of it and the game after them. ``doubts`` is what the table
    doubted on the way, ``noticed`` whether it spoke of a mistake (None: there was none), ``hover`` what came of a hand
    that hesitated (None: it did not)."""

    cause: HandStyleName
    actions: ActionSequence
    after: Game
    doubts: list[str] = field(default_factory=list)
    noticed: bool | None = None
    hover: HoverOutcome | None = None


Way = Callable[[Game, ActionSequence, Game], HandMove | None]
"""Does a step in one way, or returns None at once if the step cannot be done so."""


class HandMoves:
    """The hands of both players, with their habits drawn from ``chance``."""

    def __init__(
        self, table: TableUnderTest, player: SimulatedPlayer, attempts: StepAttempts, mishaps: Mishaps, chance: Random
    ) -> None:
        self._table = table
        self._hands = table.bench.hands
        self._player = player
        self._attempts = attempts
        self._mishaps = mishaps
        self._chance = chance
        self._steps = 0
        self.latest = HandStyleName.PLAIN
        """The way in which hands try, or tried last."""
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
        if self._chance.random() < clumsiness:
            for cause in self._chance.sample(SLOPPY, len(SLOPPY)):
                self.latest = cause
                deed = self._sloppily(cause, game, actions, after)
                if deed is not None:
                    return deed
        self.latest = HandStyleName.PLAIN
        return self._carefully(game, actions, after)

    def _sloppily(self, cause: HandStyleName, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        """In one of the ways of sloppy hands; None if the steps cannot be done so."""
        if cause in self._manners:
            return self._manners[cause](game, actions, after)
        if cause in self._mistakes.ways:
            done = self._mistakes.ways[cause](game, actions, after, self._steps)
            return HandMove(cause, actions, after) if done else None
        detour = self._detours.ways[cause](game, actions)
        if detour is None:
            return None
        deed = self._carefully(game, actions, after)
        return HandMove(cause, actions, after, detour.doubts + deed.doubts, detour.noticed)

    # -- careful hands

    def _carefully(self, game: Game, actions: ActionSequence, after: Game) -> HandMove:
        first = actions[0]
        if isinstance(first, Build):
            if self._player.hesitates() and after.plies[-1].barrier is None:
                self.latest = HandStyleName.HESITATE
                hover, doubts = self._hesitate(game, first)
                self._player.build(first)
                return HandMove(HandStyleName.HESITATE, actions, after, doubts, hover=hover)
            self._player.build(first)
            return HandMove(HandStyleName.PLAIN, actions, after)
        cause, doubts = HandStyleName.PLAIN, list[str]()
        if isinstance(first, Move) and self._chance.random() < PUTS_BACK:
            cause = HandStyleName.PUT_BACK
            self._player.lift_and_put_back(first.worker)
            self._table.rest()
            self._table.pause(200)
            doubts = self._attempts.unchanged(game, "nothing, a worker was put back")
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
        """Hover over the square of a build and go home; what the table made of it, and what it doubted."""
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
        """Go on to the build at once, after so many ms."""
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

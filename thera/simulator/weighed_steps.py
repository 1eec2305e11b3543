"""What sloppy hands do at a board that weighs: they lean on it, put things on it, push blocks, and take wrong ones.
Apart from `hand_moves`, whose ways fit every board."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from random import Random

from engine import Build, Game, Move, Piece, Square
from hardware.hand_actions import HandAction, Lean, Lift, Pause, Put, PutThing, Stack, TakeThing, Unstack
from hardware.virtual_hands import HandQueue
from table.moves.step_search import known_to_mover, visible_pieces
from table.session.snapshot import BoardMode
from table.session.table_state import ActionSequence
from thera.simulator.hand_moves import HandMove, HandMoves, Way
from thera.simulator.hand_styles import ScaleMishap
from thera.simulator.simulated_player import SimulatedPlayer, SquareChoice, shown_after, tapped
from thera.simulator.simulation_record import FORGIVEN, THING, UNSTEADY
from thera.simulator.step_attempts import VERDICT, StepAttempts
from thera.simulator.tested_table import TableUnderTest

LEANING = (50.0, 500.0)
"""The force in g of a hand that leans on the rim."""
LEANING_MS = (500.0, 6000.0)
OUTSIDE = (5.0, 30.0)
"""How far outside the squares it leans, in mm."""
OFF = (8.0, 18.0)
"""How far off the middle a block comes down that is then pushed, in mm."""
THING_MASS = (15.0, 350.0)
"""The mass in g of a thing on the plate: a spoon, a phone, a cup."""
PHONE_STAYS_MS = (500.0, 6000.0)
"""The time in ms from when a thing came or went until the next step begins."""
TOGETHER_MS = 400.0
"""The most ms by which one of two hands begins later."""


def with_step_that_tells_builder(game: Game, actions: ActionSequence, chance: Random) -> ActionSequence:
    """Return a build with the step after it, where a scale cannot tell which of two workers built: a move of the one
    that did, or a build of the other. Other steps as they are."""
    build = actions[0]
    if not isinstance(build, Build) or len(actions) > 1 or known_to_mover(game) is not game:
        return actions
    others = [
        each
        for each in game.legal_actions()
        if isinstance(each, Build) and (each.on, each.piece) == (build.on, build.piece) and each.worker != build.worker
    ]
    after = game.play(build)
    if not others or (after.turn, after.to_act) != (game.turn, game.to_act):
        return actions
    telling = [each for each in after.legal_actions() if isinstance(each, Move | Build) and _tells(build, each)]
    return (build, chance.choice(telling)) if telling else actions


def _tells(build: Build, step: Move | Build) -> bool:
    """Whether a step after a build tells who built."""
    return step.worker == build.worker if isinstance(step, Move) else step.worker != build.worker


class WeighedSteps:
    """The sloppy ways of hands at a board that weighs. ``do`` does a step in one of them, or returns None at once."""

    def __init__(
        self, table: TableUnderTest, player: SimulatedPlayer, attempts: StepAttempts, ways: HandMoves, chance: Random
    ) -> None:
        self._table = table
        self._hands: HandQueue = table.bench.hands
        self._other: HandQueue = table.bench.world
        self._player = player
        self._attempts = attempts
        self._ways = ways
        self._chance = chance
        self._places = SquareChoice(self._hands, table.bench.model.geometry.size, chance)
        self._thing: str | None = None
        self._things = 0
        self._thing_taken = self._leant = -FORGIVEN
        self._every: dict[ScaleMishap, Way] = {
            ScaleMishap.LEANS: self._leans,
            ScaleMishap.SLIDES_WOOD: self._slides,
            ScaleMishap.THING_ON_PLATE: self._puts_thing,
            ScaleMishap.WOOD_FIRST: self._wood_first,
            ScaleMishap.TWO_AT_ONCE: self._two_at_once,
            ScaleMishap.WRONG_KIND: self._wrong_kind,
            ScaleMishap.WRONG_SQUARE: self._wrong_square,
        }

    @property
    def true_warnings(self) -> frozenset[str]:
        """The keys of the warnings that are true now, or were a short while ago."""
        lies = self._thing is not None or self._hands.now < self._thing_taken + FORGIVEN
        leans = self._hands.now < self._leant + FORGIVEN
        return frozenset([THING] * lies + [UNSTEADY] * leans)

    def do(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        """Do these steps in one of the ways that fit; half of the time in none."""
        if self._chance.random() < 0.5:
            return None
        for mishap in self._chance.sample(tuple(ScaleMishap), len(ScaleMishap)):
            self._ways.latest = mishap
            deed = self._every[mishap](game, actions, after)
            if deed is not None:
                return deed
        return None

    # -- beside the step

    def _leans(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        if not self._other.idle:
            return None
        chance = self._chance
        self._other.do(Pause(chance.uniform(0, 1500)))
        self._other.do(Lean(*self._rim(), chance.uniform(*LEANING), chance.uniform(*LEANING_MS)))
        deed = self._ways.carefully(game, actions, after)
        self._finish_both()
        self._leant = self._hands.now
        return replace(deed, cause=ScaleMishap.LEANS)

    def _rim(self) -> tuple[float, float]:
        geometry, chance = self._table.bench.model.geometry, self._chance
        first, last = -geometry.pitch / 2, (geometry.size - 0.5) * geometry.pitch
        along, out = chance.uniform(first, last), chance.uniform(*OUTSIDE)
        return chance.choice(((along, first - out), (along, last + out), (first - out, along), (last + out, along)))

    def _puts_thing(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        if self._thing is not None:
            self._hands.do(TakeThing(self._thing))
            self._table.rest()
            self._thing, self._thing_taken = None, self._hands.now
        else:
            self._things += 1
            self._thing = f"thing {self._things}"
            self._hands.do(PutThing(self._thing, *self._rim(), self._chance.uniform(*THING_MASS)))
        self._hands.do(Pause(self._chance.uniform(*PHONE_STAYS_MS)))
        self._table.rest()
        doubts = self._attempts.unchanged(game, "nothing, a thing was put on the plate")
        deed = self._ways.carefully(game, actions, after)
        return replace(deed, cause=ScaleMishap.THING_ON_PLATE, doubts=[*doubts, *deed.doubts])

    # -- the step in another way

    def _slides(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        build = actions[0]
        if not isinstance(build, Build) or len(actions) != 1 or build.worker == build.on:
            return None
        del game
        far, heading = self._chance.uniform(*OFF), self._chance.uniform(0, 2 * pi)
        self._player.block_first = True
        spot = (far * cos(heading), far * sin(heading))
        self._hands.do(Stack(build.on, dome=build.piece is Piece.DOME, spot=spot))
        return HandMove(ScaleMishap.SLIDES_WOOD, actions, after)

    def _wood_first(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        both = self._move_and_build(game, actions, after)
        if both is None:
            return None
        piece, move, build = both
        for action in (Lift(piece), Stack(build.on, dome=False), Put(piece, move.to)):
            self._hands.do(action)
        self._player.block_first = True
        return HandMove(ScaleMishap.WOOD_FIRST, (move, build), after.play(build))

    def _two_at_once(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        both = self._move_and_build(game, actions, after)
        if both is None or not self._other.idle:
            return None
        piece, move, build = both
        if build.on == move.worker:
            return None  # the worker may still stand there
        stacking: HandAction = Stack(build.on, dome=False)
        self._hands.do(Lift(piece))
        self._hands.do(Put(piece, move.to))
        self._other.do(Pause(self._chance.uniform(0, TOGETHER_MS)))
        self._other.do(stacking)
        self._finish_both()
        self._player.block_first = True
        return HandMove(ScaleMishap.TWO_AT_ONCE, (move, build), after.play(build))

    def _finish_both(self) -> None:
        """Let both hands finish."""
        while not self._other.idle:
            self._table.pass_on()
        self._other.check()
        self._table.rest()

    def _move_and_build(self, game: Game, actions: ActionSequence, after: Game) -> tuple[str, Move, Build] | None:
        """Return the worker, its move, and a build after it that hands may do with the move; None if there is none."""
        job, move = self._places.job(game, actions), actions[0]
        if job is None or len(actions) != 1 or not isinstance(move, Move) or known_to_mover(game) is not game:
            return None
        if job.to != move.to or (after.turn, after.to_act) != (game.turn, game.to_act):
            return None
        if self._table.state.saved.table_acts or shown_after(game, (move,)) != visible_pieces(after):
            return None
        legal = game.legal_actions()
        if any(isinstance(each, Build) for each in legal):
            return None  # a block that comes first is a build before the move
        possible = [each for each in after.legal_actions() if isinstance(each, Build)]
        by_others = {each.on for each in possible if each.worker != move.to}  # only the next step tells who built there
        builds = [
            each
            for each in possible
            if each.worker == move.to != each.on and each.piece is Piece.BLOCK and each.on not in by_others
            if visible_pieces(after.play(each)) == visible_pieces(after)
        ]
        return (job.piece, move, self._chance.choice(builds)) if builds else None

    # -- mistakes

    def _wrong_kind(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        build = actions[0]
        if not isinstance(build, Build) or build.piece is not Piece.BLOCK or len(actions) != 1:
            return None
        legal = game.legal_actions()
        if build.worker == build.on or any(
            isinstance(each, Build) and each.on == build.on and each.piece is Piece.DOME for each in legal
        ):
            return None
        return self._mistake(game, actions, after, Stack(build.on, dome=True), ScaleMishap.WRONG_KIND)

    def _wrong_square(self, game: Game, actions: ActionSequence, after: Game) -> HandMove | None:
        if not isinstance(actions[0], Build):
            return None
        allowed = tapped(game)
        others = [each for each in self._places.free() if each not in allowed]
        if not others:
            return None
        square = self._chance.choice(others)
        full = self._hands.look().levels[square] == len((1, 2, 3))
        return self._mistake(game, actions, after, Stack(square, dome=full), ScaleMishap.WRONG_SQUARE)

    def _mistake(self, game: Game, actions: ActionSequence, after: Game, wrong: Stack, cause: ScaleMishap) -> HandMove:
        """Put a wrong piece, take it off when the table says so or its player sees it, and do the steps."""
        self._hands.do(wrong)
        self._table.rest()
        noticed = self._attempts.wait_until(lambda: self._attempts.mode is BoardMode.RESTORE, VERDICT)
        self._table.pause(self._chance.uniform(0, 1500))
        self._hands.do(Unstack(Square(wrong.square)))
        self._table.rest()
        doubts = self._attempts.unchanged(game, f"nothing, a wrong piece ({cause})")
        deed = self._ways.carefully(game, actions, after)
        return HandMove(cause, actions, after, doubts + deed.doubts, noticed, left=deed.left)

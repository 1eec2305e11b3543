"""How a simulated player's hands do a step: which worker goes where, and in which of the ways that people have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from engine import Action, Build, Game, Piece, Seat, Square
from engine.squares import BITS
from hardware.board import Button
from hardware.hand_actions import Hover, Lift, Pause, Press, Put, PutInBox, Slide, Stack, Tap, Unstack
from hardware.virtual_hands import HandQueue
from simulator.hand_styles import NO_HABITS, HandHabits, TouchKind, drawn_touch
from table.moves.step_search import Pieces, visible_pieces

WAITS = 0.3
BOTH_HANDS = 0.5
LONGEST_THOUGHT = 3000.0
TALLEST = 3
"""Blocks of a tower at most."""
BESIDE = (-75.0, 90.0)
"""Where workers are laid beside the board, in mm from the middle of a1."""
OFF_CENTRE = (12.0, 15.0)
"""How far off the middle a worker is put by careless hands, in mm."""
HESITATING = (14.0, 30.0)
"""How high a worker is held over a square by hands that hesitate, in mm."""
HESITATING_MS = (200.0, 1000.0)


@dataclass(frozen=True, slots=True)
class Carrying:
    """A worker to be brought to a square (None: into the box)."""

    piece: str
    to: Square | None


def carryings(hands: HandQueue, wanted: Pieces) -> tuple[Carrying, ...]:
    """What has to be carried so that just these workers stand on the board. Those too many of a seat go to where its
    workers are missing, or into the box; workers from the box fill the rest.
    """
    seen = hands.look()
    standing = {(Square(each.square), Seat(each.seat)): each.piece for each in seen.pieces if each.square is not None}
    boxed = [each for each in seen.pieces if each.square is None]
    surplus = {place: piece for place, piece in sorted(standing.items()) if place not in wanted}
    found = []
    for square, seat in sorted(wanted - frozenset(standing)):
        mine = [place for place in surplus if place[1] is seat]
        if mine:
            found.append(Carrying(surplus.pop(mine[0]), square))
            continue
        spare = next(each for each in boxed if each.seat == seat)
        boxed.remove(spare)
        found.append(Carrying(spare.piece, square))
    return (*(Carrying(piece, None) for piece in surplus.values()), *found)


def sync_towers(hands: HandQueue, game: Game, spared: Collection[int] = ()) -> bool:
    """Build and take away until the towers on the board are those of the game, but for the ``spared`` squares, where
    only a dome is put. A worker that stands where a piece has to come or go is lifted meanwhile, or goes into the box
    if its seat has one more than in the game; whether there was one.
    """
    seen, any_lifted = hands.look(), False
    standing = {each.square: each for each in seen.pieces if each.square is not None}
    left = Counter(each.seat for each in standing.values())
    left.subtract(seat.value for _, seat in visible_pieces(game))
    for square, level in enumerate(game.state.levels):
        dome = bool(game.state.domes & BITS[square])
        wanted = seen.levels[square] if square in spared else level
        if seen.levels[square] == wanted and seen.domes[square] == dome:
            continue
        lifted = standing.get(square)
        if lifted is not None:
            hands.do(Lift(lifted.piece))
        set_tower(hands, square, wanted, dome=dome)
        if lifted is not None:
            is_gone = left[lifted.seat] > 0 and (square, Seat(lifted.seat)) not in visible_pieces(game)
            left[lifted.seat] -= is_gone
            hands.do(PutInBox(lifted.piece) if is_gone else Put(lifted.piece, square))
            any_lifted = True
    return any_lifted


def set_tower(hands: HandQueue, square: int, level: int, *, dome: bool) -> None:
    """Let just so many blocks be on a square, with a dome or without; nothing may stand there."""
    seen = hands.look()
    domed = seen.domes[square]
    if domed and (not dome or seen.levels[square] != level):
        hands.do(Unstack(square))
        domed = False
    for _ in range(seen.levels[square], level):
        hands.do(Stack(square, dome=False))
    for _ in range(level, seen.levels[square]):
        hands.do(Unstack(square))
    if dome and not domed:
        hands.do(Stack(square, dome=True))


class SimulatedPlayer:
    """Hands that do a step in ways drawn from ``chance``, with ``habits`` drawn from ``whims``. Nothing here waits: all
    is done while the board is scanned."""

    def __init__(
        self, hands: HandQueue, chance: Random, habits: HandHabits = NO_HABITS, whims: Random | None = None
    ) -> None:
        self.hands = hands
        self.habits = habits
        self.touch = TouchKind.CLEAN
        """How a square was touched last."""
        self.block_first = False
        """Whether its block was put before."""
        self._chance = chance
        self._whims = whims or chance

    def carry(self, wanted: Pieces) -> None:
        """Bring the workers to these places, several in any order and with one hand or both."""
        jobs = list(carryings(self.hands, wanted))
        self._chance.shuffle(jobs)
        if len(jobs) > 1 and self._chance.random() < BOTH_HANDS:
            self._all_at_once(jobs)
        elif order := self._one_by_one(jobs):
            for job in order:
                self._bring(job)
        else:
            self._all_at_once(jobs)

    def think(self) -> None:
        """Hold still for a short time, as hands now and then do."""
        if self._chance.random() < WAITS:
            self.hands.do(Pause(self._chance.uniform(100, 800)))

    def ponder(self) -> None:
        """Hold still for up to a few seconds."""
        self.hands.do(Pause(self._chance.uniform(300, LONGEST_THOUGHT)))

    def lift_and_put_back(self, square: Square) -> None:
        """Take the worker on a square into the hand, think, and put it back."""
        piece = self.on(square)
        self.hands.do(Lift(piece))
        self.ponder()
        self.hands.do(Put(piece, square))

    def lift_and_think(self, job: Carrying) -> None:
        """Bring a worker to its place after long thought."""
        self.hands.do(Lift(job.piece))
        self.ponder()
        self._put(job)

    def put_off_centre(self, job: Carrying) -> None:
        """Put it down near the edge of its square."""
        self.hands.do(Lift(job.piece))
        away, direction = self._chance.uniform(*OFF_CENTRE), self._chance.uniform(0, 2 * pi)
        if job.to is not None:
            self.hands.do(Put(job.piece, job.to, (away * cos(direction), away * sin(direction))))

    def hover_first(self, job: Carrying, over: int) -> None:
        """Hold it low over another square before it is put down."""
        self.hands.do(Lift(job.piece))
        self.hands.do(Hover(job.piece, over, self._chance.uniform(12, 25), self._chance.uniform(700, 1300)))
        self._put(job)

    def lift_two(self, job: Carrying, other: str, home: Square) -> None:
        """Lift another worker as well, and put it back before or after the one that goes elsewhere."""
        pair = [job.piece, other]
        self._chance.shuffle(pair)
        for piece in pair:
            self.hands.do(Lift(piece))
            self.think()
        first_back = self._chance.random() < 0.5
        if first_back:
            self.hands.do(Put(other, home))
            self.think()
        self._put(job)
        if not first_back:
            self.hands.do(Put(other, home))

    def build(self, action: Build, *, stacked: int = 1) -> None:
        """Tap the square with the worker, and put the block or dome there before or after: none or two by mistake."""
        piece = self.on(action.worker)
        dome = action.piece is Piece.DOME
        first = not dome and self._chance.random() < self.habits.block_first
        self.block_first = first and stacked > 0
        if first:
            self.stack(action.on, stacked, dome=dome)
        self.think()
        touch = drawn_touch(self.habits, self._whims)
        self.touch = touch.kind
        self.hands.do(Tap(piece, action.on, duration=touch.duration, wobble=touch.wobble))
        if not first:
            self.stack(action.on, stacked, dome=dome)

    def build_hesitantly(self, action: Build) -> None:
        """Let the worker rest long on the square that it touches."""
        piece = self.on(action.worker)
        self.touch, self.block_first = TouchKind.RESTING, False
        self.hands.do(Lift(piece))
        self.hands.do(Put(piece, action.on))
        self.hands.do(Pause(self._chance.uniform(700, 2500)))
        self.hands.do(Lift(piece))
        self.hands.do(Put(piece, action.worker))
        self.stack(action.on, 1, dome=action.piece is Piece.DOME)

    def stack(self, square: int, count: int, *, dome: bool) -> None:
        """Put so many blocks, or a dome, on a square; blocks no more than there is room for."""
        room = count if dome else TALLEST - self.hands.look().levels[square]
        for _ in range(min(count, room)):
            self.hands.do(Stack(square, dome=dome))

    def hesitates(self) -> bool:
        """Whether hands hover over the square where they mean to build."""
        return self.habits.hesitates > 0 and self._whims.random() < self.habits.hesitates

    def hesitate(self, action: Build) -> None:
        """Hold the worker over the square where it means to build, and take it home."""
        piece, whims = self.on(action.worker), self._whims
        self.hands.do(Lift(piece))
        self.hands.do(Hover(piece, action.on, whims.uniform(*HESITATING), whims.uniform(*HESITATING_MS)))
        self.hands.do(Put(piece, action.worker))

    def tap_again(self, action: Build, duration: float | None = None) -> None:
        """Tap the square once more; what is built there stays, but a dome is taken off for it."""
        piece = self.on(action.worker)
        domed = self.hands.look().domes[action.on]
        if domed:
            self.hands.do(Unstack(action.on))
        self.hands.do(Tap(piece, action.on, duration=duration))
        if domed:
            self.hands.do(Stack(action.on, dome=True))

    def nudge(self, square: Square) -> None:
        """Move the worker on a square a little, if one is there: a power may have carried it on or off the board."""
        piece = self.seen_on(square)
        if piece is not None:
            self.hands.do(Slide(piece, (square,)))

    def press(self, button: Button) -> None:
        """Press a rim button."""
        self.hands.do(Press(button))

    def on(self, square: int) -> str:
        """The worker that stands or lies on a square.

        :raises ValueError: if none does.
        """
        piece = self.seen_on(square)
        if piece is None:
            raise ValueError(f"no worker stands on square {square}")
        return piece

    def seen_on(self, square: int) -> str | None:
        """The worker that stands or lies on a square; None if none does."""
        return next((each.piece for each in self.hands.look().pieces if each.square == square), None)

    def _bring(self, job: Carrying) -> None:
        if job.to is None:
            self.hands.do(PutInBox(job.piece))
            return
        self.hands.do(Lift(job.piece))
        self._put(job)

    def _put(self, job: Carrying) -> None:
        if job.to is None:
            self.hands.do(PutInBox(job.piece))
        else:
            self.hands.do(Put(job.piece, job.to))

    def _all_at_once(self, jobs: list[Carrying]) -> None:
        for job in jobs:  # also what goes into the box: it may stand where another comes
            self.hands.do(Lift(job.piece))
        for job in jobs:
            self._put(job)

    def _one_by_one(self, jobs: list[Carrying]) -> list[Carrying]:
        """An order in which each finds its square free; empty if there is none."""
        taken = {each.square: each.piece for each in self.hands.look().pieces if each.square is not None}
        at = {piece: square for square, piece in taken.items()}
        left, order = list(jobs), []
        while left:
            free = next((job for job in left if job.to not in taken), None)
            if free is None:
                return []
            left.remove(free)
            order.append(free)
            if free.piece in at:
                del taken[at[free.piece]]
            if free.to is not None:
                taken[free.to] = free.piece
        return order


def shown_after(game: Game, actions: tuple[Action, ...]) -> Pieces:
    """The workers on the board after these actions, as far as their player can foresee it."""
    foreseen = game if game.to_act is None else game.as_known_to(game.to_act)
    for action in actions:
        foreseen = foreseen.play(action)
    return visible_pieces(foreseen)

"""The pieces of a virtual board as values, with their changes by hands: blocks, domes, workers, stray magnets.

The rules of the game are unknown here. Only physical limits hold: at most three blocks and a dome on a square, no
worker on a dome, never two pieces in one place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry, square_name
from hardware.hand_actions import HandError, StrayMagnet
from hardware.magnet_force import FOOT_RIM

_Value = TypeVar("_Value")

TALLEST = 3
"""The most blocks of a tower; only a dome fits on top of the third."""

TABLE_TOP = -12.0
"""The height of the surface on which the board lies, in mm above the sensors."""

OFF_THE_BLOCK = 16.0
"""The distance from the middle of a square, in mm, beyond which a worker would fall off its block."""

ON_ITS_SIDE = math.pi / 2
"""The angle in radians by which the axis of a fallen worker leans."""


@dataclass(frozen=True, slots=True)
class WorkerPiece:
    """A worker: its name, its seat, and its magnet's direction: +1 with north down (positive fields), -1 turned over. A
    Hall sensor distinguishes workers only by these two directions.

    A hall sensor can distinguish workers by these two directions only.
    """

    name: str
    seat: str
    polarity: int


def _set(seat: str, polarity: int, count: int = 4) -> tuple[WorkerPiece, ...]:
    return tuple(WorkerPiece(f"{seat}-{number}", seat, polarity) for number in range(1, count + 1))


TWO_SEATS = _set("blue", 1) + _set("orange", -1)
"""Four workers (two to play with, two more for powers that add some) for each of two seats."""

FOUR_SEATS = TWO_SEATS + _set("white", 1) + _set("purple", -1)
"""The same number for each of four seats; opposite seats have magnets of one kind."""


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """Upright on a square, ``east`` and ``north`` mm from its middle."""

    square: int
    east: float = 0.0
    north: float = 0.0


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """On its side on a square: ``east`` and ``north`` give the middle of its foot in mm from the square's middle, and
    its head points to ``heading``, in radians from east towards north."""

    square: int
    east: float
    north: float
    heading: float


@dataclass(frozen=True, slots=True)
class PieceBeside:
    """Upright on the table beside the board, in mm east and north of the middle of a1."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PieceInHand:
    """In a hand: in mm east and north of the middle of a1, and from the sensors up to the worker's foot.

    ``tilt`` is the lean of its axis in radians (a quarter turn for a worker on its side), with the head towards
    ``heading``.
    """

    x: float
    y: float
    height: float
    tilt: float = 0.0
    heading: float = 0.0


@dataclass(frozen=True, slots=True)
class PieceInBox:
    """In the box, too far away for any sensor."""


BOXED = PieceInBox()

Place = StandingPiece | LyingPiece | PieceBeside | PieceInHand | PieceInBox


@dataclass(frozen=True, slots=True)
class PlateLoad:
    """What else lies on the plate of a board that weighs: a thing of ``mass`` g, or a hand that leans on it
    (``is_hand``) with a force of so many g. ``x`` and ``y`` are mm east and north of the middle of a1."""

    name: str
    x: float
    y: float
    mass: float
    is_hand: bool = False


@dataclass(frozen=True, slots=True)
class PieceWorld:
    """Blocks (0 to 3) and domes on the 25 squares, the place of each worker, stray magnets, and what else weighs on the
    plate. ``size`` is the number of squares on a side; the squares beyond it do not exist. Changes return another
    world."""

    workers: tuple[WorkerPiece, ...]
    places: tuple[Place, ...]
    levels: tuple[int, ...] = (0,) * SQUARE_COUNT
    domes: tuple[bool, ...] = (False,) * SQUARE_COUNT
    strays: tuple[StrayMagnet, ...] = ()
    size: int = 5
    loads: tuple[PlateLoad, ...] = ()

    @classmethod
    def new(cls, workers: tuple[WorkerPiece, ...] = TWO_SEATS, size: int = 5) -> PieceWorld:
        """Make an empty board of this size with these workers in the box."""
        return cls(workers, (BOXED,) * len(workers), size=size)

    def number(self, piece: str) -> int:
        """Return the index of the worker with this name.

        :raises HandError: if none has.
        """
        for number, worker in enumerate(self.workers):
            if worker.name == piece:
                return number
        raise HandError(f"there is no worker {piece!r}")

    def place(self, piece: str) -> Place:
        """Return the place of a worker."""
        return self.places[self.number(piece)]

    def held(self, piece: str) -> PieceInHand:
        """Return the place of a worker in a hand.

        :raises HandError: if no hand holds it.
        """
        place = self.place(piece)
        if not isinstance(place, PieceInHand):
            raise HandError(f"{piece} is not in a hand; lift it first")
        return place

    def standing(self, piece: str) -> StandingPiece:
        """Return the place of a standing worker.

        :raises HandError: if it lies, or is in a hand, beside the board or in the box.
        """
        match self.place(piece):
            case StandingPiece() as place:
                return place
            case PieceInHand():
                raise HandError(f"{piece} is in a hand")
            case LyingPiece(square):
                raise HandError(f"{piece} lies on {square_name(square)}; lift it first")
            case PieceBeside():
                raise HandError(f"{piece} is beside the board")
            case PieceInBox():
                raise HandError(f"{piece} is in the box")

    def on(self, square: int) -> WorkerPiece | None:
        """Return the worker that stands or lies on a square."""
        for worker, place in zip(self.workers, self.places, strict=True):
            if isinstance(place, (StandingPiece, LyingPiece)) and place.square == square:
                return worker
        return None

    def moved(self, piece: str, place: Place) -> PieceWorld:
        """Return the world with a worker in another place.

        :raises HandError: if it is to stand where a dome or another worker is.
        """
        number = self.number(piece)
        if isinstance(place, (StandingPiece, LyingPiece)):
            self.check_room(piece, place.square)
        return replace(self, places=(*self.places[:number], place, *self.places[number + 1 :]))

    def check_room(self, piece: str, square: int) -> None:
        """Check that a worker can stand on a square.

        :raises HandError: if a dome or another worker is there.
        """
        self.check_square(square)
        other = self.on(square)
        if other is not None and other.name != piece:
            raise HandError(f"{piece} cannot stand on {square_name(square)}: {other.name} stands there")
        if self.domes[square]:
            raise HandError(f"{piece} cannot stand on {square_name(square)}: there is a dome")

    def stacked(self, square: int, *, dome: bool) -> PieceWorld:
        """Return the world with another block or a dome on a square.

        :raises HandError: if a worker or a dome is in the way, or for a fourth block.
        """
        self._check_top_free(square)
        if self.domes[square]:
            raise HandError(f"nothing stays on the dome on {square_name(square)}")
        if dome:
            return replace(self, domes=_with(self.domes, square, value=True))
        if self.levels[square] == TALLEST:
            raise HandError(f"only a dome fits on the three blocks on {square_name(square)}")
        return replace(self, levels=_with(self.levels, square, value=self.levels[square] + 1))

    def unstacked(self, square: int) -> PieceWorld:
        """Return the world without the top piece of a square.

        :raises HandError: if a worker stands on it or nothing is there.
        """
        self._check_top_free(square)
        if self.domes[square]:
            return replace(self, domes=_with(self.domes, square, value=False))
        if self.levels[square] == 0:
            raise HandError(f"there is nothing on {square_name(square)} to take off")
        return replace(self, levels=_with(self.levels, square, value=self.levels[square] - 1))

    def arranged(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> PieceWorld:
        """Return the world with this wood on the 25 squares; a worker that would be on a dome is in the box.

        :raises HandError: for more blocks than a tower has, or wood beside the board.
        """
        for square in range(SQUARE_COUNT):
            if not 0 <= levels[square] <= TALLEST:
                raise HandError(
                    f"a tower has 0 to {TALLEST} blocks, not the {levels[square]} for {square_name(square)}"
                )
            if levels[square] or domes[square]:
                self.check_square(square)
        squares = map(_square_of, self.places)
        covered = (square is not None and domes[square] for square in squares)
        places = tuple(BOXED if dome else place for dome, place in zip(covered, self.places, strict=True))
        return replace(self, levels=levels, domes=domes, places=places)

    def cleared(self) -> PieceWorld:
        """Return the world with all workers and all wood in the box; stray magnets stay."""
        return replace(PieceWorld.new(self.workers, self.size), strays=self.strays, loads=self.loads)

    def on_other_wood(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> tuple[tuple[str, int], ...]:
        """Return the workers that stand or lie where this wood differs from the present wood, each with its square."""
        places = zip(self.workers, map(_square_of, self.places), strict=True)
        return tuple(
            (worker.name, square)
            for worker, square in places
            if square is not None and (levels[square], domes[square]) != (self.levels[square], self.domes[square])
        )

    def _check_top_free(self, square: int) -> None:
        self.check_square(square)
        worker = self.on(square)
        if worker is not None:
            raise HandError(f"{worker.name} stands on {square_name(square)}; lift it first")

    def with_stray(self, stray: StrayMagnet) -> PieceWorld:
        """Return the world with a stray magnet; it replaces the one with the same name."""
        others = tuple(other for other in self.strays if other.name != stray.name)
        return replace(self, strays=(*others, stray))

    def without_stray(self, stray: str) -> PieceWorld:
        """Return the world without the stray magnet of this name.

        :raises HandError: if there is none.
        """
        self.stray(stray)
        return replace(self, strays=tuple(other for other in self.strays if other.name != stray))

    def stray(self, name_of_it: str) -> StrayMagnet:
        """Return the stray magnet of this name.

        :raises HandError: if there is none.
        """
        for stray in self.strays:
            if stray.name == name_of_it:
                return stray
        raise HandError(f"there is no stray magnet {name_of_it!r}")

    def with_load(self, load: PlateLoad) -> PieceWorld:
        """Return the world with a load on the plate; it replaces the one with the same name."""
        if load in self.loads:
            return self
        others = tuple(other for other in self.loads if other.name != load.name)
        return replace(self, loads=(*others, load))

    def without_load(self, name: str) -> PieceWorld:
        """Return the world without the load of this name.

        :raises HandError: if there is none.
        """
        if all(load.name != name for load in self.loads):
            raise HandError(f"there is no {name!r} on the plate")
        return replace(self, loads=tuple(other for other in self.loads if other.name != name))

    def magnet(self, number: int, geometry: Geometry) -> PieceInHand | None:
        """Return the position of the magnet of a worker; None in the box."""
        match self.places[number]:
            case StandingPiece(square, east, north):
                x, y = geometry.centre(square)
                return PieceInHand(x + east, y + north, geometry.foot_height(self.levels[square]))
            case LyingPiece(square, east, north, heading):
                x, y = geometry.centre(square)
                height = geometry.foot_height(self.levels[square]) + foot_radius(geometry)
                return PieceInHand(x + east, y + north, height, ON_ITS_SIDE, heading)
            case PieceBeside(x, y):
                return PieceInHand(x, y, TABLE_TOP)
            case PieceInHand() as held:
                return held
            case PieceInBox():
                return None

    def check_square(self, square: int) -> None:
        """Check that a number is a square of this board.

        :raises HandError: if it is not.
        """
        if not 0 <= square < SQUARE_COUNT:
            raise HandError(f"{square} is not a square; squares are 0 (a1) to {SQUARE_COUNT - 1} (e5)")
        if max(square % 5, square // 5) >= self.size:
            raise HandError(f"{square_name(square)} is not on a board of {self.size} x {self.size} squares")


def _square_of(place: Place) -> int | None:
    """Return the square on which a worker stands or lies, or None."""
    return place.square if isinstance(place, (StandingPiece, LyingPiece)) else None


def foot_radius(geometry: Geometry) -> float:
    """Return the height in mm of the middle of a worker's foot above the wood when it lies."""
    return geometry.magnet.diameter / 2 + FOOT_RIM


def _with(values: tuple[_Value, ...], at: int, *, value: _Value) -> tuple[_Value, ...]:
    return (*values[:at], value, *values[at + 1 :])

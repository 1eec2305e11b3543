"""What stands where on a virtual board: wood and magnets as values, and the changes that hands can make to them.

Nothing here knows a rule of the game. What holds is what wood does: three blocks and a dome at most on a square, no
worker on a dome, two things never in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry

_Value = TypeVar("_Value")

TALLEST = 3
"""Blocks of a tower at most; only a dome fits on top of the third."""


class HandError(ValueError):
    """A thing that hands cannot do: lift a piece that is not there, stack on a dome, put where a worker stands."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker: its name, its seat, and its magnet's direction: +1 with north down (positive fields), -1 turned over.

    The two directions are all that a hall sensor can tell of whose worker it is.
    """

    name: str
    seat: str
    polarity: int


def _set(seat: str, polarity: int, count: int = 4) -> tuple[Worker, ...]:
    return tuple(Worker(f"{seat}-{number}", seat, polarity) for number in range(1, count + 1))


TWO_SEATS = _set("blue", 1) + _set("orange", -1)
"""Four workers (two to play with, two more for powers that add some) of each of two seats."""


@dataclass(frozen=True, slots=True)
class Standing:
    """On a square, so many mm east and north of its middle."""

    square: int
    east: float = 0.0
    north: float = 0.0


@dataclass(frozen=True, slots=True)
class Held:
    """In a hand: mm east and north of the middle of a1, and from the sensors up to the worker's foot."""

    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Boxed:
    """In the box, too far away for any sensor."""


BOXED = Boxed()

Place = Standing | Held | Boxed


@dataclass(frozen=True, slots=True)
class World:
    """Blocks (0 to 3) and domes on the 25 squares, and the place of each worker. Changes give a new world."""

    workers: tuple[Worker, ...]
    places: tuple[Place, ...]
    levels: tuple[int, ...] = (0,) * SQUARE_COUNT
    domes: tuple[bool, ...] = (False,) * SQUARE_COUNT

    @classmethod
    def new(cls, workers: tuple[Worker, ...] = TWO_SEATS) -> World:
        """An empty board with these workers in the box."""
        return cls(workers, (BOXED,) * len(workers))

    def number(self, piece: str) -> int:
        """Which of ``workers`` has this name.

        :raises HandError: if none has.
        """
        for number, worker in enumerate(self.workers):
            if worker.name == piece:
                return number
        raise HandError(f"there is no worker {piece!r}")

    def place(self, piece: str) -> Place:
        """Where a worker is."""
        return self.places[self.number(piece)]

    def held(self, piece: str) -> Held:
        """The place of a worker in a hand.

        :raises HandError: if no hand holds it.
        """
        place = self.place(piece)
        if not isinstance(place, Held):
            raise HandError(f"{piece} is not in a hand; lift it first")
        return place

    def standing(self, piece: str) -> Standing:
        """The place of a standing worker.

        :raises HandError: if it is in a hand or in the box.
        """
        place = self.place(piece)
        if isinstance(place, Held):
            raise HandError(f"{piece} is in a hand")
        if isinstance(place, Boxed):
            raise HandError(f"{piece} is in the box")
        return place

    def on(self, square: int) -> Worker | None:
        """The worker that stands on a square."""
        for worker, place in zip(self.workers, self.places, strict=True):
            if isinstance(place, Standing) and place.square == square:
                return worker
        return None

    def moved(self, piece: str, place: Place) -> World:
        """With a worker in another place.

        :raises HandError: if it is to stand where a dome or another worker is.
        """
        number = self.number(piece)
        if isinstance(place, Standing):
            self.check_room(piece, place.square)
        return replace(self, places=(*self.places[:number], place, *self.places[number + 1 :]))

    def check_room(self, piece: str, square: int) -> None:
        """Say that a worker cannot stand on a square.

        :raises HandError: if a dome or another worker is there.
        """
        check_square(square)
        other = self.on(square)
        if other is not None and other.name != piece:
            raise HandError(f"{piece} cannot stand on {name(square)}: {other.name} stands there")
        if self.domes[square]:
            raise HandError(f"{piece} cannot stand on {name(square)}: there is a dome")

    def stacked(self, square: int, *, dome: bool) -> World:
        """With a block or a dome more on a square.

        :raises HandError: if a worker or a dome is in the way, or for a fourth block.
        """
        self._check_top_free(square)
        if self.domes[square]:
            raise HandError(f"nothing stays on the dome on {name(square)}")
        if dome:
            return replace(self, domes=_with(self.domes, square, value=True))
        if self.levels[square] == TALLEST:
            raise HandError(f"only a dome fits on the three blocks on {name(square)}")
        return replace(self, levels=_with(self.levels, square, value=self.levels[square] + 1))

    def unstacked(self, square: int) -> World:
        """With the top piece of a square off.

        :raises HandError: if a worker stands on it or nothing is there.
        """
        self._check_top_free(square)
        if self.domes[square]:
            return replace(self, domes=_with(self.domes, square, value=False))
        if self.levels[square] == 0:
            raise HandError(f"there is nothing on {name(square)} to take off")
        return replace(self, levels=_with(self.levels, square, value=self.levels[square] - 1))

    def _check_top_free(self, square: int) -> None:
        check_square(square)
        worker = self.on(square)
        if worker is not None:
            raise HandError(f"{worker.name} stands on {name(square)}; lift it first")

    def magnet(self, number: int, geometry: Geometry) -> Held | None:
        """Where the magnet of a worker is in space; None in the box."""
        place = self.places[number]
        if isinstance(place, Standing):
            x, y = geometry.centre(place.square)
            return Held(x + place.east, y + place.north, geometry.foot_height(self.levels[place.square]))
        return place if isinstance(place, Held) else None


def name(square: int) -> str:
    """The name of a square, a1 to e5."""
    return "abcde"[square % 5] + "12345"[square // 5]


def check_square(square: int) -> None:
    """Say that a number is no square.

    :raises HandError: if it is not one of 0 to 24.
    """
    if not 0 <= square < SQUARE_COUNT:
        raise HandError(f"{square} is not a square; squares are 0 (a1) to {SQUARE_COUNT - 1} (e5)")


def _with(values: tuple[_Value, ...], at: int, *, value: _Value) -> tuple[_Value, ...]:
    return (*values[:at], value, *values[at + 1 :])

"""What hands do at a board, and the way through space and time that each of it takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hardware.board import Button
from hardware.geometry import Geometry
from hardware.virtual.world import BOXED, Boxed, HandError, Held, Place, Standing, World, check_square, name


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a standing worker, or one from the box, into the hand."""

    piece: str


@dataclass(frozen=True, slots=True)
class Carry:
    """Hold a lifted worker over a place, in mm east and north of the middle of a1."""

    piece: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Put:
    """Put a lifted worker down on a square."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class Slide:
    """Push a standing worker over neighbouring squares of its own height. Its own square alone is a nudge."""

    piece: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tap:
    """Lift a standing worker, touch the top of a square with it, and put it back."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class Box:
    """Take a worker off the board into the box."""

    piece: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Put a block or a dome on top of a square."""

    square: int
    dome: bool


@dataclass(frozen=True, slots=True)
class Unstack:
    """Take the top piece off a square."""

    square: int


@dataclass(frozen=True, slots=True)
class Press:
    """Press a rim button."""

    button: Button


@dataclass(frozen=True, slots=True)
class Pause:
    """Keep the hands still for so many ms."""

    duration: float


Moving = Lift | Carry | Put | Slide | Tap | Box
Action = Moving | Stack | Unstack | Press | Pause


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How quick hands are: ms to raise and to lower a worker and to touch with it, mm/s in the air and along the
    board, and how many mm above the playing face they carry (more above high blocks)."""

    raising: float = 150.0
    lowering: float = 150.0
    touching: float = 350.0
    carrying_speed: float = 600.0
    sliding_speed: float = 250.0
    carrying_height: float = 100.0


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight piece of a way: where it ends and how many ms it takes."""

    end: Held
    duration: float


@dataclass(frozen=True, slots=True)
class Trip:
    """The way of one worker: where it starts, its legs, and where the worker is at the end."""

    piece: str
    start: Held
    legs: tuple[Leg, ...]
    end: Place

    @property
    def duration(self) -> float:
        """How many ms the whole way takes."""
        return sum(leg.duration for leg in self.legs)

    def at(self, elapsed: float) -> Held:
        """Where the worker is after so many ms; each leg starts and ends gently."""
        begin = self.start
        for leg in self.legs:
            if elapsed < leg.duration:
                part = elapsed / leg.duration
                share = part * part * (3 - 2 * part)
                return Held(
                    begin.x + share * (leg.end.x - begin.x),
                    begin.y + share * (leg.end.y - begin.y),
                    begin.height + share * (leg.end.height - begin.height),
                )
            elapsed -= leg.duration
            begin = leg.end
        return begin


BOX_PLACE = (-150.0, 90.0)
"""Beside the board, in mm from the middle of a1: over it hands appear with a worker from the box."""

Scatter = Callable[[], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the ways of workers on one board. ``scatter`` gives how far off the middle the next one is put down."""

    geometry: Geometry
    style: HandStyle
    scatter: Scatter

    def trip(self, action: Moving, world: World) -> Trip:
        """The way of an action.

        :raises HandError: if hands cannot do it as the world is now.
        """
        match action:
            case Lift(piece):
                return self._lift(piece, world)
            case Carry(piece, x, y):
                if not (math.isfinite(x) and math.isfinite(y)):
                    raise HandError(f"({x}, {y}) is not a place")
                start = world.held(piece)
                over = self._over(x, y)
                return Trip(piece, start, (self._carry(start, over),), over)
            case Put(piece, square):
                start = world.held(piece)
                world.check_room(piece, square)
                spot = self._spot(square)
                return Trip(piece, start, self._lower(start, self._point(spot, world)), spot)
            case Slide(piece, squares):
                return self._slide(piece, squares, world)
            case Tap(piece, square):
                return self._tap(piece, square, world)
            case Box(piece):
                return self._box(piece, world)

    def _lift(self, piece: str, world: World) -> Trip:
        over = self._over(*BOX_PLACE)
        if isinstance(world.place(piece), Boxed):
            return Trip(piece, over, (Leg(over, self.style.raising),), over)
        start = self._point(world.standing(piece), world)
        over = self._over(start.x, start.y)
        return Trip(piece, start, (Leg(over, self.style.raising),), over)

    def _slide(self, piece: str, squares: tuple[int, ...], world: World) -> Trip:
        home = world.standing(piece)
        if not squares:
            raise HandError("a slide needs a square to end on")
        for square in squares:
            world.check_room(piece, square)
            if world.levels[square] != world.levels[home.square]:
                raise HandError(f"{piece} cannot slide over {name(square)}: it is not as high as {name(home.square)}")
        for one, next_one in pairwise((home.square, *squares)):
            if max(abs(one % 5 - next_one % 5), abs(one // 5 - next_one // 5)) > 1:
                raise HandError(f"{piece} cannot slide from {name(one)} to {name(next_one)}: they do not touch")
        spot = self._spot(squares[-1])
        start = at = self._point(home, world)
        legs = []
        for place in (*(Standing(square) for square in squares[:-1]), spot):
            point = self._point(place, world)
            legs.append(Leg(point, _way(at, point) / self.style.sliding_speed * 1000))
            at = point
        return Trip(piece, start, tuple(legs), spot)

    def _tap(self, piece: str, square: int, world: World) -> Trip:
        home = world.standing(piece)
        check_square(square)
        other = world.on(square)
        if other is not None:
            raise HandError(f"{piece} cannot touch {name(square)}: {other.name} stands there")
        world.check_room(piece, square)
        start = self._point(home, world)
        over = self._over(start.x, start.y)
        touch = self._point(self._spot(square), world)
        away = self._over(touch.x, touch.y)
        back = self._spot(home.square)
        legs = (
            Leg(over, self.style.raising),
            *self._lower(over, touch),
            Leg(touch, self.style.touching),
            Leg(away, self.style.raising),
            *self._lower(away, self._point(back, world)),
        )
        return Trip(piece, start, legs, back)

    def _box(self, piece: str, world: World) -> Trip:
        place = world.place(piece)
        out = self._over(*BOX_PLACE)
        if isinstance(place, Held):
            return Trip(piece, place, (self._carry(place, out),), BOXED)
        start = self._point(world.standing(piece), world)
        over = self._over(start.x, start.y)
        return Trip(piece, start, (Leg(over, self.style.raising), self._carry(over, out)), BOXED)

    def _lower(self, start: Held, end: Held) -> tuple[Leg, ...]:
        over = self._over(end.x, end.y)
        return self._carry(start, over), Leg(end, self.style.lowering)

    def _carry(self, start: Held, end: Held) -> Leg:
        return Leg(end, _way(start, end) / self.style.carrying_speed * 1000)

    def _over(self, x: float, y: float) -> Held:
        clear = sum(self.geometry.block_heights) + 30.0
        return Held(x, y, self.geometry.gap + max(self.style.carrying_height, clear))

    def _spot(self, square: int) -> Standing:
        return Standing(square, *self.scatter())

    def _point(self, place: Standing, world: World) -> Held:
        x, y = self.geometry.centre(place.square)
        height = self.geometry.foot_height(world.levels[place.square])
        return Held(x + place.east, y + place.north, height)


def _way(start: Held, end: Held) -> float:
    return math.dist((start.x, start.y, start.height), (end.x, end.y, end.height))

"""The motion of workers and stray magnets through space and time, with the tremor of the hands, towers that do not
stand straight, and workers that bounce, wobble and are nudged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, radians, sin, sqrt
from random import Random
from typing import Protocol

from common.numbers import seeded, total
from hardware.board import SQUARE_COUNT
from hardware.hand_actions import HandError, StrayMagnet
from hardware.virtual.spread import SensorSpread
from hardware.virtual.world import TALLEST, PieceInHand, PieceWorld, Place, PlateLoad, StandingPiece

LONGEST_MS = 60_000.0
"""The longest time of an action of a hand."""
SLOWEST, QUICKEST = 6.5, 9.5
"""The frequencies, in Hz, between which hands tremble."""
STEADY = 4.0
"""The height in mm over the wood below which the tremor decreases; it is zero when the foot touches."""
_WAVES = 3


@dataclass(frozen=True, slots=True)
class HandStyle:
    """The style of hands: the ms to raise and to lower a worker and to touch with it, the mm/s in the air and along the
    board, and the height in mm above the playing face in the air (more above high blocks). ``tremor`` is the deviation
    in mm of a worker in the air in each direction (root mean square, at some 8 Hz), ``bounce`` the largest jump in mm
    when it is put down, and ``nudging`` the probability that it is pushed a little once it stands."""

    raising: float = 150.0
    lowering: float = 150.0
    touching: float = 350.0
    carrying_speed: float = 600.0
    sliding_speed: float = 250.0
    carrying_height: float = 100.0
    tremor: float = 0.5
    bounce: float = 0.0
    nudging: float = 0.0

    @classmethod
    def natural(cls) -> HandStyle:
        """Return the hands of people who play: a second and a half for a move, and a millimetre of tremor in space."""
        return cls(raising=350.0, lowering=400.0, carrying_speed=250.0, tremor=0.6, bounce=0.5, nudging=0.1)


class Journey(Protocol):
    """A change of the world that takes time."""

    @property
    def what(self) -> str:
        """The name of the thing that moves."""

    @property
    def duration(self) -> float:
        """The time in ms that it takes."""

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the world ``elapsed`` ms after the start."""

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the world at its end.

        :raises HandError: if the piece cannot be put in its place.
        """


def check_duration(journey: Journey) -> None:
    """Check that a journey is not too long.

    :raises HandError: if it is.
    """
    if not journey.duration <= LONGEST_MS:
        raise HandError(f"an action of a hand takes {LONGEST_MS:g} ms at most, not {journey.duration:g}")


@dataclass(frozen=True, slots=True)
class HandRest:
    """A pause in which nothing moves."""

    duration: float
    what: str = ""

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the same world."""
        del elapsed
        return world

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the same world."""
        return world


@dataclass(frozen=True, slots=True)
class Leaning:
    """A hand leans on the plate for ``duration`` ms."""

    load: PlateLoad
    duration: float
    what: str = ""

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the world with the hand on the plate."""
        del elapsed
        return world.with_load(self.load)

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the world without it."""
        return world.with_load(self.load).without_load(self.load.name)


REACHING_MS = 600.0
"""The time in which a hand brings a block or a dome, or takes hold of one."""
PRESSING_MS = 300.0
"""The time from when wood comes down until the hand has let go of it."""
PUSHING_MS = 250.0
"""The time in which a hand pushes a block to the middle of its square."""


@dataclass(frozen=True, slots=True)
class WoodTrip:
    """A hand puts a block or a dome on a square (``came``), or takes off the top piece. ``level`` and ``dome`` are the
    wood there before. Where it is pushed to the middle, ``pushed`` is the load that it is until then, from its first
    place to ``middle``."""

    square: int
    level: int
    dome: bool
    came: bool
    is_dome: bool = False
    pushed: PlateLoad | None = None
    middle: tuple[float, float] = (0.0, 0.0)
    what: str = ""

    @property
    def duration(self) -> float:
        """The time in ms until the hand has let go."""
        return REACHING_MS + (PRESSING_MS if self.came else 0.0) + (0.0 if self.pushed is None else PUSHING_MS)

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the world while the hand is there."""
        if elapsed < REACHING_MS:
            return world
        part = (elapsed - REACHING_MS) / PUSHING_MS
        if self.pushed is not None and part < 1:
            x, y = (
                start + part * (end - start)
                for start, end in zip((self.pushed.x, self.pushed.y), self.middle, strict=True)
            )
            return world.with_load(replace(self.pushed, x=x, y=y))
        return self.after(world)

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the world with the wood in its place, or without it."""
        if self.pushed is not None and any(load.name == self.pushed.name for load in world.loads):
            world = world.without_load(self.pushed.name)
        if (world.levels[self.square], world.domes[self.square]) != (self.level, self.dome):
            return world  # it lies there already
        return world.stacked(self.square, dome=self.is_dome) if self.came else world.unstacked(self.square)


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight part of a path: where it ends and the ms that it takes."""

    end: PieceInHand
    duration: float


@dataclass(frozen=True, slots=True)
class Trip:
    """The path of one worker: where it starts, its legs, and the worker's place at the end."""

    what: str
    start: PieceInHand
    legs: tuple[Leg, ...]
    end: Place

    @property
    def duration(self) -> float:
        """The time in ms of the whole path."""
        return total(leg.duration for leg in self.legs)

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the world while the worker is on its way."""
        return world.moved(self.what, _along(self.start, self.legs, elapsed))

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the world with the worker in its new place."""
        return world.moved(self.what, self.end)


@dataclass(frozen=True, slots=True)
class StrayTrip:
    """The path of a stray magnet; ``stays`` is False for one that is then taken away."""

    stray: StrayMagnet
    start: PieceInHand
    legs: tuple[Leg, ...]
    stays: bool

    @property
    def what(self) -> str:
        """The name of the stray magnet."""
        return self.stray.name

    @property
    def duration(self) -> float:
        """The time in ms of the whole path."""
        return total(leg.duration for leg in self.legs)

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """Return the world while the magnet is on its way."""
        return self._at(world, _along(self.start, self.legs, elapsed))

    def after(self, world: PieceWorld) -> PieceWorld:
        """Return the world with the magnet in its new place, or without it."""
        if self.stays:
            return self._at(world, self.legs[-1].end)
        return self._at(world, self.start).without_stray(self.stray.name)

    def _at(self, world: PieceWorld, at: PieceInHand) -> PieceWorld:
        return world.with_stray(replace(self.stray, x=at.x, y=at.y, height=at.height))


def _along(start: PieceInHand, legs: tuple[Leg, ...], elapsed: float) -> PieceInHand:
    """Return where a piece is ``elapsed`` ms after the start of its path; legs have the least jerk, as arms do."""
    begin = start
    for leg in legs:
        if elapsed < leg.duration:
            part = elapsed / leg.duration
            share = part * part * part * (10 + part * (6 * part - 15))
            end = leg.end
            first, last = (begin if begin.tilt else end).heading, (end if end.tilt else begin).heading
            return PieceInHand(
                begin.x + share * (end.x - begin.x),
                begin.y + share * (end.y - begin.y),
                begin.height + share * (end.height - begin.height),
                begin.tilt + share * (end.tilt - begin.tilt),
                first + share * (last - first),
            )
        elapsed -= leg.duration
        begin = leg.end
    return begin


@dataclass(frozen=True, slots=True)
class Tremor:
    """The distance of a hand from its path as a smooth function of time: a few waves in each direction."""

    _waves: tuple[tuple[tuple[float, float], ...], ...]
    _height: float

    @classmethod
    def drawn(cls, deviation: float, chance: Random) -> Tremor:
        """Draw a hand that trembles ``deviation`` mm in each direction (root mean square)."""
        waves = tuple(
            tuple((2 * pi * chance.uniform(SLOWEST, QUICKEST) / 1000, chance.uniform(0, 2 * pi)) for _ in range(_WAVES))
            for _ in range(3)
        )
        return cls(waves, deviation * sqrt(2 / _WAVES))

    def at(self, ms: float, above: float) -> tuple[float, float, float]:
        """Return the hand's deviation to the east, north and up, in mm, ``above`` mm over the wood."""
        share = self._height * min(max(above / STEADY, 0.0), 1.0)
        if share == 0.0:
            return (0.0, 0.0, 0.0)
        east, north, up = (share * total(sin(rate * ms + phase) for rate, phase in axis) for axis in self._waves)
        return (east, north, up)


# ---- The wood under workers


BOUNCES_MS = (50.0, 100.0)
"""The time that a bouncing worker is off the wood."""

NUDGES_MM = (1.0, 3.0)
"""The distance by which a standing worker is pushed."""

NUDGE_AFTER_MS = (150.0, 900.0)
NUDGING_MS = (100.0, 250.0)

ROCKS_MS = (60.0, 110.0)
"""The time of a wobbling worker from one side to the other."""

SLIPS_MM = 0.7
"""The largest distance that a wobbling worker slips on the wood."""


@dataclass(frozen=True, slots=True)
class TowerTop:
    """The top of a tower: ``east`` and ``north`` give its place in mm from the middle of its square, and its axis leans
    by two angles in radians to the east and to the north."""

    east: float = 0.0
    north: float = 0.0
    lean_east: float = 0.0
    lean_north: float = 0.0


GROUND = TowerTop()


@dataclass(frozen=True, slots=True)
class UnevenWood:
    """The tops of all towers that a board can have: each block always lies in the same way on the one below it."""

    _tops: tuple[tuple[TowerTop, ...], ...]

    @classmethod
    def drawn(cls, spread: SensorSpread, seed: int) -> UnevenWood:
        """Draw blocks within the limits of the spread; the same seed gives the same ones."""
        chance = seeded("blocks", seed)
        return cls(tuple(_drawn_tower(spread, chance) for _ in range(SQUARE_COUNT)))

    def top(self, square: int, level: int) -> TowerTop:
        """Return the top of a tower of ``level`` blocks on a square."""
        return self._tops[square][level]


def _drawn_tower(spread: SensorSpread, chance: Random) -> tuple[TowerTop, ...]:
    tops = [GROUND]
    for _ in range(TALLEST):
        below = tops[-1]
        east, north = _within(spread.block_shift, chance)
        lean_east, lean_north = _within(radians(spread.block_tilt), chance)
        tops.append(
            TowerTop(
                below.east + east,
                below.north + north,
                below.lean_east + lean_east,
                below.lean_north + lean_north,
            )
        )
    return tuple(tops)


def _within(limit: float, chance: Random) -> tuple[float, float]:
    """Draw a vector of any direction with at most this length, evenly over the circle."""
    length, heading = limit * sqrt(chance.random()), chance.uniform(-pi, pi)
    return length * cos(heading), length * sin(heading)


def bounce(at: PieceInHand, highest: float, chance: Random) -> tuple[Leg, ...]:
    """Return the motion of a worker that is put down and jumps up again, up to ``highest`` mm."""
    if not highest:
        return ()
    up = replace(at, height=at.height + highest * chance.uniform(0.4, 1.0))
    half = chance.uniform(*BOUNCES_MS) / 2
    return Leg(up, half), Leg(at, half)


def wobble(at: PieceInHand, ms: float, degrees: float, radius: float, chance: Random) -> tuple[Leg, ...]:
    """Return a worker's rocking on the edge of its foot of this ``radius`` (mm) for ``ms``, flat at the end."""
    legs, left = [], ms
    while left > ROCKS_MS[1]:
        rocked, heading = radians(degrees) * sqrt(chance.random()), chance.uniform(-pi, pi)
        slip = SLIPS_MM * chance.random()
        on_edge = PieceInHand(
            at.x + slip * cos(heading),
            at.y + slip * sin(heading),
            at.height + radius * sin(rocked),
            rocked,
            heading,
        )
        duration = chance.uniform(*ROCKS_MS)
        legs.append(Leg(on_edge, duration))
        left -= duration
    return (*legs, Leg(at, left))


def nudge(place: StandingPiece, at: PieceInHand, chance: Random) -> tuple[tuple[Leg, ...], StandingPiece]:
    """Return the motion of a push after a pause, and where the worker then stands."""
    far, heading = chance.uniform(*NUDGES_MM), chance.uniform(-pi, pi)
    east, north = far * cos(heading), far * sin(heading)
    there = replace(at, x=at.x + east, y=at.y + north)
    legs = (Leg(at, chance.uniform(*NUDGE_AFTER_MS)), Leg(there, chance.uniform(*NUDGING_MS)))
    return legs, StandingPiece(place.square, place.east + east, place.north + north)

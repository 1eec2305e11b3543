"""The motion of workers and stray magnets through space and time, and the tremor of the hands that move them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sin, sqrt
from random import Random
from typing import Protocol

from common.numbers import total
from hardware.hand_actions import HandError, StrayMagnet
from hardware.virtual.world import PieceInHand, PieceWorld, Place

LONGEST_MS = 60_000.0
"""Nothing that a hand does takes longer."""
SLOWEST, QUICKEST = 6.5, 9.5
"""The frequencies, in Hz, between which hands tremble."""
STEADY = 4.0
"""The height in mm over the wood below which the tremor decreases; it is zero when the foot touches."""
_WAVES = 3


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How quick hands are: ms to raise and to lower a worker and to touch with it, mm/s in the air and along the
    board, and how many mm above the playing face they carry (more above high blocks). ``tremor`` is how far in mm
    a worker in the air trembles in each direction (root mean square, at some 8 Hz), ``bounce`` how many mm it jumps
    at most when it comes down, and ``nudging`` how often, from 0 to 1, it is pushed a little once it stands."""

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
        """Hands as people have them who play: a second and a half for a move, and a millimetre of tremor in space."""
        return cls(raising=350.0, lowering=400.0, carrying_speed=250.0, tremor=0.6, bounce=0.5, nudging=0.1)


class Journey(Protocol):
    """A change of the world that takes time."""

    @property
    def what(self) -> str:
        """The name of the thing that moves."""

    @property
    def duration(self) -> float:
        """How many ms it takes."""

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """The world after so many ms of it."""

    def after(self, world: PieceWorld) -> PieceWorld:
        """The world at its end.

        :raises HandError: if the thing that moves cannot come to its place.
        """


def check_duration(journey: Journey) -> None:
    """Say that something takes too long.

    :raises HandError: if so.
    """
    if not journey.duration <= LONGEST_MS:
        raise HandError(f"what a hand does takes {LONGEST_MS:g} ms at most, not {journey.duration:g}")


@dataclass(frozen=True, slots=True)
class HandRest:
    """Nothing moves for so many ms."""

    duration: float
    what: str = ""

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """The same world."""
        del elapsed
        return world

    def after(self, world: PieceWorld) -> PieceWorld:
        """The same world."""
        return world


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight piece of a way: where it ends and how many ms it takes."""

    end: PieceInHand
    duration: float


@dataclass(frozen=True, slots=True)
class Trip:
    """The way of one worker: where it starts, its legs, and where the worker is at the end."""

    what: str
    start: PieceInHand
    legs: tuple[Leg, ...]
    end: Place

    @property
    def duration(self) -> float:
        """How many ms the whole way takes."""
        return total(leg.duration for leg in self.legs)

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """The world while the worker is on its way."""
        return world.moved(self.what, _along(self.start, self.legs, elapsed))

    def after(self, world: PieceWorld) -> PieceWorld:
        """The world with the worker where it goes."""
        return world.moved(self.what, self.end)


@dataclass(frozen=True, slots=True)
class StrayTrip:
    """The way of a stray magnet; ``stays`` is False for one that is then taken away."""

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
        """How many ms the whole way takes."""
        return total(leg.duration for leg in self.legs)

    def during(self, world: PieceWorld, elapsed: float) -> PieceWorld:
        """The world while the magnet is on its way."""
        return self._at(world, _along(self.start, self.legs, elapsed))

    def after(self, world: PieceWorld) -> PieceWorld:
        """The world with the magnet where it goes, or without it."""
        if self.stays:
            return self._at(world, self.legs[-1].end)
        return self._at(world, self.start).without_stray(self.stray.name)

    def _at(self, world: PieceWorld, at: PieceInHand) -> PieceWorld:
        return world.with_stray(replace(self.stray, x=at.x, y=at.y, height=at.height))


def _along(start: PieceInHand, legs: tuple[Leg, ...], elapsed: float) -> PieceInHand:
    """Where a thing is after so many ms of its way; each leg is one of least jerk, as arms move."""
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
        """A hand that trembles ``deviation`` mm in each direction (root mean square)."""
        waves = tuple(
            tuple((2 * pi * chance.uniform(SLOWEST, QUICKEST) / 1000, chance.uniform(0, 2 * pi)) for _ in range(_WAVES))
            for _ in range(3)
        )
        return cls(waves, deviation * sqrt(2 / _WAVES))

    def at(self, ms: float, above: float) -> tuple[float, float, float]:
        """How far east, north and up in mm the hand is off, ``above`` mm over the wood."""
        share = self._height * min(max(above / STEADY, 0.0), 1.0)
        if share == 0.0:
            return (0.0, 0.0, 0.0)
        east, north, up = (share * total(sin(rate * ms + phase) for rate, phase in axis) for axis in self._waves)
        return (east, north, up)

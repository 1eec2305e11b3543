"""The wood under workers: towers that do not stand quite straight, and how a worker bounces, wobbles and is nudged on
them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, radians, sin, sqrt
from random import Random

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.virtual.journey import Leg
from hardware.virtual.spread import SensorSpread
from hardware.virtual.world import TALLEST, PieceInHand, StandingPiece

BOUNCES_MS = (50.0, 100.0)
"""How long a worker is off the wood again when it bounces."""

NUDGES_MM = (1.0, 3.0)
"""How far a worker is pushed that stands already."""

NUDGE_AFTER_MS = (150.0, 900.0)
NUDGING_MS = (100.0, 250.0)

ROCKS_MS = (60.0, 110.0)
"""How long a wobbling worker takes from one side to the other."""

SLIPS_MM = 0.7
"""How far a wobbling worker slips on the wood."""


@dataclass(frozen=True, slots=True)
class TowerTop:
    """The top of a tower: so many mm east and north of the middle of its square, with its axis leaning so many radians
    to the east and to the north."""

    east: float = 0.0
    north: float = 0.0
    lean_east: float = 0.0
    lean_north: float = 0.0


GROUND = TowerTop()


@dataclass(frozen=True, slots=True)
class UnevenWood:
    """The tops of all towers that a board can have: each block lies always in the same way on the one below it."""

    _tops: tuple[tuple[TowerTop, ...], ...]

    @classmethod
    def drawn(cls, spread: SensorSpread, seed: int) -> UnevenWood:
        """Blocks that are off by no more than the spread allows; the same seed gives the same ones."""
        chance = seeded("blocks", seed)
        return cls(tuple(_drawn_tower(spread, chance) for _ in range(SQUARE_COUNT)))

    def top(self, square: int, level: int) -> TowerTop:
        """The top of so many blocks on a square."""
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
    """A vector of any direction that is no longer than ``limit``; all in that circle are as likely."""
    length, heading = limit * sqrt(chance.random()), chance.uniform(-pi, pi)
    return length * cos(heading), length * sin(heading)


def bounce(at: PieceInHand, highest: float, chance: Random) -> tuple[Leg, ...]:
    """A worker that comes down jumps up to ``highest`` mm up again."""
    if not highest:
        return ()
    up = replace(at, height=at.height + highest * chance.uniform(0.4, 1.0))
    half = chance.uniform(*BOUNCES_MS) / 2
    return Leg(up, half), Leg(at, half)


def wobble(at: PieceInHand, ms: float, degrees: float, radius: float, chance: Random) -> tuple[Leg, ...]:
    """A worker that rocks on the edge of its foot of this ``radius`` (mm) for so long, and stands flat at the end."""
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
    """A push after a while, and where the worker then stands."""
    far, heading = chance.uniform(*NUDGES_MM), chance.uniform(-pi, pi)
    east, north = far * cos(heading), far * sin(heading)
    there = replace(at, x=at.x + east, y=at.y + north)
    legs = (Leg(at, chance.uniform(*NUDGE_AFTER_MS)), Leg(there, chance.uniform(*NUDGING_MS)))
    return legs, StandingPiece(place.square, place.east + east, place.north + north)

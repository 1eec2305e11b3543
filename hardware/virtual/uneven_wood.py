"""Towers that do not stand quite in the middle of their squares, and lean."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin, sqrt
from random import Random

from hardware.board import SQUARE_COUNT
from hardware.virtual.spread import SensorSpread, seeded

_TALLEST = 3


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
    for _ in range(_TALLEST):
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

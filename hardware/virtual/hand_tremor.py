"""The trembling of hands: nobody holds a worker quite still in the air."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin, sqrt
from random import Random

from common.exact_sums import total

SLOWEST, QUICKEST = 6.5, 9.5
"""Between these frequencies, in Hz, hands tremble."""

STEADY = 4.0
"""Nearer to the wood than this, in mm, the hand finds hold: the trembling goes to nothing as the foot touches."""

_WAVES = 3


@dataclass(frozen=True, slots=True)
class Tremor:
    """How far a hand is from where it means to be, as a smooth function of time: a few waves in each direction."""

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

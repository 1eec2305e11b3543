"""Noise whose power falls with the frequency (1/f), as that of Hall sensors does at low frequencies."""

from __future__ import annotations

from math import sqrt
from operator import add, sub
from random import Random

from common.numbers import total
from hardware.board import SQUARE_COUNT

OCTAVES = 12
"""Each octave of the frequency has the same power; at 25 readings a second the slowest takes some three minutes."""


class PinkNoise:
    """The noise of 25 sensors, ``deviation`` mT (root mean square over all octaves).

    The noise is a sum of values of which the n-th changes at every 2^n-th reading, one value at a time (Voss and
    McCartney).
    """

    def __init__(self, deviation: float, chance: Random) -> None:
        self._chance = chance
        self._each = deviation / sqrt(OCTAVES)
        self._parts = [self._drawn() for _ in range(OCTAVES)]
        self._total = [total(values) for values in zip(*self._parts, strict=True)]
        self._count = 0

    def next(self) -> list[float]:
        """The noise of the next reading, in mT; not to be changed."""
        self._count += 1
        octave = min((self._count & -self._count).bit_length(), OCTAVES) - 1
        before, now = self._parts[octave], self._drawn()
        self._parts[octave] = now
        self._total = list(map(add, map(sub, self._total, before), now))
        return self._total

    def _drawn(self) -> list[float]:
        gauss, each = self._chance.gauss, self._each
        return [gauss(0.0, each) for _ in range(SQUARE_COUNT)]

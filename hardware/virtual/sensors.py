"""25 linear Hall sensors and their converter: from true fields to counts, each with its own faults.

Modelled after a TI DRV5055A2 at 3.3 V (30 mV/mT around half the supply, linear to 44 mT) read with 12 bits. The spread
of offsets and gains is of the size its data sheet allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hardware.board import SQUARE_COUNT
from hardware.calibration import Calibration
from hardware.virtual.chance import seeded

FULL_SCALE = 4095
COUNTS_PER_MILLITESLA = 37.24
SATURATION = 44.0
"""The sensors' output goes no further than this, in mT."""

_MIDDLE = (FULL_SCALE + 1) / 2
_LOWEST = round(_MIDDLE - SATURATION * COUNTS_PER_MILLITESLA)
_HIGHEST = round(_MIDDLE + SATURATION * COUNTS_PER_MILLITESLA)
_MARGIN = _LOWEST + 8


@dataclass(frozen=True, slots=True)
class SensorSpread:
    """How far sensors and hands are from ideal, as standard deviations.

    ``offset`` in counts and ``gain`` as a fraction, from sensor to sensor; ``noise`` in mT at each reading;
    ``placement`` in mm for each axis when a hand puts a worker down; ``stored_offset`` (counts) and ``stored_gain``
    (fraction) are the errors that the board's own calibration has left.
    """

    offset: float = 20.0
    gain: float = 0.02
    noise: float = 0.03
    placement: float = 2.0
    stored_offset: float = 1.0
    stored_gain: float = 0.005

    def __post_init__(self) -> None:
        for what in ("offset", "gain", "noise", "placement", "stored_offset", "stored_gain"):
            value = getattr(self, what)
            if not 0 <= value < float("inf"):
                raise ValueError(f"the spread of {what} is a number from 0 up, not {value}")

    @classmethod
    def none(cls) -> SensorSpread:
        """Ideal sensors and hands; only the converter's steps and the clipping are left."""
        return cls(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Sensors:
    """The true counts at no field and counts per mT of 25 sensors, their noise in mT, and what the board has stored
    about them."""

    offsets: tuple[float, ...]
    gains: tuple[float, ...]
    noise: float
    stored: Calibration

    @classmethod
    def drawn(cls, seed: int, spread: SensorSpread) -> Sensors:
        """25 sensors out of the bag; the same seed gives the same ones."""
        chance = seeded("sensors", seed)
        offsets = tuple(_MIDDLE + spread.offset * _within_three(chance) for _ in range(SQUARE_COUNT))
        gains = tuple(COUNTS_PER_MILLITESLA * (1 + spread.gain * _within_three(chance)) for _ in range(SQUARE_COUNT))
        stored = Calibration(
            tuple(offset + spread.stored_offset * _within_three(chance) for offset in offsets),
            tuple(gain * (1 + spread.stored_gain * _within_three(chance)) for gain in gains),
            FULL_SCALE,
            _MARGIN,
        )
        return cls(offsets, gains, spread.noise, stored)

    def counts(self, fields: Sequence[float], chance: Random) -> tuple[int, ...]:
        """What the converter reads at these 25 fields in mT."""
        noise, gauss = self.noise, chance.gauss
        return tuple(
            min(max(round(zero + gain * (field + noise * gauss(0.0, 1.0))), _LOWEST), _HIGHEST)
            for field, zero, gain in zip(fields, self.offsets, self.gains, strict=True)
        )


def _within_three(chance: Random) -> float:
    """A normal deviate; parts beyond three deviations do not leave the factory."""
    return min(max(chance.gauss(0.0, 1.0), -3.0), 3.0)

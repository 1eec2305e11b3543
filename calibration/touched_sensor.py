"""On which sensor a worker was put, when neither its gain nor its place is to be relied on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from calibration.rest_average import Fields
from hardware.board import SQUARE_COUNT

STRONG = 4.0
"""On the ground, or on a block, a worker is felt by its own sensor with so many mT at least."""
FAINT = 0.3
"""So much is felt around it."""
ALONE = 3.0
"""Its own sensor feels so many times more than any other."""


class UnclearTouch(Enum):
    """Why no sensor was named: nothing is felt, only faintly (as around a dead sensor), or by several at once."""

    NOTHING = "nothing"
    FAINT = "faint"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class TouchedSensor:
    """A worker is over the sensor that is taken for this square's."""

    sensor: int


def touched(change: Fields, clipped: frozenset[int], reach: float) -> TouchedSensor | UnclearTouch:
    """Where a worker is, by what changed in mT against the empty board; what is ``clipped`` feels ``reach`` or more."""
    felt = [max(abs(change[square]), reach if square in clipped else 0.0) for square in range(SQUARE_COUNT)]
    first, second = sorted(range(SQUARE_COUNT), key=lambda square: -felt[square])[:2]
    if felt[first] >= STRONG:
        return TouchedSensor(first) if felt[second] * ALONE < felt[first] else UnclearTouch.SEVERAL
    return UnclearTouch.FAINT if felt[first] >= FAINT else UnclearTouch.NOTHING

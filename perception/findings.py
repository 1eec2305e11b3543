"""What readings show besides the arrangement: heights, interference and sensors that fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class HeightFound:
    """The level on which a magnet stands, or touched down, by its field. ``margin`` is the log-likelihood ratio to the
    next best level. It is found for magnets that came down since the reference reading."""

    square: int
    level: int
    margin: float


def heights_now(
    found: tuple[HeightFound, ...], before: tuple[HeightFound, ...], stay: frozenset[int]
) -> tuple[HeightFound, ...]:
    """Return the levels that were found now, and those found ``before`` on squares whose magnets ``stay``."""
    new = {each.square for each in found}
    return (*found, *(each for each in before if each.square in stay - new))


@dataclass(frozen=True, slots=True)
class Shifted:
    """All sensors changed together by about ``amount`` mT: the board was moved, tilted or carried to another place."""

    amount: float


@dataclass(frozen=True, slots=True)
class StrayField:
    """A magnet that is no standing worker lies near these squares: a phone, a watch, a worker beside the board."""

    squares: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A worker lies on its side on this square, or nearest to it. ``polarity`` is None where the worker is unknown."""

    square: int
    polarity: int | None


Interference = Shifted | StrayField | Fallen


class SensorTrouble(StrEnum):
    """How a sensor fails. A ``WEAK`` one has a field that is steadily too small or too large."""

    DEAD = "dead"
    STUCK = "stuck"
    NOISY = "noisy"
    WEAK = "weak"
    SWAPPED = "swapped"


@dataclass(frozen=True, slots=True)
class SensorFault:
    """The sensor of a square fails; ``other`` is the square it is swapped with."""

    square: int
    trouble: SensorTrouble
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found and still holds."""

    heights: tuple[HeightFound, ...] = ()
    disturbances: tuple[Interference, ...] = ()
    faults: tuple[SensorFault, ...] = ()


NOTHING_FOUND = Findings()

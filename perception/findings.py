"""What the frames tell besides the arrangement that stands: heights, disturbances and sensors that fail. Values
only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class HeightFound:
    """The level that a magnet's field says it stands (or was touched down) on, with the log-likelihood by which that
    level beats the next best one. Found for magnets that came down since the last settled reading."""

    square: int
    level: int
    margin: float


@dataclass(frozen=True, slots=True)
class Shifted:
    """All sensors changed together by about ``amount`` mT: the board was moved, tilted or carried to another place."""

    amount: float


@dataclass(frozen=True, slots=True)
class StrayField:
    """A magnet that is no worker lies near these squares: a phone, a watch, a worker beside the board."""

    squares: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A worker lies on its side on, or nearest to, a square. ``polarity`` is that of the worker, if it is known."""

    square: int
    polarity: int | None


@dataclass(frozen=True, slots=True)
class Turned:
    """What stands is what is expected, if the board is seen turned clockwise by so many quarters (1, 2 or 3)."""

    quarters: int


Interference = Shifted | StrayField | Fallen | Turned


class SensorTrouble(StrEnum):
    """How a sensor fails. ``WEAK`` is one whose field is steadily too small or too large to be believed."""

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
    """All of them, as far as they hold now."""

    heights: tuple[HeightFound, ...] = ()
    disturbances: tuple[Interference, ...] = ()
    faults: tuple[SensorFault, ...] = ()


NOTHING_FOUND = Findings()

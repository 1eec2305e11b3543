"""What can be wrong with single sensors, and what the converter then reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class FailureKind(StrEnum):
    """A way for a sensor to fail."""

    DEAD = "dead"
    """It reads half scale whatever the field is."""
    GROUNDED = "grounded"
    """It reads 0 counts."""
    STUCK = "stuck"
    """It reads what it read when it began to fail."""
    NOISY = "noisy"
    """It has 20 times the noise."""
    WEAK = "weak"
    """It feels half of the field."""
    SWAPPED = "swapped"
    """Its wire and another's are exchanged."""


NOISE_FACTOR = 20.0
WEAK_FACTOR = 0.5


@dataclass(frozen=True, slots=True)
class Failure:
    """The sensor of a square fails; ``other`` is the square whose wire is exchanged with a swapped sensor's."""

    square: int
    kind: FailureKind
    other: int | None = None

    def __post_init__(self) -> None:
        if (self.other is not None) != (self.kind is FailureKind.SWAPPED):
            raise ValueError(f"a {self.kind} sensor: another square is named for a swapped one, and only then")
        if self.other == self.square:
            raise ValueError(f"sensor {self.square} cannot be swapped with itself")

    @property
    def squares(self) -> frozenset[int]:
        """The squares whose readings are wrong."""
        return frozenset({self.square} if self.other is None else {self.square, self.other})


@dataclass(frozen=True, slots=True)
class Failing:
    """A failure and the counts that its sensor read last before it."""

    failure: Failure
    kept: int


def spoilt(counts: list[int], failings: Sequence[Failing], middle: int) -> list[int]:
    """The counts as the converter reads them when these sensors are dead, grounded, stuck or swapped."""
    counts = list(counts)
    for failing in failings:
        square = failing.failure.square
        match failing.failure.kind:
            case FailureKind.DEAD:
                counts[square] = middle
            case FailureKind.GROUNDED:
                counts[square] = 0
            case FailureKind.STUCK:
                counts[square] = failing.kept
            case FailureKind.SWAPPED if failing.failure.other is not None:
                other = failing.failure.other
                counts[square], counts[other] = counts[other], counts[square]
            case _:
                pass
    return counts

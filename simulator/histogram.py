"""A histogram with logarithmic classes, for medians and percentiles of many values in little memory."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

FINENESS = 50
"""The number of classes for each factor of e: values are known to about two percent."""
SMALLEST = 1e-4


@dataclass(slots=True)
class Histogram:
    """Values from 0 up, in any unit, with their number, sum and greatest value."""

    counts: Counter[int] = field(default_factory=Counter)
    number: int = 0
    total: float = 0.0
    worst: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Histogram:
        """The histogram of these values."""
        made = cls()
        for value in values:
            made.add(value)
        return made

    def add(self, value: float) -> None:
        """Take in a value."""
        self.counts[math.floor(FINENESS * math.log(max(value, SMALLEST)))] += 1
        self.number += 1
        self.total += value
        self.worst = max(self.worst, value)

    def join(self, other: Histogram) -> None:
        """Add all values of another histogram."""
        self.counts.update(other.counts)
        self.number += other.number
        self.total += other.total
        self.worst = max(self.worst, other.worst)

    def at(self, share: float) -> float | None:
        """The value below which this share of all lies (0.5: the median); None without values."""
        if not self.number:
            return None
        wanted, seen = share * self.number, 0
        for step in sorted(self.counts):
            seen += self.counts[step]
            if seen >= wanted:
                return min(self.worst, math.exp((step + 0.5) / FINENESS))
        return self.worst

    @property
    def mean(self) -> float | None:
        """The mean; None without values."""
        return self.total / self.number if self.number else None

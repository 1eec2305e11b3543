"""The arithmetic of likelihood: what is left of a reading, and how well some fields explain it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, prod
from operator import add, sub

from hardware.board import SQUARE_COUNT

Fields = tuple[float, ...]
"""25 values in mT, or in mT squared for variances."""

NOTHING: Fields = (0.0,) * SQUARE_COUNT

BOUNDLESS = 1e6
"""The variance that stands for: nothing is known."""

Bound = tuple[int, float, float, float, float]
"""A clipped sensor: its number, the sign and size of the reading, the field that stays, and the variance of that."""


@dataclass(frozen=True)
class Residual:
    """What is left of a reading when the field that is believed to stay is taken off, with its variance.

    Clipped sensors are left out of ``change`` (their variance is boundless) and are in ``bounds``.
    """

    change: Fields
    variance: Fields
    bounds: tuple[Bound, ...]

    @cached_property
    def by_significance(self) -> tuple[tuple[int, float, float], ...]:
        """The sensors with their change and its variance, those first that are least explained."""
        each = zip(range(SQUARE_COUNT), self.change, self.variance, strict=True)
        return tuple(sorted(each, key=lambda one: -one[1] * one[1] / one[2]))

    @cached_property
    def log_variance(self) -> float:
        """The logarithm of all variances multiplied: what no added field can make smaller."""
        return log(prod(self.variance))

    @cached_property
    def null_likelihood(self) -> float:
        """The log-likelihood that nothing is added to what stays."""
        return -0.5 * (self.misfit + self.log_variance)

    @cached_property
    def unexplained(self) -> Fields:
        """What is left at each sensor, in mT: 0 at those that are not to be believed, and at clipped ones where at
        least the field that they show stays."""
        unexplained = [
            change if variance < BOUNDLESS else 0.0 for change, variance in zip(self.change, self.variance, strict=True)
        ]
        for sensor, sign, size, stays, _ in self.bounds:
            unexplained[sensor] = sign * max(0.0, size - sign * stays)
        return tuple(unexplained)

    @cached_property
    def misfit(self) -> float:
        """The squared deviation when nothing is added, in units of its variance."""
        total = 0.0
        for change, variance in zip(self.change, self.variance, strict=True):
            total += change * change / variance
        for _, sign, size, stays, variance in self.bounds:
            short = size - sign * stays
            if short > 0:
                total += short * short / variance
        return total


def minus(residual: Residual, fields: Fields, spread: Fields) -> Residual:
    """The ground that is left when a magnet with this field is taken to be there."""
    return Residual(
        tuple(map(sub, residual.change, fields)),
        tuple(map(add, residual.variance, spread)),
        tuple(
            (sensor, sign, size, stays + fields[sensor], variance + spread[sensor])
            for sensor, sign, size, stays, variance in residual.bounds
        ),
    )


def plus(one: Fields, other: Fields) -> Fields:
    """Fields, or variances, of two magnets together."""
    return tuple(map(add, one, other))

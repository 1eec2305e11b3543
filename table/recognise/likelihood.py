"""The arithmetic of likelihood: what is left of a reading, and how well some fields explain it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log, prod
from typing import TypeVar

from hardware.board import SQUARE_COUNT

Fields = tuple[float, ...]
"""25 values in mT, or in mT squared for variances."""

NOTHING: Fields = (0.0,) * SQUARE_COUNT

Chosen = TypeVar("Chosen")

Choice = tuple[Chosen, Fields, Fields, float]
"""Something to choose, the fields and variances that it adds, and its log-likelihood before any reading."""

BOUNDLESS = 1e6
"""The variance that stands for: nothing is known."""


@dataclass(frozen=True)
class Ground:
    """What is left of a reading when the field that is believed to stay is taken off, with its variance.

    Clipped sensors are left out of ``change`` (their variance is boundless); ``bounds`` holds for each of them its
    number, the sign and size of the reading, the field that stays, and the deviation of that.
    """

    change: Fields
    variance: Fields
    bounds: tuple[tuple[int, float, float, float, float], ...]

    @cached_property
    def telling(self) -> tuple[tuple[int, float, float], ...]:
        """The sensors with their change and its variance, those first that are least explained."""
        each = zip(range(SQUARE_COUNT), self.change, self.variance, strict=True)
        return tuple(sorted(each, key=lambda one: -one[1] * one[1] / one[2]))

    @cached_property
    def least(self) -> float:
        """The logarithm of all variances multiplied: what no added field can make smaller."""
        return log(prod(self.variance))


def score(ground: Ground, fields: Fields, spread: Fields) -> float:
    """The log-likelihood of a ground when these fields, with these variances, are added to what stays."""
    total, product = 0.0, 1.0
    for change, variance, value, extra in zip(ground.change, ground.variance, fields, spread, strict=True):
        allowed = variance + extra
        error = change - value
        total += error * error / allowed
        product *= allowed
    return -0.5 * (total + log(product)) - _shortfall(ground, fields, spread)


def best_explained(
    ground: Ground, choices: Iterable[Choice[Chosen]], floor: float = float("-inf")
) -> tuple[float, Chosen] | None:
    """The choice with the highest score, its prior included, and that score; None if none comes above ``floor``.

    The sensors that the ground leaves least explained are looked at first, so that most choices are given up after a
    few: a choice can only widen what is allowed, so what is summed up so far bounds its score.
    """
    best: tuple[float, Chosen] | None = None
    for chosen, fields, spread, prior in choices:
        limit = 2 * (prior - floor) - ground.least
        total = 0.0
        for sensor, change, variance in ground.telling:
            error = change - fields[sensor]
            total += error * error / (variance + spread[sensor])
            if total > limit:
                break
        else:
            value = score(ground, fields, spread) + prior
            if value > floor:
                best, floor = (value, chosen), value
    return best


def misfit(ground: Ground, fields: Fields, spread: Fields) -> float:
    """The squared deviation that is left, in units of its variance."""
    total = 2 * _shortfall(ground, fields, spread)
    for change, variance, value, extra in zip(ground.change, ground.variance, fields, spread, strict=True):
        total += (change - value) ** 2 / (variance + extra)
    return total


def _shortfall(ground: Ground, fields: Fields, spread: Fields) -> float:
    """What it costs that a clipped sensor should have shown less than it does."""
    cost = 0.0
    for sensor, sign, size, stays, doubt in ground.bounds:
        short = size - sign * (stays + fields[sensor])
        if short > 0:
            cost += 0.5 * short * short / (doubt + spread[sensor])
    return cost


def less(ground: Ground, fields: Fields, spread: Fields) -> Ground:
    """The ground that is left when a magnet with this field is taken to be there."""
    return Ground(
        tuple(change - value for change, value in zip(ground.change, fields, strict=True)),
        tuple(variance + extra for variance, extra in zip(ground.variance, spread, strict=True)),
        tuple(
            (sensor, sign, size, stays + fields[sensor], doubt + spread[sensor])
            for sensor, sign, size, stays, doubt in ground.bounds
        ),
    )

"""Chance that repeats itself: the faults of a virtual board come from seeds."""

from __future__ import annotations

from random import Random


def seeded(*parts: str | int) -> Random:
    """A source of numbers of its own for each purpose; the same parts give the same numbers."""
    return Random(" ".join(map(str, parts)))  # noqa: S311 - nothing here is a secret


def within_three(chance: Random) -> float:
    """A normal deviate; parts beyond three deviations do not leave the factory."""
    return min(max(chance.gauss(0.0, 1.0), -3.0), 3.0)

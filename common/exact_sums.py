"""Sums that come out the same, to the last bit, on every Python. Since 3.12 the built-in one adds floats more exactly
than before; where a reading lies on an edge, a trace was understood otherwise than at the table that recorded it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def total(values: Iterable[float]) -> float:
    """The sum of the values, added one after another.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    added = 0.0
    for value in values:
        added += value
    return added


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """The sum of the products of two rows, added one after another; what the longer row has more counts for nothing.

    >>> dot([0.1] * 10, [1.0] * 10)
    0.9999999999999999
    """
    added = 0.0
    for one, other in zip(first, second):  # noqa: B905 - the longer row ends with the shorter one
        added += one * other
    return added

"""Least squares: measurements are added one by one, and all unknowns are solved at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from common.numbers import dot

Slopes = Sequence[tuple[int, float]]
"""The unknowns that a measurement depends on, each with the slope of the measurement by it."""


class NormalEquations:
    """Collects measurements of ``count`` unknowns."""

    def __init__(self, count: int) -> None:
        self._matrix = [[0.0] * (number + 1) for number in range(count)]
        self._right = [0.0] * count

    def add(self, slopes: Slopes, error: float, variance: float) -> None:
        """A measurement that is ``error`` more than the model says, with its slope by some of the unknowns."""
        weight = 1 / variance
        for row, slope in slopes:
            self._right[row] += weight * slope * error
            line = self._matrix[row]
            for column, other in slopes:
                if column <= row:
                    line[column] += weight * slope * other

    def factored(self) -> FactoredEquations:
        """The equations with all that was added until now.

        :raises ValueError: if the measurements say nothing of some unknown.
        """
        return FactoredEquations(self._matrix, self._right)


class FactoredEquations:
    """The Cholesky factor of normal equations. A row is stored from its first value that is not 0: unknowns that are
    never measured together cost nothing if they come first."""

    def __init__(self, matrix: list[list[float]], right: list[float]) -> None:
        self._right = right
        self._starts: list[int] = []
        self._rows: list[list[float]] = []
        for number, line in enumerate(matrix):
            start = next((column for column, value in enumerate(line) if value), number)
            row: list[float] = []
            for column in range(start, number):
                begin, other = self._starts[column], self._rows[column]
                both = max(start, begin)
                row.append((line[column] - dot(row[both - start :], other[both - begin :])) / other[-1])
            left = line[number] - dot(row, row)
            if left <= 0:
                raise ValueError(f"nothing was measured of unknown {number}")
            row.append(sqrt(left))
            self._starts.append(start)
            self._rows.append(row)

    def steps(self) -> list[float]:
        """The step of each unknown that explains the measurements best."""
        return self._solved(self._right)

    def covariances(self, unknown: int) -> list[float]:
        """The covariance of an unknown with each of them, if the errors of the measurements are independent."""
        unit = [0.0] * len(self._rows)
        unit[unknown] = 1.0
        return self._solved(unit)

    def _solved(self, right: list[float]) -> list[float]:
        found: list[float] = []
        for start, row, value in zip(self._starts, self._rows, right, strict=True):
            found.append((value - dot(row, found[start:])) / row[-1])
        for number in range(len(found) - 1, -1, -1):
            start, row = self._starts[number], self._rows[number]
            found[number] = value = found[number] / row[-1]
            for column, each in enumerate(row[:-1], start):
                found[column] -= each * value
        return found

"""Least squares with many unknowns, each measurement about a few of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from common.exact_sums import dot


class NormalEquations:
    """Measurements are added one by one; ``solved`` gives the steps of all unknowns."""

    def __init__(self, count: int) -> None:
        self._matrix = [[0.0] * count for _ in range(count)]
        self._right = [0.0] * count

    def add(self, slopes: Sequence[tuple[int, float]], error: float, variance: float) -> None:
        """A measurement that is ``error`` more than the model says, with its slope by some of the unknowns."""
        weight = 1 / variance
        for row, slope in slopes:
            self._right[row] += weight * slope * error
            line = self._matrix[row]
            for column, other in slopes:
                if column <= row:
                    line[column] += weight * slope * other

    def solved(self) -> list[float]:
        """The step of each unknown.

        :raises ValueError: if the measurements say nothing of some unknown.
        """
        factor = _cholesky(self._matrix)
        steps: list[float] = []
        for row, right in zip(factor, self._right, strict=True):
            steps.append((right - dot(row, steps)) / row[-1])
        for number in range(len(steps) - 1, -1, -1):
            row = factor[number]
            steps[number] /= row[-1]
            for column in range(number):
                steps[column] -= row[column] * steps[number]
        return steps


def _cholesky(matrix: list[list[float]]) -> list[list[float]]:
    factor: list[list[float]] = []
    for number, line in enumerate(matrix):
        row: list[float] = []
        for column, other in enumerate(factor):
            row.append((line[column] - dot(row, other)) / other[column])
        left = line[number] - dot(row, row)
        if left <= 0:
            raise ValueError(f"nothing was measured of unknown {number}")
        row.append(sqrt(left))
        factor.append(row)
    return factor

"""The field of a small magnet in any direction, and fits of a few fields to what a reading leaves over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from table.recognise.likelihood import Fields

Spot = tuple[float, float, float]
"""A place in mm: east and north of the middle of a1, and above the sensors."""


def dipole(spot: Spot, centres: Sequence[tuple[float, float]]) -> tuple[Fields, Fields, Fields]:
    """The vertical fields in mT at these sensors of a dipole of 1 mT mm^3 that points east, north, and down."""
    x, y, height = spot
    east, north, down = [], [], []
    for centre_x, centre_y in centres:
        away_x, away_y = centre_x - x, centre_y - y
        square = away_x * away_x + away_y * away_y + height * height
        cube = square**1.5
        slope = 3 * height / (square * cube)
        east.append(slope * away_x)
        north.append(slope * away_y)
        down.append(slope * height - 1 / cube)
    return tuple(east), tuple(north), tuple(down)


@dataclass(frozen=True, slots=True)
class Fit:
    """Shares of some fields that add up to ``fields``, and by how much (in log-likelihood) that explains more."""

    gain: float
    shares: tuple[float, ...]
    fields: Fields


def fitted(left: Fields, weights: Fields, basis: Sequence[Fields], usual: Sequence[float]) -> Fit:
    """The shares of the basis that explain best what is left, each about 0 with the ``usual`` deviation beforehand.
    ``weights`` are the inverse variances of the sensors."""
    weighted = [tuple(map(mul, each, weights)) for each in basis]
    matrix = [[sum(map(mul, row, column)) for column in basis] for row in weighted]
    for index, deviation in enumerate(usual):
        matrix[index][index] += 1 / (deviation * deviation)
    aims = [sum(map(mul, row, left)) for row in weighted]
    shares = _solved(matrix, aims)
    gain = 0.5 * sum(map(mul, shares, aims))
    fields = tuple(sum(map(mul, shares, column)) for column in zip(*basis, strict=True))
    return Fit(gain, tuple(shares), fields)


def _solved(matrix: list[list[float]], aims: list[float]) -> list[float]:
    """Gauss, for a few unknowns and a matrix that is positive definite."""
    count, aims = len(aims), list(aims)
    for pivot in range(count):
        head = matrix[pivot][pivot]
        for row in range(pivot + 1, count):
            factor = matrix[row][pivot] / head
            for column in range(pivot, count):
                matrix[row][column] -= factor * matrix[pivot][column]
            aims[row] -= factor * aims[pivot]
    shares = [0.0] * count
    for row in reversed(range(count)):
        known = sum(matrix[row][column] * shares[column] for column in range(row + 1, count))
        shares[row] = (aims[row] - known) / matrix[row][row]
    return shares

"""Dipoles: the field of one in any direction, linear fits of a few fields to a residual, and the search for the place
of a dipole that explains a residual best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from operator import mul

from common.numbers import dot as short_dot
from common.numbers import total
from hardware.sensor_layout import Channel
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting import limits
from perception.fitting.residual import Fields, dot
from perception.limits import DIPOLE, FIELD

Spot = tuple[float, float, float]
"""A position in mm: east and north of the middle of a1, and above the sensors."""


def dipole(
    spot: Spot, centres: Sequence[tuple[float, float]], further: Sequence[Channel] = ()
) -> tuple[Fields, Fields, Fields]:
    """Return the fields in mT of a dipole of 1 mT mm^3 that points east, north, and down: the vertical ones at the
    sensors with these ``centres``, then those in the channels of ``further`` sensors."""
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
    for channel in further:
        away = (channel.east - x, channel.north - y, height + channel.below)
        square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2]
        cube = square**1.5
        slope = 3 * channel.sign * away[channel.line] / (square * cube)
        parts = [slope * each for each in away]
        parts[channel.line] -= channel.sign / cube
        for fields, part in zip((east, north, down), parts, strict=True):
            fields.append(part)
    return tuple(east), tuple(north), tuple(down)


def sideways(
    spot: Spot,
    moment: Sequence[float],
    centres: Sequence[tuple[float, float]],
    further: Sequence[Channel] = (),
) -> Fields:
    """Return the size of the field in mT across the axes of the same sensors, of a dipole with this moment in mT mm^3:
    east, north, and down. At those with ``centres`` it is the horizontal field."""
    x, y, height = spot
    to_east, to_north, down = moment
    sizes = []
    for centre_x, centre_y in centres:
        away_x, away_y = centre_x - x, centre_y - y
        square = away_x * away_x + away_y * away_y + height * height
        along = 3 * (to_east * away_x + to_north * away_y + down * height) / square
        sizes.append(hypot(along * away_x - to_east, along * away_y - to_north) / square**1.5)
    for channel in further:
        away = (channel.east - x, channel.north - y, height + channel.below)
        square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2]
        along = 3 * (to_east * away[0] + to_north * away[1] + down * away[2]) / square
        across = [along * each - part for each, part in zip(away, moment, strict=True)]
        del across[channel.line]
        sizes.append(hypot(*across) / square**1.5)
    return tuple(sizes)


def orthonormal(basis: Sequence[Fields]) -> tuple[Fields, ...]:
    """Return fields that span the same space as the basis, each of length 1 and at right angles to the others."""
    found: list[Fields] = []
    for each in basis:
        left = each
        for other in found:
            part = dot(left, other)
            left = tuple(value - part * along for value, along in zip(left, other, strict=True))
        length = sqrt(dot(left, left))
        found.append(tuple(value / length for value in left))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class DipoleFit:
    """The coefficients of the fields of a basis, and the log-likelihood that they gain."""

    gain: float
    shares: tuple[float, ...]
    basis: Sequence[Fields]

    @property
    def fields(self) -> Fields:
        """The sum of the basis with these coefficients."""
        return tuple(short_dot(self.shares, column) for column in zip(*self.basis, strict=True))


def fit_basis(residual: Fields, weights: Fields, basis: Sequence[Fields], usual: Sequence[float]) -> DipoleFit:
    """Fit the coefficients of the basis that explain the residual best. Each has a prior about 0 with its ``usual``
    deviation. ``weights`` are the inverse variances of the sensors."""
    matrix, aims = _normal(residual, weights, basis)
    for index, deviation in enumerate(usual):
        matrix[index][index] += 1 / (deviation * deviation)
    shares = solved(matrix, aims)
    return DipoleFit(0.5 * short_dot(shares, aims), tuple(shares), basis)


def fit_direction(
    residual: Fields, weights: Fields, basis: Sequence[Fields], usual: Sequence[float], size: float
) -> DipoleFit:
    """Fit as `fit_basis` does, with coefficients that have this ``size`` together, in any direction. The gain is
    without the prior."""
    matrix, aims = _normal(residual, weights, basis)
    softened = [list(row) for row in matrix]
    for index, deviation in enumerate(usual):
        softened[index][index] += 1 / (deviation * deviation)
    shares = solved(softened, aims)
    length = sqrt(short_dot(shares, shares))
    scale = size / length if length > 0 else 0.0
    shares = [scale * each for each in shares]
    bend = total(share * short_dot(row, shares) for share, row in zip(shares, matrix, strict=True))
    return DipoleFit(short_dot(shares, aims) - 0.5 * bend, tuple(shares), basis)


def _normal(residual: Fields, weights: Fields, basis: Sequence[Fields]) -> tuple[list[list[float]], list[float]]:
    """Return the normal equations for the coefficients."""
    count = len(basis)
    matrix = [[0.0] * count for _ in basis]
    aims = []
    for row, each in enumerate(basis):
        weighted = list(map(mul, each, weights))
        aims.append(dot(weighted, residual))
        for column in range(row, count):
            matrix[row][column] = matrix[column][row] = dot(weighted, basis[column])
    return matrix, aims


def solved(matrix: list[list[float]], aims: list[float]) -> list[float]:
    """Solve linear equations in a few unknowns with a positive definite matrix, by Gaussian elimination."""
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
        known = total(matrix[row][column] * shares[column] for column in range(row + 1, count))
        shares[row] = (aims[row] - known) / matrix[row][row]
    return shares


FitAt = Callable[[Spot], DipoleFit]
"""Fits a dipole at one position to the residual."""

_WAYS = tuple((axis, sign) for axis in range(3) for sign in (1.0, -1.0))


class DipoleSearch:
    """Searches in steps along the axes: first ones of ``first`` mm, then half as long each time, down to ``finest``.
    ``work`` counts what that takes."""

    def __init__(self, work: WorkCount, *, first: float, finest: float) -> None:
        self._work = work
        self._first, self._finest = first, finest

    def best_near(self, spot: Spot, fit: FitAt, may_lie: Callable[[Spot], bool]) -> TaskSteps[tuple[Spot, DipoleFit]]:
        """Search the best place from ``spot`` on, and return it with its fit. Only places where the dipole ``may_lie``
        are tried."""
        best = self._fitted(fit, spot)
        step = self._first
        while step >= self._finest:
            moved = True
            while moved:
                moved = False
                for axis, sign in _WAYS:
                    there = _moved(spot, axis, sign * step)
                    if not may_lie(there):
                        continue
                    found = self._fitted(fit, there)
                    yield
                    if found.gain > best.gain + limits.DIPOLE_GAIN:
                        spot, best, moved = there, found, True
            step /= 2
        return spot, best

    def _fitted(self, fit: FitAt, spot: Spot) -> DipoleFit:
        self._work.done += DIPOLE + FIELD
        return fit(spot)


def _moved(spot: Spot, axis: int, way: float) -> Spot:
    east, north, height = (place + way * (index == axis) for index, place in enumerate(spot))
    return (east, north, height)

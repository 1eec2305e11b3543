"""The fields that known magnets leave of a reading, and the likelihood of one more magnet there or of none.

A magnet is compared with a residual by Gauss-Newton steps for its position and strength. The parameters of a standing
magnet are its position on the square, a factor of its strength, and its rise: the height by which it stands above where
the model puts it. An error of the magnet, the blocks or the gap under the board is common to all sensors, so it has a
parameter of its own. A magnet in a hand has a position and a height. Each parameter has a Gaussian prior. The error of
a single sensor grows with the field, since it is an error of its gain.

The likelihood is integrated over all values of the parameters by Laplace's approximation around the best ones. So a
hypothesis gains nothing from parameters that could explain anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import hypot, log, prod, sqrt
from operator import add, neg, sub, truediv

from common.numbers import dot as short_dot
from hardware.board import SQUARE_COUNT
from hardware.field_model import FeltField

Fields = tuple[float, ...]
"""A value for each channel of a board, in mT, or in mT squared for variances: 25, and those of further sensors."""


@cache
def nothing(channels: int) -> Fields:
    """Return no field in so many channels."""
    return (0.0,) * channels


NOTHING = nothing(SQUARE_COUNT)
"""No field on a board without further sensors."""

BOUNDLESS = 1e6
"""The variance of a sensor of which nothing is known."""

Bound = tuple[int, float, float, float, float]
"""A clipped sensor: its number, the sign and size of the reading in mT, the field that is known to be there, and its
variance."""


@dataclass(frozen=True)
class Residual:
    """The fields of a reading less those of known magnets, with their variance.

    Clipped sensors have a boundless variance and are in ``bounds`` instead.
    """

    change: Fields
    variance: Fields
    bounds: tuple[Bound, ...]

    @cached_property
    def by_significance(self) -> tuple[tuple[int, float, float], ...]:
        """The sensors with their residual and its variance, those with the greatest deviation first."""
        each = zip(range(len(self.change)), self.change, self.variance, strict=True)
        return tuple(sorted(each, key=lambda one: -one[1] * one[1] / one[2]))

    @cached_property
    def log_variance(self) -> float:
        """The logarithm of the product of all variances, which no added field makes smaller."""
        return log(prod(self.variance))

    @cached_property
    def null_likelihood(self) -> float:
        """The log-likelihood that no further magnet is there."""
        return -0.5 * (self.misfit + self.log_variance)

    @cached_property
    def unexplained(self) -> Fields:
        """The residual at each sensor in mT. It is 0 for a sensor that is left out, and the least that is missing for a
        clipped one."""
        unexplained = [
            change if variance < BOUNDLESS else 0.0 for change, variance in zip(self.change, self.variance, strict=True)
        ]
        for sensor, sign, size, stays, _ in self.bounds:
            unexplained[sensor] = sign * max(0.0, size - sign * stays)
        return tuple(unexplained)

    @cached_property
    def misfit(self) -> float:
        """The squared deviation if no further magnet is there, in units of its variance."""
        total = 0.0
        for change, variance in zip(self.change, self.variance, strict=True):
            total += change * change / variance
        for _, sign, size, stays, variance in self.bounds:
            short = size - sign * stays
            if short > 0:
                total += short * short / variance
        return total


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """Add the products of two fields, one after another. A loop takes more than twice as long, and fits spend much of
    their time here. So the usual 25 values are written out.

    :raises ValueError: unless both have the same number of values.
    """
    try:
        a, b, c, d, e, f, g, h, i, j, k, z, m, n, o, p, q, r, s, t, u, v, w, x, y = first
        aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy = second
    except ValueError:  # a board with further sensors
        return _dot_of_more(first, second)
    return (
        a * aa
        + b * bb
        + c * cc
        + d * dd
        + e * ee
        + f * ff
        + g * gg
        + h * hh
        + i * ii
        + j * jj
        + k * kk
        + z * ll
        + m * mm
        + n * nn
        + o * oo
        + p * pp
        + q * qq
        + r * rr
        + s * ss
        + t * tt
        + u * uu
        + v * vv
        + w * ww
        + x * xx
        + y * yy
    )


def _dot_of_more(first: Sequence[float], second: Sequence[float]) -> float:
    """Add the products of two fields of a board with further sensors."""
    added = 0.0
    for one, other in zip(first, second, strict=True):
        added += one * other
    return added


def minus(residual: Residual, fields: Fields, spread: Fields) -> Residual:
    """Subtract the fields of one more magnet; ``spread`` is their variance."""
    return Residual(
        tuple(map(sub, residual.change, fields)),
        tuple(map(add, residual.variance, spread)),
        tuple(
            (sensor, sign, size, stays + fields[sensor], variance + spread[sensor])
            for sensor, sign, size, stays, variance in residual.bounds
        ),
    )


def plus(one: Fields, other: Fields) -> Fields:
    """Add the fields, or the variances, of two magnets."""
    return tuple(map(add, one, other))


Values = tuple[float, ...]
"""East and north in mm, then strength and rise in mm for a standing magnet, or the height in mm for one in a hand."""


@dataclass(frozen=True, slots=True)
class FitTrial:
    """Values of the parameters, compared with a residual.

    ``cost`` is minus twice the logarithm of likelihood and prior, ``misfit`` the squared deviation of the readings and
    ``prior`` the squared deviation of the parameters from their means. ``step`` is the Gauss-Newton step; if the model
    is linear, the cost falls by ``predicted_gain``. ``log_information`` is the logarithm of the determinant of the
    information matrix, in units of the prior's. ``slopes`` are the derivatives of the fields by each parameter,
    ``factor`` is the Cholesky factor of the information matrix.
    """

    values: Values
    fields: Fields
    spread: Fields
    cost: float
    misfit: float
    prior: float
    step: Values
    log_information: float
    predicted_gain: float
    slopes: Sequence[list[float]]
    factor: list[list[float]]

    @property
    def parameter_variance(self) -> Fields:
        """The variance of each field that comes from the errors of the parameters."""
        total = [0.0] * len(self.fields)
        rows: list[list[float]] = []
        for line, slope in zip(self.factor, self.slopes, strict=True):
            row = slope
            for part, before in zip(line, rows, strict=False):
                row = [value - part * other for value, other in zip(row, before, strict=True)]
            row = [value / line[-1] for value in row]
            rows.append(row)
            total = [value + part * part for value, part in zip(total, row, strict=True)]
        return tuple(total)

    @property
    def likelihood(self) -> float:
        """The log-likelihood, with the parameters integrated out."""
        return -0.5 * (self.cost + self.log_information)


@dataclass(frozen=True)
class PositionPrior:
    """The means and standard deviations of the parameters before any reading, and ``gain``, the relative error of each
    sensor."""

    means: Values
    deviations: Values
    gain: float

    @cached_property
    def weights(self) -> Values:
        """The inverse variance of each parameter."""
        return tuple(1 / deviation**2 for deviation in self.deviations)

    @cached_property
    def log_volume(self) -> float:
        """The logarithm of the product of all variances."""
        return 2 * log(prod(self.deviations))

    def cost(self, values: Values) -> float:
        """Return the squared deviation of the parameters from their means, in units of their variances."""
        total = 0.0
        for value, mean, weight in zip(values, self.means, self.weights, strict=True):
            total += (value - mean) ** 2 * weight
        return total


def standing_trial(
    residual: Residual, felt: FeltField, polarity: int, values: Values, prior: PositionPrior
) -> FitTrial:
    """Compare a standing magnet, whose fields are ``felt``, with a residual."""
    along, rise = polarity * values[2], polarity * values[3]
    fields = [along * value + rise * slope for value, slope in zip(felt.fields, felt.by_height, strict=True)]
    slopes = (
        [along * slope for slope in felt.by_east],
        [along * slope for slope in felt.by_north],
        felt.fields if polarity > 0 else list(map(neg, felt.fields)),
        felt.by_height if polarity > 0 else list(map(neg, felt.by_height)),
    )
    return _trial(residual, fields, slopes, values, prior)


def held_trial(residual: Residual, felt: FeltField, polarity: int, values: Values, prior: PositionPrior) -> FitTrial:
    """Compare a magnet in a hand, whose fields are ``felt``, with a residual."""
    if polarity > 0:
        return _trial(residual, felt.fields, (felt.by_east, felt.by_north, felt.by_height), values, prior)
    fields = [-value for value in felt.fields]
    slopes = tuple([-value for value in each] for each in (felt.by_east, felt.by_north, felt.by_height))
    return _trial(residual, fields, slopes, values, prior)


def _trial(
    residual: Residual, fields: list[float], slopes: Sequence[list[float]], values: Values, prior: PositionPrior
) -> FitTrial:
    relative = prior.gain * prior.gain
    spread = [relative * value * value for value in fields]
    allowed = list(map(add, residual.variance, spread))
    errors = list(map(sub, residual.change, fields))
    product = prod(allowed)
    for sensor, sign, size, stays, variance in residual.bounds:
        short = size - sign * (stays + fields[sensor])
        if short > 0:
            errors[sensor], allowed[sensor] = sign * short, variance + spread[sensor]
    weighted = list(map(truediv, errors, allowed))
    misfit = dot(errors, weighted)
    pull: list[float] = []
    information: list[list[float]] = []
    for index, (each, weight) in enumerate(zip(slopes, prior.weights, strict=True)):
        pull.append(dot(each, weighted) + (prior.means[index] - values[index]) * weight)
        shares = list(map(truediv, each, allowed))
        row = [dot(shares, slope) for slope in slopes[: index + 1]]
        row[index] += weight
        information.append(row)
    step, log_information = _solved(information, pull.copy())
    predicted_gain = short_dot(pull, step)
    log_information += prior.log_volume
    known = prior.cost(values)
    cost = misfit + log(product) + known
    return FitTrial(
        values,
        tuple(fields),
        tuple(spread),
        cost,
        misfit,
        known,
        step,
        log_information,
        predicted_gain,
        slopes,
        information,
    )


def _solved(matrix: list[list[float]], right: list[float]) -> tuple[Values, float]:
    """Return the solution of a symmetric positive system, of which the lower half is given, and its log-determinant.

    The matrix is overwritten with its Cholesky factor, the right side with the solution.
    """
    size = len(right)
    product = 1.0
    for row, line in enumerate(matrix):
        for column, other in enumerate(matrix[:row]):
            value = line[column]
            for index in range(column):
                value -= line[index] * other[index]
            line[column] = value / other[column]
        value = line[row]
        for index in range(row):
            value -= line[index] * line[index]
        line[row] = sqrt(value)
        product *= line[row]
        for index in range(row):
            right[row] -= line[index] * right[index]
        right[row] /= line[row]
    for row in range(size - 1, -1, -1):
        for index in range(row + 1, size):
            right[row] -= matrix[index][row] * right[index]
        right[row] /= matrix[row][row]
    return tuple(right), 2 * log(product)


def within(east: float, north: float, reach: float) -> tuple[float, float]:
    """Return the position, or the nearest one that is no more than ``reach`` mm off the middle."""
    off = hypot(east, north)
    return (east, north) if off <= reach else (east * reach / off, north * reach / off)

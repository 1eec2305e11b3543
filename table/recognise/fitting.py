"""Where a magnet is, and how strong: four unknowns fitted to a ground, and what is left of its likelihood.

For a standing magnet the unknowns are the place on its square, a factor of its strength and how much higher it stands
than the model says (magnets, blocks and the gap under the board are only known to some percent, and an error of
theirs is common to all sensors); for one in a hand they are its place and height. Each has a Gaussian prior. The
deviation of single sensors, that of their own gains, grows with the field.

The best values are found by steps of the method of Gauss and Newton. Their likelihood is then integrated over all
other values around them (Laplace), so that worlds with more unknowns, or with unknowns that may be anything, gain
nothing from being able to explain more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, log, prod, sqrt

from hardware.field_model import Felt
from table.recognise.likelihood import Fields, Ground

Values = tuple[float, ...]
"""East and north in mm, and, for a standing magnet, strength and rise in mm; for a held one the height in mm."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Some values of the unknowns held against a ground.

    ``cost`` is twice the negative logarithm of likelihood and prior together, ``misfit`` the squared deviation of the
    readings and ``prior`` that of the values from what was known beforehand. ``step`` leads to values that should be
    better; ``width`` is the logarithm of the determinant of the information on the unknowns, in units of what was
    known of them. ``promise`` is how much less the cost would be after the step, if all were linear.
    """

    values: Values
    fields: Fields
    spread: Fields
    cost: float
    misfit: float
    prior: float
    step: Values
    width: float
    promise: float

    @property
    def likelihood(self) -> float:
        """The logarithm of the likelihood, integrated over the unknowns around these values."""
        return -0.5 * (self.cost + self.width)


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known beforehand: the means and standard deviations of the unknowns, and ``gain``, the relative
    deviation of the field at each sensor by itself."""

    means: Values
    deviations: Values
    gain: float

    def cost(self, values: Values) -> float:
        """The squared deviation from the means."""
        return sum(
            ((value - mean) / deviation) ** 2
            for value, mean, deviation in zip(values, self.means, self.deviations, strict=True)
        )


def standing_trial(ground: Ground, felt: Felt, polarity: int, values: Values, prior: Prior) -> Trial:
    """Hold a standing magnet, whose fields at its place are ``felt``, against a ground."""
    strength, rise = values[2], values[3]
    fields = [
        polarity * (strength * value + rise * slope) for value, slope in zip(felt.fields, felt.by_height, strict=True)
    ]
    along = polarity * strength
    slopes = (
        [along * slope for slope in felt.by_east],
        [along * slope for slope in felt.by_north],
        felt.fields if polarity > 0 else [-value for value in felt.fields],
        felt.by_height if polarity > 0 else [-value for value in felt.by_height],
    )
    return _trial(ground, fields, slopes, values, prior)


def held_trial(ground: Ground, felt: Felt, polarity: int, values: Values, prior: Prior) -> Trial:
    """Hold a magnet in a hand, whose fields at its place are ``felt``, against a ground."""
    if polarity > 0:
        return _trial(ground, felt.fields, (felt.by_east, felt.by_north, felt.by_height), values, prior)
    fields = [-value for value in felt.fields]
    slopes = tuple([-value for value in each] for each in (felt.by_east, felt.by_north, felt.by_height))
    return _trial(ground, fields, slopes, values, prior)


def _trial(ground: Ground, fields: list[float], slopes: Sequence[list[float]], values: Values, prior: Prior) -> Trial:
    relative = prior.gain * prior.gain
    spread = [relative * value * value for value in fields]
    allowed = [variance + extra for variance, extra in zip(ground.variance, spread, strict=True)]
    errors = [change - value for change, value in zip(ground.change, fields, strict=True)]
    product = prod(allowed)
    for sensor, sign, size, stays, doubt in ground.bounds:
        short = size - sign * (stays + fields[sensor])
        if short > 0:
            errors[sensor], allowed[sensor] = sign * short, doubt + spread[sensor]
    weighted = [error / variance for error, variance in zip(errors, allowed, strict=True)]
    misfit = sum([error * weight for error, weight in zip(errors, weighted, strict=True)])
    pull = [sum([slope * weight for slope, weight in zip(each, weighted, strict=True)]) for each in slopes]
    information = [[0.0] * len(slopes) for _ in slopes]
    for row, each in enumerate(slopes):
        shares = [slope / variance for slope, variance in zip(each, allowed, strict=True)]
        for column in range(row + 1):
            information[row][column] = sum([a * b for a, b in zip(shares, slopes[column], strict=True)])
    for row, (value, mean, deviation) in enumerate(zip(values, prior.means, prior.deviations, strict=True)):
        pull[row] += (mean - value) / deviation**2
        information[row][row] += 1 / deviation**2
    step, width = _solved(information, pull)
    promise = sum([force * way for force, way in zip(pull, step, strict=True)])
    width += 2 * log(prod(prior.deviations))
    known = prior.cost(values)
    cost = misfit + log(product) + known
    return Trial(values, tuple(fields), tuple(spread), cost, misfit, known, step, width, promise)


def _solved(matrix: list[list[float]], right: list[float]) -> tuple[Values, float]:
    """The solution of a symmetric positive system, of which the lower half is given, and its log-determinant.

    The matrix is overwritten with its Cholesky factor.
    """
    size = len(right)
    for row in range(size):
        for column in range(row + 1):
            value = matrix[row][column]
            for index in range(column):
                value -= matrix[row][index] * matrix[column][index]
            matrix[row][column] = sqrt(value) if row == column else value / matrix[column][column]
    forward: list[float] = []
    for row in range(size):
        value = right[row] - sum(matrix[row][index] * forward[index] for index in range(row))
        forward.append(value / matrix[row][row])
    back = [0.0] * size
    for row in reversed(range(size)):
        value = forward[row] - sum(matrix[index][row] * back[index] for index in range(row + 1, size))
        back[row] = value / matrix[row][row]
    return tuple(back), 2 * log(prod(matrix[row][row] for row in range(size)))


def within(east: float, north: float, reach: float) -> tuple[float, float]:
    """The place, or the nearest one that is not more than ``reach`` mm off the middle."""
    off = hypot(east, north)
    return (east, north) if off <= reach else (east * reach / off, north * reach / off)

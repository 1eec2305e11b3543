"""The gains of all sensors, and the field under a worker on each level, from placements that are off by millimetres.

All placements are explained at once: each was some mm off its square's middle, the magnet is so strong, workers stand
so high on each level, and each sensor has its gain, and a zero that drifts as the board warms up. The sensors around a
worker show where it stood, so that placing it badly costs little. That the gains are 1 on average and the magnet takes
up the rest is a matter of definition: a strong magnet and sensitive sensors look the same, to the table too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, radians, sqrt

from common.numbers import dot, total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel, Measured, disc_field
from hardware.geometry import Geometry
from perception.calibration.rest_average import Fields

# ---- normal equations
#
# Least squares: measurements are added one by one, and all unknowns are solved at once.


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


# ---- fit error
#
# How far off the results of a calibration may be: what the measurements leave open, and what the fit cannot see.
# No fit of a few dozen placements shows that a sensor lies half a millimetre too deep: it is taken for one that is
# more sensitive. Nor does it show that a sensor or a magnet is tilted. Each such flaw shifts the results by so much;
# since nobody knows the flaws of a board, their squares are added to those of the errors by noise.


DISPLACED = 0.5
"""How far a sensor is from its place in each direction, in mm rms: few are more than 1 mm off."""
SENSOR_TILT = radians(1.3)
"""How far a sensor is tilted in each direction, rms: by 3 degrees at most."""
MAGNET_TILT = radians(0.9)
"""The same of a magnet: by 2 degrees at most."""

_UNKNOWNS_OF_SENSOR = 5
_DEPTH = 2
_DEVIATIONS = (DISPLACED, DISPLACED, DISPLACED, SENSOR_TILT, SENSOR_TILT)


@dataclass(frozen=True, slots=True)
class Sample:
    """What one sensor measured of one placement: ``error`` is by how many mT it is more than the fit says, ``variance``
    what is allowed for that, ``slopes`` are by the unknowns of the fit. The others are the slopes in mT by flaws: by
    where the magnet is (for each mm to the east, to the north and up), and by a tilt (for each rad to the east and to
    the north)."""

    sensor: int
    placement: int
    slopes: Slopes
    error: float
    variance: float
    moved: tuple[float, float, float]
    tilted: tuple[float, float]


class FitError:
    """The errors of results that depend on the unknowns in ``columns``, of a fit with these samples of so many
    placements."""

    def __init__(
        self, factored: FactoredEquations, samples: Iterable[Sample], columns: Iterable[int], placements: int
    ) -> None:
        columns = tuple(columns)
        self._covariances = {column: factored.covariances(column) for column in columns}
        self._deviations = _DEVIATIONS * SQUARE_COUNT + (MAGNET_TILT,) * (2 * placements)
        self._shifts = {column: [0.0] * len(self._deviations) for column in columns}
        for sample in samples:
            of_sensor, of_magnet = (
                _UNKNOWNS_OF_SENSOR * sample.sensor,
                _UNKNOWNS_OF_SENSOR * SQUARE_COUNT + 2 * sample.placement,
            )
            by_flaw = (*sample.moved, *sample.tilted)
            for column in columns:
                covariances, shifts = self._covariances[column], self._shifts[column]
                pull = total(slope * covariances[unknown] for unknown, slope in sample.slopes) / sample.variance
                for number, slope in enumerate(by_flaw, of_sensor):
                    shifts[number] += pull * slope
                for number, slope in enumerate(sample.tilted, of_magnet):
                    shifts[number] += pull * slope

    def of(self, result: Slopes, by_depth: tuple[int, float] | None = None) -> float:
        """The standard error of a result, given by its slopes by the unknowns. ``by_depth`` is a sensor and by how much
        the true value is more for each mm that this sensor lies deeper."""
        noise = total(
            slope * other * self._covariances[column][row] for column, slope in result for row, other in result
        )
        shifts = [0.0] * len(self._deviations)
        if by_depth is not None:
            sensor, slope = by_depth
            shifts[_UNKNOWNS_OF_SENSOR * sensor + _DEPTH] = -slope
        for column, slope in result:
            shifts = [shift + slope * each for shift, each in zip(shifts, self._shifts[column], strict=True)]
        flaws = total((shift * deviation) ** 2 for shift, deviation in zip(shifts, self._deviations, strict=True))
        return sqrt(max(0.0, noise) + flaws)


# ---- gain fit


LEVELS = 4

GAIN_SPREAD = 0.15
"""How far the gain of a sensor is from the data sheet's, as a fraction (rms), before anything is measured."""

# What is known of the other unknowns before anything is measured: their standard deviations.
_PLACING = 5.0
_STRENGTH = 0.5
_RISES = (1.0, 2.0, 3.0, 4.0)
_ZERO = 0.02
_DRIFT = 0.015
_LIGHT = 0.02

_FLOOR = 0.015
"""The noise in mT that no mean of a second lowers: sensors have noise of low frequencies, too."""
_RELATIVE = 0.005
_REACH = 20.0
_ROUNDS = 2
_STEPS = 8
_ENOUGH = 0.1
_LOWEST = 1.0

# The places of the unknowns: three for each sensor, then those of the board, then two for each placement. Sensors come
# first, since no measurement depends on two of them.
_OF_SENSOR = 3
_STRENGTH_AT = _OF_SENSOR * SQUARE_COUNT
_RISES_AT = _STRENGTH_AT + 1
_LIGHT_AT = _RISES_AT + LEVELS
_SPOTS_AT = _LIGHT_AT + 1


@dataclass(frozen=True, slots=True)
class MeasuredPlacement:
    """One worker stood on ``square`` on ``level`` blocks: the change of all fields in mT against the empty board, their
    variances by noise, and the sensors that say nothing of it (clipped ones, for a start). The empty board was
    measured ``minutes`` before."""

    square: int
    level: int
    fields: Fields
    variance: Fields
    deaf: frozenset[int] = frozenset()
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class GainFit:
    """What a board is found to be like, each with its standard error.

    ``factors`` are the gains of the 25 sensors as factors of what was believed, and ``factor_errors`` how far off each
    may be, as a fraction; 1 and None for a sensor over which no worker was measured. ``fields`` are those right under
    the worker on 0 to 3 blocks in mT (None: not measured), and ``field_errors`` how far off a sensor may be that is
    read by its gain and this field, as a fraction (rms of all sensors). ``feet`` is how high the worker stands there
    above the sensors in mm, ``strength`` its magnet's strength as a factor, ``off`` how far off the middle the
    placements were (mm rms).
    """

    factors: Fields
    factor_errors: tuple[float | None, ...]
    fields: Measured
    field_errors: Measured
    feet: tuple[float, ...]
    feet_errors: tuple[float, ...]
    strength: float
    off: float


def fitted_gains(geometry: Geometry, polarity: int, placements: tuple[MeasuredPlacement, ...]) -> GainFit:
    """Explain these placements of one worker, whose magnet has this polarity.

    :raises ValueError: without any placement.
    """
    if not placements:
        raise ValueError("without a worker anywhere there is no gain")
    return _Fit(geometry, polarity, placements).run()


class _Fit:
    def __init__(self, geometry: Geometry, polarity: int, placements: tuple[MeasuredPlacement, ...]) -> None:
        self._geometry = geometry
        self._polarity = polarity
        self._placements = placements
        self._deviations = (
            *((GAIN_SPREAD, _ZERO, _DRIFT) * SQUARE_COUNT),
            _STRENGTH,
            *_RISES,
            _LIGHT,
            *((_PLACING,) * (2 * len(placements))),
        )
        self._first = [0.0] * len(self._deviations)
        for square, sign in enumerate(self._first_gains()):
            self._first[_OF_SENSOR * square] = sign
        self._first[_STRENGTH_AT] = 1.0
        self._values = list(self._first)

    def _first_gains(self) -> list[float]:
        """A sensor that is upside down has a gain below 0, and no small step leads there."""
        gains = [1.0] * SQUARE_COUNT
        for placement in self._placements:
            square = placement.square
            if square not in placement.deaf and placement.fields[square] * self._polarity < 0:
                gains[square] = -1.0
        return gains

    def run(self) -> GainFit:
        for _ in range(_ROUNDS):
            # The fields are not linear in the height: the tables are computed again for the heights found.
            bases = self._rises
            model = FieldModel(_raised(self._geometry, bases))
            for _ in range(_STEPS):
                if self._step(model, bases) < _ENOUGH:
                    break
        return self._result(model, bases)

    def _step(self, model: FieldModel, bases: tuple[float, ...]) -> float:
        """One step of all unknowns; its size."""
        steps = self._equations(self._samples(model, bases)).steps()
        self._values = [value + step for value, step in zip(self._values, steps, strict=True)]
        self._values[_STRENGTH_AT] = max(0.05, self._values[_STRENGTH_AT])
        for at in range(_SPOTS_AT, len(self._values), 2):
            self._values[at : at + 2] = _within(*self._values[at : at + 2])
        return max(map(abs, steps))

    def _equations(self, samples: Iterator[Sample]) -> FactoredEquations:
        equations = NormalEquations(len(self._values))
        for number, (first, value, deviation) in enumerate(
            zip(self._first, self._values, self._deviations, strict=True)
        ):
            equations.add(((number, 1.0),), first - value, deviation**2)
        for sample in samples:
            equations.add(sample.slopes, sample.error, sample.variance)
        return equations.factored()

    def _samples(self, model: FieldModel, bases: tuple[float, ...]) -> Iterator[Sample]:
        """What each sensor measured of each placement, against the values of now."""
        values = self._values
        for number, placement in enumerate(self._placements):
            spot, level, minutes = _SPOTS_AT + 2 * number, placement.level, placement.minutes
            x, y = self._geometry.centre(placement.square)
            x, y = x + values[spot], y + values[spot + 1]
            felt, across = model.felt(x, y, level), model.across(x, y, level)
            rise = values[_RISES_AT + level] - bases[level]
            scale = self._polarity * values[_STRENGTH_AT]
            for square in self._geometry.squares:
                if square in placement.deaf:
                    continue
                at = _OF_SENSOR * square
                gain, zero, drift = values[at : at + _OF_SENSOR]
                field = felt.fields[square] + rise * felt.by_height[square]
                along = scale * gain
                moved = along * felt.by_east[square], along * felt.by_north[square], along * felt.by_height[square]
                lit = square == placement.square
                shown = along * field
                nothing = zero + minutes * drift + (values[_LIGHT_AT] if lit else 0.0)
                yield Sample(
                    square,
                    number,
                    (
                        (at, scale * field),
                        (at + 1, 1.0),
                        (at + 2, minutes),
                        (_STRENGTH_AT, self._polarity * gain * field),
                        (_RISES_AT + level, moved[2]),
                        (spot, moved[0]),
                        (spot + 1, moved[1]),
                        *(((_LIGHT_AT, 1.0),) if lit else ()),
                    ),
                    placement.fields[square] - shown - nothing,
                    placement.variance[square] + _FLOOR**2 + (_RELATIVE * shown) ** 2,
                    moved,
                    (along * across[square][0], along * across[square][1]),
                )

    @property
    def _rises(self) -> tuple[float, ...]:
        return tuple(self._values[_RISES_AT : _RISES_AT + LEVELS])

    def _result(self, model: FieldModel, bases: tuple[float, ...]) -> GainFit:
        gains = self._values[:_STRENGTH_AT:_OF_SENSOR]
        stood = sorted({each.square for each in self._placements if each.square not in each.deaf})
        levels = {each.level for each in self._placements if each.square not in each.deaf}
        mean = sum(abs(gains[square]) for square in stood) / len(stood) if stood else 1.0
        known = _raised(self._geometry, self._rises)
        feet = tuple(known.foot_height(level) for level in range(LEVELS))
        strength = self._values[_STRENGTH_AT] * mean
        fields = tuple(strength * disc_field(self._geometry.magnet, 0.0, foot) for foot in feet)
        columns = (*(_OF_SENSOR * square for square in stood), *range(_STRENGTH_AT, _LIGHT_AT))
        samples = tuple(self._samples(model, bases))
        error = FitError(self._equations(iter(samples)), samples, columns, len(self._placements))
        factor_errors = {square: error.of(_factor(gains, stood, mean, square)) for square in stood}
        spots = zip(self._values[_SPOTS_AT::2], self._values[_SPOTS_AT + 1 :: 2], strict=True)
        return GainFit(
            tuple(gain / mean if square in stood else 1.0 for square, gain in enumerate(gains)),
            tuple(factor_errors.get(square) for square in range(SQUARE_COUNT)),
            tuple(field if level in levels else None for level, field in enumerate(fields)),
            tuple(self._field_error(error, stood, feet, level) if level in levels else None for level in range(LEVELS)),
            feet,
            tuple(error.of(((_RISES_AT + level, 1.0),)) for level in range(LEVELS)),
            strength,
            sqrt(sum(hypot(*spot) ** 2 for spot in spots) / len(self._placements)),
        )

    def _field_error(self, error: FitError, stood: list[int], feet: tuple[float, ...], level: int) -> float:
        """How far off the field on a level is as a fraction, rms of all sensors by their gains."""
        magnet, foot = self._geometry.magnet, feet[level]
        steep = disc_field(magnet, 0.0, foot + 0.5) / disc_field(magnet, 0.0, foot - 0.5) - 1
        common = ((_STRENGTH_AT, 1 / self._values[_STRENGTH_AT]), (_RISES_AT + level, steep))
        errors = [
            error.of(((_OF_SENSOR * square, 1 / self._values[_OF_SENSOR * square]), *common), (square, steep))
            for square in stood
        ]
        return sqrt(sum(each**2 for each in errors) / len(errors))


def _factor(gains: list[float], stood: list[int], mean: float, square: int) -> list[tuple[int, float]]:
    """The slopes of a gain's factor, relative to it, by the gains."""
    return [
        (
            _OF_SENSOR * other,
            (1 / gains[square] if other == square else 0.0) - (1 if gains[other] > 0 else -1) / (mean * len(stood)),
        )
        for other in stood
    ]


def _raised(geometry: Geometry, rises: tuple[float, ...]) -> Geometry:
    """With the feet of workers on 0 to 3 blocks so much higher, as far as blocks can be."""
    feet = [max(_LOWEST, geometry.foot_height(level) + rise) for level, rise in enumerate(rises)]
    first, second, third = (max(_LOWEST, upper - lower) for lower, upper in pairwise(feet))
    return replace(geometry, gap=feet[0], block_heights=(first, second, third))


def _within(east: float, north: float) -> tuple[float, float]:
    off = hypot(east, north)
    return (east, north) if off <= _REACH else (east * _REACH / off, north * _REACH / off)

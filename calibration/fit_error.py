"""How far off the results of a calibration may be: what the measurements leave open, and what the fit cannot see.

No fit of a few dozen placements shows that a sensor lies half a millimetre too deep: it is taken for one that is more
sensitive. Nor does it show that a sensor or a magnet is tilted. Each such flaw shifts the results by so much; since
nobody knows the flaws of a board, their squares are added to those of the errors by noise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import radians, sqrt

from calibration.normal_equations import FactoredEquations, Slopes
from common.numbers import total
from hardware.board import SQUARE_COUNT

DISPLACED = 0.5
"""How far a sensor is from its place in each direction, in mm rms: few are more than 1 mm off."""
SENSOR_TILT = radians(1.3)
"""How far a sensor is tilted in each direction, rms: by 3 degrees at most."""
MAGNET_TILT = radians(0.9)
"""The same of a magnet: by 2 degrees at most."""

_OF_SENSOR = 5
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
            of_sensor, of_magnet = _OF_SENSOR * sample.sensor, _OF_SENSOR * SQUARE_COUNT + 2 * sample.placement
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
            shifts[_OF_SENSOR * sensor + _DEPTH] = -slope
        for column, slope in result:
            shifts = [shift + slope * each for shift, each in zip(shifts, self._shifts[column], strict=True)]
        flaws = total((shift * deviation) ** 2 for shift, deviation in zip(shifts, self._deviations, strict=True))
        return sqrt(max(0.0, noise) + flaws)

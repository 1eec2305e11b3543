"""The gains of all sensors, and the field under a worker on each level, from placements that are off by millimetres.

All placements are explained at once: each was some mm off its square's middle, the magnet is so strong, workers stand
so high on each level, and each sensor has its gain. Where a worker stood is told by its neighbours' sensors, so that
placing it badly costs little. That the gains are 1 on average and the magnet takes up the rest is a matter of
definition: a strong magnet and sensitive sensors look the same, to the table too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, sqrt

from calibration.rest_average import Fields
from common.numbers import dot
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel, Measured, disc_field
from hardware.geometry import Geometry

LEVELS = 4

_PLACING = 5.0
_GAIN = 0.15
_STRENGTH = 0.5
_RISES = (1.0, 2.0, 3.0, 4.0)
_FLOOR = 0.005
_RELATIVE = 0.005
_REACH = 20.0
_ROUNDS = 2
_STEPS = 8
_ENOUGH = 0.02
_LOWEST = 1.0


@dataclass(frozen=True, slots=True)
class MeasuredPlacement:
    """One worker stood on ``square`` on ``level`` blocks: the change of all fields in mT against the empty board, their
    variances, and the sensors that tell nothing of it (clipped ones, for a start)."""

    square: int
    level: int
    fields: Fields
    variance: Fields
    deaf: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GainFit:
    """What a board is found to be like.

    ``factors`` are the gains of the 25 sensors as factors of what was believed (1 for a sensor over which no worker was
    measured). ``fields`` are those right under the worker on 0 to 3 blocks in mT (None: not measured), ``feet`` how
    high it stands there above the sensors in mm, ``strength`` its magnet's strength as a factor. ``off`` is how far off
    the middle the placements were (mm rms), ``left`` the relative error that is left of the fields (rms, of those
    sensors over which a worker stood).
    """

    factors: Fields
    fields: Measured
    feet: tuple[float, ...]
    strength: float
    off: float
    left: float


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
        self._gains = self._first_gains()
        self._spots = [(0.0, 0.0)] * len(placements)
        self._strength = 1.0
        self._rises = [0.0] * LEVELS

    def _first_gains(self) -> list[float]:
        """A sensor that is upside down has a gain below 0, and no small step leads there."""
        gains = [1.0] * SQUARE_COUNT
        for placement in self._placements:
            square = placement.square
            if square not in placement.deaf and placement.fields[square] * self._polarity < 0:
                gains[square] = -1.0
        return gains

    def run(self) -> GainFit:
        signs = tuple(self._gains)
        for _ in range(_ROUNDS):
            # The fields are not linear in the height: the tables are computed again for the heights found.
            bases = tuple(self._rises)
            model = FieldModel(_raised(self._geometry, bases))
            for _ in range(_STEPS):
                if self._step(model, bases, signs) < _ENOUGH:
                    break
        return self._told()

    def _step(self, model: FieldModel, bases: tuple[float, ...], signs: tuple[float, ...]) -> float:
        """One step of all unknowns (25 gains, strength, rises, then two for each placement); its size."""
        strength_at, rises_at, spots_at = SQUARE_COUNT, SQUARE_COUNT + 1, SQUARE_COUNT + 1 + LEVELS
        equations = NormalEquations(spots_at + 2 * len(self._placements))
        for square, (gain, sign) in enumerate(zip(self._gains, signs, strict=True)):
            equations.add(((square, 1.0),), sign - gain, _GAIN**2)
        equations.add(((strength_at, 1.0),), 1.0 - self._strength, _STRENGTH**2)
        for level, deviation in enumerate(_RISES):
            equations.add(((rises_at + level, 1.0),), -self._rises[level], deviation**2)
        for number, placement in enumerate(self._placements):
            east, north = self._spots[number]
            x, y = self._geometry.centre(placement.square)
            felt = model.felt(x + east, y + north, placement.level)
            rise = self._rises[placement.level] - bases[placement.level]
            scale = self._polarity * self._strength
            at = spots_at + 2 * number
            equations.add(((at, 1.0),), -east, _PLACING**2)
            equations.add(((at + 1, 1.0),), -north, _PLACING**2)
            for square in self._geometry.squares:
                if square in placement.deaf:
                    continue
                gain, field = self._gains[square], felt.fields[square] + rise * felt.by_height[square]
                along = scale * gain
                shown = along * field
                slopes = (
                    (square, scale * field),
                    (strength_at, self._polarity * gain * field),
                    (rises_at + placement.level, along * felt.by_height[square]),
                    (at, along * felt.by_east[square]),
                    (at + 1, along * felt.by_north[square]),
                )
                allowed = placement.variance[square] + _FLOOR**2 + (_RELATIVE * shown) ** 2
                equations.add(slopes, placement.fields[square] - shown, allowed)
        steps = equations.solved()
        self._gains = [gain + step for gain, step in zip(self._gains, steps, strict=False)]
        self._strength = max(0.05, self._strength + steps[strength_at])
        self._rises = [rise + steps[rises_at + level] for level, rise in enumerate(self._rises)]
        self._spots = [
            _within(east + steps[spots_at + 2 * number], north + steps[spots_at + 2 * number + 1])
            for number, (east, north) in enumerate(self._spots)
        ]
        return max(map(abs, steps))

    def _told(self) -> GainFit:
        stood = {each.square for each in self._placements if each.square not in each.deaf}
        measured = {each.level for each in self._placements if each.square not in each.deaf}
        mean = sum(abs(self._gains[square]) for square in stood) / len(stood) if stood else 1.0
        known = _raised(self._geometry, tuple(self._rises))
        feet = tuple(known.foot_height(level) for level in range(LEVELS))
        strength = self._strength * mean
        fields = tuple(
            strength * disc_field(self._geometry.magnet, 0.0, feet[level]) if level in measured else None
            for level in range(LEVELS)
        )
        return GainFit(
            tuple(gain / mean if square in stood else 1.0 for square, gain in enumerate(self._gains)),
            fields,
            feet,
            strength,
            sqrt(sum(hypot(*spot) ** 2 for spot in self._spots) / len(self._spots)),
            self._left(known),
        )

    def _left(self, known: Geometry) -> float:
        model = FieldModel(known)
        errors = []
        for (east, north), placement in zip(self._spots, self._placements, strict=True):
            square = placement.square
            if square not in placement.deaf:
                x, y = self._geometry.centre(square)
                field = model.felt(x + east, y + north, placement.level).fields[square]
                shown = self._polarity * self._strength * self._gains[square] * field
                errors.append(placement.fields[square] / shown - 1 if shown else 1.0)
        return sqrt(sum(error**2 for error in errors) / len(errors)) if errors else 0.0


def _raised(geometry: Geometry, rises: tuple[float, ...]) -> Geometry:
    """With the feet of workers on 0 to 3 blocks so much higher, as far as blocks can be."""
    feet = [max(_LOWEST, geometry.foot_height(level) + rise) for level, rise in enumerate(rises)]
    first, second, third = (max(_LOWEST, upper - lower) for lower, upper in pairwise(feet))
    return replace(geometry, gap=feet[0], block_heights=(first, second, third))


def _within(east: float, north: float) -> tuple[float, float]:
    off = hypot(east, north)
    return (east, north) if off <= _REACH else (east * _REACH / off, north * _REACH / off)


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

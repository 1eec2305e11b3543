"""What came of a calibration: the new calibration, the fields on each height, and what is wrong with sensors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from math import sqrt

from common.message import Message
from common.numbers import dot
from hardware.board import SQUARE_COUNT
from hardware.calibration import Calibration
from hardware.field_model import Measured, disc_field
from hardware.geometry import Geometry
from perception.calibration.gain_fit import GAIN_SPREAD, LEVELS, GainFit, MeasuredPlacement, fitted_gains
from perception.calibration.procedure import message, names_of
from perception.calibration.rest_average import SensorAverages

# ---- placement plan
#
# Where a worker is placed for a calibration, and in which order: as few placements as are enough.
# The gain of a sensor shows only when a magnet is over it, so each square has a placement, all on the same height.
# Two blocks are best: a worker on one block has a stronger field, but there a millimetre off the middle changes the
# field under it three times as much, and the sensors around feel least of its position. Only a small magnet is too
# faint on two. The fields on the other heights are alike on all squares, so a few placements are enough: more of them
# do not make the fields known better, since sensors that are displaced and tilted limit that.


FAINT = 0.8
"""The least field in mT that still gives a gain to a percent."""


@dataclass(frozen=True, slots=True, order=True)
class PlannedPlacement:
    """A worker on a square, on so many blocks."""

    square: int
    level: int


def main_level(geometry: Geometry) -> int:
    """How many blocks the worker stands on whose field gives the gains."""
    return 2 if disc_field(geometry.magnet, 0.0, geometry.foot_height(2)) >= FAINT else 1


@cache
def placements_of(geometry: Geometry) -> tuple[PlannedPlacement, ...]:
    """Every placement in its order: all squares along the ranks, to and fro, then three squares on each other height,
    the ground last."""
    main = main_level(geometry)
    size = geometry.size
    ranks = [[5 * rank + file for file in range(size)] for rank in range(size)]
    every = [square for rank in ranks for square in (rank if rank[0] % 2 == 0 else reversed(rank))]
    few = (5 + 1, 5 * (size - 2) + 1, 5 * (size // 2) + size - 2)
    others = [level for level in (1, 2, 3, 0) if level != main]
    return (
        *(PlannedPlacement(square, main) for square in every),
        *(PlannedPlacement(square, level) for level in others for square in few),
    )


# ---- calibration result


WEAK, STRONG = 0.6, 1.6
"""No good sensor's gain is further from that of the others; then it is another type, or half broken."""
REPORTED_HEIGHT = 0.7
"""The least difference of a height from the board file's, in mm, that is reported."""
REPORTED_ERRORS = 2.0
"""The same in standard errors of the height."""


class SensorTroubleKind(StrEnum):
    """What is wrong with a sensor: at the end of its range with nothing over it, far louder than the others, deaf to a
    worker over it, with far less or far more gain than the others, mounted upside down (which the calibration makes up
    for), or simply left out by the person."""

    ENDED = "ended"
    NOISY = "noisy"
    SILENT = "silent"
    WEAK = "weak"
    STRONG = "strong"
    UPSIDE_DOWN = "upside_down"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class SensorFinding:
    """Something about the sensor of a square."""

    square: int
    trouble: SensorTroubleKind


def finding_messages(findings: Iterable[SensorFinding]) -> tuple[Message, ...]:
    """Findings in words, a sentence for each trouble."""
    squares: dict[SensorTroubleKind, set[int]] = {trouble: set() for trouble in SensorTroubleKind}
    for finding in findings:
        squares[finding.trouble].add(finding.square)
    return tuple(
        message(f"finding.{trouble}", squares=names_of(having)) for trouble, having in squares.items() if having
    )


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """The result: the calibration to store, and for the board file the fields in mT right under a worker on 0 to 3
    blocks (``measured``; None: not measured, as where the sensors are at their end) and how high above the sensors it
    stood there (``feet``, in mm).

    ``field_errors`` and ``feet_errors`` are the standard errors of these: how far off a sensor may be, as a fraction,
    that is read by its gain and the field of this level, and in mm. ``zero_shift`` (mT) and ``gain_spread`` (a
    fraction) are by how much zeros and gains were off until now, ``gain_error`` the standard error of the new gains (a
    fraction), ``off`` how far off the middle in mm the worker was put: all root mean squares. ``strength`` is the
    magnet's, as a factor of the board file's.
    """

    calibration: Calibration
    measured: Measured
    field_errors: Measured
    feet: tuple[float, ...]
    feet_errors: tuple[float, ...]
    strength: float
    zero_shift: float
    gain_spread: float
    gain_error: float
    off: float
    findings: tuple[SensorFinding, ...]


def calibrated(  # noqa: PLR0913 - what a calibration is made from
    geometry: Geometry,
    believed: Calibration,
    zero: SensorAverages,
    *,
    polarity: int,
    placements: tuple[MeasuredPlacement, ...],
    found: tuple[SensorFinding, ...],
) -> CalibrationResult:
    """Work out the result of what was measured with the calibration ``believed`` until now."""
    useless = {each.square for each in found if each.trouble in {SensorTroubleKind.ENDED, SensorTroubleKind.SILENT}}
    squares = [square for square in geometry.squares if square not in useless]
    gains = fitted_gains(geometry, polarity, placements) if placements else _nothing_measured(geometry)
    factors = gains.factors
    offsets, new_gains = list(believed.offsets), list(believed.gains)
    for square in squares:
        offsets[square] += believed.gains[square] * zero.means[square]
        new_gains[square] *= factors[square]
    judged = [SensorFinding(square, trouble) for square in squares if (trouble := _judged(factors[square])) is not None]
    return CalibrationResult(
        replace(believed, offsets=tuple(offsets), gains=tuple(new_gains)),
        gains.fields,
        gains.field_errors,
        gains.feet,
        gains.feet_errors,
        gains.strength,
        _rms([zero.means[square] for square in squares]),
        _rms([abs(factors[square]) - 1 for square in squares]),
        _rms([each for each in gains.factor_errors if each is not None]) or GAIN_SPREAD,
        gains.off,
        (*found, *judged),
    )


def _nothing_measured(geometry: Geometry) -> GainFit:
    feet = tuple(geometry.foot_height(level) for level in range(LEVELS))
    nothing = (None,) * LEVELS
    return GainFit((1.0,) * SQUARE_COUNT, (None,) * SQUARE_COUNT, nothing, nothing, feet, (0.0,) * LEVELS, 1.0, 0.0)


def _judged(factor: float) -> SensorTroubleKind | None:
    if factor < 0:
        return SensorTroubleKind.UPSIDE_DOWN
    if factor < WEAK:
        return SensorTroubleKind.WEAK
    return SensorTroubleKind.STRONG if factor > STRONG else None


def summary_of(result: CalibrationResult) -> Message:
    """The result in one sentence."""
    return message(
        "calibrate.result",
        zero=f"{result.zero_shift:.2f}",
        gain=f"{100 * result.gain_spread:.1f}",
        left=f"{100 * result.gain_error:.1f}",
    )


def notes_of(result: CalibrationResult, geometry: Geometry) -> tuple[Message, ...]:
    """What else there is to say: the fields on each height, heights that differ from the board file, and findings."""
    missing = [str(level) for level, field in enumerate(result.measured) if field is None]
    notes = [message("calibrate.no_field", levels=", ".join(missing))] if missing else []
    notes += [
        message("calibrate.field", level=level, field=f"{field:.3g}", error=f"{100 * error:.1f}")
        for level, (field, error) in enumerate(zip(result.measured, result.field_errors, strict=True))
        if field is not None and error is not None
    ]
    if any(field is not None for field in result.measured):
        notes.append(message("calibrate.depth", level=main_level(geometry)))
    for level in range(1, LEVELS):
        stated, found, error = geometry.foot_height(level), result.feet[level], result.feet_errors[level]
        if result.measured[level] is not None and abs(stated - found) > max(REPORTED_HEIGHT, REPORTED_ERRORS * error):
            says = {"found": f"{found:.1f}", "error": f"{error:.1f}", "told": f"{stated:.1f}"}
            notes.append(message("calibrate.height", level=level, **says))
    return (*notes, *finding_messages(result.findings))


def _rms(values: list[float]) -> float:
    return sqrt(dot(values, values) / len(values)) if values else 0.0

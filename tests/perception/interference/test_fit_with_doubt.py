"""A magnet beside the board is fitted with the doubt that it causes: sensors that lean feel near it what no fit
explains."""

from __future__ import annotations

from math import log

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from perception.arrangements import Reading, ReferenceReading
from perception.counted_work import WorkCount
from perception.fitting.dipole_fit import DipoleFit, dipole, fit_basis, sideways
from perception.fitting.residual import NOTHING, Fields
from perception.interference.interference_fit import (
    FitSetting,
    WeightedResidual,
    unsure_of_dipole,
    with_doubt,
)
from tests.perception.landings import GEOMETRY

CENTRES = tuple(GEOMETRY.centre(square) for square in range(SQUARE_COUNT))
STRONG = 2_000_000.0
WEIGHTS = (1700.0,) * SQUARE_COUNT
SPOT, MOMENT = (250.0, 60.0, 25.0), (900_000.0, -700_000.0, -400_000.0)
"""A speaker east of the board that points at it: most of its field there is horizontal."""
LEAN = 0.035
"""How much a sensor leans, in radians: two degrees."""


def speaker() -> DipoleFit:
    return DipoleFit(0.0, MOMENT, dipole(SPOT, CENTRES))


def shown(seed: int) -> WeightedResidual:
    """What sensors that lean by chance feel of the speaker."""
    chance = seeded("lean", seed)
    fields = tuple(
        field + chance.uniform(-LEAN, LEAN) * across + chance.gauss(0.0, 0.01)
        for field, across in zip(speaker().fields, sideways(SPOT, MOMENT, CENTRES), strict=True)
    )
    return residual(fields)


def residual(fields: Fields) -> WeightedResidual:
    empty = ReferenceReading(Reading(NOTHING, count=50), ())
    return WeightedResidual(Reading(fields, count=50), empty, fields, WEIGHTS)


def setting() -> FitSetting:
    return FitSetting(CENTRES, STRONG, WorkCount())


@pytest.mark.parametrize("seed", range(5))
def test_the_gain_counts_the_doubt_of_every_sensor(seed: int) -> None:
    given = shown(seed)
    found = with_doubt(given, SPOT, speaker(), setting())((240.0, 70.0, 30.0))
    unsure = unsure_of_dipole((240.0, 70.0, 30.0), found, CENTRES)
    gain = 0.0
    for weight, field, explained, own in zip(WEIGHTS, given.fields, found.fields, unsure, strict=True):
        variance = 1 / weight + own * own
        gain += field**2 * weight - (field - explained) ** 2 / variance - log(variance * weight)
    assert found.gain == pytest.approx(gain / 2)


def test_a_faint_magnet_causes_no_doubt() -> None:
    faint = tuple(0.1 * each for each in MOMENT)
    given = residual(tuple(0.1 * field for field in speaker().fields))
    about = DipoleFit(0.0, faint, dipole(SPOT, CENTRES))
    plain = fit_basis(given.fields, WEIGHTS, dipole(SPOT, CENTRES), (STRONG,) * 3)
    assert with_doubt(given, SPOT, about, setting())(SPOT) == plain

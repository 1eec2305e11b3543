"""Several magnets fitted together: each is found although the fields of the others lie over its own."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT
from perception.arrangements import MagnetInHand, PlacedMagnet
from perception.counted_work import run_to_end
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import HandFit, JointFit, Member, SquareModel
from perception.recognition.scoring import absolute_residual
from tests.perception.exact_readings import magnet, reading
from tests.perception.landings import recogniser

NOISE = NoiseModel()
JOINT = JointFit(SquareModel(recogniser().model, NOISE), HandFit(recogniser().model))
EVERYWHERE = frozenset(range(SQUARE_COUNT))
NEIGHBOURS = (magnet(12, 0, 1, 3.0, 0.0), magnet(13, 1, -1, 0.0, -4.0))


def test_neighbours_are_found_together() -> None:
    residual = absolute_residual(reading(*NEIGHBOURS), NOISE, EVERYWHERE)
    fit = run_to_end(JOINT.fit(residual, [PlacedMagnet(each.standing) for each in NEIGHBOURS], {}, near=False))
    assert [(each.east, each.north) for each in fit.placed] == [
        pytest.approx((3.0, 0.0), abs=1.0),
        pytest.approx((0.0, -4.0), abs=2.0),
    ]
    assert fit.misfit < 10.0
    assert fit.likelihood > residual.null_likelihood


def test_a_standing_and_a_held_magnet_are_found_together() -> None:
    hand = MagnetInHand(-1, 130.0, 40.0, 60.0)
    residual = absolute_residual(reading(magnet(6, 1), hands=(hand,)), NOISE, EVERYWHERE)
    start: list[Member] = [PlacedMagnet(magnet(6, 1).standing), MagnetInHand(-1, 125.0, 45.0, 65.0)]
    fit = run_to_end(JOINT.fit(residual, start, {}, near=False))
    (held,) = fit.hands
    assert (held.east, held.north, held.height) == pytest.approx((130.0, 40.0, 60.0), abs=4.0)
    assert [each.standing for each in fit.placed] == [magnet(6, 1).standing]


def test_nothing_fitted_is_the_residual_itself() -> None:
    residual = absolute_residual(reading(magnet(6, 1)), NOISE, EVERYWHERE)
    fit = run_to_end(JOINT.fit(residual, [], {}, near=False))
    assert (fit.likelihood, fit.misfit) == (residual.null_likelihood, residual.misfit)


def test_the_fields_that_were_measured_come_nearer_to_the_reading_than_the_model() -> None:
    measured = reading(*NEIGHBOURS)
    stronger = tuple(1.04 * value if sensor == 12 else value for sensor, value in enumerate(measured.fields))
    residual = absolute_residual(type(measured)(stronger, measured.clipped, measured.count), NOISE, EVERYWHERE)
    fit = run_to_end(JOINT.fit(residual, [PlacedMagnet(each.standing) for each in NEIGHBOURS], {}, near=False))
    known = fit.read(residual)
    shown = sum(each.fields[12] for each in known)
    modelled = sum(trial.fields[12] for _, trial in fit.members)
    assert abs(shown - stronger[12]) < abs(modelled - stronger[12])
    assert all(value >= 0.0 for each in known for value in each.variance)

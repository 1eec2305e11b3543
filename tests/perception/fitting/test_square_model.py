"""A magnet on a square: its fields, its best position, and the bound that dismisses it."""

from __future__ import annotations

import pytest

from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.counted_work import run_to_end
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import SquareModel
from perception.fitting.residual import Residual
from perception.recognition.limits import SURE
from perception.recognition.scoring import absolute_residual
from tests.perception.exact_readings import magnet, reading
from tests.perception.landings import recogniser

NOISE = NoiseModel()
SQUARES = SquareModel(recogniser().model, NOISE)


def residual_of(*placed: PlacedMagnet) -> Residual:
    return absolute_residual(reading(*placed), NOISE, frozenset(range(25)))


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("polarity", [1, -1])
def test_a_magnet_off_the_middle_is_found_where_it_stands(level: int, polarity: int) -> None:
    there = magnet(12, level, polarity, 4.0, -3.0)
    found, trial = run_to_end(SQUARES.fit(residual_of(there), PlacedMagnet(there.standing), near=False))
    assert (found.east, found.north) == pytest.approx((4.0, -3.0), abs=1.0 + level)
    assert trial.misfit < 5.0


def test_no_hypothesis_near_the_best_is_dismissed() -> None:
    residual = residual_of(magnet(12, 1, 1, 5.0, 5.0))
    standing = [StandingMagnet(square, level, 1) for square in range(25) for level in range(4)]
    likelihoods = [run_to_end(SQUARES.fit(residual, PlacedMagnet(each), near=False))[1].likelihood for each in standing]
    floor = max(likelihoods) - SURE
    near = [each for each, likelihood in zip(standing, likelihoods, strict=True) if likelihood > floor]
    assert StandingMagnet(12, 1, 1) in near
    assert all(SQUARES.bound(residual, frozenset({each}), floor) is not None for each in near)
    dismissed = [each for each in standing if SQUARES.bound(residual, frozenset({each}), floor) is None]
    assert len(dismissed) > 80


def test_a_magnet_far_from_the_field_is_dismissed_without_a_fit() -> None:
    residual = residual_of(magnet(12, 0))
    here, there = (frozenset({StandingMagnet(square, 0, 1)}) for square in (12, 4))
    floor = residual.null_likelihood + 100.0
    assert SQUARES.bound(residual, here, floor) is not None
    assert SQUARES.bound(residual, there, floor) is None


def test_measured_fields_come_before_those_of_the_model() -> None:
    modelled = magnet(12, 1)
    measured = PlacedMagnet(modelled.standing, fields=(0.5,) * 25, variance=(0.01,) * 25)
    assert SQUARES.pattern(measured) == ((0.5,) * 25, (0.01,) * 25)
    fields, variance = SQUARES.pattern(measured.modelled)
    assert fields == pytest.approx(reading(modelled).fields, abs=0.1)
    assert variance == pytest.approx(tuple((NOISE.gain * value) ** 2 for value in fields))


def test_a_start_nearby_stays_nearby() -> None:
    start = magnet(12, 1, 1, 4.0, 0.0)
    found, _ = run_to_end(SQUARES.fit(residual_of(start), start, near=True))
    assert (found.east, found.north) == pytest.approx((4.0, 0.0), abs=1.0)


def test_the_height_of_a_worker_is_less_certain_on_a_tower() -> None:
    assert [NOISE.rise(level) for level in range(3)] == pytest.approx([0.7, 1.3, 1.9])

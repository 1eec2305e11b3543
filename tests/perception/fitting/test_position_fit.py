"""One magnet compared with a residual: its step, its priors, and what the reading says about each parameter."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT
from perception.fitting.residual import BOUNDLESS, FitTrial, PositionPrior, Residual, held_trial, standing_trial, within
from tests.perception.landings import recogniser

MODEL = recogniser().model
PRIOR = PositionPrior((0.0, 0.0, 1.0, 0.0), (5.0, 5.0, 0.05, 0.7), 0.07)
HAND = PositionPrior((90.0, 90.0, 110.0), (100.0, 100.0, 35.0), 0.08)
VARIANCE = (0.0009,) * SQUARE_COUNT
HERE = MODEL.geometry.centre(12)


def trial(
    east: float, north: float, *, at: tuple[float, float] = (0.0, 0.0), polarity: int = 1, variance: float = 0.0009
) -> FitTrial:
    """A magnet on c3 that is tried ``east`` and ``north`` of the middle, while it stands ``at`` a position."""
    truth = MODEL.felt(HERE[0] + at[0], HERE[1] + at[1], 1).fields
    residual = Residual(tuple(polarity * value for value in truth), (variance,) * SQUARE_COUNT, ())
    felt = MODEL.felt(HERE[0] + east, HERE[1] + north, 1)
    return standing_trial(residual, felt, polarity, (east, north, 1.0, 0.0), PRIOR)


@pytest.mark.parametrize("polarity", [1, -1])
def test_at_the_true_position_no_step_is_left(polarity: int) -> None:
    found = trial(0.0, 0.0, polarity=polarity)
    assert found.misfit == pytest.approx(0.0, abs=1e-9)
    assert found.step == pytest.approx((0.0, 0.0, 0.0, 0.0), abs=1e-6)
    assert found.predicted_gain == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("polarity", [1, -1])
def test_a_step_leads_towards_the_true_position(polarity: int) -> None:
    off = trial(0.0, 0.0, at=(2.0, -1.0), polarity=polarity)
    assert off.step[0] == pytest.approx(2.0, abs=0.5)
    assert off.step[1] == pytest.approx(-1.0, abs=0.5)
    better = trial(off.step[0], off.step[1], at=(2.0, -1.0), polarity=polarity)
    assert better.cost < off.cost
    assert better.likelihood > off.likelihood


def test_the_prior_is_the_squared_deviation_from_the_means() -> None:
    assert PRIOR.cost((0.0, 0.0, 1.0, 0.0)) == 0.0
    assert PRIOR.cost((5.0, -5.0, 1.05, 0.7)) == pytest.approx(4.0)
    assert trial(5.0, 0.0).prior == pytest.approx(1.0)


def test_noisy_sensors_leave_more_of_the_parameters_unknown() -> None:
    exact, noisy = trial(0.0, 0.0), trial(0.0, 0.0, variance=0.25)
    assert max(exact.parameter_variance) < max(noisy.parameter_variance)
    assert exact.log_information > noisy.log_information


def test_a_clipped_sensor_pulls_only_while_the_field_is_too_small() -> None:
    felt = MODEL.felt(*HERE, 1)
    size = abs(felt.fields[12])
    variance = tuple(BOUNDLESS if sensor == 12 else each for sensor, each in enumerate(VARIANCE))
    for bound, is_short in ((size - 1.0, False), (size + 3.0, True)):
        change = tuple(0.0 if sensor == 12 else value for sensor, value in enumerate(felt.fields))
        residual = Residual(change, variance, ((12, 1.0, bound, 0.0, 0.0009),))
        found = standing_trial(residual, felt, 1, (0.0, 0.0, 1.0, 0.0), PRIOR)
        assert (found.misfit > 1.0) is is_short


@pytest.mark.parametrize("polarity", [1, -1])
def test_a_held_magnet_is_compared_in_the_same_way(polarity: int) -> None:
    place = (80.0, 100.0, 60.0)
    fields = tuple(polarity * value for value in MODEL.held(*place).fields)
    residual = Residual(fields, VARIANCE, ())
    assert held_trial(residual, MODEL.held(*place), polarity, place, HAND).misfit == pytest.approx(0.0, abs=1e-9)
    away = (84.0, 100.0, 60.0)
    assert held_trial(residual, MODEL.held(*away), polarity, away, HAND).step[0] == pytest.approx(-4.0, abs=1.5)


def test_a_position_is_brought_back_to_the_reach() -> None:
    assert within(3.0, 4.0, 5.0) == (3.0, 4.0)
    assert within(6.0, 8.0, 5.0) == pytest.approx((3.0, 4.0))

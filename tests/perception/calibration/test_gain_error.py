"""What a calibration says of its own errors is true, on boards whose flaws it cannot see."""

from __future__ import annotations

import pytest

from tests.perception.calibration.true_errors import Accuracy, accuracy
from tests.perception.calibration.uneven_board import Flaws

FEW, SOME, MANY = range(1000, 1002), range(1000, 1005), range(1000, 1300)


def is_honest(found: Accuracy) -> bool:
    """Whether errors are as large as stated, and as often within that as a normal distribution has them."""
    within = found.gains.covered(1.0), found.gains.covered(2.0)
    similar = [0.75 < errors.rms_stated / errors.rms < 1.35 for errors in (found.gains, *found.fields)]
    return 0.62 < within[0] < 0.78 and within[1] > 0.94 and all(similar)


def test_the_error_that_is_stated_is_the_true_one() -> None:
    found = accuracy(Flaws(), SOME)
    assert is_honest(found)
    assert found.gains.rms < 0.034
    assert found.fields[1].rms < 0.03, "on two blocks, where the gains are measured"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("placement", [3.0, 5.0])
def test_the_error_that_is_stated_is_the_true_one_on_hundreds_of_boards(placement: float) -> None:
    found = accuracy(Flaws(placement=placement), MANY)
    assert is_honest(found)
    assert all(errors.covered(2.0) > 0.9 for errors in (*found.fields, *found.feet))


@pytest.mark.parametrize("boards", [FEW, pytest.param(range(1000, 1030), marks=pytest.mark.slow)], ids=len)
def test_a_drifting_zero_is_not_taken_for_a_field(boards: range) -> None:
    still, drifting = accuracy(Flaws(drift=0.0), boards), accuracy(Flaws(drift=0.04), boards)
    for errors, others in zip(drifting.fields, still.fields, strict=True):
        assert errors.rms < 1.25 * others.rms


@pytest.mark.parametrize("boards", [FEW, pytest.param(range(1000, 1030), marks=pytest.mark.slow)], ids=len)
def test_without_flaws_the_gains_are_those_of_the_sensors(boards: range) -> None:
    ideal = Flaws(displaced=0.0, sensor_tilt=0.0, magnet_tilt=0.0, drift=0.0, light=0.0, noise=0.005)
    found = accuracy(ideal, boards)
    assert found.gains.rms < 0.006
    assert found.gains.rms_stated > 0.02, "nothing shows that the board has none"

"""The baseline follows slow drift where no magnet is near, and takes up interference and gives it up again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading, ReferenceReading
from perception.fitting.limits import NoiseModel
from perception.fitting.residual import BOUNDLESS
from perception.sensors.baseline import Baseline, empty_board_reference, with_added_fields
from perception.sensors.drift import DriftFollower, ZeroSteps, following_drift, has_stepped
from perception.sensors.limits import FASTEST_DRIFT
from perception.sensors.sensor_filter import SensorFilter
from tests.perception.exact_readings import arrangement, magnet, reading
from tests.perception.landings import recogniser

EVEN = (0.4,) * SQUARE_COUNT
UNSURE = (0.06,) * SQUARE_COUNT
OFF = Reading((0.1,) * SQUARE_COUNT, count=50)


def baseline() -> Baseline:
    return Baseline(recogniser().model)


def test_a_baseline_follows_a_drift_step_by_step() -> None:
    zero = baseline()
    for _ in range(4):
        zero.follow(OFF, ())
    assert zero.felt((), 12) == pytest.approx(4 * FASTEST_DRIFT)
    assert zero.corrected(OFF).fields[12] == pytest.approx(0.1 - 4 * FASTEST_DRIFT)


def test_a_baseline_is_not_followed_near_a_magnet() -> None:
    zero, placed = baseline(), magnet(12, 2)
    shown = reading(placed)
    zero.follow(Reading(tuple(value + 0.1 for value in shown.fields), shown.clipped, 50), (placed,))
    moved = [square for square in range(SQUARE_COUNT) if zero.felt((), square)]
    assert moved == []
    zero.follow(OFF, (magnet(0, 2),))
    assert {square for square in range(SQUARE_COUNT) if not zero.felt((), square)} == {0, 1, 2, 5, 6, 7, 10, 11, 12}


def test_a_failing_sensor_is_not_followed() -> None:
    zero = baseline()
    zero.follow(OFF.without(frozenset({12})), ())
    assert zero.felt((), 12) == 0.0
    assert zero.felt((), 13) == pytest.approx(FASTEST_DRIFT)


def test_interference_is_subtracted_and_leaves_doubt() -> None:
    zero = baseline()
    zero.add(EVEN, UNSURE)
    corrected = zero.corrected(Reading(EVEN, count=50))
    assert corrected.fields == (0.0,) * SQUARE_COUNT
    assert corrected.extra_variance == pytest.approx((0.06**2,) * SQUARE_COUNT)
    assert zero.interference_fields == EVEN


def test_interference_that_is_taken_back_is_none() -> None:
    zero = baseline()
    zero.add(EVEN, UNSURE)
    zero.add(tuple(-value for value in EVEN), UNSURE)
    assert not any(zero.interference_fields)
    assert zero.corrected(Reading(EVEN, count=50)) == Reading(EVEN, count=50)


def test_what_is_left_of_interference_that_is_taken_back_is_doubtful() -> None:
    zero = baseline()
    zero.add(EVEN, UNSURE)
    zero.add((-0.37,) * SQUARE_COUNT, UNSURE)
    assert not any(zero.interference_fields)
    corrected = zero.corrected(Reading(EVEN, count=50))
    assert corrected.fields == pytest.approx((0.37,) * SQUARE_COUNT)
    assert corrected.extra_variance == pytest.approx((0.03**2,) * SQUARE_COUNT)


@pytest.mark.parametrize(("shown", "remains"), [(0.4, 0.4), (0.0, 0.0)])
def test_interference_is_dropped_once_a_reading_shows_it_no_more(shown: float, remains: float) -> None:
    zero = baseline()
    zero.add(EVEN, UNSURE)
    zero.drop_interference_if_gone(Reading((shown,) * SQUARE_COUNT, count=50), ())
    assert any(zero.interference_fields) is (remains > 0.0)
    assert zero.felt((), 12) == pytest.approx(remains)


def test_what_an_exchanged_sensor_reads_too_much_is_measured_where_less_is_felt() -> None:
    zero, placed = baseline(), magnet(1, 1)
    shown = tuple(zero.felt((placed,), square) + {1: 9.0, 24: -0.3}.get(square, 0.0) for square in range(SQUARE_COUNT))
    assert zero.exchanged(Reading(shown, count=50), (placed,), 1, 24) == pytest.approx(0.3)


def test_a_reference_follows_drift_no_faster_than_a_baseline() -> None:
    before = ReferenceReading(Reading((0.0,) * SQUARE_COUNT, count=50), ())
    assert following_drift(before, OFF).reading.fields == (FASTEST_DRIFT,) * SQUARE_COUNT


def test_a_worker_that_rocked_as_it_came_down_is_known_as_it_stands_now() -> None:
    """It was read from its first frames, some of them a little weaker."""
    stood, board = magnet(12, 1), Baseline(recogniser().model)
    sensors = SensorFilter(tuple(range(SQUARE_COUNT)), NoiseModel())
    follower = DriftFollower(sensors, board, ZeroSteps(recogniser().model, NoiseModel()), period=1000)
    calm = reading(stood)
    rocks = replace(calm, fields=tuple(value * (1 - 0.02 * (at == 12)) for at, value in enumerate(calm.fields)))
    chance = seeded("rocks")

    def show(shown: Reading, ms: int) -> None:
        for _ in range(0, ms, 20):
            now = sensors.at + 20
            sensors.feed(Frame(now, now // 20, tuple(chance.gauss(value, 0.01) for value in shown.fields)))

    show(rocks, 140)
    follower.decoded()
    known: ReferenceReading | None = ReferenceReading(sensors.reading(), (stood,))
    assert abs(sensors.reading().fields[12] - calm.fields[12]) > 0.05
    for _ in range(20):
        show(calm, 20)
        known = follower.follow(known, arrangement(stood), arrangement(stood))
    assert known is not None
    assert known.reading.fields[12] == pytest.approx(calm.fields[12], abs=0.02)


def test_fields_added_to_a_reference_are_partly_unknown() -> None:
    added = with_added_fields(empty_board_reference((0.06,) * SQUARE_COUNT), EVEN, (0.2,) * SQUARE_COUNT)
    assert added.reading.fields == EVEN
    assert added.reading.extra_variance == pytest.approx((0.06**2 + 0.2**2,) * SQUARE_COUNT)
    assert added.besides == EVEN


def test_a_step_is_more_than_noise_explains() -> None:
    before = Reading((0.0,) * SQUARE_COUNT, count=50)
    assert not has_stepped(before, Reading((0.02,) * SQUARE_COUNT, count=50), 0.03)
    stepped = Reading(tuple(0.1 if square == 7 else 0.0 for square in range(SQUARE_COUNT)), count=50)
    assert has_stepped(before, stepped, 0.03)
    assert not has_stepped(before, stepped.without(frozenset({7})), 0.03)
    assert BOUNDLESS in stepped.without(frozenset({7})).extra_variance

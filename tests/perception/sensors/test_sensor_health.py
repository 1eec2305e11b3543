"""Evidence against a sensor adds up, and one that works again is believed again."""

from __future__ import annotations

from random import Random

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading
from perception.findings import SensorFault, SensorTrouble
from perception.fitting.residual import BOUNDLESS
from perception.sensors.limits import FORGIVEN
from perception.sensors.movement import SensorStatistics
from perception.sensors.sensor_filter import SensorHealth, rewired

SENSOR = 12


def statistics(*, frozen: float | None = None, frames: int = 120) -> tuple[SensorStatistics, Reading]:
    """Sensors with noise, all but one that may be frozen, and the last reading of them."""
    chance = Random("noise")  # noqa: S311 - simulated noise, no secret
    found = SensorStatistics(tuple(range(SQUARE_COUNT)), 0.03)
    fields: tuple[float, ...] = ()
    for number in range(frames):
        fields = tuple(chance.gauss(0.0, 0.03) for _ in range(SQUARE_COUNT))
        if frozen is not None:
            fields = (*fields[:SENSOR], frozen, *fields[SENSOR + 1 :])
        found.feed(Frame(20 * number, number, fields))
    return found, Reading(fields)


def watched_at(at: int, *, frozen: float | None = None) -> tuple[SensorStatistics, Frame]:
    """The same, with the last reading as a frame at this time in ms."""
    found, reading = statistics(frozen=frozen)
    return found, Frame(at, 0, reading.fields)


@pytest.mark.parametrize(("field", "trouble"), [(0.0, SensorTrouble.DEAD), (7.5, SensorTrouble.STUCK)])
def test_a_sensor_that_shows_one_value_is_dead_or_stuck(field: float, trouble: SensorTrouble) -> None:
    health = SensorHealth()
    health.watch(*watched_at(1000, frozen=field))
    assert health.faults == (SensorFault(SENSOR, trouble),)
    assert health.corrected(Reading((1.0,) * SQUARE_COUNT)).extra_variance[SENSOR] == BOUNDLESS


def test_a_sensor_that_works_again_is_believed_after_a_while() -> None:
    health = SensorHealth()
    health.watch(*watched_at(1000, frozen=0.0))
    health.watch(*watched_at(1000 + FORGIVEN - 1))
    assert health.doubted == {SENSOR}
    health.watch(*watched_at(1000 + FORGIVEN))
    assert health.doubted == frozenset()


def test_one_suspicion_may_be_chance_and_two_are_not() -> None:
    health = SensorHealth()
    healthy, reading = statistics()
    health.suspect(SENSOR, healthy, reading, 1000)
    assert not health.faults
    assert health.suspected == {SENSOR}
    health.suspect(SENSOR, healthy, reading, 2000)
    assert health.faults == (SensorFault(SENSOR, SensorTrouble.WEAK),)


def test_a_suspect_that_shows_no_noise_is_doubted_at_once() -> None:
    health = SensorHealth()
    health.suspect(SENSOR, *statistics(frozen=0.0), 1000)
    assert health.faults == (SensorFault(SENSOR, SensorTrouble.DEAD),)


def test_a_weak_sensor_has_to_be_right_three_times_in_a_row() -> None:
    health = SensorHealth()
    healthy, reading = statistics()
    health.mark_failed(SENSOR, healthy, reading, 1000)
    for right in (True, True, False, True, True):
        health.note_check(SENSOR, right=right)
        assert health.doubted == {SENSOR}
    health.note_check(SENSOR, right=True)
    assert health.doubted == frozenset()
    assert health.suspected == frozenset()


def test_exchanged_sensors_are_put_in_order_with_their_zeros() -> None:
    health = SensorHealth()
    health.exchange(1, 2, 0.5)
    reading = Reading(tuple(float(square) for square in range(SQUARE_COUNT)))
    assert health.corrected(reading).fields[:4] == (0.0, 1.5, 1.5, 3.0)
    assert health.sensor_of(1) == 2
    assert health.exchanged == {(1, 2)}
    health.exchange(1, 2, 0.0)
    assert health.corrected(reading) == reading
    assert health.exchanged == frozenset()


def test_rewiring_takes_clipping_and_variance_along() -> None:
    reading = Reading((5.0, 6.0), frozenset({0}), 4, (0.1, 0.2))
    assert rewired(reading, (1, 0)) == Reading((6.0, 5.0), frozenset({1}), 4, (0.2, 0.1))

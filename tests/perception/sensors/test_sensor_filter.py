"""The sensors together: a lift, sensors that fall silent, and a board that is noisier than usual."""

from __future__ import annotations

from random import Random

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import MagnetInHand, ReferenceReading
from perception.findings import SensorFault, SensorTrouble
from perception.fitting.limits import NoiseModel
from perception.sensors.sensor_filter import SensorFilter
from tests.perception.exact_readings import magnet, reading, reference

HERE = magnet(12, 1)


def frames(sensors: SensorFilter, fields: tuple[float, ...], count: int, *, noise: float = 0.03) -> None:
    """Show these fields with noise for so many frames."""
    chance = Random(f"noise {sensors.at}")  # noqa: S311 - simulated noise, no secret
    for _ in range(count):
        at = sensors.at + 20
        sensors.feed(Frame(at, at // 20, tuple(chance.gauss(value, noise) for value in fields)))


def sensors_of(*, count: int = 60, noise: float = 0.03) -> tuple[SensorFilter, ReferenceReading]:
    sensors, before = SensorFilter(tuple(range(SQUARE_COUNT)), NoiseModel()), reference(HERE)
    frames(sensors, before.reading.fields, count, noise=noise)
    return sensors, before


def test_a_board_at_rest_is_read() -> None:
    sensors, before = sensors_of()
    assert sensors.rested == 59 * 20
    assert not sensors.drifting
    assert sensors.reading().fields == pytest.approx(before.reading.fields, abs=0.02)
    assert sensors.faults == ()


def test_a_noisy_board_says_how_uncertain_its_readings_are() -> None:
    quiet, _ = sensors_of()
    noisy, _ = sensors_of(count=400, noise=0.08)
    assert quiet.reading().extra_variance == ()
    assert noisy.noise > 1.5 * quiet.noise
    assert min(noisy.reading().extra_variance) > 0.0


def test_a_lift_takes_field_from_the_sensor_under_a_magnet_and_others_feel_it() -> None:
    sensors, before = sensors_of()
    assert sensors.lift_likely(before) is None
    frames(sensors, reading(hands=(MagnetInHand(1, 110.0, 90.0, 45.0),)).fields, 1)
    assert sensors.lift_likely(before) is not None


def test_a_sensor_that_alone_loses_its_field_is_no_lift_but_may_have_died() -> None:
    sensors, before = sensors_of(count=120)
    dead = tuple(0.0 if square == 12 else value for square, value in enumerate(before.reading.fields))
    chance = Random("dead")  # noqa: S311 - simulated noise, no secret
    for _ in range(12):
        at = sensors.at + 20
        fields = tuple(0.0 if square == 12 else chance.gauss(value, 0.03) for square, value in enumerate(dead))
        sensors.feed(Frame(at, at // 20, fields))
    assert sensors.lift_likely(before) is None
    assert sensors.silent(sensors.reading(), before) == {12}


def test_a_sensor_that_is_suspected_after_a_jump_is_doubted_at_once() -> None:
    sensors, before = sensors_of()
    wrong = tuple(9.0 if square == 3 else value for square, value in enumerate(before.reading.fields))
    frames(sensors, wrong, 10)
    assert sensors.jumped
    sensors.suspect(3)
    assert sensors.faults == (SensorFault(3, SensorTrouble.WEAK),)


def test_a_restart_begins_a_new_rest() -> None:
    sensors, before = sensors_of()
    sensors.restart()
    frames(sensors, before.reading.fields, 1)
    assert sensors.rested == 0
    assert sensors.since == sensors.at

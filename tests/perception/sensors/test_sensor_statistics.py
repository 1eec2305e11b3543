"""The noise of sensors is measured on a live board, and neither a quiet nor a stepping sensor is taken for a faulty
one."""

from __future__ import annotations

import pytest

from hardware.board import Frame
from hardware.virtual.spread import SensorSpread
from perception.sensors.sensor_statistics import SensorStatistics
from tests.perception.tracked_board import WatchedBoard


@pytest.mark.parametrize("noise", [0.01, 0.03, 0.06, 0.1])
def test_noise_is_estimated(noise: float) -> None:
    table = WatchedBoard(spread=SensorSpread(noise=noise))
    statistics = SensorStatistics(tuple(range(25)), 0.03)
    for _ in range(400):
        statistics.feed(table.board.frame())
    assert statistics.noise == pytest.approx(noise, rel=0.35, abs=0.008)


def test_a_board_without_noise_has_no_frozen_sensor() -> None:
    statistics = SensorStatistics(tuple(range(25)), 0.03)
    for number in range(300):
        statistics.feed(Frame(20 * number, number, (0.5,) * 25))
    assert statistics.frozen(frozenset()) == frozenset()


def test_a_field_between_two_steps_of_the_converter_is_no_noise() -> None:
    """On a quiet board most sensors show one step for ever, and this one goes to and fro between two."""
    statistics = SensorStatistics(tuple(range(25)), 0.03)
    for number in range(400):
        fields = tuple(0.027 * (number // 2 % 2) if square == 7 else 0.0 for square in range(25))
        statistics.feed(Frame(40 * number, number, fields))
        assert statistics.noisy == frozenset()

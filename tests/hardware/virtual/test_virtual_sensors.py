"""The virtual board's 25 sensors: spread, noise, steps, clipping, and what the board knows of them."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean, pstdev

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.hand_actions import Lift, Put, Stack, Tap
from hardware.sensor_types import Sensor
from hardware.virtual.sensors import Sensors
from hardware.virtual.spread import SensorSpread, sensor_noise
from hardware.virtual.virtual_device import VirtualDevice


def standing(board: VirtualDevice, piece: str, square: int) -> None:
    board.act(Lift(piece))
    board.act(Put(piece, square))


def test_readings_are_whole_numbers_of_12_bits() -> None:
    board = VirtualDevice(patience=0)
    standing(board, "blue-1", 12)
    for counts in (board.scan() for _ in range(50)):
        assert len(counts) == 25
        assert all(isinstance(count, int) and 0 <= count <= 4095 for count in counts)


def test_ideal_sensors_read_half_scale_at_no_field() -> None:
    board = VirtualDevice(spread=SensorSpread.none())
    assert board.scan() == (2048,) * 25


def test_one_step_of_the_converter_is_0_027_millitesla() -> None:
    board = VirtualDevice(spread=SensorSpread.none(), patience=0)
    for _ in range(3):
        board.act(Stack(12, dome=False))
    standing(board, "blue-1", 12)
    true, read = board.true_fields()[12], board.frame().fields[12]
    assert read != true
    assert abs(read - true) <= 0.5 / Sensor().counts_per_millitesla


@pytest.mark.parametrize(("piece", "field"), [("blue-1", 44.0), ("orange-1", -44.0)])
def test_a_worker_right_over_its_sensor_is_clipped_at_44_millitesla_and_said_to_be(piece: str, field: float) -> None:
    board = VirtualDevice(spread=SensorSpread.none(), patience=0)
    standing(board, piece, 12)
    assert abs(board.true_fields()[12]) > 60
    frame = board.frame()
    assert frame.clipped == {12}
    assert frame.fields[12] == pytest.approx(field, abs=0.03)


def test_clipped_readings_are_said_to_be_for_every_sensor_of_every_board() -> None:
    for seed in range(5):
        board = VirtualDevice(seed=seed, spread=SensorSpread(placement=0), patience=0)
        for square in range(25):
            standing(board, "orange-1", square)
            assert board.frame().clipped == {square}


def test_nothing_is_clipped_on_the_first_level() -> None:
    board = VirtualDevice(patience=0)
    board.act(Stack(12, dome=False))
    standing(board, "blue-1", 12)
    assert board.frame().clipped == frozenset()


def test_noise_has_the_deviation_that_was_asked_for() -> None:
    board = VirtualDevice(seed=3, spread=SensorSpread(noise=0.1))
    frames = [board.frame().fields for _ in range(2000)]
    deviations = [pstdev(column) for column in zip(*frames, strict=True)]
    assert fmean(deviations) == pytest.approx(0.1, rel=0.03)
    assert min(deviations) > 0.09
    assert max(deviations) < 0.11


def test_without_noise_every_scan_of_a_still_board_is_the_same() -> None:
    board = VirtualDevice(spread=SensorSpread(noise=0), patience=0)
    standing(board, "blue-1", 7)
    assert len({board.scan() for _ in range(20)}) == 1


def test_sensors_spread_as_asked() -> None:
    boards = [Sensors.drawn(seed, SensorSpread(offset=20, gain=0.02)) for seed in range(80)]
    assert pstdev([offset for sensors in boards for offset in sensors.offsets]) == pytest.approx(20, rel=0.1)
    gains = [gain / Sensor().counts_per_millitesla for sensors in boards for gain in sensors.gains]
    assert fmean(gains) == pytest.approx(1, abs=0.003)
    assert pstdev(gains) == pytest.approx(0.02, rel=0.1)


def test_the_boards_own_calibration_is_near_the_truth_and_not_the_truth() -> None:
    board = VirtualDevice(seed=11, spread=SensorSpread(noise=0, placement=0), patience=0)
    assert any(field != 0 for field in board.frame().fields)
    assert max(abs(field) for field in board.frame().fields) < 0.15
    board.act(Stack(12, dome=False))
    standing(board, "blue-1", 12)
    assert board.frame().fields[12] == pytest.approx(board.true_fields()[12], rel=0.03)


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    def trace(seed: int) -> list[tuple[int, ...]]:
        board = VirtualDevice(seed=seed, patience=0)
        standing(board, "blue-1", 6)
        board.act(Tap("blue-1", 7))
        return [board.scan() for _ in range(10)]

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_a_spread_that_is_no_deviation_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="noise is a number from 0 up"):
        SensorSpread(noise=value)


def test_placement_errors_have_the_deviation_that_was_asked_for() -> None:
    board = VirtualDevice(seed=2, spread=SensorSpread(placement=3), patience=0)
    off: list[float] = []
    for number in range(400):
        standing(board, "blue-1", number % 25)
        piece = board.look().pieces[0]
        x, y = board.geometry.centre(number % 25)
        off += [piece.x - x, piece.y - y]
    assert math.sqrt(2) * pstdev(off) == pytest.approx(3, rel=0.1), "of the distance, both directions together"
    assert abs(fmean(off)) < 0.5


@pytest.mark.parametrize(
    "sensor",
    [Sensor(), Sensor("DRV5055A1", 3.3, 12, 60.0, 22.0), Sensor("SS49E", 5.0, 10, 14.0, 100.0)],
    ids=lambda sensor: sensor.type,
)
def test_a_sensor_of_any_type_reads_what_is_there_up_to_its_range(sensor: Sensor) -> None:
    sensors = Sensors.drawn(3, SensorSpread.none(), sensor=sensor)
    for field in (-1.2 * sensor.range, -0.9 * sensor.range, 0.0, 0.9 * sensor.range, 1.2 * sensor.range):
        counts = sensors.counts([field] * SQUARE_COUNT, seeded("noise", 0))
        read = sensors.stored.fields(counts)[7]
        if abs(field) < sensor.range:
            assert abs(read - field) <= 0.51 / sensor.counts_per_millitesla
            assert not sensors.stored.clipped(counts)
        else:
            assert abs(abs(read) - sensor.range) <= 1 / sensor.counts_per_millitesla
            assert len(sensors.stored.clipped(counts)) == SQUARE_COUNT


@pytest.mark.parametrize(("samples", "noise"), [(8, 0.0107), (16, 0.0076), (32, 0.0054), (64, 0.0038)])
def test_the_more_conversions_a_reading_has_the_less_it_varies(samples: int, noise: float) -> None:
    """By the noise density of the data sheet, 215 nT per root of a hertz at 3.3 V. 15 bits show it."""
    sensor = Sensor(adc_bits=15)
    sensors = Sensors.drawn(1, replace(SensorSpread.none(), noise=sensor_noise(sensor, samples)), sensor=sensor)
    chance = seeded("samples", samples)
    counts = [sensors.counts([0.0] * SQUARE_COUNT, chance)[0] for _ in range(4000)]
    assert pstdev(counts) / sensor.counts_per_millitesla == pytest.approx(noise, rel=0.05)


def test_the_noise_of_a_sensor_whose_data_sheet_does_not_tell_it_is_not_made_up() -> None:
    with pytest.raises(ValueError, match="no density"):
        sensor_noise(Sensor(type="SS49E"), 8)
    with pytest.raises(ValueError, match="of type other is not known"):
        sensor_noise(Sensor(type="other"), 8)

"""When the board is at rest: noise and drift are rest, a step, a slow hand and a gap are not. The noise of sensors is
measured on a live board, and neither a quiet nor a stepping sensor is taken for a faulty one."""

from __future__ import annotations

from random import Random

import pytest

from hardware.board import SQUARE_COUNT, Frame
from hardware.virtual.spread import SensorSpread
from perception.sensors.limits import LONGEST_GAP, VARIED_FRAMES
from perception.sensors.movement import RestDetector, RestRecord, SensorStatistics
from tests.perception.tracked_board import WatchedBoard

NOISE = 0.03


class Frames:
    """Frames of one board, 20 ms apart, with a field on square 12 only."""

    def __init__(self) -> None:
        self.detector = RestDetector()
        self.at = 0
        self.number = 0

    def feed(self, field: float, *, after: int = 20, skipped: int = 0) -> bool:
        self.at += after
        self.number += 1 + skipped
        fields = tuple(field if square == 12 else 0.0 for square in range(SQUARE_COUNT))
        return self.detector.feed(Frame(self.at, self.number, fields), NOISE)


def rested(*, frames: int = 20, field: float = 2.0) -> Frames:
    board = Frames()
    for _ in range(frames):
        board.feed(field)
    return board


def test_there_is_no_reading_before_the_first_frame() -> None:
    with pytest.raises(ValueError, match="no frame"):
        RestDetector().reading()


def test_a_board_at_rest_gives_the_mean_of_its_frames() -> None:
    board = rested()
    since = board.detector.since
    for field in (2.02, 1.98, 2.01, 1.99):
        assert board.feed(field)
    reading = board.detector.reading()
    assert board.detector.since == since == 20
    assert reading.count == board.detector.frames == 24
    assert reading.fields[12] == pytest.approx(2.0, abs=0.005)


def test_a_step_ends_the_rest() -> None:
    board = rested()
    assert not board.feed(2.5)
    assert board.detector.since == board.at
    assert board.detector.frames == 1


def test_a_step_from_one_frame_to_the_next_is_a_jump() -> None:
    board = rested()
    board.feed(6.0)
    assert board.detector.jumped
    missed = rested()
    missed.feed(6.0, after=100, skipped=4)
    assert not missed.detector.jumped


def test_the_first_frame_of_a_gentle_change_is_no_jump() -> None:
    board = rested()
    board.feed(2.25)
    assert not board.detector.jumped


def test_a_gap_is_no_rest_but_does_not_end_one() -> None:
    board = rested()
    since = board.detector.since
    assert board.feed(2.0, after=1000)
    assert board.detector.since == since + 1000 - LONGEST_GAP


def test_a_slow_change_drifts_although_every_frame_is_near_the_mean() -> None:
    board = rested()
    assert not board.detector.drifting
    for step in range(1, 6):
        assert board.feed(2.0 + 0.04 * step)
    assert board.detector.drifting


def test_sensors_that_are_left_out_may_vary() -> None:
    board = rested()
    board.detector.ignore(frozenset({12}))
    assert board.feed(30.0)
    board.detector.ignore(frozenset())
    assert not board.feed(-30.0)


def test_a_restart_begins_a_new_rest() -> None:
    board = rested()
    board.detector.restart()
    assert not board.feed(2.0)
    assert board.detector.since == board.at


def test_the_spread_of_a_sensor_is_measured_over_the_last_frames() -> None:
    board = Frames()
    for number in range(VARIED_FRAMES):
        assert board.detector.record().varied is False
        board.feed(2.0 + (0.02 if number % 2 else -0.02))
    assert board.detector.record().varied
    assert board.detector.record().spread(12) == pytest.approx(0.02)
    assert board.detector.record().spread(11) == 0.0
    deviations = board.detector.record().deviations(12)
    assert [at for at, _ in deviations] == [20 * step for step in range(1, VARIED_FRAMES + 1)]
    assert [round(error, 6) for _, error in deviations[:2]] == [-0.02, 0.02]


def test_a_sensor_clipped_in_some_frames_counts_as_clipped() -> None:
    detector = RestDetector()
    fields = (43.0,) * SQUARE_COUNT
    detector.feed(Frame(0, 0, fields), NOISE)
    detector.feed(Frame(20, 1, fields, frozenset({7})), NOISE)
    assert detector.reading().clipped == {7}


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


@pytest.mark.parametrize(("own", "taken"), [(0.01, 0.02), (0.03, 0.03), (0.5, 0.04)])
def test_the_noise_of_a_sensor_is_its_own_within_limits(own: float, taken: float) -> None:
    rest = RestRecord(400, 0.02, noises=(own,) * SQUARE_COUNT)
    assert rest.noise_of(7) == pytest.approx(taken)


def test_the_noise_of_each_sensor_is_measured() -> None:
    chance = Random(4)  # noqa: S311 - noise, no secret
    statistics = SensorStatistics(tuple(range(25)), 0.03)
    for number in range(400):
        fields = tuple(chance.gauss(0.0, 0.06 if square == 7 else 0.03) for square in range(25))
        statistics.feed(Frame(20 * number, number, fields))
    noises = statistics.noises
    assert noises[7] == pytest.approx(0.06, rel=0.4)
    assert sum(noises[:7]) / 7 == pytest.approx(0.03, rel=0.2)

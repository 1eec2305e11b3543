"""When the board is at rest: noise and drift are rest, a step, a slow hand and a gap are not."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.sensors.rest_detector import BLIND, VARIED, RestDetector

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
    assert board.detector.since == since + 1000 - BLIND


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
    for number in range(VARIED):
        assert board.detector.record.varied is False
        board.feed(2.0 + (0.02 if number % 2 else -0.02))
    assert board.detector.record.varied
    assert board.detector.record.spread(12) == pytest.approx(0.02)
    assert board.detector.record.spread(11) == 0.0
    deviations = board.detector.record.deviations(12)
    assert [at for at, _ in deviations] == [20 * step for step in range(1, VARIED + 1)]
    assert [round(error, 6) for _, error in deviations[:2]] == [-0.02, 0.02]


def test_a_sensor_clipped_in_some_frames_counts_as_clipped() -> None:
    detector = RestDetector()
    fields = (43.0,) * SQUARE_COUNT
    detector.feed(Frame(0, 0, fields), NOISE)
    detector.feed(Frame(20, 1, fields, frozenset({7})), NOISE)
    assert detector.reading().clipped == {7}

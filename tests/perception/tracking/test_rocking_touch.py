"""A touch of the ground in which the worker never rests: how long it has to last, and what of it is read."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import ExpectedArrangements, ReferenceReading, StandingMagnet
from perception.fitting.limits import NoiseModel
from perception.sensors.limits import KEPT_FRAMES
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.touches import RockingTouch, RockingTouches
from tests.perception.exact_readings import reading

C3 = 12
WORKER = StandingMagnet(C3, 0, 1)
PERIOD = 20


def frame(number: int, field: float = 40.0) -> Frame:
    fields = tuple(field if square == C3 else 0.1 for square in range(SQUARE_COUNT))
    return Frame(number * PERIOD, number, fields)


def seen(ms: int, *, field: float = 40.0) -> RockingTouch | None:
    """What is noted once a worker that was on the ground for so long has left it."""
    touches, count = RockingTouches(), ms // PERIOD + 1
    for number in range(count):
        assert touches.feed(frame(number, field), WORKER) is None
    return touches.feed(frame(count), None)


@pytest.mark.parametrize("ms", [80, 140])
def test_a_worker_that_is_pushed_over_a_square_passes_it_in_less(ms: int) -> None:
    assert seen(ms) is None


@pytest.mark.parametrize("ms", [160, 600])
def test_a_touch_is_from_when_the_worker_came_down_until_it_left(ms: int) -> None:
    touch = seen(ms)
    assert touch is not None
    assert (touch.worker, touch.rest.since, touch.rest.until) == (WORKER, 0, ms)


def test_another_square_is_another_touch() -> None:
    touches = RockingTouches()
    for number in range(6):
        touches.feed(frame(number), WORKER)
    for number in range(6, 12):
        assert touches.feed(frame(number), StandingMagnet(C3 + 1, 0, 1)) is None


def test_of_a_worker_that_rocks_for_minutes_only_the_end_is_kept() -> None:
    touch = seen(120_000)
    assert touch is not None
    assert len(touch.frames) == KEPT_FRAMES
    assert touch.rest.until == 120_000


def test_what_is_read_is_how_it_stood_on_its_whole_foot() -> None:
    """Whenever it rocks its sensor feels less of it."""
    frames = tuple(frame(number, 40.0 - 8.0 * (number % 2)) for number in range(10))
    board, squares = ReferenceReading(reading(), ()), tuple(range(SQUARE_COUNT))
    expected = ExpectedArrangements(frozenset(), (0,) * SQUARE_COUNT)
    change = RockingTouch(WORKER, frames).change(SensorFilter(squares, NoiseModel()), board, None, expected)
    assert change.reading.fields[C3] == pytest.approx(40.0)
    assert change.rest.rested == 9 * PERIOD


@pytest.mark.parametrize("level", [0, 1])
def test_a_touch_was_read_if_the_worker_was_believed_to_stand_there(level: int) -> None:
    touch = RockingTouch(WORKER, (frame(0), frame(1)))
    assert touch.is_in(frozenset({StandingMagnet(C3, level, 1)}))
    assert not touch.is_in(frozenset({StandingMagnet(C3 + 1, level, 1)}))
    assert not touch.is_in(frozenset({StandingMagnet(C3, level, -1)}))

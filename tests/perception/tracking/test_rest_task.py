"""Work on a rest: done in parts, dropped when the board moves unless it outlives its rest."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting.limits import NoiseModel
from perception.limits import LARGEST_STEP
from perception.sensors.movement import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.rests import RestTask

STEP = LARGEST_STEP
REST = Rest(100, 400)


def steps(parts: int, work: WorkCount) -> TaskSteps[str]:
    for _ in range(parts):
        work.done += STEP
        yield
    return "done"


def started(*, outlives_rest: bool) -> RestTask[str]:
    work = WorkCount()
    task = RestTask[str](work)
    task.start(steps(2, work), outlives_rest=outlives_rest)
    return task


def test_a_task_runs_until_it_has_its_result() -> None:
    task = started(outlives_rest=False)
    assert task.is_running
    assert task.advance(STEP) is None
    assert task.advance(2 * STEP) == "done"
    assert not task.is_running
    assert task.advance(STEP) is None


def test_a_task_is_dropped_with_its_rest() -> None:
    task = started(outlives_rest=False)
    task.end_rest(REST, was_touch=False)
    assert not task.is_running
    assert task.past_rest is None


def test_a_task_that_outlives_its_rest_remembers_the_first_one() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST, was_touch=False)
    task.end_rest(Rest(500, 600), was_touch=False)
    assert task.is_running
    assert task.past_rest == REST


def test_the_past_rest_lasts_as_long_as_the_frame_in_which_the_task_ends() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST, was_touch=False)
    task.begin_frame()
    assert task.advance(3 * STEP) == "done"
    assert task.past_rest == REST
    task.begin_frame()
    assert task.past_rest is None


def test_a_task_can_be_cancelled() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST, was_touch=False)
    task.cancel()
    assert not task.is_running
    assert task.past_rest is None


@pytest.mark.parametrize(
    ("was_touch", "is_touch", "waits"), [(False, False, 1000), (True, True, 1000), (False, True, 120)]
)
def test_what_is_judged_about_a_past_rest_gives_way_to_a_touch_at_once_and_to_others_after_a_second(
    *, was_touch: bool, is_touch: bool, waits: int
) -> None:
    task = started(outlives_rest=True)
    task.give_way(waits, is_touch=is_touch)  # it is about the present rest
    task.end_rest(REST, was_touch=was_touch)
    task.give_way(waits - 1, is_touch=is_touch)
    assert task.is_running
    task.give_way(waits, is_touch=is_touch)
    assert not task.is_running


def test_what_a_rest_shows_until_its_end_is_noted_while_it_is_judged() -> None:
    task, noise_model = started(outlives_rest=True), NoiseModel()
    sensors = SensorFilter(tuple(range(SQUARE_COUNT)), noise_model)
    for number in range(3):
        sensors.feed(Frame(20 * number, number, (0.0,) * SQUARE_COUNT))
        task.note_rest(sensors)
    assert task.shown == sensors.record
    task.end_rest(REST, was_touch=False)
    sensors.feed(Frame(60, 3, (9.0,) * SQUARE_COUNT))
    before = task.shown
    task.note_rest(sensors)
    assert task.shown is before


def test_a_rest_that_is_over_has_rested_for_as_long_as_it_lasted() -> None:
    """It will not be judged again, so what it has shown until its end counts."""
    task, sensors = started(outlives_rest=True), SensorFilter(tuple(range(SQUARE_COUNT)), NoiseModel())
    for number in range(12):
        sensors.feed(Frame(20 * number, number, (0.0,) * SQUARE_COUNT))
        if number == 4:
            begun = sensors.record
        task.note_rest(sensors)
    assert task.lasted(begun) == begun.rested
    task.end_rest(REST, was_touch=False)
    assert task.lasted(begun) == sensors.record.rested > begun.rested

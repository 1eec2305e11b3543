"""Work on a rest: done in parts, dropped when the board moves unless it outlives its rest."""

from __future__ import annotations

from perception.counted_work import LARGEST_STEP, TaskSteps, WorkCount
from perception.sensors.movement import Rest
from perception.tracking.rest_task import RestTask

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
    task.end_rest(REST)
    assert not task.is_running
    assert task.past_rest is None


def test_a_task_that_outlives_its_rest_remembers_the_first_one() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST)
    task.end_rest(Rest(500, 600))
    assert task.is_running
    assert task.past_rest == REST


def test_the_past_rest_lasts_as_long_as_the_frame_in_which_the_task_ends() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST)
    task.begin_frame()
    assert task.advance(3 * STEP) == "done"
    assert task.past_rest == REST
    task.begin_frame()
    assert task.past_rest is None


def test_a_task_can_be_cancelled() -> None:
    task = started(outlives_rest=True)
    task.end_rest(REST)
    task.cancel()
    assert not task.is_running
    assert task.past_rest is None

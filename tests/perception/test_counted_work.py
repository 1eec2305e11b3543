"""Long thoughts are done in shares, and come to the same however they are shared out."""

from __future__ import annotations

import pytest

from perception.counted_work import FrameBudget, IncrementalTask, TaskSteps, WorkCount, run_to_end
from perception.limits import LARGEST_STEP


def counted(stops: list[int], work: WorkCount) -> TaskSteps[str]:
    """A thought that does this much work between its stops."""
    for each in stops:
        work.done += each
        yield
    return "understood"


@pytest.mark.parametrize(
    ("stops", "share", "frames"), [([], 120, 1), ([40] * 10, 220, 4), ([120, 120], 120, 3), ([90, 90, 90], 300, 2)]
)
def test_a_thought_takes_as_many_frames_as_its_work_needs(stops: list[int], share: int, frames: int) -> None:
    work = WorkCount()
    thinking = IncrementalTask(counted(stops, work), work)
    for _ in range(frames - 1):
        begun = work.done
        assert thinking.advance(share) is None
        assert work.done - begun <= share
    assert thinking.advance(share) == "understood"


def test_a_thought_waits_where_a_step_may_take_too_much() -> None:
    work = WorkCount()
    assert IncrementalTask(counted([1], work), work).advance(LARGEST_STEP - 1) is None
    assert work.done == 0


def test_a_thought_can_be_thought_to_its_end_at_once() -> None:
    assert run_to_end(counted([7] * 7, WorkCount())) == "understood"


def test_a_frame_may_do_what_the_time_since_the_last_ones_allows() -> None:
    work = WorkCount()
    budget = FrameBudget(work, 800, 40)
    budget.begin_frame(1000)
    assert budget.left == 800
    work.done += 800
    assert budget.left == 0
    budget.begin_frame(1020)
    assert budget.left == 400
    work.done += 100
    budget.begin_frame(1040)
    assert budget.left == 700
    budget.begin_frame(1400)
    assert budget.left == 800


def test_what_was_done_too_much_is_taken_from_the_next_frame() -> None:
    work = WorkCount()
    budget = FrameBudget(work, 800, 40)
    budget.begin_frame(1000)
    work.done += 1000
    budget.begin_frame(1040)
    assert budget.left == 600

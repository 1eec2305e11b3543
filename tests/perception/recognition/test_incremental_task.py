"""Long thoughts are done in shares, and come to the same however they are shared out."""

from __future__ import annotations

import pytest

from perception.recognition.incremental_task import IncrementalTask, TaskSteps, run_to_end


def counted(stops: list[int]) -> TaskSteps[str]:
    """A thought that does this much work between its stops."""
    yield from stops
    return "understood"


@pytest.mark.parametrize(
    ("stops", "share", "frames"), [([], 5, 1), ([1] * 10, 5, 3), ([40, 40], 5, 3), ([4, 4, 4], 5, 2)]
)
def test_a_thought_takes_as_many_frames_as_its_work_needs(stops: list[int], share: int, frames: int) -> None:
    thinking = IncrementalTask(counted(stops))
    for _ in range(frames - 1):
        assert thinking.advance(share) is None
    assert thinking.advance(share) == "understood"


def test_a_thought_can_be_thought_to_its_end_at_once() -> None:
    assert run_to_end(counted([7] * 7)) == "understood"

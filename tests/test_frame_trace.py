"""How the trace of a browser is read: what was shown while something moved, and what the page computed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from tools.benchmarks.board_motion import FrameTrace, Work, read_trace

PAGE, MAIN, COMPOSITOR = 7, 70, 71
FRAME = 1000 / 60


def event(name: str, at: float, lasted: float = 0, thread: int = MAIN, **more: object) -> dict[str, object]:
    """An event of the page, by the ms at which it began."""
    times = {"ts": at * 1000, "dur": lasted * 1000, "tdur": lasted * 1000}
    return {"name": name, "ph": "X", "pid": PAGE, "tid": thread, **times, **more}


def frames(numbers: Iterable[int], state: str = "STATE_PRESENTED_ALL") -> list[dict[str, object]]:
    """Frames with a motion in them, each by how many frames come before it."""
    return [
        event(
            "PipelineReporter",
            number * FRAME,
            thread=COMPOSITOR,
            ph="b",
            args={"frame_reporter": {"state": state, "frame_sequence": number, "has_compositor_animation": True}},
        )
        for number in numbers
    ]


def traced(*events: dict[str, object]) -> FrameTrace:
    """A trace of these, and of a mark at 0 ms."""
    body = msgspec.json.encode({"traceEvents": [event("step", 0, ph="I"), *events]})
    return read_trace(body, "step")


def test_a_motion_that_shows_each_frame_has_sixty_a_second() -> None:
    (motion,) = traced(*frames(range(3, 15))).motions
    assert motion.frames_a_second == pytest.approx(60)


def test_frames_that_are_not_shown_are_missing() -> None:
    lost = frames((6, 7, 8), "STATE_DROPPED")
    (motion,) = traced(*frames((3, 4, 5, 9, 10, 11)), *lost).motions
    assert motion.frames_a_second == pytest.approx(60 * 5 / 8)


def test_a_frame_that_is_told_of_twice_counts_once() -> None:
    (motion,) = traced(*frames(range(3, 15)), *frames((4, 5), "STATE_PRESENTED_PARTIAL")).motions
    assert len(motion.frames) == 12


def test_two_motions_are_told_apart_and_the_first_follows_its_step() -> None:
    trace = traced(*frames(range(3, 15)), *frames(range(30, 42)))
    assert [len(motion.frames) for motion in trace.motions] == [12, 12]
    assert trace.delays() == pytest.approx([3 * FRAME])


def test_a_step_in_which_nothing_moves_has_no_delay() -> None:
    assert traced(*frames(range(3, 15)), event("step", 400, ph="I")).delays() == pytest.approx([3 * FRAME])


def test_work_is_counted_once_by_its_innermost_kind() -> None:
    script = (event("RunTask", 1, 20), event("FunctionCall", 2, 15), event("Layout", 5, 4))
    spent = traced(*script).work(0, 50)
    assert spent == pytest.approx({Work.SCRIPT: 11, Work.STYLE: 0, Work.LAYOUT: 4, Work.PAINT: 0, Work.OTHER: 5})


def test_a_block_is_what_of_a_task_lies_in_the_motion() -> None:
    trace = traced(*frames(range(6, 18)), event("RunTask", 90, 20), event("RunTask", 150, 7))
    assert trace.longest_block(trace.motions[0]) == pytest.approx(10)


def test_a_trace_of_another_page_is_refused() -> None:
    with pytest.raises(ValueError, match="has set a mark 'turn'"):
        read_trace(msgspec.json.encode({"traceEvents": [event("step", 0, ph="I")]}), "turn")

"""What is still to be decoded: brief rests wait for what follows them, and all is dropped when something else is
expected."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT, Frame
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting.limits import NoiseModel
from perception.limits import DecisionThresholds
from perception.sensors.movement import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.limits import FOLLOWED
from perception.tracking.rests import DecodingQueue, FrameResult
from tests.perception.judged_changes import change

REST = Rest(100, 300)
EMPTY = (0.0,) * SQUARE_COUNT


def queue() -> DecodingQueue:
    sensors = SensorFilter(tuple(range(SQUARE_COUNT)), NoiseModel())
    return DecodingQueue(WorkCount(), sensors, DecisionThresholds())


def frame(at: int) -> Frame:
    return Frame(at, at // 20, EMPTY)


def under_way() -> TaskSteps[FrameResult]:
    yield
    return FrameResult.UNCLEAR


def test_a_rest_that_ended_is_decoded_at_once() -> None:
    waiting = queue()
    assert waiting.end_rest(change(), REST, awaits_what_follows=False)
    assert waiting.followed(frame(REST.until + FOLLOWED)) is None


def test_a_brief_rest_waits_until_it_is_known_what_follows() -> None:
    waiting = queue()
    assert not waiting.end_rest(change(), REST, awaits_what_follows=True)
    assert waiting.followed(frame(REST.until + FOLLOWED - 1)) is None
    ended = waiting.followed(frame(REST.until + FOLLOWED))
    assert ended is not None
    assert ended.rest == REST
    assert ended.change.rest.after == (EMPTY, EMPTY)
    assert waiting.followed(frame(REST.until + FOLLOWED + 20)) is None


def test_a_rest_whose_first_frames_are_still_decoded_waits_for_that() -> None:
    waiting = queue()
    waiting.task.start(under_way(), outlives_rest=True)
    assert not waiting.end_rest(change(), REST, awaits_what_follows=False)
    waiting.task.end_rest(REST, was_touch=False)
    assert waiting.rest == REST
    assert waiting.followed(frame(REST.until + FOLLOWED)) is None, "the task may understand it yet"
    waiting.task.cancel()
    assert waiting.followed(frame(REST.until + FOLLOWED + 20)) is not None


def test_a_reading_that_is_decoded_explains_what_was_waiting() -> None:
    waiting = queue()
    waiting.end_rest(change(), REST, awaits_what_follows=True)
    waiting.decoded(frozenset())
    assert waiting.followed(frame(REST.until + FOLLOWED)) is None


def test_when_something_else_is_expected_all_that_waits_is_dropped() -> None:
    waiting = queue()
    waiting.task.start(under_way(), outlives_rest=True)
    waiting.end_rest(change(), REST, awaits_what_follows=True)
    waiting.schedule.tried(500)
    waiting.schedule.stayed_unclear(400, awaits_tremor=False)
    assert not waiting.schedule.is_due(520, has_reference=True)
    waiting.reconsider()
    assert not waiting.task.is_running
    assert waiting.followed(frame(REST.until + FOLLOWED)) is None
    assert waiting.schedule.is_due(520, has_reference=True)

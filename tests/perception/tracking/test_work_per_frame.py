"""No frame takes long: the work of a judgement is shared out, and what it comes to does not depend on the shares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.hand_actions import Lift, Put, Tap
from hardware.virtual.ambient import AmbientConditions
from perception.arrangements import Arrangement
from perception.limits import DecisionThresholds
from perception.tracking.tracker import Tracker
from tests.perception.landings import recogniser
from tests.perception.tracked_board import WatchedBoard

LIMITS = DecisionThresholds()
STEPS = (Lift("blue-1"), Put("blue-1", 7), Lift("orange-1"), Put("orange-1", 9))


def allow(table: WatchedBoard, work: int) -> None:
    """Let the table do only so much work in a frame."""
    table.tracker = Tracker(recogniser(), replace(LIMITS, work_per_frame=work))
    table.tracker.trust(table.arrangement())
    table.rest(2000)


def seen_in(table: WatchedBoard, ms: int) -> list[Arrangement]:
    """The arrangements that are believed one after another in this time."""
    seen: list[Arrangement] = []
    until = table.board.now + ms
    while table.board.now < until:
        table.feed(table.board.frame())
        if table.tracker.arrangement is not None and [table.tracker.arrangement] != seen[-1:]:
            seen.append(table.tracker.arrangement)
    return seen


@pytest.mark.parametrize("off", [0.0, 0.05, 0.4], ids=["as known", "somewhat off", "explained by nothing"])
@pytest.mark.parametrize("period", [20, 40])
def test_no_frame_does_more_than_its_share(period: int, off: float) -> None:
    table, work = WatchedBoard(period=period), recogniser().work
    table.expect(table.arrangement(blue_1=7), table.arrangement(orange_1=9))
    for action in (*STEPS, Tap("blue-2", 12)):
        table.board.enqueue(action)
    most, until = 0, table.board.now + 8000
    while table.board.now < until:
        frame = table.board.frame()
        fields = tuple(value + (-off if square % 3 else off) for square, value in enumerate(frame.fields))
        begun = work.done
        table.feed(replace(frame, fields=fields))
        most = max(most, work.done - begun)
    assert 0 < most <= LIMITS.work_per_frame


@pytest.mark.parametrize("work", [250, 500, 4000])
def test_with_less_work_in_a_frame_the_same_steps_are_read_later(work: int) -> None:
    table = WatchedBoard(period=40, surroundings=AmbientConditions())
    allow(table, work)
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"), rest=2000)
    assert table.read == table.arrangement(blue_1=None)
    table.hands(Put("blue-1", 7), rest=3000)
    assert table.read == table.arrangement(blue_1=7)


def test_a_short_touch_that_is_judged_over_many_frames_is_read() -> None:
    table = WatchedBoard(period=20)
    allow(table, 300)
    table.expected = replace(table.expected, tapped=frozenset({12}), awaited=frozenset({12}))
    table.board.enqueue(Tap("blue-1", 12))
    assert table.arrangement(blue_1=12) in seen_in(table, 4000)

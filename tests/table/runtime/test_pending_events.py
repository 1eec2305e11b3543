"""Events that could not be written wait in order, and are played when there is room."""

from __future__ import annotations

from math import inf

from hardware.board import Button
from table.runtime.session_runner import REWRITE_SECONDS, PendingEvents
from table.session.at_board import Pressed
from table.session.session_events import TableEvent, TimePassed

FIRST, SECOND, THIRD = TimePassed(1), Pressed(Button.DONE), TimePassed(3)


def test_nothing_waits_at_first() -> None:
    pending = PendingEvents()
    assert not pending.events
    assert pending.due == inf


def test_it_is_tried_again_after_two_seconds() -> None:
    pending = PendingEvents()
    pending.add(FIRST, 10.0)
    assert pending.events == [FIRST]
    assert pending.due == 10.0 + REWRITE_SECONDS


def test_all_that_waits_is_played_in_order() -> None:
    pending, played = PendingEvents(), list[TableEvent]()
    for event in (FIRST, SECOND, THIRD):
        pending.add(event, 0.0)
    pending.retry(played.append, 2.0)
    assert played == [FIRST, SECOND, THIRD]
    assert not pending.events


def test_behind_an_event_that_waits_again_all_others_wait_too() -> None:
    pending, played = PendingEvents(), list[TableEvent]()

    def play(event: TableEvent) -> None:
        if event is SECOND and not played[1:]:
            pending.add(event, 2.0)
        else:
            played.append(event)

    for event in (FIRST, SECOND, THIRD):
        pending.add(event, 0.0)
    pending.retry(play, 2.0)
    assert played == [FIRST]
    assert pending.due == 2.0 + REWRITE_SECONDS
    played.append(FIRST)
    pending.retry(play, 4.0)
    assert played[2:] == [SECOND, THIRD]

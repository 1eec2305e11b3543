"""A slow reader misses frames, and nothing else."""

from __future__ import annotations

from firmware_bridge.link import EventQueue
from hardware.board import Button, ButtonPressed, Frame, LinkChanged, LinkState


def frame(number: int) -> Frame:
    return Frame(20 * number, number, (0.0,) * 25)


def test_the_oldest_frames_give_way_and_presses_and_link_changes_stay() -> None:
    queue = EventQueue(max_frames=2)
    ready = LinkChanged(LinkState.READY)
    press = ButtonPressed(30, Button.DONE)
    for event in (ready, frame(1), press, frame(2), frame(3), frame(4)):
        queue.put(event)
    assert [queue.get() for _ in range(4)] == [ready, press, frame(3), frame(4)]


def test_frames_that_were_read_make_room_again() -> None:
    queue = EventQueue(max_frames=1)
    for number in range(3):
        queue.put(frame(number))
        assert queue.get() == frame(number)


def test_after_close_there_is_nothing_more() -> None:
    queue = EventQueue(max_frames=1)
    queue.put(frame(1))
    queue.close()
    assert queue.get() is None

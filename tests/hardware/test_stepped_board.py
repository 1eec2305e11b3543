"""The virtual board in one thread: it scans when it is told to, and hands that are waited for make it scan."""

from __future__ import annotations

import threading

import pytest

from hardware.board import BoardEvent, Button, ButtonPressed, Colour, Frame, Lights, LinkChanged, LinkState
from hardware.hand_actions import Lift, Press, Put
from hardware.virtual.virtual_board import SteppedBoard
from hardware.virtual.virtual_device import VirtualDevice


class Forwarded:
    """A stepped board, and what it has forwarded."""

    def __init__(self) -> None:
        self.device = VirtualDevice(seed=4)
        self.board = SteppedBoard(self.device)
        self.events: list[BoardEvent] = []
        self.ends = 0
        self.board.forward(self.events.append, self._end)

    def _end(self) -> None:
        self.ends += 1

    @property
    def frames(self) -> list[Frame]:
        return [event for event in self.events if isinstance(event, Frame)]


def test_it_is_there_at_once_and_each_step_is_a_scan() -> None:
    before = threading.active_count()
    stepped = Forwarded()
    assert stepped.events == [LinkChanged(LinkState.READY)]
    for _ in range(3):
        stepped.board.step()
    assert [frame.at for frame in stepped.frames] == [20, 40, 60]
    assert len(stepped.events) == 4
    assert threading.active_count() == before


def test_a_press_comes_before_the_frame_of_its_scan() -> None:
    stepped = Forwarded()
    stepped.device.scan_by(stepped.board.step)
    stepped.device.act(Press(Button.DONE))
    stepped.board.step()
    presses = [event for event in stepped.events if isinstance(event, ButtonPressed)]
    assert [press.button for press in presses] == [Button.DONE]
    at = stepped.events.index(presses[0])
    following = stepped.events[at + 1]
    assert isinstance(following, Frame)
    assert following.at == presses[0].at


def test_hands_that_are_waited_for_make_it_scan_until_they_are_done() -> None:
    stepped = Forwarded()
    stepped.device.scan_by(stepped.board.step)
    piece = stepped.device.look().pieces[0].piece
    stepped.device.act(Lift(piece))
    stepped.device.act(Put(piece, 12))
    assert next(seen.square for seen in stepped.device.look().pieces if seen.piece == piece) == 12
    assert len(stepped.frames) > 10, "whoever reads the board sees how the hand comes"
    with pytest.raises(ValueError, match="hand"):
        stepped.device.act(Put(piece, 12))


def test_after_close_it_is_dark_and_a_step_does_nothing() -> None:
    stepped = Forwarded()
    stepped.board.show(Lights((Colour(9, 9, 9),) * 25))
    stepped.board.step()
    seen = len(stepped.events)
    stepped.board.close()
    stepped.board.close()
    stepped.board.step()
    assert stepped.ends == 1
    assert len(stepped.events) == seen
    assert set(stepped.device.look().lights) == {(0, 0, 0)}

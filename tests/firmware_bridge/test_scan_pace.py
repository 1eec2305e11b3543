"""A board that scans when a simulation asks: every scan arrives, in order, and time passes with the scans alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from firmware_bridge.scan_pace import ByClock, ByRequest, BySpareTime
from hardware.board import BoardEvent, Button, ButtonPressed, Frame, Weighed
from hardware.board_file import parse_board_file
from hardware.hand_actions import Stack, Unstack
from hardware.virtual.virtual_board import VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from tests.hardware.fake_device import FakeDevice


def test_each_scan_that_is_asked_for_arrives_a_period_after_the_one_before() -> None:
    pace, device = ByRequest(), FakeDevice()
    with PtyPort(device, pace=pace) as port, SerialBoard(port.path, max_frames=1000) as board:
        pace.ask(500)
        events = board.events()
        frames: list[Frame] = []
        while len(frames) < 500:
            event = next(events)
            if isinstance(event, Frame):
                frames.append(event)
        assert [later.number - earlier.number for earlier, later in pairwise(frames)] == [1] * 499
        assert {later.at - earlier.at for earlier, later in pairwise(frames)} == {20}


def test_a_press_comes_before_the_scan_after_it() -> None:
    pace, device = ByRequest(), FakeDevice()
    with PtyPort(device, pace=pace) as port, SerialBoard(port.path) as board:
        events = board.events()
        pace.ask(1)
        while not isinstance(next(events), Frame):
            pass
        device.press(Button.DONE)
        pace.ask(1)
        pressed = next(events)
        assert isinstance(pressed, ButtonPressed)
        frame = next(events)
        assert isinstance(frame, Frame)
        assert frame.at == pressed.at


def test_what_a_simulated_board_weighs_comes_over_the_wire_at_the_times_at_which_it_does_without_one() -> None:
    described = parse_board_file("[scale]\n")

    def board_with_hands() -> VirtualDevice:
        made = VirtualDevice(described.geometry, seed=5, scan_period=40, scale=described.scale)
        for action in (Stack(7, dome=False), Stack(8, dome=False), Unstack(7)):
            made.enqueue(action)
        return made

    direct = measured_of(VirtualBoard(board_with_hands()).events(), 100)
    pace = ByRequest()
    with (
        PtyPort(board_with_hands(), pace=pace, silence=60.0) as port,
        SerialBoard(port.path, scan_hz=25, max_frames=1000, scale=described.scale) as board,
    ):
        pace.ask(100)
        wired = measured_of(board.events(), 100)
    first = next(place for place, each in enumerate(direct) if isinstance(each, Frame))
    assert [(type(each), each.at) for each in wired] == [(type(each), each.at) for each in direct[first:]]
    for one, other in zip(wired, direct[first:], strict=True):
        if isinstance(one, Weighed) and isinstance(other, Weighed):
            assert one.loads == pytest.approx(other.loads, abs=0.001)


def measured_of(events: Iterator[BoardEvent], frames: int) -> list[Frame | Weighed]:
    """What is measured up to the last of so many frames; only those are waited for."""
    found: list[Frame | Weighed] = []
    while frames:
        event = next(events)
        if isinstance(event, Frame | Weighed):
            found.append(event)
            frames -= isinstance(event, Frame)
    return found


def test_nothing_is_due_that_was_not_asked_for() -> None:
    pace = ByRequest()
    woken = []
    pace.listen(lambda: woken.append(True))
    pace.start(0.02, 5.0)
    assert pace.take(100.0, waiting=False) is None
    pace.ask(2)
    assert woken == [True]
    assert pace.take(100.0, waiting=True) is None
    assert pace.take(100.0, waiting=False) == 0.02
    assert pace.take(100.0, waiting=False) == 0.04
    assert pace.take(100.0, waiting=False) is None


def test_a_clock_that_stalled_goes_on_without_catching_up() -> None:
    pace = ByClock(10.0)
    pace.start(0.02, 10.0)
    assert pace.take(10.0, waiting=True) == 0.0
    assert pace.take(10.01, waiting=False) is None
    assert pace.take(11.0, waiting=False) == 1.0
    assert pace.due(waiting=False) == 11.02


def test_scans_take_at_most_two_fifths_of_a_processor() -> None:
    spent = 7.0
    pace = BySpareTime(10.0, lambda: spent)
    pace.start(0.04, 10.0)
    assert pace.take(10.0, waiting=False) == 0.0
    spent += 0.01  # it is quick: scans come as asked
    assert pace.due(waiting=False) == pytest.approx(10.04)
    assert pace.take(10.04, waiting=False) is not None
    assert pace.due(waiting=False) == pytest.approx(10.08)
    spent += 0.06
    assert pace.take(10.10, waiting=False) is not None
    assert pace.due(waiting=False) == pytest.approx(10.25)
    spent += 5.0
    assert pace.take(16.0, waiting=False) is not None
    assert pace.due(waiting=False) == 16.5


def test_by_the_clock_of_a_simulated_board_each_scan_is_one_period_after_the_last_however_late_it_is() -> None:
    """Its hands move by one period with each scan: by another clock, a touch on a slow computer would last for ever."""
    spent = 0.0
    pace = BySpareTime(10.0, lambda: spent)
    pace.start(0.02, 12.0)
    times = [pace.take(12.0, waiting=False), pace.take(12.02, waiting=False), pace.take(12.7, waiting=False)]
    spent += 1.0
    times += [pace.take(12.72, waiting=False), pace.take(13.5, waiting=False)]
    pace.start(0.04, 15.0)
    times += [pace.take(15.0, waiting=False), pace.take(15.5, waiting=False)]
    assert times == [pytest.approx(at) for at in (2.0, 2.02, 2.04, 2.06, 2.08, 5.0, 5.04)]


def test_what_else_a_process_is_busy_with_does_not_slow_its_board_down() -> None:
    """Phones that fetch the page are other threads' work."""
    pace = BySpareTime(10.0)
    pace.start(0.02, 10.0)
    assert pace.take(10.0, waiting=False) == 0.0
    busy = threading.Thread(target=lambda: sum(range(3_000_000)))
    busy.start()
    busy.join()
    assert pace.take(10.1, waiting=False) is not None
    assert pace.due(waiting=False) == pytest.approx(10.12)

"""The serial board keeps the contract of all boards."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import BoardEvent, Frame
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.fake_device import FakeDevice, FakeDeviceRig


class TestSerialBoard(BoardContract):
    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        device = FakeDevice()
        with PtyPort(device) as port, SerialBoard(port.path) as board:
            assert isinstance(board, SerialBoard)
            yield FakeDeviceRig(board, device)


def test_events_are_forwarded_by_the_thread_of_the_link_itself() -> None:
    forwarded_by: dict[int, str] = {}
    enough = threading.Event()

    def receive(event: BoardEvent) -> None:
        if isinstance(event, Frame):
            forwarded_by[event.number] = threading.current_thread().name
            enough.set()

    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as board:
        board.forward(receive, lambda: None)
        forwarded_by.clear()  # what had come before is handed over at once
        enough.clear()
        assert enough.wait(10)
        assert set(forwarded_by.values()) == {f"board link {port.path}"}

"""The serial board keeps the contract of all boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import Button, Lights
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.fake_device import FakeDevice


class SerialRig(BoardRig):
    def __init__(self, board: SerialBoard, device: FakeDevice) -> None:
        self.board = board
        self.device = device

    def press(self, button: Button) -> None:
        self.device.press(button)

    def wait_for_lights(self, lights: Lights) -> None:
        self.device.wait_for_lights(lights)

    def shown(self) -> list[Lights]:
        return self.device.shown


class TestSerialBoard(BoardContract):
    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        device = FakeDevice()
        with PtyPort(device) as port, SerialBoard(port.path) as board:
            assert isinstance(board, SerialBoard)
            yield SerialRig(board, device)

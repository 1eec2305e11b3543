"""A board on the pins of a Pi keeps the contract of all boards, with the converter on either SPI bus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import Board, Button, Lights
from hardware.board_file import BoardFile
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.gpio.bench import ON_PINS, ON_PORTS, PinBench


class PinRig(BoardRig):
    def __init__(self, board: Board, bench: PinBench) -> None:
        self.board = board
        self.bench = bench

    def press(self, button: Button) -> None:
        self.bench.press(button)

    def wait_for_lights(self, lights: Lights) -> None:
        self.bench.wait_for_lights(lights)

    def shown(self) -> list[Lights]:
        return self.bench.shown


class TestBoardOnPins(BoardContract):
    described: BoardFile = ON_PINS

    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        bench = PinBench(self.described)
        with (
            TemporaryDirectory() as folder,
            bench.opened(Path(folder)) as opened,
            PtyPort(opened.device) as port,
            SerialBoard(port.path) as board,
        ):
            yield PinRig(board, bench)


class TestBoardOnPorts(TestBoardOnPins):
    described = ON_PORTS

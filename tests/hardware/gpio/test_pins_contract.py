"""A board on the pins of a Pi keeps the contract of all boards, with the converter on either SPI bus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import Board, BoardRefusedError, Button, Lights
from hardware.board_file import BoardFile
from hardware.calibration import Calibration
from hardware.wiring import Wiring
from tests.hardware.board_contract import BoardContract, BoardRig, ready
from tests.hardware.gpio.board_on_pins import ON_PINS, ON_PORTS, PinBench


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


def test_what_the_table_stores_on_the_pins_is_there_again_at_the_next_start(tmp_path: Path) -> None:
    wiring = Wiring(tuple(range(24, -1, -1)), tuple(range(24, -1, -1)))
    calibration = replace(Calibration.nominal(35.5), margin=ON_PINS.sensor.margin)
    with PinBench().opened(tmp_path) as opened, PtyPort(opened.device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        board.store_wiring(wiring)
        board.store_calibration(calibration)
    with PinBench().opened(tmp_path) as opened, PtyPort(opened.device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        assert (board.wiring, board.calibration) == (wiring, calibration)


def test_what_cannot_be_stored_on_the_pins_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with PinBench().opened(folder) as opened, PtyPort(opened.device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        folder.rename(tmp_path / "gone")
        folder.touch()  # what is no folder takes no file
        with pytest.raises(BoardRefusedError):
            board.store_calibration(Calibration.nominal(35.5))
        assert board.calibration is not None
        assert board.calibration.checksum == ON_PINS.calibration.checksum

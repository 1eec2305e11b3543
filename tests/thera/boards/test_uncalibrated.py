"""A board that was never calibrated is warned of, until it has been."""

from __future__ import annotations

from common.message import Message
from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import LinkChanged, LinkState
from hardware.calibration import Calibration
from tests.hardware.fake_device import FakeDevice
from thera.boards.board_adjustment import uncalibrated


def test_a_board_is_warned_of_until_a_calibration_is_stored_on_it() -> None:
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        assert any(isinstance(event, LinkChanged) and event.state is LinkState.READY for event in board.events())
        assert uncalibrated(board) == (Message("board.uncalibrated"),)
        board.store_calibration(Calibration.nominal())
        assert uncalibrated(board) == ()

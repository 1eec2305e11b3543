"""Storing a calibration or a wiring over the link, and what becomes of that when the board or the link goes."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import Timings
from hardware.board import BoardRefusedError, LinkState
from hardware.calibration import Calibration
from hardware.wiring import Wiring
from tests.firmware_bridge.test_link import HASTY, state
from tests.hardware.board_contract import next_frame, ready
from tests.hardware.fake_device import FakeDevice

OTHER = Calibration((2000.0,) * 25, (-20.0,) * 25, margin=418)
MIRRORED = Wiring(tuple(range(24, -1, -1)), tuple(range(24, -1, -1)))


def test_a_calibration_and_a_wiring_are_stored_while_it_is_read() -> None:
    device = FakeDevice()
    with PtyPort(device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        board.store_wiring(MIRRORED)
        board.store_calibration(OTHER)
        assert (device.wiring, device.calibration) == (MIRRORED, OTHER)
        assert (board.wiring, board.calibration) == (MIRRORED, OTHER)
        assert board.report.calibration_stored
        assert board.report.wiring_stored


def test_what_cannot_be_stored_is_said() -> None:
    device = FakeDevice()
    device.full = True
    with PtyPort(device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        with pytest.raises(BoardRefusedError, match="memory cannot be written"):
            board.store_calibration(OTHER)
        device.full = False
        board.store_calibration(OTHER)


def test_without_a_board_nothing_is_stored_and_nobody_waits(tmp_path: Path) -> None:
    with SerialBoard(tmp_path / "board", timings=HASTY) as board:
        assert isinstance(board, SerialBoard)
        with pytest.raises(BoardRefusedError, match="no board is ready"):
            board.store_wiring(MIRRORED)
        board.close()
        with pytest.raises(BoardRefusedError, match="closed"):
            board.store_wiring(MIRRORED)


def test_a_board_pulled_out_while_it_stores_is_an_answer_too(tmp_path: Path) -> None:
    link = tmp_path / "board"
    pulled = threading.Event()

    class Pulled(FakeDevice):
        def store_calibration(self, calibration: Calibration) -> None:  # noqa: ARG002 - it comes to nothing
            pulled.wait()

    with SerialBoard(link, timings=HASTY) as board:
        assert isinstance(board, SerialBoard)
        events = board.events()
        with PtyPort(Pulled(), link=link):
            ready(events)
            waiting = threading.Thread(target=pulled_out, args=(board,))
            waiting.start()
            state(events, LinkState.LOST)
            pulled.set()
        waiting.join()


def test_whoever_stores_while_the_link_is_closed_is_told_at_once() -> None:
    asked, closed = threading.Event(), threading.Event()

    class Slow(FakeDevice):
        def store_calibration(self, calibration: Calibration) -> None:
            asked.set()
            closed.wait()
            super().store_calibration(calibration)

    refused: list[str] = []

    def store(board: SerialBoard) -> None:
        try:
            board.store_calibration(OTHER)
        except BoardRefusedError as error:
            refused.append(str(error))

    patient = Timings(store=3600.0)
    with PtyPort(Slow()) as port, SerialBoard(port.path, timings=patient) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        waiting = threading.Thread(target=store, args=(board,), daemon=True)
        waiting.start()
        asked.wait()
        board.close()
        waiting.join()
        closed.set()
        assert refused == ["the link to the board is closed"]


def test_a_calibration_that_the_wire_cannot_carry_is_the_callers_error_and_the_link_goes_on() -> None:
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        events = board.events()
        ready(events)
        with pytest.raises(ValueError, match="does not fit"):
            board.store_calibration(Calibration((1e39,) * 25, (37.0,) * 25))
        assert next_frame(events)


def pulled_out(board: SerialBoard) -> None:
    with pytest.raises(BoardRefusedError, match="the board has gone"):
        board.store_calibration(OTHER)

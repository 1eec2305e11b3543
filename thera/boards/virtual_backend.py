"""The simulated board, behind the same wire as a real one."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.agent import PtyPort
from hardware.device import keep_as_stored
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.errors import CannotPlayError
from thera.boards.open_board import BoardRequest, OpenBoard
from thera.boards.serial_backend import open_link


def open_virtual(request: BoardRequest) -> OpenBoard:
    """A simulated board and the hands on it.

    :raises CannotPlayError: if it cannot save its pieces, or cannot be as its board file says.
    """
    made, data = request.board_file, request.data
    memory = None if data is None else data / "virtual-board.json"
    workers = tuple(replace(worker, polarity=made.polarity(worker.seat)) for worker in FOUR_SEATS)
    period = round(1000 / made.scan_hz)
    try:
        virtual = VirtualDevice(
            made.geometry, seed=request.seed, memory=memory, workers=workers, sensor=made.sensor, scan_period=period
        )
    except OSError as error:
        raise CannotPlayError(f"{data}: cannot save the simulated board there: {error.strerror or error}") from error
    except ValueError as error:
        raise CannotPlayError(f"the simulated board cannot be as its file says: {error}") from error
    port = request.stack.enter_context(PtyPort(virtual, fastest_hz=made.scan_hz))
    return open_link(port.path, made, request.stack, keep_as_stored, virtual)

"""The simulated board of a request: its sensors, its workers, and the hands on it. Apart from `virtual_backend`, whose
wire a browser's tab does not have."""

from __future__ import annotations

from dataclasses import replace

from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.errors import CannotPlayError
from thera.boards.open_board import BoardRequest


def make_virtual_device(request: BoardRequest) -> VirtualDevice:
    """Return the simulated board that a request describes; it saves its pieces in the data folder. Two workers snap
    together or slide apart if friction cannot hold them.

    :raises CannotPlayError: if it cannot save its pieces, or its board file is impossible.
    """
    made, data = request.board_file, request.data
    memory = None if data is None else data / "virtual-board.json"
    workers = tuple(replace(worker, polarity=made.polarity(worker.seat)) for worker in FOUR_SEATS)
    period = round(1000 / made.scan_hz)
    try:
        return VirtualDevice(
            made.geometry,
            seed=request.seed,
            memory=memory,
            workers=workers,
            sensor=made.sensor,
            grip=made.grip,
            scan_period=period,
            scale=made.scale,
        )
    except OSError as error:
        raise CannotPlayError(f"{data}: cannot save the simulated board there: {error.strerror or error}") from error
    except ValueError as error:
        raise CannotPlayError(f"the simulated board cannot be as its file says: {error}") from error

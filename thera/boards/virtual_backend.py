"""The simulated board, behind the same wire as a real one."""

from __future__ import annotations

import time

from firmware_bridge.agent import PtyPort
from firmware_bridge.scan_pace import BySpareTime
from firmware_bridge.serial_ports import PortError
from hardware.board import ALL_DARK
from hardware.device import keep_as_stored
from hardware.virtual.virtual_device import VirtualDevice
from thera.boards.open_board import BoardRequest, OpenBoard
from thera.boards.serial_backend import open_link
from thera.boards.virtual_devices import make_virtual_device


def served(device: VirtualDevice, fastest_hz: int) -> PtyPort:
    """The board at a new pseudo-terminal, at a pace that leaves time for the pages."""
    return PtyPort(device, fastest_hz=fastest_hz, pace=BySpareTime(time.monotonic()))


class VirtualSocket:
    """Where the link of a simulated board finds it while it is plugged in (`firmware_bridge.board_search.BoardLocation`
    and `table.runtime.board_pair.VirtualPlug`)."""

    def __init__(self, device: VirtualDevice, fastest_hz: int) -> None:
        self._device = device
        self._fastest_hz = fastest_hz
        self._port: PtyPort | None = None

    def __str__(self) -> str:
        return "the simulated board"

    def plug_in(self) -> None:
        """Serve the board at a new pseudo-terminal."""
        if self._port is None:
            self._port = served(self._device, self._fastest_hz)

    def unplug(self) -> None:
        """Serve it no longer, and darken it. Safe to call again."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self._device.show(ALL_DARK)

    def find(self, known: str | None) -> str:  # noqa: ARG002 - there is only one
        """The path of the pseudo-terminal.

        :raises PortError: if the board is not plugged in.
        """
        port = self._port
        if port is None:
            raise PortError("the simulated board is not in use")
        return port.path

    def stamp(self) -> object:
        """The pseudo-terminal that is there."""
        return self._port


def open_virtual(request: BoardRequest) -> OpenBoard:
    """A simulated board and the hands on it.

    :raises CannotPlayError: if it cannot save its pieces, or cannot be as its board file says.
    """
    virtual, made = make_virtual_device(request), request.board_file
    port = request.stack.enter_context(served(virtual, made.scan_hz))
    return open_link(port.path, made, request.stack, keep_as_stored, virtual)

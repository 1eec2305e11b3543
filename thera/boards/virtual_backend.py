"""The simulated board, behind the same wire as a real one."""

from __future__ import annotations

import time
from dataclasses import replace

from common.message import Message
from firmware_bridge.agent import PtyPort
from firmware_bridge.scan_pace import BySpareTime
from firmware_bridge.serial_ports import PortError
from firmware_bridge.usb_watch import UsbWatch
from hardware.board import ALL_DARK
from hardware.device import keep_as_stored
from hardware.virtual.virtual_device import VirtualDevice
from table.runtime.board_pair import BoardPair
from table.session.board_choice import BoardKind
from table.view.link_view import LinkView
from thera.boards.open_board import BoardRequest, OpenBoard, OpenPair
from thera.boards.serial_backend import agreement, link_view, linked_board, make_link, open_link
from thera.boards.virtual_devices import make_virtual_device


def served(device: VirtualDevice, fastest_hz: int) -> PtyPort:
    """Open the board at a new pseudo-terminal, at a pace that leaves time for the pages."""
    return PtyPort(device, fastest_hz=fastest_hz, pace=BySpareTime(time.monotonic()))


class VirtualSocket:
    """The place where the link finds a simulated board while it is plugged in
    (`firmware_bridge.board_search.BoardLocation` and `table.runtime.board_pair.VirtualPlug`)."""

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
        """Stop serving it, and darken it. Safe to call again."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self._device.show(ALL_DARK)

    def find(self, known: str | None) -> str:  # noqa: ARG002 - there is only one
        """Return the path of the pseudo-terminal.

        :raises PortError: if the board is not plugged in.
        """
        port = self._port
        if port is None:
            raise PortError("the simulated board is not in use")
        return port.path

    def stamp(self) -> object:
        """Return the present pseudo-terminal, if there is one."""
        return self._port


def open_virtual(request: BoardRequest) -> OpenBoard:
    """Return a simulated board and the hands on it.

    :raises CannotPlayError: if it cannot save its pieces, or its board file is impossible.
    """
    virtual, made = make_virtual_device(request), request.board_file
    port = request.stack.enter_context(served(virtual, made.scan_hz))
    return open_link(port.path, made, request.stack, keep_as_stored, virtual)


# ---- auto backend
#
# The board on USB while one is plugged in, otherwise a simulated one.


def open_auto(request: BoardRequest) -> OpenBoard:
    """Open both boards. A plugged-in device that may be a board is used first.

    :raises CannotPlayError: if the simulated board cannot save its pieces, or its board file is impossible.
    """
    made, stack = request.board_file, request.stack
    simulated = replace(made, measured=())  # what was measured was so on the real board
    device, watch = make_virtual_device(request), UsbWatch(made.name)
    socket = VirtualSocket(device, made.scan_hz)
    stack.callback(socket.unplug)
    links = {
        BoardKind.REAL: make_link(watch, made, stack, agreement(request.data)),
        BoardKind.VIRTUAL: make_link(socket, simulated, stack, keep_as_stored),
    }

    def troubles() -> tuple[Message, ...]:
        return links[BoardKind.REAL].report.refusals or watch.troubles

    def link() -> LinkView:
        return link_view(links[pair.in_use].report)

    pair = BoardPair(links[BoardKind.REAL], links[BoardKind.VIRTUAL], socket, troubles)
    if not watch.attached():
        pair.use(BoardKind.VIRTUAL)
    each = {
        BoardKind.REAL: linked_board(links[BoardKind.REAL], made),
        BoardKind.VIRTUAL: linked_board(links[BoardKind.VIRTUAL], simulated, device),
    }
    return OpenPair(pair, each, link).opened

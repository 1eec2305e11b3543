"""The board on USB while one is plugged in, else a simulated one."""

from __future__ import annotations

from dataclasses import replace

from common.message import Message
from firmware_bridge.usb_watch import UsbWatch
from hardware.device import keep_as_stored
from table.runtime.board_pair import BoardPair
from table.session.board_choice import BoardKind
from table.view.link_view import LinkView
from thera.boards.open_board import BoardRequest, OpenBoard, OpenPair
from thera.boards.serial_backend import agreement, link_view, linked_board, make_link
from thera.boards.virtual_backend import VirtualSocket
from thera.boards.virtual_devices import make_virtual_device


def open_auto(request: BoardRequest) -> OpenBoard:
    """Both boards. If something is plugged in now that may be a board, it is used first.

    :raises CannotPlayError: if the simulated board cannot save its pieces, or cannot be as its board file says.
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

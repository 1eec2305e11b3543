"""Opens a real board at the end of a serial link: on USB, or at a path. Apart from the simulated board, which uses the
same link."""

from __future__ import annotations

import stat
from contextlib import ExitStack
from pathlib import Path

from common.message import shortened
from firmware_bridge.board_search import BoardLocation, ManyBoardsError, OnUsb
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import LinkReport
from firmware_bridge.serial_ports import PortError
from hardware.board_backends import NAMED_FORMS, PATH
from hardware.board_file import BoardFile
from hardware.board_store import sync_policy
from hardware.device import StoragePolicy, keep_as_stored
from hardware.virtual_hands import VirtualHands
from table.errors import CannotPlayError
from table.view.link_view import LinkView
from thera.boards.open_board import BoardRequest, OpenBoard, board_store, timestamp


def open_on_usb(request: BoardRequest) -> OpenBoard:
    """Open the board on USB that has the unique id of the request, or the only one. It need not be there yet.

    :raises CannotPlayError: if there are several boards, and no id was given.
    """
    place = OnUsb(request.argument or None)
    try:
        place.find(None)
    except ManyBoardsError as error:
        raise CannotPlayError(str(error)) from error
    except PortError:
        pass  # the link reports it for as long as it is so
    return open_link(place, request.board_file, request.stack, agreement(request.data))


def open_at_path(request: BoardRequest) -> OpenBoard:
    """Open the board at a serial device. It need not be there yet, but a plain name without a folder must be.

    :raises CannotPlayError: if something else is there.
    """
    path = request.argument
    try:
        serial_device = stat.S_ISCHR(Path(path).stat().st_mode)
    except OSError:
        serial_device = "/" in path
    if not serial_device:
        raise CannotPlayError(
            f"{shortened(path, 60)} is not a serial device; --board takes {', '.join(NAMED_FORMS)} or {PATH}"
        )
    return open_link(path, request.board_file, request.stack, agreement(request.data))


def agreement(data: Path | None) -> StoragePolicy:
    """Return the rules by which a board and this machine come to hold the same calibration and wiring."""
    return keep_as_stored if data is None else sync_policy(board_store(data), timestamp)


def open_link(
    place: str | BoardLocation,
    described: BoardFile,
    stack: ExitStack,
    agree: StoragePolicy,
    hands: VirtualHands | None = None,
) -> OpenBoard:
    """Return the board at the far end of a link; ``hands`` are those on a simulated one."""
    return linked_board(make_link(place, described, stack, agree), described, hands)


def make_link(place: str | BoardLocation, described: BoardFile, stack: ExitStack, agree: StoragePolicy) -> SerialBoard:
    """Return a link to a board with this description; ``stack`` closes it."""
    budget = described.electronics.lights_budget_ma
    board = SerialBoard(
        place,
        budget_ma=budget,
        scan_hz=described.scan_hz,
        policy=agree,
        sensor=described.sensor,
        further=described.geometry.further_channels,
        scale=described.scale,
    )
    stack.callback(board.close)
    return board


def linked_board(board: SerialBoard, described: BoardFile, hands: VirtualHands | None = None) -> OpenBoard:
    """Return a link as an open board; ``hands`` are those on a simulated one."""
    return OpenBoard(board, hands, described, link=lambda: link_view(board.report), adjustable=board)


def link_view(report: LinkReport) -> LinkView:
    """Return the state of a link as plain values for the page and the terminal."""
    who, counters = report.identity, report.counters
    return LinkView(
        state=report.state.value,
        detail=report.detail,
        place=report.place,
        name=None if who is None else who.name,
        unique_id=None if who is None else who.unique_id,
        firmware=None if who is None else who.firmware,
        boots=None if who is None else who.boots,
        protocol=report.protocol,
        revision=report.revision,
        faults=report.faults,
        abilities=report.abilities,
        calibration_stored=report.calibration_stored,
        wiring_stored=report.wiring_stored,
        frames=counters.frames,
        missed=counters.missed,
        broken=counters.crc_errors + counters.overflows + counters.malformed,
        repeated=counters.retransmits,
        reconnects=counters.reconnects,
        board_broken=counters.board_broken,
        board_dropped=counters.board_dropped,
        round_trip_ms=counters.rtt_ms,
    )

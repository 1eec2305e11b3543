"""``thera board serve``: serves the pins of this Pi as a board, over the same wire as a board on USB."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from firmware_bridge.agent import PtyPort
from firmware_bridge.firmware.protocol import LONGEST_TEXT
from hardware.board import Identity
from hardware.board_backends import PIN_LINK
from hardware.board_file import BoardFile
from hardware.electronics import PiPins
from hardware.gpio.pi_model import PiModel
from hardware.gpio.pin_device import Drivers, OpenPins, PinsError, check_machine, open_drivers, open_pins, pins_of
from hardware.gpio.stored import PinStorage
from table.errors import CannotPlayError
from table.settings.configuration import data_folder
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode
from thera.stop_signal import StopSignal

_CHECK_SECONDS = 0.5
"""The seconds between updates of the status light and checks of the device."""
_LISTENING_SECONDS = 2.0
"""The seconds without a fetched scan after which a table is not listening."""

OpenDrivers = Callable[[PiPins, PiModel, Path, ExitStack], Drivers]


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        'Drive the pins of this Raspberry Pi, for a board file with controller = "pi", and serve them like a board on'
        " USB, until SIGTERM or Ctrl-C. The table opens the board at its link: thera play --board PATH"
    )
    parser.examples = (
        Example("thera board serve --board-file board.toml --link ./board", "serve the pins at ./board"),
        Example("thera play --board ./board", "start a table with it, in another terminal"),
    )
    add_board_file_argument(parser)
    parser.add_argument(
        "--link", type=Path, default=PIN_LINK, metavar="PATH", help="the path of the board (default: %(default)s)"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=data_folder(),
        metavar="DIR",
        help="the folder where the board's calibration and wiring are stored (default: the data folder in your home)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve the pins of this machine. Return the exit code.

    :raises CannotPlayError: if they cannot be served.
    """
    return serve_pins(board_file_of(args), args.link, args.data)


def serve_pins(
    board_file: Path | None,
    link: Path,
    data: Path,
    machine: PiModel | None = None,
    drivers: OpenDrivers = open_drivers,
) -> int:
    """Serve the pins of a machine (default: this one) at ``link`` until SIGTERM or SIGINT, then turn the lights off.
    Return the exit code, `ExitCode.FAILED` if the pins failed.

    :raises CannotPlayError: if they cannot be served.
    """
    board, machine = load_board_file(board_file) or BoardFile(), machine or PiModel()
    with ExitStack() as closing:
        stop = closing.enter_context(StopSignal())
        try:
            pins = pins_of(board)
            check_machine(pins, machine)
            _prepare_folder(link)
            scratch = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="thera-pins-")))
            opened = _open(board, drivers(pins, machine, scratch, closing), machine, data / "pins", closing)
            budget = board.electronics.lights_budget_ma
            port = closing.enter_context(PtyPort(opened.device, link=link, budget_ma=budget, fastest_hz=board.scan_hz))
            _give_to_owner(port.terminal, link.parent)
        except PinsError as error:
            raise CannotPlayError(str(error)) from error
        except OSError as error:
            raise CannotPlayError(f"{link}: cannot serve the board there: {error.strerror or error}") from error
        print(f"Serving {board.name} at {link}", flush=True)
        while port.failure is None and not stop.wait(_CHECK_SECONDS):
            now = time.monotonic()
            opened.status.update(now, listened_to=now - opened.device.scanned < _LISTENING_SECONDS)
        if port.failure is not None:
            print(f"thera: {port.failure}", file=sys.stderr)
            return ExitCode.FAILED
    return ExitCode.DONE


def _open(board: BoardFile, drivers: Drivers, machine: PiModel, folder: Path, closing: ExitStack) -> OpenPins:
    try:
        stored = PinStorage(folder)
    except OSError as error:
        raise PinsError(f"{folder}: nothing can be stored there: {error.strerror or error}") from error
    name = board.name.encode()[:LONGEST_TEXT].decode(errors="ignore")  # as long as the wire allows
    identity = Identity(name, f"pi-{machine.serial or 'unknown'}", f"pins {version('thera')}", stored.boots)
    return open_pins(board, drivers, stored, identity, closing)


def _prepare_folder(link: Path) -> None:
    """Check that the link can be created, before touching any pin; create its folder if it is missing."""
    folder = link.parent
    with contextlib.suppress(OSError):  # if this fails, the check below reports it
        folder.mkdir()
        if "SUDO_UID" in os.environ:
            os.chown(folder, int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"]))
    if not os.access(folder, os.W_OK):
        raise PinsError(f"{folder}: the folder for the link is missing or not writable; choose another: --link")
    if os.path.lexists(link) and not link.is_symlink():
        raise PinsError(f"{link} already exists and is not a link; choose another: --link")


def _give_to_owner(terminal: str, folder: Path) -> None:
    """Give the terminal to the owner of the link's folder, since the table runs as another user. This does not follow
    the link, which its owner could point elsewhere meanwhile."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(terminal, owner.st_uid, owner.st_gid)

"""``thera board flash``: the firmware on a Pico."""

from __future__ import annotations

import argparse

from firmware_bridge.firmware_config import NoPicoError
from firmware_bridge.firmware_image import FirmwareImageError
from firmware_bridge.first_flash import find_bootsel, first_flash
from firmware_bridge.flash import FlashError, find_pico, flash
from hardware.board_backends import BACKENDS, PATH, SERIAL, find_backend
from hardware.board_file import BoardFile
from table.errors import CannotPlayError
from thera.boards.micropython_file import add_micropython_argument, micropython_of
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode

_FLASHED = tuple(backend for backend in BACKENDS if backend.flashable)


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Install the firmware on the Pico of a board, with the pins from its board file. Shows first what is on the"
        " Pico, and changes nothing if that does not fit: another board, other straps, newer firmware, another program."
        " What the board has stored (calibration, wiring) stays. A new Pico needs MicroPython, too: plug it in while"
        " you hold BOOTSEL, and it gets both, in place of all that was on it."
    )
    parser.examples = (
        Example("thera board flash", "install the firmware on the only Pico on USB"),
        Example("thera board flash --board /dev/ttyACM1", "on the one at this device"),
        Example("thera board flash --micropython RPI_PICO-20250415-v1.25.0.uf2", "on a new Pico, in BOOTSEL"),
    )
    parser.add_argument(
        "--board",
        default=SERIAL,
        metavar="|".join(backend.form for backend in _FLASHED),
        help="the Pico: the only one on USB, the one with this unique id, or the one at a serial device such as"
        " /dev/ttyACM0 (default: %(default)s)",
    )
    add_micropython_argument(parser)
    add_board_file_argument(parser)
    parser.add_argument(
        "--force-new",
        action="store_true",
        help="also replace another program, newer firmware, or the firmware of another board",
    )


def run(args: argparse.Namespace) -> int:
    """Flash it, and print each step; the exit code.

    :raises CannotPlayError: if there is no such Pico, or it cannot be flashed.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    try:
        drive = find_bootsel() if args.board == SERIAL else None
        if drive is not None:
            first_flash(drive, micropython_of(args), board, _report)
        else:
            flash(_port(args.board), board, _report, force_new=args.force_new)
    except (FlashError, FirmwareImageError, NoPicoError) as error:
        raise CannotPlayError(str(error)) from error
    return ExitCode.DONE


def _report(line: str) -> None:
    print(line, flush=True)


def _port(name: str) -> str:
    backend = find_backend(name)
    if backend is None or backend not in _FLASHED or backend.form == PATH:
        return name
    return find_pico(backend.argument(name) or None)

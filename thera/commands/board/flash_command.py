"""``thera board flash``: puts the firmware on a Pico."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_bridge.firmware_image import (
    FirmwareImageError,
    MicroPythonUf2,
    NoFirmwareError,
    find_download,
    read_micropython,
)
from firmware_bridge.flash import FlashError, find_bootsel, find_pico, first_flash, flash
from hardware.board_backends import BACKENDS, PATH, SERIAL, find_backend
from hardware.board_file import BoardFile
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode

# ---- The command


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
    """Flash it, and print each step. Return the exit code.

    :raises CannotPlayError: if there is no such Pico, or it cannot be flashed.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    try:
        drive = find_bootsel() if args.board == SERIAL else None
        if drive is not None:
            first_flash(drive, micropython_of(args), board, _report)
        else:
            flash(_port(args.board), board, _report, force_new=args.force_new)
    except (FlashError, FirmwareImageError, NoFirmwareError) as error:
        raise CannotPlayError(str(error)) from error
    return ExitCode.DONE


def _report(line: str) -> None:
    print(line, flush=True)


def _port(name: str) -> str:
    backend = find_backend(name)
    if backend is None or backend not in _FLASHED or backend.form == PATH:
        return name
    return find_pico(backend.argument(name) or None)


# ---- The option for MicroPython's file


def add_micropython_argument(parser: CommandParser) -> None:
    """Add ``--micropython``."""
    parser.add_argument(
        "--micropython",
        type=Path,
        metavar="FILE",
        help="MicroPython's .uf2 file for the Pico, as it was downloaded (default: the one in this folder or in"
        " Downloads)",
    )


def micropython_of(args: argparse.Namespace) -> MicroPythonUf2:
    """Return MicroPython's file as the option names it, or as it was downloaded.

    :raises CannotPlayError: if there is none, or the file is not MicroPython's.
    """
    path: Path | None = args.micropython
    try:
        if path is None:
            path = find_download((Path(), Path.home() / "Downloads"))
        return read_micropython(path.read_bytes())
    except OSError as error:
        raise CannotPlayError(f"{path}: cannot be read: {error.strerror or error}") from error
    except FirmwareImageError as error:
        raise CannotPlayError(f"{path}: {error}" if path else str(error)) from error

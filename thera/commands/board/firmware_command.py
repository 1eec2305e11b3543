"""``thera board firmware``: writes one file with all that a Pico needs."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_bridge.firmware_image import FirmwareImageError, NoFirmwareError, firmware_uf2
from hardware.board_file import BoardFile
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.board.flash_command import add_micropython_argument, micropython_of
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Write MicroPython, the firmware and the pins of the board file into one .uf2 file. Hold BOOTSEL while you plug"
        " the Pico in, and copy the file onto the drive that appears: the board is then ready. It replaces all that was"
        " on the Pico, also its calibration. thera board flash does both, and keeps a calibration where it can."
    )
    parser.examples = (
        Example("thera board firmware --uf2 thera.uf2", "of the MicroPython in the folder Downloads"),
        Example("thera board firmware --uf2 thera.uf2 --micropython RPI_PICO-20250415-v1.25.0.uf2", "of this one"),
    )
    parser.add_argument("--uf2", type=Path, required=True, metavar="FILE", help="the file to write")
    add_micropython_argument(parser)
    add_board_file_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write it. Return the exit code.

    :raises CannotPlayError: if it cannot be made or written.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    micropython = micropython_of(args)
    try:
        content = firmware_uf2(micropython, board)
    except (FirmwareImageError, NoFirmwareError) as error:
        raise CannotPlayError(str(error)) from error
    try:
        args.uf2.write_bytes(content)
    except OSError as error:
        raise CannotPlayError(f"{args.uf2}: cannot be written: {error.strerror or error}") from error
    print(f"{args.uf2}: {micropython.words} and the firmware for {board.name!r}, {len(content) // 1024} kB")
    return ExitCode.DONE

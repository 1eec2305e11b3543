"""``thera board wiring``: prints every wire of a board."""

from __future__ import annotations

import argparse

from hardware.board_file import BoardFile
from hardware.wire_list import wire_tables
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "List the wires of the board: where each pin of the controller goes, which input of which multiplexer each"
        " square's sensor is on, and which light of the strip belongs to each square."
    )
    parser.examples = (Example("thera board wiring --board-file board.toml", "every wire of the board in this file"),)
    add_board_file_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print them. Return the exit code.

    :raises CannotPlayError: if the board file is wrong.
    """
    print(wire_tables(load_board_file(board_file_of(args)) or BoardFile()), end="")
    return ExitCode.DONE

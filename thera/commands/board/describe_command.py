"""``thera board describe``: prints a board file with all values."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.board_file import BoardFile, describe
from hardware.magnet_force import pair_warning
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Print a board file with every value in it, defaults included. Without a file, print the default board as a"
        " start for your own. Says on standard error if the magnets of neighbours would move each other."
    )
    parser.examples = (Example("thera board describe > board.toml", "begin a board file of your own"),)
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the board file (default: none)")


def run(args: argparse.Namespace) -> int:
    """Print it. Return the exit code.

    :raises CannotPlayError: if the board file is wrong.
    """
    board = load_board_file(args.file) or BoardFile()
    print(describe(board), end="")
    warning = pair_warning(board.geometry, board.grip)
    if warning:
        print(f"thera: {warning}", file=sys.stderr)
    return ExitCode.DONE

"""``thera board describe``: a board file with every value in it."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.board_file import BoardFile, describe
from thera.boards.open_board import load_board_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Print a board file with every value in it, defaults included. Without a file, print the default board as a"
        " start for your own."
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the board file (default: none)")


def run(args: argparse.Namespace) -> int:
    """Print it; the exit code.

    :raises CannotPlayError: if the board file is wrong.
    """
    print(describe(load_board_file(args.file) or BoardFile()), end="")
    return 0

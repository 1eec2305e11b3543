"""The options by which commands are told which board, and what it is made of."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_board_argument(made: argparse.ArgumentParser, default: str = "virtual") -> None:
    """Add the option that names a board."""
    made.add_argument(
        "--board",
        default=default,
        metavar="virtual|serial|serial:ID|PATH|replay:FILE",
        help="the board: a simulated one; the one on USB, or that of a unique id if there are several; the one at a"
        " serial device such as /dev/ttyACM0; or a trace that is played again at its own pace (default: %(default)s)",
    )


def add_board_file_argument(made: argparse.ArgumentParser) -> None:
    """Add the option that names a board file."""
    made.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help="what the board is made of (see: thera board describe; default: that of the instructions)",
    )

"""The options by which commands are told which board, and what it is made of."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_board_argument(made: argparse.ArgumentParser) -> None:
    """Add the option that names a board."""
    made.add_argument(
        "--board",
        default="virtual",
        metavar="virtual|PATH|replay:FILE",
        help="the board: a simulated one (default), the serial device of a real one, such as /dev/ttyACM0, or a trace"
        " that is played again at its own pace",
    )


def add_board_file_argument(made: argparse.ArgumentParser) -> None:
    """Add the option that names a board file."""
    made.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help="what the board is made of (see: thera board describe; default: that of the instructions)",
    )

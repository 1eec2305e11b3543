"""The options by which commands are told which board, and what it is made of."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_board_argument(
    made: argparse.ArgumentParser, default: str | None = "virtual", told: str = "%(default)s"
) -> None:
    """Add the option that names a board; ``told`` says what is taken without it."""
    made.add_argument(
        "--board",
        default=default,
        metavar="virtual|serial|serial:ID|PATH|replay:FILE",
        help="the board: a simulated one; the one on USB, or that of a unique id if there are several; the one at a"
        f" serial device such as /dev/ttyACM0; or a trace that is played again at its own pace (default: {told})",
    )


def add_board_file_argument(made: argparse.ArgumentParser, told: str = "that of the instructions") -> None:
    """Add the option that names a board file; ``told`` says what the board is without it."""
    made.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help=f"what the board is made of (see: thera board describe; default: {told})",
    )

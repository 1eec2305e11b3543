"""The options by which commands are told which board, and what it is made of."""

from __future__ import annotations

import argparse
from pathlib import Path

CONFIGURED = "what is configured"
"""What counts without an option, see ``thera config show``."""


def add_board_argument(made: argparse.ArgumentParser, otherwise: str = "virtual") -> None:
    """Add the option that names a board; ``otherwise`` is taken where none is named or configured."""
    made.add_argument(
        "--board",
        metavar="virtual|serial|serial:ID|PATH|replay:FILE",
        help="the board: a simulated one; the one on USB, or that of a unique id if there are several; the one at a"
        f" serial device such as /dev/ttyACM0; or a trace that is played again at its own pace (default: {CONFIGURED},"
        f" else {otherwise})",
    )


def add_board_file_argument(made: argparse.ArgumentParser, told: str = CONFIGURED) -> None:
    """Add the option that names a board file; ``told`` says what the board is without it."""
    made.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help=f"what the board is made of (see: thera board describe; default: {told})",
    )


def add_data_argument(made: argparse.ArgumentParser, what: str) -> None:
    """Add the option that names the data folder, where ``what`` is kept."""
    made.add_argument("--data", type=Path, metavar="DIR", help=f"where {what} (default: {CONFIGURED})")

"""``thera doctor``: what is wrong with this computer, and how to mend it."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from thera.commands.board_arguments import add_board_file_argument, add_data_argument


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Add the command."""
    made = subparsers.add_parser(
        "doctor",
        help="look at this computer, and say how to mend what is wrong",
        description="Look at all of this computer that a board needs: rights, the device, SPI, sound, clocks, power,"
        " packages, room for games. Say of each how it stands and how to mend it, with the commands to type; nothing is"
        " changed. The exit code is 1 if something is wrong.",
    )
    add_board_file_argument(made)
    add_data_argument(made, "the game is kept")
    made.add_argument("--json", action="store_true", help="for programs")
    made.set_defaults(run=run)

"""``thera board flash``: the firmware on a Pico."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from thera.commands.board_arguments import add_board_file_argument

Run = Callable[[argparse.Namespace], int]


def add_flash(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that puts the firmware on a Pico."""
    made = subparsers.add_parser(
        "flash",
        help="put the firmware on a Pico, or a newer one",
        description="Put the firmware on the Pico of a board, with what its board file says of its pins. Says what is"
        " on the Pico before, and changes nothing if that does not fit: another board, other straps, a newer firmware,"
        " another program. What the board has stored (calibration, wiring) stays.",
    )
    made.add_argument(
        "--board",
        default="serial",
        metavar="serial|serial:ID|PATH",
        help="the Pico: the only one on USB (default), that of a unique id, or that at a serial device such as"
        " /dev/ttyACM0",
    )
    add_board_file_argument(made)
    made.add_argument(
        "--force-new",
        action="store_true",
        help="also in place of another program, of a newer firmware, and of that of another board",
    )
    made.set_defaults(run=run)

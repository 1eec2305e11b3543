"""``thera board serve``: the pins of this Pi as a board."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from table.settings.data_folder import data_folder
from thera.commands.board_arguments import add_board_file_argument

DEFAULT_LINK = Path("/run/thera/board")


def add_serve(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Add the command that serves the pins."""
    made = subparsers.add_parser(
        "serve",
        help="serve the pins of this Raspberry Pi as a board",
        description='Own the pins of this Raspberry Pi, of which the board file says controller = "pi", and serve them'
        " as a board on USB is, until SIGTERM or Ctrl-C. The table finds it by its link: thera play --board PATH",
    )
    add_board_file_argument(made)
    made.add_argument(
        "--link", type=Path, default=DEFAULT_LINK, metavar="PATH", help="the name of the board (default: %(default)s)"
    )
    made.add_argument(
        "--data",
        type=Path,
        default=data_folder(),
        metavar="DIR",
        help="where its calibration and wiring are kept (default: %(default)s)",
    )
    made.set_defaults(run=run)

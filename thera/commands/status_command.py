"""``thera board status``: how the link to a board stands."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from thera.commands.board_arguments import add_board_argument


def add_status(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Add the command that looks at the link."""
    made = subparsers.add_parser(
        "status",
        help="how the link to the board stands",
        description="Look for the board, listen to it for a moment, and tell the state of the link, who the board is,"
        " what it finds wrong with itself, what was missed or broken on the way, and how long an answer takes. The exit"
        " code is 1 if the board is not ready.",
    )
    add_board_argument(made, otherwise="serial")
    made.add_argument("--json", action="store_true", help="for programs")
    made.set_defaults(run=run)

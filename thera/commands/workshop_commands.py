"""``thera board calibrate``, ``selftest`` and ``monitor``: a board made right, and looked at."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from thera.commands.board_arguments import add_board_argument, add_board_file_argument, add_data_argument

Run = Callable[[argparse.Namespace], int]


def add_calibrate(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that measures zeros and gains."""
    made = subparsers.add_parser(
        "calibrate",
        help="measure the zero and the gain of every sensor",
        description="Measure the empty board, then one worker on the squares that are lit, some 35 placements. What is"
        " wrong with one is said. What was begun is gone on with after a break. The result is shown before it is stored"
        " on the board and on this machine; with --board-file the fields on each height are written there.",
    )
    _add_common(made)
    made.add_argument("--new", action="store_true", help="give up what was begun before")
    _add_demo(made)
    made.set_defaults(run=run)


def add_selftest(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that looks for wires on wrong squares, and for what is dead."""
    made = subparsers.add_parser(
        "selftest",
        help="find exchanged, mirrored and dead sensors and lights",
        description="Light one square after another; put a worker on each, or say which it is. Sensors and lights that"
        " are exchanged, mirrored or dead are named, and a wiring that puts it right is offered.",
    )
    _add_common(made)
    _add_demo(made)
    made.set_defaults(run=run)


def add_monitor(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that shows live fields."""
    made = subparsers.add_parser(
        "monitor",
        help="show live what each sensor measures",
        description="Show the field at each square in mT, which sensors are noisy or at the end of their range, and how"
        " the link does; q or Ctrl-C quits. What is no terminal gets a line a second.",
    )
    _add_common(made)
    made.set_defaults(run=run)


def _add_common(made: argparse.ArgumentParser) -> None:
    add_board_argument(made, otherwise="serial")
    add_board_file_argument(made)
    add_data_argument(made, "this machine keeps what it knows of boards")


def _add_demo(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--demo", action="store_true", help="with --board virtual: simulated hands do it all, and nothing is kept"
    )

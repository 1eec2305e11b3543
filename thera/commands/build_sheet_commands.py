"""``thera board template`` and ``thera board wiring``: what whoever builds a board prints first."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from thera.commands.board_arguments import add_board_file_argument

Run = Callable[[argparse.Namespace], int]

SUFFIXES = (".svg", ".pdf")


def add_template(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that draws where to drill."""
    made = subparsers.add_parser(
        "template",
        help="draw where the squares and the holes are, at true scale",
        description="Draw the plate of the board at true scale: squares, holes for sensors, lights, screws and buttons,"
        " and a ruler to check the printer by. As SVG in one piece (1 unit is 1 mm; what is cut, what is marked and"
        " what is only said are layers of their own), or as PDF on A4 pages to lay together.",
    )
    made.add_argument(
        "file",
        nargs="?",
        type=_drawing,
        metavar="FILE",
        help="the file to write, by its ending an .svg or a .pdf (default: SVG to standard output)",
    )
    add_board_file_argument(made)
    made.set_defaults(run=run)


def add_wiring(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """Add the command that lists the wires."""
    made = subparsers.add_parser(
        "wiring",
        help="list every wire: the controller's pins, the sensors, the lights",
        description="List the wires of the board: which pin of the controller goes where, at which input of which"
        " multiplexer each square's sensor is, and which light on the strip is its own.",
    )
    add_board_file_argument(made)
    made.set_defaults(run=run)


def _drawing(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"{text} ends neither with .svg nor with .pdf")
    return path

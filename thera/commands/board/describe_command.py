"""``thera board describe``: prints a board file with all values, and whether a board like it can be built."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.board_file import BoardFile, assumed_lines, describe
from hardware.board_verdict import BoardFault, board_faults, board_figures
from hardware.build_effort import effort_lines
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.exit_codes import ExitCode

BEFORE_THE_PILOT = ("stack_mm", "width_mm", "weight_g", "foot_mm")
"""What has to be measured before anything is ordered; a pilot measures the rest."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Print a board file with every value in it, defaults included, and as comments what such a board will do, what"
        " of it is assumed, and what it costs. Without a file, print the default board as a start for your own. Says on"
        " standard error what is wrong with the board, with a way out; the exit code is 1 if it could not be played at."
    )
    parser.examples = (
        Example("thera board describe > board.toml", "begin a board file of your own"),
        Example("thera board describe board.toml", "the verdict on it"),
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the board file (default: none)")


def run(args: argparse.Namespace) -> int:
    """Print it. Return the exit code: 1 if the board cannot be played at.

    :raises CannotPlayError: if the board file is wrong.
    """
    board = load_board_file(args.file) or BoardFile()
    faults = board_faults(board)
    print(describe(board, for_maker=True))
    print(verdict(board, faults), end="")
    for fault in faults:
        print(f"thera: {'refused' if fault.fatal else 'warning'}: {fault.text}", file=sys.stderr)
    return ExitCode.FAILED if any(fault.fatal for fault in faults) else ExitCode.DONE


def verdict(board: BoardFile, faults: tuple[BoardFault, ...]) -> str:
    """Return what was computed for this board, what is assumed, and what to do next, as comments."""
    lines = [
        *board_figures(board),
        *effort_lines(weighs=board.scale is not None, ringed=board.ring is not None),
        *assumed_lines(board),
        _next(board, faults),
    ]
    return "".join(f"# {line}\n" for line in lines)


def _next(board: BoardFile, faults: tuple[BoardFault, ...]) -> str:
    missing = [name for name in BEFORE_THE_PILOT if name in board.assumed]
    if any(fault.fatal for fault in faults):
        return "Order nothing: change what is refused, and describe the board again."
    if missing:
        return f"Order nothing yet: measure {', '.join(missing)} first (docs/build.md, step 1)."
    if board.assumed:
        return (
            f"Order the pilot (docs/build/pilot.md), which measures {' and '.join(board.assumed)}; the rest after it."
        )
    return "Order it." if not faults else "Order it if you can live with the warnings."

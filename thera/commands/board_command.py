"""``thera board``: the board by itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thera.commands.board_arguments import add_board_argument, add_board_file_argument
from thera.commands.build_sheet_commands import add_template, add_wiring
from thera.commands.flash_command import add_flash
from thera.commands.serve_command import add_serve
from thera.commands.status_command import add_status
from thera.commands.workshop_commands import add_calibrate, add_monitor, add_selftest

Run = Callable[[argparse.Namespace], int]


@dataclass(frozen=True, slots=True)
class BoardCommands:
    """What the subcommands do, each a function from the parsed arguments to the exit code."""

    describe: Run
    record: Run
    replay: Run
    template: Run
    wiring: Run
    serve: Run
    flash: Run
    status: Run
    calibrate: Run
    selftest: Run
    monitor: Run


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], commands: BoardCommands) -> None:
    """Add the command."""
    made = subparsers.add_parser(
        "board",
        help="the board by itself: its file, how to build it, and traces of it",
        description="The board without a game: what its file says, how to build it, and traces of what it measures.",
    ).add_subparsers(required=True, metavar="COMMAND")
    _add_describe(made, commands.describe)
    _add_record(made, commands.record)
    _add_replay(made, commands.replay)
    add_template(made, commands.template)
    add_wiring(made, commands.wiring)
    add_serve(made, commands.serve)
    add_flash(made, commands.flash)
    add_status(made, commands.status)
    add_calibrate(made, commands.calibrate)
    add_selftest(made, commands.selftest)
    add_monitor(made, commands.monitor)


def _add_describe(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    made = subparsers.add_parser(
        "describe",
        help="print a board file with every value in it",
        description="Print what a board file comes to, as a board file with every value in it; without a file the"
        " default board, to begin your own with.",
    )
    made.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the board file (default: none)")
    made.set_defaults(run=run)


def _add_record(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    made = subparsers.add_parser(
        "record",
        help="record what a board measures",
        description="Write all that a board tells into a trace, without a game, until Ctrl-C or for so many seconds."
        " To record a game, use: thera play --record FILE",
    )
    made.add_argument("file", type=Path, metavar="FILE", help="the trace to write; compressed if it ends with .gz")
    add_board_argument(made)
    add_board_file_argument(made)
    made.add_argument("--seconds", type=_seconds, metavar="N", help="how long (default: until Ctrl-C)")
    made.add_argument("--seed", type=int, default=0, help="chance on the simulated board")
    made.set_defaults(run=run)


def _add_replay(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    made = subparsers.add_parser(
        "replay",
        help="go through a recorded game again",
        description="Go through a trace that thera play --record wrote, as fast as it goes: the same reader and the"
        " same rules, with what the phones did at its place. Prints what comes of it. The exit code is 1 if the board"
        " brings about something else now than it did then; the first difference is named with its time.",
    )
    made.add_argument("file", type=Path, metavar="FILE", help="the trace")
    add_board_file_argument(made, told="that of the trace")
    made.set_defaults(run=run)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a time in seconds, which is above 0")
    return seconds

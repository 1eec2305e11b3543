"""``thera board replay``: reads a recorded game again and compares the result."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from hardware.trace import TraceError
from table.errors import CannotPlayError
from table.traces import Transcript, replay_items, replay_trace, state_at_start
from table.view.led_patterns import lights_of
from thera.boards.open_board import load_board_file
from thera.boards.recorded_games import check_channels, open_trace
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument
from thera.exit_codes import ExitCode
from thera.table_assembly import make_reader


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Replay a trace of thera play --record as fast as possible, with the same reader and the same rules, and with"
        " what the phones did at its place. Prints the result. The exit code is 1 if the board now leads to something"
        " else than it did then; the first difference is printed with its time."
    )
    parser.examples = (Example("thera board replay game.trace.gz", "read a recorded game again, and compare"),)
    parser.add_argument("file", type=Path, metavar="FILE", help="the trace")
    add_board_file_argument(parser, default="the one in the trace")


def run(args: argparse.Namespace) -> int:
    """Replay it. Return the exit code, `ExitCode.FAILED` if the result differs.

    :raises CannotPlayError: if the file is no trace of a game.
    """
    with ExitStack() as stack:
        trace, recorded = open_trace(args.file, stack)
        described = load_board_file(args.board_file) or recorded
        check_channels(args.file, described, recorded)
        transcript = Transcript()
        try:
            start = state_at_start(args.file, trace.head)
            reader, size = make_reader(described), described.geometry.size
            retraced = replay_trace(start, replay_items(args.file, trace), reader, lights_of, transcript, size=size)
        except TraceError as error:
            raise CannotPlayError(str(error)) from error
    for line in transcript.lines:
        print(f"{line.at / 1000:9.2f} s  {line.text}")
    if trace.cut is not None:
        print(f"thera: {trace.cut}", file=sys.stderr)
    difference = retraced.difference
    if trace.cut is not None and difference is not None and difference.then is None:
        difference = None  # what the last frames led to is in the part that is lost
    amount = f"{retraced.frames} frames in {retraced.duration / 1000:.1f} s"
    print(f"the same as then ({amount})" if difference is None else f"different: {difference.words()}")
    return ExitCode.DONE if difference is None else ExitCode.FAILED

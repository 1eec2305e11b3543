"""``thera board record``: records the readings of a board as a trace."""

from __future__ import annotations

import argparse
import contextlib
import signal
import threading
from contextlib import ExitStack
from pathlib import Path

from common.message import shortened
from hardware.board_file import describe
from hardware.trace import TraceHead
from table.traces import record_board
from thera.boards.open_board import load_board_file, open_board
from thera.boards.recorded_games import begin_recording, check_recordable
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_argument, add_board_file_argument, board_file_of, board_of
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Write everything a board reports into a trace, without a game, until Ctrl-C or for a number of seconds. To"
        " record a game, use: thera play --record FILE"
    )
    parser.examples = (
        Example("thera board record noise.trace.gz --board serial --seconds 60", "for a minute, from the board on USB"),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the trace to write; compressed if it ends with .gz")
    add_board_argument(parser)
    add_board_file_argument(parser)
    parser.add_argument("--seconds", type=_seconds, metavar="N", help="how long to record (default: until Ctrl-C)")
    parser.add_argument("--seed", type=int, default=0, help="the random seed of a simulated board (default: 0)")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{shortened(text, 20)} is not a number of seconds above 0")
    return seconds


def run(args: argparse.Namespace) -> int:
    """Record until SIGINT, SIGTERM or the end of the time. Return the exit code, `ExitCode.FAILED` if the disk failed.

    :raises CannotPlayError: if there is no such board, or the trace cannot be written.
    """
    with ExitStack() as stack:
        described = load_board_file(board_file_of(args))
        opened = open_board(board_of(args), described, seed=args.seed, data=None, stack=stack)
        check_recordable(args.file)
        recording = begin_recording(args.file, TraceHead(describe(opened.described)), stack)
        for number in (signal.SIGINT, signal.SIGTERM):
            stack.callback(signal.signal, number, signal.signal(number, signal.default_int_handler))
        if args.seconds is not None:
            timer = threading.Timer(args.seconds, opened.board.close)
            timer.daemon = True
            timer.start()
        with contextlib.suppress(KeyboardInterrupt):  # the normal end of a recording
            record_board(opened.board.events(), recording, lambda: opened.board.identity)
        failed = recording.over
    return ExitCode.FAILED if failed else ExitCode.DONE

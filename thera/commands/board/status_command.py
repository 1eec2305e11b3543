"""``thera board status``: prints the state of the link to a board."""

from __future__ import annotations

import argparse
import json
import threading
from contextlib import ExitStack
from dataclasses import asdict

from hardware.board import Board, LinkChanged, LinkState
from hardware.board_backends import SERIAL
from table.errors import CannotPlayError
from table.view.link_view import link_lines
from thera.boards.open_board import open_board
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_argument, board_of, read_if_allowed
from thera.exit_codes import ExitCode

LOOK_SECONDS = 5.0
"""The seconds in which a board has to become ready."""

WATCH_SECONDS = 1.5
"""The seconds for which a ready board is watched, to measure its round trip and its errors."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Look for the board, listen to it for a moment, and print the state of the link, the board's identity, the"
        " faults it reports, what was missed or broken on the way, and the round trip time. The exit code is 1 if the"
        " board is not ready."
    )
    parser.examples = (
        Example("thera board status", "look for the board on USB"),
        Example("thera board status --board virtual --json", "the state of a simulated board, for a program"),
    )
    add_board_argument(parser, default=SERIAL)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the state of the link. Return the exit code, `ExitCode.FAILED` if the board is not ready.

    :raises CannotPlayError: if there is no such board, or it has no link.
    """
    name = board_of(args, SERIAL, read_if_allowed)
    with ExitStack() as stack:
        opened = open_board(name, None, seed=0, data=None, stack=stack)
        if opened.link is None:
            raise CannotPlayError(f"--board {name} has no link to look at")
        _watch(opened.board, stack)
        view = opened.link()
    print(json.dumps(asdict(view), indent=2) if args.json else "\n".join(link_lines(view)))
    return ExitCode.DONE if view.state == LinkState.READY.value else ExitCode.FAILED


def _watch(board: Board, stack: ExitStack) -> None:
    """Wait until the board has worked for a while, or the reason why it does not is known."""

    def until(seconds: float) -> None:
        timer = threading.Timer(seconds, board.close)
        timer.daemon = True
        timer.start()
        stack.callback(timer.cancel)

    until(LOOK_SECONDS)
    searches = 0
    for event in board.events():
        if not isinstance(event, LinkChanged):
            continue
        searches += event.state is LinkState.SEARCH
        if searches > 1 or event.state in (LinkState.REFUSED, LinkState.LOST):
            return  # the second search reports why the first one failed
        if event.state is LinkState.READY:
            until(WATCH_SECONDS)

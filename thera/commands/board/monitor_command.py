"""``thera board monitor``: shows live readings of every sensor."""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

from hardware.board import LinkChanged
from hardware.board_backends import AUTO, SERIAL, VIRTUAL
from perception.calibration.monitor import Converting, Monitor, line, screen
from thera.boards.open_board import OpenBoard, load_board_file, open_board
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import (
    add_board_argument,
    add_board_file_argument,
    add_data_argument,
    board_file_of,
    board_of,
    data_of,
    has_colours,
    is_terminal,
    read_if_allowed,
)
from thera.exit_codes import ExitCode

_REDRAW_SECONDS = 0.2
_LINE_SECONDS = 1.0


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Show for each square the field in mT, the raw counts and the volts at the pin of the converter, and which"
        " input of which multiplexer its sensor is at; also which sensors are noisy or at the end of their range, and"
        " the state of the link. Of a board that weighs, the four loads, their sum, and what has changed since the"
        " start, with its centre. q or Ctrl-C quits. If the output is not a terminal, prints a line a second."
    )
    parser.examples = (
        Example("thera board monitor --board virtual", "watch the sensors of a simulated board"),
        Example("thera board monitor | tee readings.txt", "a line a second, also into a file"),
    )
    add_board_argument(parser, default=SERIAL)
    add_board_file_argument(parser)
    add_data_argument(parser, "this machine stores calibrations and wirings")


def run(args: argparse.Namespace) -> int:
    """Show the readings of a board until q or Ctrl-C. Return the exit code.

    :raises CannotPlayError: if there is no such board.
    """
    read = cache(read_if_allowed)
    described = load_board_file(board_file_of(args, read))
    with ExitStack() as stack:
        name = board_of(args, SERIAL, read)
        # The pieces of a simulated board belong to the table that plays there.
        data = None if name in {AUTO, VIRTUAL} else data_of(args, read)
        opened = open_board(name, described, seed=0, data=data, stack=stack)
        geometry, scale = opened.described.geometry, opened.described.scale
        seen = Monitor(geometry.squares, scale=scale, sensors=geometry.further)
        live = is_terminal(sys.stdout) and sys.stdin.isatty()
        if live:
            stack.enter_context(_keys(opened.board.close))
            _write("\x1b[2J")
        drawn = 0.0
        with contextlib.suppress(KeyboardInterrupt):  # a normal way to quit
            for event in opened.board.events():
                seen = seen.after(event)
                since, converting = time.monotonic() - drawn, _converting(opened)
                if live and since >= _REDRAW_SECONDS:
                    lines = [*screen(seen, converting, coloured=has_colours(sys.stdout)), "", "q: quit"]
                    _write("\x1b[H" + "".join(f"{text}\x1b[K\n" for text in lines) + "\x1b[J")
                elif not live and (since >= _LINE_SECONDS or isinstance(event, LinkChanged)):
                    _write(f"{line(seen, converting)}\n")
                else:
                    continue
                drawn = time.monotonic()
    return ExitCode.DONE


def _converting(opened: OpenBoard) -> Converting | None:
    """Return how the board now converts voltages to fields; None if it does not say."""
    calibration = None if opened.adjustable is None else opened.adjustable.calibration
    if opened.adjustable is None or calibration is None:
        return None
    return Converting(calibration, opened.described.sensor.supply, opened.adjustable.wiring)


@contextlib.contextmanager
def _keys(quit_: Callable[[], None]) -> Iterator[None]:
    """Read single keys of the terminal; q quits."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    closed, close = os.pipe()

    def listen() -> None:
        while closed not in select.select([terminal, closed], [], [])[0]:
            if os.read(terminal, 1) in {b"q", b"Q", b"\x04", b""}:
                quit_()
                return

    tty.setcbreak(terminal)
    listener = threading.Thread(target=listen, name="keys", daemon=True)
    listener.start()
    try:
        yield
    finally:
        os.close(close)  # the other end then becomes readable
        listener.join()
        os.close(closed)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _write(text: str) -> None:
    print(text, end="", flush=True)

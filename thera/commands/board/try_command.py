"""``thera board try``: a pilot with three sensors on a breadboard, which says whether a board is worth building."""

from __future__ import annotations

import argparse
import os
import queue
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from common.atomic_files import write_whole
from hardware.adjustable_board import AdjustableBoard
from hardware.board import Board, BoardEvent, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.board_backends import SERIAL, VIRTUAL
from hardware.board_file import BoardFile, describe
from hardware.calibration import Calibration
from hardware.hand_actions import Lift, Put, PutInBox, Stack, Unstack
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file, open_board
from thera.boards.pilot_measurement import SENSORS, Counts
from thera.boards.pilot_verdict import PilotMeasurements, findings, pilot_board
from thera.command_parser import CommandParser, Example
from thera.commands.board.pilot_dialogue import Pilot, PilotPlacement, TypedNumber, typed_number
from thera.commands.board.terminal_procedure import say
from thera.commands.common_arguments import add_board_argument, add_board_file_argument, board_file_of, board_of
from thera.exit_codes import ExitCode

SIMULATED_MEASURES = {"weight": 10.0, "rise": 60.0, "run": 100.0, "moves at": 33.0}
"""What the maker of the demonstration measures, in g and mm."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "A pilot before a board is built: a Pico, one multiplexer and three sensors on a breadboard, two magnets, and"
        " the blocks of the game (docs/build/pilot.md). Measures the noise and the field at four heights, asks for what"
        " ruler, scale and a tilted face say, writes a board file with all of it, and says whether to build the board"
        " or what to change. The exit code is 1 if something is to be changed."
    )
    parser.examples = (
        Example("thera board try my-board.toml", "at the Pico on USB; the measures go into a new board file"),
        Example("thera board try --board virtual --demo", "watch simulated hands do it"),
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the board file to write; it must not exist yet"
    )
    add_board_argument(parser, default=SERIAL)
    add_board_file_argument(parser)
    parser.add_argument("--demo", action="store_true", help="with --board virtual: simulated hands do it")


def run(args: argparse.Namespace) -> int:
    """Lead a maker through a pilot; the exit code, 0 if the verdict is to build.

    :raises CannotPlayError: if there is no such board, it ends, or the file cannot be written.
    """
    name, described = board_of(args, SERIAL), load_board_file(board_file_of(args)) or BoardFile()
    file: Path | None = args.file
    if args.demo != (name == VIRTUAL):
        raise CannotPlayError(f"--board {VIRTUAL} and --demo go together: simulated hands, or a board and your own")
    if file is None and not args.demo:
        raise CannotPlayError("name the board file to write, such as: thera board try my-board.toml")
    if file is not None:
        _check_room(file)
    with ExitStack() as stack:
        if args.demo:
            found = Pilot(_SimulatedMaker(described), described).run()
        else:
            opened = open_board(name, described, seed=0, data=None, stack=stack)
            if opened.adjustable is None:
                raise CannotPlayError(f"--board {name} does not say what its sensors read; name a board that does")
            try:
                found = Pilot(_TerminalMaker(opened.board, opened.adjustable, iter(sys.stdin)), described).run()
            except _LeftError:
                return ExitCode.INTERRUPTED
    return conclude(found, described, file)


def _check_room(file: Path) -> None:
    """Refuse a file that could not be written after an hour of measuring.

    :raises CannotPlayError: if it is there already, or its folder is not, or may not be written to.
    """
    if file.exists():
        raise CannotPlayError(f"{file} already exists; name a new file (--board-file names one to begin with)")
    if not file.parent.is_dir():
        raise CannotPlayError(f"{file}: there is no folder {file.parent}")
    if not os.access(file.parent, os.W_OK):
        raise CannotPlayError(f"{file}: {file.parent} may not be written to")


def conclude(found: PilotMeasurements, described: BoardFile, file: Path | None) -> int:
    """Write the board file (None: only show it), and say the verdict; the exit code, 0 if it is to build.

    :raises CannotPlayError: if the file cannot be written; what would be in it is shown before.
    """
    said = findings(found)
    say("")
    for each in said:
        say(f"{'good  ' if each.good else 'CHANGE'} {each.text}")
        if each.change:
            say(f"       {each.change}")
    text = describe(pilot_board(described, found))
    if file is None:
        say(f"This would be the board file:\n{text}")
    else:
        try:
            write_whole(file, text)
        except OSError as error:
            say(f"This is the board file; store it elsewhere:\n{text}")
            raise CannotPlayError(f"{file}: cannot write it: {error.strerror or error}") from error
        say(f"Written: {file}")
    good = all(each.good for each in said)
    say("Build it." if good else "Change that first, and try again.")
    return ExitCode.DONE if good else ExitCode.FAILED


def _pilot_counts(frame: Frame, calibration: Calibration, wiring: Wiring | None) -> Counts:
    """The counts at the inputs C0, C1 and C2 of the first multiplexer.

    :raises CannotPlayError: if the board reads none of them.
    """
    counts = calibration.counts(frame.fields)
    channels = (wiring or Wiring.straight()).sensors
    try:
        return tuple(counts[channels.index(channel)] for channel in range(SENSORS))
    except ValueError as error:
        raise CannotPlayError(
            "this board does not read C0, C1 and C2 of multiplexer A: [electronics] sensors"
        ) from error


class _LeftError(Exception):
    """The maker types nothing more."""


class _TerminalMaker:
    """A person at a terminal, and the board on the table."""

    def __init__(self, board: Board, adjustable: AdjustableBoard, lines: Iterator[str]) -> None:
        self._adjustable = adjustable
        self._lines = lines
        self._inbox: queue.SimpleQueue[BoardEvent | None] = queue.SimpleQueue()
        board.forward(self._inbox.put, lambda: self._inbox.put(None))
        while not isinstance(self._next(), Frame):
            pass  # the link is shown as it comes up

    def place(self, placement: PilotPlacement, text: str) -> None:  # noqa: ARG002 - a person reads the text
        """As of a Maker."""
        say(f"{text} [Enter]")
        self._line()

    def number(self, asked: TypedNumber) -> float:
        """As of a Maker."""
        while True:
            wanted = f"{asked.low:g} to {asked.high:g}" if asked.described is None else f"Enter: {asked.described:g}"
            say(f"{asked.name}: {asked.what}, in {asked.unit} [{wanted}]")
            value = typed_number(self._line(), asked, say)
            if value is not None:
                return value

    def frames(self, count: int) -> list[Counts]:
        """As of a Maker. Frames from before it was asked, and from before the link was lost, do not count."""
        while not self._inbox.empty():
            self._next()
        found: list[Counts] = []
        while len(found) < count:
            event = self._next()
            calibration = self._adjustable.calibration
            if isinstance(event, LinkChanged) and event.state is not LinkState.DEGRADED:
                found.clear()
            elif isinstance(event, Frame) and calibration is not None:
                found.append(_pilot_counts(event, calibration, self._adjustable.wiring))
        return found

    def say(self, text: str) -> None:
        """As of a Maker."""
        say(text)

    def _line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise _LeftError
        return line

    def _next(self) -> Frame | LinkChanged | ButtonPressed:
        event = self._inbox.get()
        if event is None:
            raise CannotPlayError("the board has gone")
        if isinstance(event, LinkChanged):
            say(f"board: {event.state}{f', {event.detail}' if event.detail else ''}")
        return event


class _SimulatedMaker:
    """Simulated hands at a simulated board, whose maker measures without error."""

    def __init__(self, described: BoardFile) -> None:
        self._described = described
        self._device = VirtualDevice(described.geometry, SensorSpread.handmade(2.0), sensor=described.sensor)
        self._hands = QueuedHands(self._device)
        self._workers = tuple(
            next(piece.piece for piece in self._device.look().pieces if piece.seat == seat)
            for seat in ("blue", "orange")
        )
        self._stands = PilotPlacement()

    def place(self, placement: PilotPlacement, text: str) -> None:
        """As of a Maker."""
        say(text)
        before, self._stands = self._stands, placement
        if before.worker is not None:
            self._hands.do(Lift(self._workers[before.worker - 1]))
            self._hands.do(PutInBox(self._workers[before.worker - 1]))
            for _ in range(before.level):
                self._hands.do(Unstack(before.sensor - 1))
        if placement.worker is not None:
            for _ in range(placement.level):
                self._hands.do(Stack(placement.sensor - 1, dome=False))
            self._hands.do(Lift(self._workers[placement.worker - 1]))
            self._hands.do(Put(self._workers[placement.worker - 1], placement.sensor - 1))
        while not self._hands.idle:
            self._device.frame()
        self._hands.check()

    def number(self, asked: TypedNumber) -> float:
        """As of a Maker."""
        value = SIMULATED_MEASURES[asked.name] if asked.described is None else asked.described
        say(f"{asked.name}: {asked.what}: {value:g} {asked.unit}")
        return value

    def frames(self, count: int) -> list[Counts]:
        """As of a Maker."""
        calibration, wiring = self._device.calibration, self._device.wiring
        return [_pilot_counts(self._device.frame(), calibration, wiring) for _ in range(count)]

    def say(self, text: str) -> None:
        """As of a Maker."""
        say(text)

"""Runs a calibration or a self-test in the terminal: at a real board with a person, or as a demonstration."""

from __future__ import annotations

import argparse
import queue
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from common.message import Message
from hardware.board import Board, BoardEvent, LinkChanged, LinkState, ScaleInUse
from hardware.board_backends import SERIAL, VIRTUAL
from hardware.board_file import BoardFile
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands, VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from perception.calibration.open_procedure import Work, has_something_to_store, is_accepted
from perception.calibration.procedure import BoardSetting, Procedure, Task, lights_at, message
from perception.calibration.terminal import Demonstration, ProcedureLoop, TerminalOutput
from table.errors import CannotPlayError
from table.session.answers import CommandRefused
from thera.boards.board_adjustment import BoardAdjustment
from thera.boards.open_board import board_store, boards_folder, load_board_file, open_board
from thera.command_parser import CommandParser
from thera.commands.common_arguments import (
    add_board_argument,
    add_board_file_argument,
    add_data_argument,
    board_file_of,
    board_of,
    data_of,
)
from thera.exit_codes import ExitCode
from web_ui.languages import words as in_english

AnyProcedure = TypeVar("AnyProcedure", bound=Procedure)

_HANDS_NEEDED = (
    f"--board {VIRTUAL} has nobody here to move its workers; add --demo, and simulated hands do everything at high"
    " speed, without saving anything"
)


@dataclass(frozen=True, slots=True)
class ProcedureBoard:
    """The board of a procedure: its name, its board file, and the data folder."""

    name: str
    board_file: Path | None
    data: Path


def add_procedure_arguments(parser: CommandParser) -> None:
    """Add the options that name the board, and ``--demo``."""
    add_board_argument(parser, default=SERIAL)
    add_board_file_argument(parser)
    add_data_argument(parser, "this machine stores calibrations and wirings")
    parser.add_argument(
        "--demo", action="store_true", help="with --board virtual: simulated hands do it, and nothing is saved"
    )


def procedure_board(args: argparse.Namespace) -> ProcedureBoard:
    """Return the board that the arguments and the configuration name.

    :raises CannotPlayError: if the configuration is wrong.
    """
    return ProcedureBoard(board_of(args, SERIAL), board_file_of(args), data_of(args))


# -- at a real board


def guide(chosen: ProcedureBoard, task: Task, *, restart: bool = False) -> int:
    """Guide a person through a procedure, and store its result. Return the exit code. ``restart`` discards earlier
    progress.

    :raises CannotPlayError: if there is no such board, or none that can be adjusted.
    """
    with ExitStack() as stack:
        board, adjustment = _ready(chosen, stack)
        try:
            opened = adjustment.begin(task, restart=restart)
        except CommandRefused as refused:
            raise CannotPlayError(_words(refused.answer.message)) from refused
        _say_all(() if opened.report is None else opened.report.notes)
        if opened.resumed:
            say(f"Continuing with {opened.resumed} earlier placements. To start again without them, use --new.")
        if opened.work is None:
            raise CannotPlayError(f"there are no steps in {task}")
        loop: ProcedureLoop[Work] = ProcedureLoop(board, TerminalOutput(_words, say), say)
        done = loop.run(opened.work, sys.stdin, lambda changed: _say_all(adjustment.save_progress(changed)))
        if not is_accepted(done):
            return ExitCode.INTERRUPTED
        if not has_something_to_store(done):
            return ExitCode.DONE
        report = adjustment.store(done)
        _say_all(report.notes)
        if report.stored:
            say(_words(message(f"{task}.stored")))
        return ExitCode.DONE if report.stored else ExitCode.FAILED


def _ready(chosen: ProcedureBoard, stack: ExitStack) -> tuple[Board, BoardAdjustment]:
    """Return the board, as soon as it is ready, and its adjuster."""
    if chosen.name == VIRTUAL:
        raise CannotPlayError(_HANDS_NEEDED)
    described = load_board_file(chosen.board_file)
    opened = open_board(chosen.name, described, seed=0, data=chosen.data, stack=stack)
    adjustable, stored, progress = opened.adjustable, board_store(chosen.data), boards_folder(chosen.data)
    if adjustable is None:
        raise CannotPlayError(
            f"--board {chosen.name} stores no calibration and no wiring, so it cannot be calibrated or tested; name a"
            " board that does"
        )
    for event in opened.board.events():
        if isinstance(event, LinkChanged):
            say(f"board: {event.state}{f', {event.detail}' if event.detail else ''}")
            if event.state is LinkState.READY:
                file, described = chosen.board_file, opened.described
                return opened.board, BoardAdjustment(
                    adjustable, described, boards=stored, begun=progress, board_file=file
                )
    raise CannotPlayError(f"the board at {chosen.name} did not become ready")


# -- as a demonstration


def demonstration_board(chosen: ProcedureBoard) -> tuple[VirtualDevice, BoardSetting]:
    """Return a simulated board whose sensors are as uneven as their data sheet allows, and its description for a
    procedure.

    :raises CannotPlayError: if another board was named.
    """
    described = load_board_file(chosen.board_file) or BoardFile()
    if chosen.name != VIRTUAL:
        raise CannotPlayError(f"--demo is for --board {VIRTUAL}; at a real board you move the workers")
    spread = SensorSpread(gain=0.05, placement=4.0, stored_gain=0.0, stored_offset=0.0)
    virtual = VirtualDevice(described.geometry, spread, sensor=described.sensor, scale=described.scale)
    virtual.store_calibration(described.calibration)
    squares, reach = described.geometry.of_squares, described.sensor.range
    further = described.geometry.further
    return virtual, BoardSetting(
        squares, virtual.calibration, reach, virtual.wiring, scale=described.scale, further=further
    )


def demonstrate(virtual: VirtualDevice, procedure: AnyProcedure) -> AnyProcedure:
    """Return the procedure at its end, carried out by simulated hands."""
    output, hands = TerminalOutput(_words, say), Demonstration(QueuedHands(virtual), virtual.geometry)
    with VirtualBoard(virtual) as board:
        for event in board.events():
            if isinstance(event, LinkChanged | ScaleInUse):
                continue
            procedure = procedure.after(event)
            output.show(procedure.view)
            board.show(lights_at(procedure.view, event.at))
            answer = hands.act(procedure.view)
            if answer is not None:
                procedure = procedure.after(answer)
            if procedure.view.over:
                output.show(procedure.view)
                break
    return procedure


# -- output


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def _words(message: Message) -> str:
    return in_english(message.key, dict(message.args))


def _say_all(notes: tuple[Message, ...]) -> None:
    for note in notes:
        say(_words(note))


class LeftError(Exception):
    """The person types nothing more, or wants to stop."""


class PersonAtBoard:
    """A person at a terminal with a board: what the one types, and what the other says, each when it is asked for."""

    def __init__(self, board: Board, lines: Iterator[str]) -> None:
        self._lines = lines
        self._inbox: queue.SimpleQueue[BoardEvent | None] = queue.SimpleQueue()
        board.forward(self._inbox.put, lambda: self._inbox.put(None))

    def line(self) -> str:
        """Return the next line that is typed.

        :raises LeftError: if none comes any more.
        """
        line = next(self._lines, None)
        if line is None:
            raise LeftError
        return line

    def event(self) -> BoardEvent:
        """Return the next event of the board; a change of the link is shown.

        :raises CannotPlayError: if the board has gone.
        """
        event = self._inbox.get()
        if event is None:
            raise CannotPlayError("the board has gone")
        if isinstance(event, LinkChanged):
            say(f"board: {event.state}{f', {event.detail}' if event.detail else ''}")
        return event

    @property
    def has_event(self) -> bool:
        """Whether an event has come already."""
        return not self._inbox.empty()

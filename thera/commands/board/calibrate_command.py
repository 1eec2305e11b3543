"""``thera board calibrate``: finds the zero and the gain of every sensor, or what the scale of a board measures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from common.atomic_files import write_whole
from common.toml_section import FaultyFileError
from hardware.board import Board, BoardEvent, Frame, LinkChanged, Weighed
from hardware.board_file import BoardFile, measured_line, with_scale
from hardware.scale import Scale, measured_lines
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.procedure import Task, name_of
from perception.calibration.scale_calibration import (
    LEAST_KNOWN,
    MOST_KNOWN,
    PIECES,
    LoadRest,
    Loads,
    ScaleMeasurementError,
    calibrated_scale,
    corner_squares,
    with_masses,
)
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file, open_board
from thera.command_parser import CommandParser, Example
from thera.commands.board.terminal_procedure import (
    LeftError,
    PersonAtBoard,
    ProcedureBoard,
    add_procedure_arguments,
    demonstrate,
    demonstration_board,
    guide,
    procedure_board,
    say,
)
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Measure the empty board, then one worker on each lit square, 34 placements on 25 squares. Reports what is"
        " wrong with a placement. After a break it continues where you stopped. Shows the result before it stores it"
        " on the board and on this machine; with --board-file it also writes the fields at each level there. With"
        " --scale it calibrates the load cells of a board that weighs instead, with a thing of known mass in each"
        " corner, and one piece of each kind."
    )
    parser.examples = (
        Example("thera board calibrate", "calibrate the board on USB"),
        Example("thera board calibrate --board virtual --demo", "watch simulated hands do it"),
        Example(
            "thera board calibrate --scale --board-file my-board.toml", "calibrate the scale of a board that weighs"
        ),
    )
    add_procedure_arguments(parser)
    parser.add_argument("--new", action="store_true", help="discard the progress of an earlier calibration")
    parser.add_argument("--scale", action="store_true", help="calibrate the load cells of a board that weighs")


def run(args: argparse.Namespace) -> int:
    """Calibrate a board. Return the exit code, 0 if the calibration was stored.

    :raises CannotPlayError: if there is no such board, or none that can be calibrated.
    """
    chosen = procedure_board(args)
    if args.scale:
        return _calibrate_scale(chosen, demo=args.demo)
    return _demonstrate(chosen) if args.demo else guide(chosen, Task.CALIBRATE, restart=args.new)


def _demonstrate(chosen: ProcedureBoard) -> int:
    virtual, setting = demonstration_board(chosen)
    done = demonstrate(virtual, CalibrationProcedure(setting))
    if done.result is not None:
        say(f"This would be written to a board file: {measured_line(done.result.measured)}")
    return ExitCode.DONE


# ---- The scale


_UNWEIGHED_FRAMES = 250
"""A board that sends so many frames, five seconds of them, and no weights has no scale that works."""


def _calibrate_scale(chosen: ProcedureBoard, *, demo: bool) -> int:
    """Calibrate the scale of a board with a person at it. Return the exit code, 0 if the result was written.

    :raises CannotPlayError: if the board has no scale.
    """
    if demo:
        raise CannotPlayError("--scale has no demonstration: simulated hands have nothing of known mass")
    described = load_board_file(chosen.board_file) or BoardFile()
    if described.scale is None:
        where = "the board without a file" if chosen.board_file is None else str(chosen.board_file)
        raise CannotPlayError(f"{where} has no [scale]; docs/board_file.md has what to write")
    with ExitStack() as stack:
        opened = open_board(chosen.name, described, seed=0, data=chosen.data, stack=stack)
        maker = _ScaleMaker(opened.board, described.scale, iter(sys.stdin))
        try:
            found = _measured_scale(maker, described, described.scale)
        except ScaleMeasurementError as error:
            raise CannotPlayError(str(error)) from error
        except LeftError:
            return ExitCode.INTERRUPTED
        return _write_scale(maker, chosen.board_file, found)


def _measured_scale(maker: _ScaleMaker, described: BoardFile, scale: Scale) -> Scale:
    """Ask for each placement, and return the scale that was measured.

    :raises ScaleMeasurementError: if the loads fit no scale.
    """
    maker.enter("Take everything off the board, and do not lean on the table")
    empty = maker.rest()
    noise = maker.noise
    known = maker.number(
        f"What does a thing of {LEAST_KNOWN:g} to {MOST_KNOWN:g} g weigh on a kitchen scale, in g? It has to fit on a"
        " square; the heavier the better"
    )
    placed = []
    for square in corner_squares(described.geometry):
        maker.enter(f"Put it into the middle of {name_of(square)}")
        placed.append(maker.rest())
    found = calibrated_scale(scale, described.geometry, known, empty, placed)
    say("The cells are calibrated. Now one piece of each kind; those that are there may stay.")
    maker.enter("Take the thing off the board")
    before = _weigh(scale, found, maker.rest())
    masses = []
    for piece in PIECES:
        maker.enter(f"Put {piece} on the board{', with its magnet' if piece == PIECES[0] else ''}")
        after = _weigh(scale, found, maker.rest())
        masses.append(after - before)
        say(f"   {masses[-1]:.2f} g")
        before = after
    # Readings have the noise of a g by the counts as they were.
    return replace(with_masses(found, masses), noise=max(round(noise, 4), 0.001))


def _weigh(before: Scale, after: Scale, loads: Loads) -> float:
    """Return the sum of the loads by a calibrated scale; they were measured by that ``before``."""
    pairs = zip(loads, before.cells, after.cells, strict=True)
    return sum(load * old.counts_per_gram / new.counts_per_gram for load, old, new in pairs)


def _write_scale(maker: _ScaleMaker, path: Path | None, found: Scale) -> int:
    lines = "".join(f"   {line}\n" for line in measured_lines(found).values())
    say(f"Found:\n{lines}".rstrip())
    if path is None:
        say("Write this into the section [scale] of your board file.")
        return ExitCode.DONE
    maker.enter(f"Write it into {path}")
    try:
        write_whole(path, with_scale(path.read_text("utf-8"), found))
    except (OSError, FaultyFileError) as error:
        raise CannotPlayError(f"{path} was not written: {error}") from error
    say(f"{path} has it. The table uses it when it is started again.")
    return ExitCode.DONE


class _ScaleMaker:
    """A person at a terminal who puts things on a board that weighs."""

    def __init__(self, board: Board, scale: Scale, lines: Iterator[str]) -> None:
        self._scale = scale
        self._person = PersonAtBoard(board, lines)
        self._unweighed = 0
        self.noise = 0.0
        """The noise of the loudest cell during the last rest, in g rms."""
        while not isinstance(self._next(), Weighed):
            pass  # the link is shown as it comes up

    def enter(self, text: str) -> None:
        """Ask for something, and wait until the person has done it."""
        say(f"{text} [Enter, q: stop]")
        self._line()

    def number(self, text: str) -> float:
        """Ask for a known mass in g."""
        while True:
            say(f"{text} [q: stop]")
            typed = self._line().replace(",", ".")
            try:
                value = float(typed)
            except ValueError:
                value = float("nan")
            if LEAST_KNOWN <= value <= MOST_KNOWN:
                return value
            say(f"   {typed[:20]!r}? A number from {LEAST_KNOWN:g} to {MOST_KNOWN:g}")

    def rest(self) -> Loads:
        """Return the loads as soon as they rest. Readings from before the call do not count."""
        while self._person.has_event:
            self._next()
        rest = LoadRest(self._scale)
        while (loads := rest.loads) is None:
            event = self._next()
            if isinstance(event, Weighed):
                rest = rest.after(event)
            elif isinstance(event, LinkChanged):
                rest = LoadRest(self._scale)
        self.noise = rest.noise
        return loads

    def _line(self) -> str:
        line = self._person.line().strip()
        if line.lower() == "q":
            raise LeftError
        return line

    def _next(self) -> BoardEvent:
        event = self._person.event()
        self._unweighed = self._unweighed + 1 if isinstance(event, Frame) else 0
        if self._unweighed > _UNWEIGHED_FRAMES:
            raise CannotPlayError(
                "the board sends no weights: give it this board file and the newest firmware with thera board flash,"
                " and look which load cell its log names"
            )
        return event

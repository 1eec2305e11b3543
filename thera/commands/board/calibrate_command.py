"""``thera board calibrate``: finds the zero and the gain of every sensor, or what the scale of a board measures."""

from __future__ import annotations

import argparse

from hardware.board_file import BoardFile, measured_line
from hardware.scale import Scale
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.procedure import Task
from perception.calibration.scale_calibration import ScaleProcedure
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.board.terminal_procedure import (
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
        " corner, and one piece of each kind; the result is stored on this machine and counts over the board file."
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
        scale = _described_scale(chosen)
        return _demonstrate_scale(chosen, scale) if args.demo else guide(chosen, Task.SCALE)
    return _demonstrate(chosen) if args.demo else guide(chosen, Task.CALIBRATE, restart=args.new)


def _described_scale(chosen: ProcedureBoard) -> Scale:
    """Return the scale of the board file.

    :raises CannotPlayError: if it has none.
    """
    described = load_board_file(chosen.board_file) or BoardFile()
    if described.scale is None:
        where = "the board without a file" if chosen.board_file is None else str(chosen.board_file)
        raise CannotPlayError(f"{where} has no [scale]; docs/board_file.md has what to write")
    return described.scale


def _demonstrate(chosen: ProcedureBoard) -> int:
    virtual, setting = demonstration_board(chosen)
    done = demonstrate(virtual, CalibrationProcedure(setting))
    if done.result is not None:
        say(f"This would be written to a board file: {measured_line(done.result.measured)}")
    return ExitCode.DONE


def _demonstrate_scale(chosen: ProcedureBoard, scale: Scale) -> int:
    virtual, setting = demonstration_board(chosen)
    demonstrate(virtual, ScaleProcedure(setting.geometry, scale))
    return ExitCode.DONE

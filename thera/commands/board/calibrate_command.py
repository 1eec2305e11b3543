"""``thera board calibrate``: finds the zero and the gain of every sensor."""

from __future__ import annotations

import argparse

from hardware.board_file import measured_line
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.procedure import Task
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
        " on the board and on this machine; with --board-file it also writes the fields at each level there."
    )
    parser.examples = (
        Example("thera board calibrate", "calibrate the board on USB"),
        Example("thera board calibrate --board virtual --demo", "watch simulated hands do it"),
    )
    add_procedure_arguments(parser)
    parser.add_argument("--new", action="store_true", help="discard the progress of an earlier calibration")


def run(args: argparse.Namespace) -> int:
    """Calibrate a board. Return the exit code, 0 if the calibration was stored.

    :raises CannotPlayError: if there is no such board, or none that can be calibrated.
    """
    chosen = procedure_board(args)
    return _demonstrate(chosen) if args.demo else guide(chosen, Task.CALIBRATE, restart=args.new)


def _demonstrate(chosen: ProcedureBoard) -> int:
    virtual, setting = demonstration_board(chosen)
    done = demonstrate(virtual, CalibrationProcedure(setting))
    if done.result is not None:
        say(f"This would be written to a board file: {measured_line(done.result.measured)}")
    return ExitCode.DONE

"""``thera board selftest``: finds sensors and lights that are swapped, mirrored or dead."""

from __future__ import annotations

import argparse

from perception.calibration.procedure import Task
from perception.calibration.selftest import SelftestProcedure
from thera.command_parser import CommandParser, Example
from thera.commands.board.terminal_procedure import (
    add_procedure_arguments,
    demonstrate,
    demonstration_board,
    guide,
    procedure_board,
)
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Light one square after another; put a worker on each, or say which square it is. Reports sensors and lights"
        " that are swapped, mirrored or dead, and offers a wiring that corrects them."
    )
    parser.examples = (
        Example("thera board selftest", "test the board on USB"),
        Example("thera board selftest --board virtual --demo", "watch simulated hands do it"),
    )
    add_procedure_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Test a board's lights and sensors. Return the exit code, 0 if the test was completed and an accepted wiring is
    stored.

    :raises CannotPlayError: if there is no such board, or none with a link.
    """
    chosen = procedure_board(args)
    if not args.demo:
        return guide(chosen, Task.SELFTEST)
    virtual, setting = demonstration_board(chosen)
    demonstrate(virtual, SelftestProcedure(setting))
    return ExitCode.DONE

"""``thera doctor``: what is wrong with this computer, and how to fix it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.examination import examine
from hardware.doctor.finding import CheckState, Finding, report_lines
from thera.boards.open_board import load_board_file
from thera.commands.common_arguments import add_board_file_argument, add_data_argument, board_file_of, data_of

WRONG = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check everything on this computer that a board needs: permissions, the device, SPI, sound, clocks, power,"
        " packages, disk space. Reports each check and how to fix what is wrong, with the commands to type; changes"
        " nothing. The exit code is 1 if something is wrong."
    )
    add_board_file_argument(parser)
    add_data_argument(parser, "the game is stored")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check this computer; the exit code, `WRONG` if something is.

    :raises CannotPlayError: if the board file is wrong.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    return report(examine(Computer(data=data_of(args)), board), as_json=args.json)


def report(findings: tuple[Finding, ...], *, as_json: bool) -> int:
    """Print findings; the exit code, `WRONG` if one of them is."""
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        print("\n".join(report_lines(findings)))
    return WRONG if any(finding.state is CheckState.WRONG for finding in findings) else 0

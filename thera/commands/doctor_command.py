"""``thera doctor``: what is wrong with this computer, and how to fix it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import TABLE_UNIT, Computer
from hardware.doctor.examination import examine
from hardware.doctor.finding import CheckState, Finding, not_here, ok, report_lines, warning
from thera.boards.open_board import load_board_file
from thera.broker_check import broker_finding
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import (
    Reading,
    add_board_file_argument,
    add_data_argument,
    board_file_of,
    data_of,
    read_if_allowed,
)
from thera.exit_codes import ExitCode
from thera.network.port_holder import USUAL_PORT, free_port, holder_of, listening_sockets
from thera.network.running_table import running_tables


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check everything on this computer that a table and a board need: the service, its ports and its address, the"
        " MQTT broker, permissions, the device, SPI, sound, clocks, power, packages, disk space. Reports each check and"
        " how to fix what is wrong, with the commands to type; changes nothing. The exit code is 1 if something is"
        " wrong."
    )
    parser.examples = (
        Example("thera doctor", "check this computer and its board"),
        Example("thera doctor --json", "the same for a program"),
    )
    add_board_file_argument(parser)
    add_data_argument(parser, "the game is stored")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check this computer; the exit code, `ExitCode.FAILED` if something is.

    :raises CannotPlayError: if the board file is wrong.
    """
    read = cache(read_if_allowed)
    board = load_board_file(board_file_of(args, read)) or BoardFile()
    computer = Computer()
    findings = examine(replace(computer, data=data_to_check(args, read, computer)), board)
    return report((*findings, *_page(), broker_finding(read().configuration.mqtt)), as_json=args.json)


def data_to_check(args: argparse.Namespace, read: Reading, computer: Computer) -> Path:
    """The folder to look at: that of the installed service, where nothing says another one that this user may read."""
    if args.data is None and read().file is None and computer.has_unit(TABLE_UNIT):
        return computer.service_data
    return data_of(args, read)


def _page() -> tuple[Finding, Finding]:
    """The address of the table that is open here, and the port of one that would be started."""
    table = next(running_tables(), None)
    if table is not None:
        reachable = table.address or f"{table.here}, for this computer only: it is in no network"
        return ok("address", reachable), not_here("port", "a table is open already")
    closed = not_here("address", "no table is open")
    port = next((each.port for each in listening_sockets() if each.port == USUAL_PORT), None)
    if port is None:
        return closed, ok("port", f"port {USUAL_PORT} is free for a table")
    taken = f"port {port} is taken by {holder_of(port)}"
    other = free_port("")
    if other is None:
        return closed, warning("port", taken, "end that program, or choose a port: thera play --port PORT")
    return closed, ok("port", f"{taken}, so a table is at port {other}")


def report(findings: tuple[Finding, ...], *, as_json: bool) -> int:
    """Print findings; the exit code, `ExitCode.FAILED` if one of them is."""
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        print("\n".join(report_lines(findings)))
    return ExitCode.FAILED if any(finding.state is CheckState.WRONG for finding in findings) else ExitCode.DONE

"""``thera address``: prints the addresses of the table on this computer."""

from __future__ import annotations

import argparse
import sys

from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import port_number
from thera.exit_codes import ExitCode
from thera.network.running_table import running_tables
from thera.startup_message import qr_code


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Print the address of the table that is open on this computer, the service or one that was started with thera"
        " play; on a terminal with its QR code. If there are several tables, the address of each."
    )
    parser.examples = (
        Example("thera address", "the address of the table, and its QR code"),
        Example("thera address --port 9000", "of the one at this port"),
    )
    parser.add_argument(
        "--port", type=port_number, help="where to look for a table (default: 80, and the ports from 8080 to 8179)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the addresses. Return the exit code."""
    tables = list({table.here: table for table in running_tables(args.port)}.values())
    for table in tables:
        print(table.here)
        drawn = qr_code(table.address, sys.stdout) if table.address else None
        if drawn is not None:
            print(f"\n{drawn}\n")
    if tables and not any(table.address for table in tables):
        print("No phone can reach it: this computer is in no network. Once it is: thera address", file=sys.stderr)
    if not tables:
        where = "" if args.port is None else f" at port {args.port}"
        print(f"thera: no table is open on this computer{where}; to start one: thera play", file=sys.stderr)
        return ExitCode.FAILED
    return ExitCode.DONE

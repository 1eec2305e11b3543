"""``thera install``, also from a wheel that is not installed yet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from thera.command_parser import CommandParser, Example
from thera.install import uninstall_command
from thera.install.installation import install
from thera.install.releases import wheel_here
from thera.install.target_system import add_root_argument, attempt, target_of


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Install Thera as a service on a Raspberry Pi or another computer with systemd. Run it again to upgrade or to"
        " repair an installation; games and settings stay."
    )
    parser.examples = (
        Example("sudo thera install", "repair an installation, or apply a changed board file"),
        Example("sudo thera install --wheels packages", "without the Internet, with the packages in this folder"),
    )
    parser.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help="a folder with every package that Thera needs (default: download them)",
    )
    add_root_argument(parser)
    parser.set_defaults(started=None)


def run(args: argparse.Namespace) -> int:
    """Install this wheel, or the one that this environment was made from. Return the exit code."""
    return attempt(lambda: install(target_of(args), wheel_here(args.started), args.wheels))


def main(started: str) -> int:
    """Run ``install`` or ``uninstall`` from the wheel that contains the ``started`` file. Return the exit code."""
    parser = CommandParser(prog="thera", description="Installs Thera from this wheel.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    installing = subparsers.add_parser("install", help="install, upgrade or repair Thera as a service")
    add_arguments(installing)
    installing.set_defaults(run=run, started=started)
    removing = subparsers.add_parser("uninstall", help="remove Thera from this computer, but not its games")
    uninstall_command.add_arguments(removing)
    removing.set_defaults(run=uninstall_command.run)
    args = parser.parse_command(sys.argv[1:])
    return int(args.run(args))

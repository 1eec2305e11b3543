"""``thera uninstall``: removes Thera."""

from __future__ import annotations

import argparse

from thera.command_parser import CommandParser, Example
from thera.install.installation import uninstall
from thera.install.target_system import add_root_argument, attempt, target_of


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = "Remove what was installed. Games, calibrations and settings stay in /var/lib/thera."
    parser.examples = (
        Example("sudo thera uninstall", "remove Thera; games and settings stay"),
        Example("sudo thera uninstall --games", "remove these, too"),
    )
    parser.add_argument("--games", action="store_true", help="also remove the games, calibrations and settings")
    add_root_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Remove it. Return the exit code."""
    return attempt(lambda: uninstall(target_of(args), games=args.games))

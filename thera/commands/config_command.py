"""``thera config check`` and ``thera config show``: check and show the configuration file."""

from __future__ import annotations

import argparse
from pathlib import Path

from table.settings.configuration import Configured
from table.settings.configuration_file import USUAL_PLACE, written
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import CONFIGURATION_PLACE, read_or_ask_for_root
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = "Check or show the configuration."
    parser.examples = (
        Example("thera config check", "is everything in the configuration allowed?"),
        Example("thera config show", "every value in use, and where it comes from"),
    )
    questions = parser.add_subparsers(required=True, metavar="COMMAND", dest="question", title="commands")
    check = questions.add_parser(
        "check",
        help="report every error in the configuration",
        description="Report every error in the configuration and in the board file that it names.",
    )
    show = questions.add_parser(
        "show",
        help="print the configuration in use",
        description="Print every value of the configuration, and where it comes from.",
    )
    check.examples = (Example("thera config check my.toml", "is everything in this file allowed?"),)
    show.examples = (Example("thera config show", "every value in use, and where it comes from"),)
    for each in (check, show):
        each.add_argument(
            "file", type=Path, nargs="?", metavar="FILE", help=f"the file (default: {CONFIGURATION_PLACE})"
        )


def run(args: argparse.Namespace) -> int:
    """Check or show it. Return the exit code.

    :raises CannotPlayError: if anything in it is wrong; a line for each fault.
    """
    found = read_or_ask_for_root(args.file)
    return _check(found) if args.question == "check" else _show(found)


def _check(found: Configured) -> int:
    load_board_file(found.configuration.board.file)
    if found.file is None:
        print(f"there is no configuration ({USUAL_PLACE}); the defaults apply")
    else:
        print(f"{found.file} has no errors")
    return ExitCode.DONE


def _show(found: Configured) -> int:
    head = "# No file was read." if found.file is None else f"# {found.file}"
    print(f"{head}\n{written(found)}", end="")
    return ExitCode.DONE

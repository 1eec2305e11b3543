"""The commands ``thera config check`` and ``thera config show``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from common.toml_section import FaultyFileError
from table.errors import CannotPlayError
from table.settings.configuration import Configured
from table.settings.configuration_file import ENVIRONMENT, USUAL_PLACE, find_configuration, written

CheckBoard = Callable[[Path | None], object]
"""Reads a board file, if there is one; raises CannotPlayError if it is wrong."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], check_board: CheckBoard) -> None:
    """Add the commands."""
    commands = subparsers.add_parser(
        "config", help="the configuration file", description="Look at the configuration file."
    ).add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check", help="is it right?", description="Tell all that is wrong in the configuration and in its board file."
    )
    _add_file(check)
    check.set_defaults(run=lambda args: _check(args.file, check_board))
    show = commands.add_parser(
        "show", help="what is in force", description="Print every value, and where each of them comes from."
    )
    _add_file(show)
    show.set_defaults(run=lambda args: _show(args.file))


def _add_file(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", type=Path, nargs="?", metavar="FILE", help=f"default: {WHERE}")


WHERE = f"what {ENVIRONMENT} names, else {USUAL_PLACE} if it is there"


def configured(file: Path | None) -> Configured:
    """What is configured by this file, or by the one that counts on this machine.

    :raises CannotPlayError: with all that is wrong, if anything is.
    """
    try:
        return find_configuration(file, os.environ)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def _check(file: Path | None, check_board: CheckBoard) -> int:
    found = configured(file)
    check_board(found.configuration.board.file)
    told = (
        f"there is no configuration ({USUAL_PLACE}); the defaults hold"
        if found.file is None
        else f"{found.file} is right"
    )
    print(told)  # noqa: T201 - what the command is for
    return 0


def _show(file: Path | None) -> int:
    found = configured(file)
    head = "# No file was read." if found.file is None else f"# {found.file}"
    print(f"{head}\n{written(found)}", end="")  # noqa: T201 - what the command is for
    return 0

"""The options that several commands share, and the values that the configuration gives where an option is missing."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from common.privileges import is_root
from common.shortening import shortened
from common.toml_section import FaultyFileError
from hardware.board_backends import AUTO, BACKENDS, FORMS, BoardBackend
from table.errors import CannotPlayError
from table.settings.configuration import Configured
from table.settings.configuration_file import ENVIRONMENT, USUAL_PLACE, find_configuration
from thera.command_parser import CommandParser
from thera.install.sudo_line import sudo_line

Reading = Callable[[], Configured]
"""Gives what is configured."""

CONFIGURED = "what is configured"
"""What applies without an option, see ``thera config show``."""

CONFIGURATION_PLACE = f"the file that {ENVIRONMENT} names, else {USUAL_PLACE} if it exists"


def board_help(backends: tuple[BoardBackend, ...]) -> str:
    """What ``--board`` takes, with what each board needs."""
    return "; ".join(f"{each.form}: {each.help}, needs {each.needs}" for each in backends)


def add_board_argument(parser: CommandParser, default: str = AUTO) -> None:
    """Add ``--board``; ``default`` is used where no other board is named or configured (`board_of`)."""
    parser.add_argument(
        "--board", metavar="|".join(FORMS), help=f"{board_help(BACKENDS)} (default: {CONFIGURED}, else {default})"
    )


def add_board_file_argument(parser: CommandParser, default: str = CONFIGURED) -> None:
    """Add ``--board-file``; ``default`` says what the board is made of without it (`board_file_of`)."""
    parser.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help=f"what the board is made of; see thera board describe (default: {default})",
    )


def add_data_argument(parser: CommandParser, stored: str) -> None:
    """Add ``--data``, the folder where something is ``stored`` (`data_of`)."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"the folder where {stored} (default: {CONFIGURED})")


def add_config_argument(parser: CommandParser) -> None:
    """Add ``--config``, the configuration file (`read_configured`)."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"the configuration (default: {CONFIGURATION_PLACE})"
    )


def add_quiet_argument(parser: CommandParser, kept: str) -> None:
    """Add ``--quiet``, with which only what is ``kept`` is printed."""
    parser.add_argument("-q", "--quiet", action="store_true", help=f"print only {kept}")


def port_number(text: str) -> int:
    """A port, from the command line.

    :raises ArgumentTypeError: if it is none.
    """
    if not text.isascii() or not text.isdigit() or int(text[:6]) > 65535:
        raise argparse.ArgumentTypeError(f"{shortened(text, 20)} is not a port; it is a whole number from 0 to 65535")
    return int(text)


def read_configured(file: Path | None) -> Configured:
    """What this file configures, or the usual one without it.

    :raises CannotPlayError: if anything in it is wrong; a line for each fault.
    """
    try:
        return find_configuration(file, os.environ)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def read_or_ask_for_root(file: Path | None) -> Configured:
    """As `read_configured`, for a command that root may give where an ordinary user may not read the file."""
    try:
        return read_configured(file)
    except CannotPlayError as error:
        raise CannotPlayError(with_sudo_line(error)) from error


def read_if_allowed() -> Configured:
    """What is configured, for a command that only looks. Where this user may not read that, the defaults, and a line
    that says so.

    :raises CannotPlayError: if anything in it is wrong.
    """
    try:
        return find_configuration(None, os.environ)
    except FaultyFileError as error:
        if not _lacks_rights(error):
            raise CannotPlayError(str(error)) from error
        print(f"thera: {error}, so the defaults are used; to use it: {sudo_line()}", file=sys.stderr)
        return Configured()


def with_sudo_line(error: Exception) -> str:
    """What went wrong; and if only root may do it, the line to type."""
    return f"{error}\ntype this instead: {sudo_line()}" if _lacks_rights(error) else str(error)


def _lacks_rights(error: BaseException | None) -> bool:
    """Whether an error, or what caused it, is that an ordinary user may not do something."""
    if error is None or is_root():
        return False
    return isinstance(error, PermissionError) or _lacks_rights(error.__cause__)


def board_of(args: argparse.Namespace, default: str = AUTO, read: Reading | None = None) -> str:
    """The board that is named, else the one that is configured (`read_configured`, or what ``read`` gives); ``default``
    where that is `AUTO`.

    :raises CannotPlayError: if the configuration is wrong.
    """
    found = (read or _usual)().configuration.board.link if args.board is None else str(args.board)
    return default if found == AUTO else found


def board_file_of(args: argparse.Namespace, read: Reading | None = None) -> Path | None:
    """The board file that is named, else the one that is configured as in `board_of`; None if there is none.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.board_file
    return named or (read or _usual)().configuration.board.file


def data_of(args: argparse.Namespace, read: Reading | None = None) -> Path:
    """The data folder that is named, else the one that is configured as in `board_of`.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.data
    return named or (read or _usual)().configuration.keeping.folder


def _usual() -> Configured:
    return read_configured(None)

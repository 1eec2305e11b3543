"""What several commands share: their options, the configured values for options that are missing, and output to
terminals.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TextIO

from common.atomic_files import is_root
from common.message import shortened
from common.toml_section import FaultyFileError
from hardware.board_backends import AUTO, BACKENDS, FORMS, BoardBackend
from table.errors import CannotPlayError
from table.settings.configuration import Configured
from table.settings.configuration_file import ENVIRONMENT, USUAL_PLACE, find_configuration
from thera.command_parser import CommandParser
from thera.install.target_system import sudo_line

# ---- Options and configured values


Reading = Callable[[], Configured]
"""Returns the configuration."""

CONFIGURED = "what is configured"
"""The words of a help text for the default without an option, see ``thera config show``."""

CONFIGURATION_PLACE = f"the file that {ENVIRONMENT} names, else {USUAL_PLACE} if it exists"


def board_help(backends: tuple[BoardBackend, ...]) -> str:
    """Return the values of ``--board``, with what each board needs."""
    return "; ".join(f"{each.form}: {each.help}, needs {each.needs}" for each in backends)


def add_board_argument(parser: CommandParser, default: str = AUTO) -> None:
    """Add ``--board``; ``default`` is used if no other board is named or configured (`board_of`)."""
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
    """Add ``--data``, the folder where ``stored`` things are (`data_of`)."""
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
    """Return a port from the command line.

    :raises ArgumentTypeError: if it is no port.
    """
    if not text.isascii() or not text.isdigit() or int(text[:6]) > 65535:
        raise argparse.ArgumentTypeError(f"{shortened(text, 20)} is not a port; it is a whole number from 0 to 65535")
    return int(text)


def read_configured(file: Path | None) -> Configured:
    """Read the configuration in this file, or in the usual one without it.

    :raises CannotPlayError: if anything in it is wrong; a line for each fault.
    """
    try:
        return _noted(find_configuration(file, os.environ))
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def read_or_ask_for_root(file: Path | None) -> Configured:
    """Read as `read_configured` does, for a command that root can give if an ordinary user may not read the file."""
    try:
        return read_configured(file)
    except CannotPlayError as error:
        raise CannotPlayError(with_sudo_line(error)) from error


def read_if_allowed() -> Configured:
    """Read the configuration for a command that only looks. If this user may not read it, return the defaults and print
    a line about it.

    :raises CannotPlayError: if anything in it is wrong.
    """
    try:
        return _noted(find_configuration(None, os.environ))
    except FaultyFileError as error:
        if not _lacks_rights(error):
            raise CannotPlayError(str(error)) from error
        print(f"thera: {error}, so the defaults are used; to use it: {sudo_line()}", file=sys.stderr)
        return Configured()


def _noted(configured: Configured) -> Configured:
    for note in configured.notes:
        print(f"thera: {note}", file=sys.stderr)
    return configured


def with_sudo_line(error: Exception) -> str:
    """Return the message of an error, with the line to type if only root can do it."""
    return f"{error}\ntype this instead: {sudo_line()}" if _lacks_rights(error) else str(error)


def _lacks_rights(error: BaseException | None) -> bool:
    """Whether an error, or its cause, is that an ordinary user lacks a right."""
    if error is None or is_root():
        return False
    return isinstance(error, PermissionError) or _lacks_rights(error.__cause__)


def board_of(args: argparse.Namespace, default: str = AUTO, read: Reading | None = None) -> str:
    """Return the named board, or else the configured one (by `read_configured`, or by ``read``); ``default`` if that is
    `AUTO`.

    :raises CannotPlayError: if the configuration is wrong.
    """
    found = (read or _usual)().configuration.board.link if args.board is None else str(args.board)
    return default if found == AUTO else found


def board_file_of(args: argparse.Namespace, read: Reading | None = None) -> Path | None:
    """Return the named board file, or else the configured one as in `board_of`; None if there is none.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.board_file
    return named or (read or _usual)().configuration.board.file


def data_of(args: argparse.Namespace, read: Reading | None = None) -> Path:
    """Return the named data folder, or else the configured one as in `board_of`.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.data
    return named or (read or _usual)().configuration.storage.folder


def _usual() -> Configured:
    return read_configured(None)


# ---- Output to terminals
#
# Colours, drawings and progress are for terminals only.


CLEAR_LINE = "\r\x1b[K"


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads this stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colours(stream: TextIO) -> bool:
    """Whether this stream may have colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def has_characters(stream: TextIO, characters: str) -> bool:
    """Whether the encoding of a stream has these characters."""
    try:
        characters.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


class ProgressLine:
    """Shows the progress of a long command as one line on the error output, if that is a terminal. The line disappears
    at the end of the context."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Show nothing if ``quiet``."""
        self._shown = not quiet and sys.stderr is not None and is_terminal(sys.stderr)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Replace the text of the line."""
        if self._shown:
            _write(f"{CLEAR_LINE}{text}")

    def clear(self) -> None:
        """Empty the line, so that other output can take its place."""
        if self._shown:
            _write(CLEAR_LINE)


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()

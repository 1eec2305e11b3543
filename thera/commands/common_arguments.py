"""The options that several commands share, and the values that the configuration gives where an option is missing."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from common.toml_section import FaultyFileError
from hardware.board_backends import BACKENDS, FORMS, VIRTUAL, BoardBackend
from table.errors import CannotPlayError
from table.settings.configuration import Configured, ValueSource
from table.settings.configuration_file import ENVIRONMENT, USUAL_PLACE, find_configuration

CONFIGURED = "what is configured"
"""What applies without an option, see ``thera config show``."""

CONFIGURATION_PLACE = f"the file that {ENVIRONMENT} names, else {USUAL_PLACE} if it exists"


def board_help(backends: tuple[BoardBackend, ...]) -> str:
    """What ``--board`` takes, with what each board needs."""
    return "; ".join(f"{each.form}: {each.help}, needs {each.needs}" for each in backends)


def add_board_argument(parser: argparse.ArgumentParser, default: str = VIRTUAL) -> None:
    """Add ``--board``; ``default`` is used where no board is named or configured (`board_of`)."""
    parser.add_argument(
        "--board", metavar="|".join(FORMS), help=f"{board_help(BACKENDS)} (default: {CONFIGURED}, else {default})"
    )


def add_board_file_argument(parser: argparse.ArgumentParser, default: str = CONFIGURED) -> None:
    """Add ``--board-file``; ``default`` says what the board is made of without it (`board_file_of`)."""
    parser.add_argument(
        "--board-file",
        type=Path,
        metavar="FILE",
        help=f"what the board is made of; see thera board describe (default: {default})",
    )


def add_data_argument(parser: argparse.ArgumentParser, stored: str) -> None:
    """Add ``--data``, the folder where something is ``stored`` (`data_of`)."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"the folder where {stored} (default: {CONFIGURED})")


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--config``, the configuration file (`read_configured`)."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"the configuration (default: {CONFIGURATION_PLACE})"
    )


def read_configured(file: Path | None) -> Configured:
    """What this file configures, or the usual one without it.

    :raises CannotPlayError: if anything in it is wrong; a line for each fault.
    """
    try:
        return find_configuration(file, os.environ)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def board_of(args: argparse.Namespace, default: str = VIRTUAL) -> str:
    """The board that is named, else the one that is configured, else ``default``.

    :raises CannotPlayError: if the configuration is wrong.
    """
    if args.board is not None:
        return str(args.board)
    found = read_configured(None)
    return default if found.source("board", "link") is ValueSource.DEFAULT else found.configuration.board.link


def board_file_of(args: argparse.Namespace) -> Path | None:
    """The board file that is named, else the one that is configured; None if there is none.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.board_file
    return named or read_configured(None).configuration.board.file


def data_of(args: argparse.Namespace) -> Path:
    """The data folder that is named, else the one that is configured.

    :raises CannotPlayError: if the configuration is wrong.
    """
    named: Path | None = args.data
    return named or read_configured(None).configuration.keeping.folder

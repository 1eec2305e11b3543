"""``thera backup``: writes everything that the table stores to one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from table.errors import CannotPlayError
from table.storage.backup import BackupContents, back_up
from table.storage.backup_file import BackupError, BackupManifest
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import (
    ProgressLine,
    add_config_argument,
    add_data_argument,
    add_quiet_argument,
    read_or_ask_for_root,
    with_sudo_line,
)
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Save the game, seats, settings, finished games, calibrations and the configuration to one file. The table may"
        " be running. The file contains names, and the password of the Wi-Fi if one is configured."
    )
    parser.examples = (
        Example("thera backup thera.tar.gz", "save everything to this file"),
        Example("sudo thera backup thera.tar.gz --force", "save what the service stores, over an older backup"),
    )
    add_backup_arguments(parser, "the backup to write, such as thera.tar.gz")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def run(args: argparse.Namespace) -> int:
    """Write the backup. Return the exit code.

    :raises CannotPlayError: if it cannot be written.
    """
    contents = contents_of(args)
    try:
        with ProgressLine(quiet=args.quiet) as progress:
            progress.show(f"saving what is in {contents.folder} ...")
            manifest = back_up(contents, args.file, force=args.force)
    except BackupError as error:
        raise CannotPlayError(with_sudo_line(error)) from error
    if not args.quiet:
        print(f"{args.file} contains what is in {contents.folder}: {summary(manifest)}")
    return ExitCode.DONE


def add_backup_arguments(parser: CommandParser, file_help: str) -> None:
    """Add the file of the backup, and the options that name its data."""
    parser.add_argument("file", type=Path, metavar="FILE", help=file_help)
    add_config_argument(parser)
    add_data_argument(parser, "the game is stored")
    add_quiet_argument(parser, "errors")


def contents_of(args: argparse.Namespace) -> BackupContents:
    """Return the data folder and the configuration that the arguments name.

    :raises CannotPlayError: if the configuration is wrong.
    """
    found = read_or_ask_for_root(args.config)
    return BackupContents(args.data or found.configuration.storage.folder, found.file)


def summary(manifest: BackupManifest) -> str:
    """Return the contents of a backup as a line."""
    games = sum(name.startswith("games/") for name in manifest.files)
    boards = sum(name.startswith("boards/") for name in manifest.files)
    configured = ", the configuration" if "thera.toml" in manifest.files else ""
    return f"the journal, finished games: {games}, files of boards: {boards}{configured}"

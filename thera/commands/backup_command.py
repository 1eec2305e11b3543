"""The commands ``thera backup`` and ``thera restore``."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from table.errors import CannotPlayError
from table.settings.configuration_file import USUAL_PLACE
from table.storage.backup import BackupContents, back_up, restore
from table.storage.backup_file import BackupError, BackupManifest
from thera.commands.config_command import WHERE, configured


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    saving = subparsers.add_parser(
        "backup",
        help="write all that the table keeps to a file",
        description="Write the game, seats, settings, finished games, calibrations and the configuration to one file."
        " The table may run meanwhile. The file holds names, and the password of the Wi-Fi if one is configured.",
    )
    _add_arguments(saving, "the backup to write, such as thera.tar.gz")
    saving.add_argument("--force", action="store_true", help="write over a file that is there already")
    saving.set_defaults(run=lambda args: _back_up(args.file, _kept(args), force=args.force))
    loading = subparsers.add_parser(
        "restore",
        help="let a backup take the place of what the table keeps",
        description="Check a backup in every byte, and then let it take the place of what the table keeps. That is kept"
        " aside. The table must not run.",
    )
    _add_arguments(loading, "a file that thera backup wrote")
    loading.set_defaults(run=lambda args: _restore(args.file, _to_be_kept(_kept(args))))


def _add_arguments(made: argparse.ArgumentParser, told: str) -> None:
    made.add_argument("file", type=Path, metavar="FILE", help=told)
    made.add_argument("--config", type=Path, metavar="FILE", help=f"the configuration (default: {WHERE})")
    made.add_argument("--data", type=Path, metavar="DIR", help="where the game is kept (default: what is configured)")


def _kept(args: argparse.Namespace) -> BackupContents:
    found = configured(args.config)
    return BackupContents(args.data or found.configuration.keeping.folder, found.file)


def _to_be_kept(kept: BackupContents) -> BackupContents:
    """The same with a place for the configuration: where root puts one, it counts for the whole computer."""
    missing = kept.configuration is None and os.geteuid() == 0
    return replace(kept, configuration=USUAL_PLACE) if missing else kept


def _back_up(file: Path, kept: BackupContents, *, force: bool) -> int:
    try:
        manifest = back_up(kept, file, force=force)
    except BackupError as error:
        raise CannotPlayError(str(error)) from error
    _say(f"{file} holds what {kept.folder} has: {_told(manifest)}")
    return 0


def _restore(file: Path, kept: BackupContents) -> int:
    try:
        done = restore(file, kept)
    except BackupError as error:
        raise CannotPlayError(str(error)) from error
    _say(f"{kept.folder} has what {file} holds, of {done.manifest.made}: {_told(done.manifest)}")
    _say(f"What was there before is in {done.before}")
    if done.configuration is not None:
        counts = kept.configuration is not None and done.configuration == kept.configuration
        _say(f"The configuration is in {done.configuration}{'' if counts else '; put it where it shall count'}")
    return 0


def _told(manifest: BackupManifest) -> str:
    games = sum(name.startswith("games/") for name in manifest.files)
    boards = sum(name.startswith("boards/") for name in manifest.files)
    configured = ", the configuration" if "thera.toml" in manifest.files else ""
    return f"the journal, finished games: {games}, files of boards: {boards}{configured}"


def _say(text: str) -> None:
    print(text)  # noqa: T201 - the command line speaks here

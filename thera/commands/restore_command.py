"""``thera restore``: what a backup contains, back in the data folder."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from table.errors import CannotPlayError
from table.settings.configuration_file import USUAL_PLACE
from table.storage.backup import BackupContents, restore
from table.storage.backup_file import BackupError
from thera.commands.backup_command import add_backup_arguments, contents_of, summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check every byte of a backup, and then replace what the table stores with it. What was there before is moved"
        " aside. The table must not be running."
    )
    add_backup_arguments(parser, "a file written by thera backup")


def run(args: argparse.Namespace) -> int:
    """Restore the backup; the exit code.

    :raises CannotPlayError: if it cannot be restored.
    """
    target = _with_configuration(contents_of(args))
    try:
        done = restore(args.file, target)
    except BackupError as error:
        raise CannotPlayError(str(error)) from error
    print(f"{target.folder} now contains what is in {args.file}, of {done.manifest.made}: {summary(done.manifest)}")
    print(f"What was there before is in {done.before}")
    if done.configuration is not None:
        used = target.configuration is not None and done.configuration == target.configuration
        print(f"The configuration is in {done.configuration}{'' if used else '; move it to where it should apply'}")
    return 0


def _with_configuration(target: BackupContents) -> BackupContents:
    """The same with a place for the configuration: root may put one where it applies to the whole computer."""
    missing = target.configuration is None and os.geteuid() == 0
    return replace(target, configuration=USUAL_PLACE) if missing else target

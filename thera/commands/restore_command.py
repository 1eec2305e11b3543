"""``thera restore``: what a backup contains, back in the data folder."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from table.errors import CannotPlayError
from table.settings.configuration_file import USUAL_PLACE
from table.storage.backup import BackupContents, RestoredBackup, restore
from table.storage.backup_file import BackupError
from thera.command_parser import CommandParser, Example
from thera.commands.backup_command import add_backup_arguments, contents_of, summary
from thera.commands.common_arguments import with_sudo_line
from thera.exit_codes import ExitCode
from thera.terminal_output import ProgressLine


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check every byte of a backup, and then replace what the table stores with it. What was there before is moved"
        " aside. The table must not be running."
    )
    parser.examples = (
        Example("sudo systemctl stop thera.socket thera", "stop the service first"),
        Example("sudo thera restore thera.tar.gz", "then put back what the backup contains"),
    )
    add_backup_arguments(parser, "a file written by thera backup")


def run(args: argparse.Namespace) -> int:
    """Restore the backup; the exit code.

    :raises CannotPlayError: if it cannot be restored.
    """
    target = _with_configuration(contents_of(args))
    try:
        with ProgressLine(quiet=args.quiet) as progress:
            progress.show(f"restoring {args.file} ...")
            done = restore(args.file, target)
    except BackupError as error:
        raise CannotPlayError(with_sudo_line(error)) from error
    if not args.quiet:
        _report(args.file, target, done)
    return ExitCode.DONE


def _report(file: Path, target: BackupContents, done: RestoredBackup) -> None:
    print(f"{target.folder} now contains what is in {file}, of {done.manifest.made}: {summary(done.manifest)}")
    print(f"What was there before is in {done.before}")
    if done.configuration is not None:
        used = target.configuration is not None and done.configuration == target.configuration
        print(f"The configuration is in {done.configuration}{'' if used else '; move it to where it should apply'}")


def _with_configuration(target: BackupContents) -> BackupContents:
    """The same with a place for the configuration: root may put one where it applies to the whole computer."""
    missing = target.configuration is None and os.geteuid() == 0
    return replace(target, configuration=USUAL_PLACE) if missing else target

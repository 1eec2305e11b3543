"""``thera restore``: puts the contents of a backup back into the data folder."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from table.errors import CannotPlayError
from table.settings.configuration import SECRET, Configured
from table.settings.configuration_file import CONSEQUENCES, USUAL_PLACE, given, lines_of, named, settings_to_ask_for
from table.storage.backup import BackupContents, RestoredBackup, restore
from table.storage.backup_file import BackupError
from thera.command_parser import CommandParser, Example
from thera.commands.backup_command import add_backup_arguments, contents_of, summary
from thera.commands.common_arguments import ProgressLine, with_sudo_line
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Check every byte of a backup, and then replace what the table stores with it. What was there before is moved"
        " aside. The table must not be running."
    )
    parser.examples = (
        Example("sudo systemctl stop thera.socket thera", "stop the service first"),
        Example("sudo thera restore thera.tar.gz", "then put back what the backup contains"),
        Example("sudo thera restore thera.tar.gz --with-configuration", "with its configuration, after some questions"),
    )
    add_backup_arguments(parser, "a file written by thera backup")
    parser.add_argument(
        "--with-configuration",
        action="store_true",
        help="use the configuration of the backup, too; each setting that leads elsewhere is asked for",
    )
    parser.add_argument(
        "--accept",
        action="append",
        choices=tuple(CONSEQUENCES),
        default=[],
        metavar="SETTING",
        help=f"accept this setting without being asked, with --with-configuration: {', '.join(CONSEQUENCES)}",
    )


def run(args: argparse.Namespace) -> int:
    """Restore the backup. Return the exit code.

    :raises CannotPlayError: if it cannot be restored.
    """
    if args.accept and not args.with_configuration:
        raise CannotPlayError("--accept is about the configuration: add --with-configuration")
    target = _with_configuration(contents_of(args))
    try:
        with ProgressLine(quiet=args.quiet) as progress:
            progress.show(f"restoring {args.file} ...")
            questions = _Questions(frozenset(args.accept), progress.clear)
            done = restore(args.file, target, questions.accepts if args.with_configuration else None)
    except BackupError as error:
        raise CannotPlayError(with_sudo_line(error)) from error
    if not args.quiet:
        _report(args.file, target, done)
    return ExitCode.DONE


@dataclass(frozen=True, slots=True)
class _Questions:
    """Asks about each setting that needs consent, unless it was accepted before. Without a person to answer it is left
    out."""

    accepted: frozenset[str]
    clear: Callable[[], None]

    def accepts(self, found: Configured) -> frozenset[str]:
        """Return the settings to use."""
        self.clear()
        print("The configuration in the backup sets:")
        _show(found, given(found))
        return frozenset(setting for setting in settings_to_ask_for(found) if self._accepts(found, setting))

    def _accepts(self, found: Configured, setting: str) -> bool:
        if setting in self.accepted:
            return True
        if not sys.stdin.isatty():
            print(f"Left out: {setting}. To use it: --accept {setting}")
            return False
        print(f"\nIf you accept {setting}, {CONSEQUENCES[setting]}:")
        _show(found, (key for key in given(found) if named(key) == setting))
        try:
            return input("Type yes to accept it: ").strip() == "yes"
        except EOFError:  # Ctrl-D
            return False


def _show(found: Configured, keys: Iterable[str]) -> None:
    for line in lines_of(found, (key for key in keys if key not in SECRET)):
        print(f"  {line}")


def _report(file: Path, target: BackupContents, done: RestoredBackup) -> None:
    print(f"{target.folder} now contains what is in {file}, of {done.manifest.made}: {summary(done.manifest)}")
    print(f"What was there before is in {done.before}")
    if done.configuration is not None and done.configuration == target.configuration:
        print(f"The configuration is in {done.configuration}")
    elif done.configuration is not None:
        print(
            f"The configuration of the backup is not used; it is in {done.configuration}. To use it, restore"
            " --with-configuration"
        )


def _with_configuration(target: BackupContents) -> BackupContents:
    """Return the place with a path for the configuration: root may put one where it applies to the whole computer."""
    missing = target.configuration is None and os.geteuid() == 0
    return replace(target, configuration=USUAL_PLACE) if missing else target

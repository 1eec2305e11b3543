"""``thera update``: replaces the installed version by a newer one, after a backup."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from table.errors import CannotPlayError
from table.settings.configuration import Configured
from table.storage.backup import BackupContents, back_up
from table.storage.backup_file import BackupError
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_config_argument, read_or_ask_for_root
from thera.exit_codes import ExitCode
from thera.install import newer_version, releases
from thera.install.newer_version import NewerVersion
from thera.install.target_system import InstallError, TargetSystem, sudo_line

BACKUPS = Path("/var/backups/thera")
KEPT = 3
"""The number of newest backups of updates that stay."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Say which version is installed and which one there is; then save everything to a backup and install the newer"
        " one. If it does not start, the previous version is used again."
    )
    parser.examples = (
        Example("thera update --check", "is there a newer version?"),
        Example("sudo thera update thera-0.2.0-py3-none-any.whl", "install the version in this file"),
    )
    parser.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help="a wheel, a bundle, a folder of them, or the address of a package index (default: update.source of the"
        " configuration)",
    )
    parser.add_argument("--check", action="store_true", help="only say what there is")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="a folder with every package that a wheel needs")
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Update. Return the exit code.

    :raises CannotPlayError: if there is no installation, no source of versions, or no backup can be written.
    """
    configured = read_or_ask_for_root(args.config)
    machine = TargetSystem()
    try:
        if not args.check:
            machine.check()
        installed = releases.current(machine)
        if installed is None:
            raise CannotPlayError("Thera is not installed as a service here, so there is nothing to update")
        now = installed.wheel.version
        print(f"Installed: Thera {now}")
        with _found(machine, args.source or configured.configuration.update.source) as there:
            print(f"There is:  Thera {there.version}, in {there.file.name}")
            if not there.is_newer_than(now):
                print("Nothing is newer than what is installed.")
                return ExitCode.DONE
            if args.check:
                print(f"To install it: {sudo_line([word for word in sys.orig_argv if word != '--check'])}")
                return ExitCode.DONE
            return _replace(there, args.wheels, _save(configured, now))
    except InstallError as error:
        raise CannotPlayError(str(error)) from error


@contextmanager
def _found(machine: TargetSystem, source: str | None) -> Iterator[NewerVersion]:
    """Return the version to update to, until the context closes."""
    if source is None:
        raise CannotPlayError(
            "it is not said where newer versions are: name a file, a folder or a package index, as in"
            " 'sudo thera update thera-0.2.0-py3-none-any.whl', or set source under [update] in the configuration"
        )
    if not newer_version.is_index(source):
        yield newer_version.at_path(Path(source))
        return
    with machine.scratch_folder() as scratch:
        yield newer_version.from_index(machine, source, scratch)


def _save(configured: Configured, version: str) -> Path:
    """Write the backup before an update, and remove the oldest ones. Return its path."""
    moment = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    file = BACKUPS / f"thera-{moment}-{version}.tar.gz"
    try:
        BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(BackupContents(configured.configuration.storage.folder, configured.file), file, force=False)
    except (BackupError, OSError) as error:
        raise CannotPlayError(f"no backup could be written, so nothing was changed: {error}") from error
    earlier = sorted(path for path in BACKUPS.glob("thera-*.tar.gz") if path != file)
    for old in earlier[: 1 - KEPT]:
        old.unlink()
    print(f"Backup: {file}")
    return file


def _replace(there: NewerVersion, wheels: Path | None, backup: Path) -> int:
    """Let the newer version install itself. Return the exit code."""
    packages = () if wheels is None else ("--wheels", str(wheels))
    ended = subprocess.run([*there.installer, *packages], check=False).returncode  # noqa: S603 - what was asked for
    if ended != 0:
        print(f"Nothing is lost: the backup is {backup}, and 'sudo thera restore {backup}' brings it back.")
    return ended

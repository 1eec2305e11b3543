"""Cuts the power at each step of a restore. On an installed system as root: ``cut_restore.py BACKUP [STEP]``.

Without a step it goes through all of them. Before each, the table is as it was kept in `KEPT`; after each, what the
service would find at its start is printed as one JSON line. With a step it leaves the table as that cut left it.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from table.settings.configuration_file import read_configuration
from table.storage.journal import Journal
from thera.cli import main as thera

KEPT = Path("/srv/kept")
"""Copies of the two folders below."""
DATA, SETTINGS = Path("/var/lib/thera"), Path("/etc/thera")
CUT, DONE = 9, 0
CALLS: tuple[str, ...] = ("replace", "rename", "link", "symlink", "unlink", "remove", "mkdir", "rmdir")
CALLS += ("fsync", "chown", "fchown", "chmod", "fchmod")
"""What changes a file system, or brings it to the disk."""


def cut_at(step: int, act: Callable[[], object]) -> bool:
    """Do something in a process of its own that ends right before the call of this number, as by a power cut; whether
    there are so many."""
    process = os.fork()
    if process == 0:
        left = step

        def counted(call: Callable[..., object]) -> Callable[..., object]:
            def counting(*arguments: object, **named: object) -> object:
                nonlocal left
                left -= 1
                if left < 0:
                    os._exit(CUT)
                return call(*arguments, **named)

            return counting

        for name in CALLS:
            setattr(os, name, counted(getattr(os, name)))
        try:
            act()
        finally:
            os._exit(DONE)
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status) == CUT


def begin_again() -> None:
    """Let the table be as it was."""
    for folder in (DATA, SETTINGS):
        shutil.rmtree(folder)
        subprocess.run(["cp", "--archive", KEPT / folder.relative_to("/"), folder], check=True)


def wrong_owners() -> list[str]:
    """What does not belong to the table, or may be read by others than it and root."""
    user = pwd.getpwnam("thera")
    found = [
        str(path)
        for path in (DATA, *DATA.rglob("*"))
        if (path.lstat().st_uid, path.lstat().st_gid) != (user.pw_uid, user.pw_gid) or path.lstat().st_mode & 0o027
    ]
    settings = (SETTINGS / "thera.toml").stat()
    if (settings.st_uid, settings.st_gid, stat.S_IMODE(settings.st_mode)) != (0, user.pw_gid, 0o640):
        found.append(str(SETTINGS / "thera.toml"))
    return found


def look() -> None:
    """Print what the table finds, with its rights."""
    user = pwd.getpwnam("thera")
    process = os.fork()
    if process == 0:
        try:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            name = read_configuration(SETTINGS / "thera.toml").configuration.table.settings.name
            with Journal(DATA) as journal:
                print(json.dumps([name, len(journal.entries), journal.mended is None]), flush=True)
        finally:
            os._exit(DONE)
    os.waitpid(process, 0)


def main() -> int:
    """Cut as asked; the exit code."""
    backup, *given = sys.argv[1:]
    told = os.open(os.devnull, os.O_WRONLY)

    def restore() -> None:
        os.dup2(told, sys.stdout.fileno())
        thera(["restore", backup, "--with-configuration"])

    if given:
        begin_again()
        cut_at(int(given[0]), restore)
        return 0
    step, cut = 0, True
    while cut:
        begin_again()
        cut = cut_at(step, restore)
        look()
        wrong = wrong_owners()
        if wrong:
            print(f"cut at step {step}, these belong to others: {', '.join(wrong)}", file=sys.stderr)
            return 1
        step += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What root does in a folder that belongs to somebody else is done with that one's rights.

So whatever is made there is theirs, and nothing that they have put there, such as a symbolic link, leads root to what
they may not touch themselves.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.storage.restore_swap import finish_restoring


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Let root have the rights of whoever this folder belongs to until the end of the context; anybody else keeps those
    that they have. It counts for all threads.

    :raises OSError: if the folder is not there.
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    groups, group = os.getgroups(), os.getegid()
    try:
        os.setgroups([owner.st_gid])
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


class FolderInUseError(Exception):
    """Somebody else has the folder."""


class FolderLock:
    """The folder is ours until ``release``, or until this process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is not there, for its owner alone, and lock it. A restore that a power cut stopped is
        carried to its end, or undone if it had not been decided.

        :raises FolderInUseError: if somebody else has it.
        :raises OSError: if it cannot be.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with as_owner_of(folder):
                finish_restoring(folder)
        except BlockingIOError as error:
            os.close(opened)
            raise FolderInUseError(str(folder)) from error
        except OSError:
            os.close(opened)
            raise
        self._opened: int | None = opened

    def release(self) -> None:
        """Let others have the folder. Safe to call again."""
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None

"""Access to a data folder: by one process at a time, and with the rights of the folder's owner.

The lock is on the folder itself; the kernel releases it with the process. Root works in a folder of another user with
that user's rights. So all new files belong to the user, and no symbolic link in the folder leads root to a file that
the user may not touch.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.privileges import is_root
from table.storage.restore_swap import finish_restoring


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Give root the rights of this folder's owner until the end of the context, in all threads. The rights of other
    users do not change.

    :raises OSError: if the folder is not there.
    """
    owner = folder.stat()
    if not is_root() or owner.st_uid == 0:
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
    """Another process has the folder."""


class FolderLock:
    """Locks a folder until ``release``, or until this process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it does not exist, readable by its owner only, and lock it. A restore that a power cut
        interrupted is completed, or undone if it was not decided yet.

        :raises FolderInUseError: if another process has it.
        :raises OSError: if it cannot be made or locked.
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
        """Release the lock. Safe to call again."""
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None

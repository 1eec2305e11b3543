"""One at a time in a data folder: a lock on the folder itself, which the kernel gives up with the process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from table.storage.owner_rights import as_owner_of
from table.storage.restore_swap import finish_restoring


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

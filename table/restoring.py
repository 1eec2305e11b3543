"""Putting what a backup held in the place of what a data folder has, so that a power cut leaves the one or the other.

The new files stand ready in a folder within the data folder. By its name it says how far things are: ``restoring-1-…``:
what was there is being moved aside; ``restoring-2-…``: the new files are being moved in. Whoever opens the data folder
next goes on from there.
"""

from __future__ import annotations

import os
from pathlib import Path

KEPT = (
    "journal.sqlite3-wal",  # before the file beside which it is: it must never meet another one
    "journal.sqlite3-shm",
    "journal.sqlite3-journal",
    "journal.sqlite3.ready",
    "journal.sqlite3",
    "virtual-board.json",
    "games",
    "boards",
)
"""What a data folder has that a backup replaces."""
_LEAVING, _COMING, _BEFORE = "restoring-1-", "restoring-2-", "before-"


def begin_restoring(folder: Path, ready: Path, time: str) -> str:
    """Let the files of the folder ``ready``, which is in ``folder``, take the place of those there; the name of the
    folder in which those are kept now. ``time`` is part of it.

    :raises OSError: if it cannot be done; what was moved by then is moved on at the next start.
    """
    _sync(ready)
    os.replace(ready, folder / f"{_LEAVING}{time}")
    _sync(folder)
    finish_restoring(folder)
    return f"{_BEFORE}{time}"


def finish_restoring(folder: Path) -> None:
    """Go on with what was begun, if anything was.

    :raises OSError: if it cannot be done.
    """
    for leaving in sorted(folder.glob(f"{_LEAVING}*")):
        time = leaving.name.removeprefix(_LEAVING)
        before = folder / f"{_BEFORE}{time}"
        before.mkdir(mode=0o700, exist_ok=True)
        for name in KEPT:
            if (folder / name).exists():
                os.replace(folder / name, before / name)
        _sync(before)
        os.replace(leaving, folder / f"{_COMING}{time}")
        _sync(folder)
    for coming in sorted(folder.glob(f"{_COMING}*")):
        for new in sorted(coming.iterdir()):
            os.replace(new, folder / new.name)
        _sync(folder)
        coming.rmdir()


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

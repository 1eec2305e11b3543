"""Putting what a backup held in the place of what a data folder has, so that a power cut leaves the one or the other.

The new files stand ready in a folder within the data folder. By its name it says how far things are, and whoever opens
the data folder next goes on from there:

- ``restoring.new``: the files are being written; nothing has happened yet.
- ``restoring-0-…``: all are on the disk, and so is a draft of the configuration (`table.storage.file_swap`), which may
  be on another file system and not ours to write. The draft decides: once it has taken its place, all else follows;
  while it is there still, nothing has happened.
- ``restoring-1-…``: what was there is being moved aside. Without a configuration it begins here.
- ``restoring-2-…``: the new files are being moved in.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

KEPT = (
    "journal.sqlite3-wal",  # before the file beside which it is: it must never meet another one
    "journal.sqlite3-shm",
    "journal.sqlite3-journal",
    "journal.sqlite3.ready",
    "journal.sqlite3",
    "journal.confirmed.ready",
    "journal.confirmed",
    "virtual-board.json",
    "games",
    "boards",
)
"""What a data folder has that a backup replaces."""
NEW = "restoring.new"
_READY, _LEAVING, _COMING, _BEFORE = "restoring-0-", "restoring-1-", "restoring-2-", "before-"
_WAITS_FOR = ".configuration"
"""In the folder of the new files: the path of the draft that they wait for. No file of a backup has such a name."""


def stage(folder: Path) -> Path:
    """A new folder within the data folder, for the files that are to come.

    :raises OSError: if it cannot be made.
    """
    ready = folder / NEW
    _remove(ready)
    ready.mkdir(mode=0o700)
    return ready


def begin_restoring(folder: Path, time: str, draft: Path | None) -> str:
    """Get the files that were staged on the disk with the modes of those that they will replace, and begin to let them
    take their place, or let them wait for this ``draft``: `finish_restoring` does it. The name of the folder that has
    what was there before then; ``time`` is part of it.

    :raises OSError: if it cannot be done; then `finish_restoring` undoes it.
    """
    ready = folder / NEW
    if draft is not None:
        (ready / _WAITS_FOR).write_text(str(draft), "utf-8")
    for path in [*ready.rglob("*"), ready]:
        if path != ready:
            _take_mode(folder / path.relative_to(ready), path)
        _sync(path)
    os.replace(ready, folder / f"{_LEAVING if draft is None else _READY}{time}")
    _sync(folder)
    return f"{_BEFORE}{time}"


def finish_restoring(folder: Path) -> None:
    """Go on with what was begun, or undo what was not decided yet; without either do nothing.

    :raises OSError: if it cannot be done.
    """
    for ready in sorted(folder.glob(f"{_READY}*")):
        draft = Path((ready / _WAITS_FOR).read_text("utf-8"))
        undecided = _is_there(draft)
        os.replace(ready, folder / (NEW if undecided else ready.name.replace(_READY, _LEAVING, 1)))
        _sync(folder)
    for leaving in sorted(folder.glob(f"{_LEAVING}*")):
        _move_aside(folder, leaving)
    for coming in sorted(folder.glob(f"{_COMING}*")):
        for new in sorted(coming.iterdir()):
            os.replace(new, folder / new.name)
        _sync(folder)
        coming.rmdir()
    _remove(folder / NEW)


def is_under_way(folder: Path) -> bool:
    """Whether a restore was decided and is not done yet."""
    return any(True for stage in (_LEAVING, _COMING) for _ in folder.glob(f"{stage}*"))


def hindrance(folder: Path) -> Path | None:
    """What could not be moved aside, as it is a folder of somebody else; None if all can be."""
    folders = (folder / name for name in KEPT if _is_folder(folder / name))
    return next((each for each in folders if not os.access(each, os.W_OK, effective_ids=True)), None)


def _move_aside(folder: Path, leaving: Path) -> None:
    time = leaving.name.removeprefix(_LEAVING)
    before = folder / f"{_BEFORE}{time}"
    before.mkdir(mode=0o700, exist_ok=True)
    (leaving / _WAITS_FOR).unlink(missing_ok=True)
    for name in dict.fromkeys((*KEPT, *sorted(new.name for new in leaving.iterdir()))):
        if os.path.lexists(folder / name):
            os.replace(folder / name, before / name)
    _sync(before)
    os.replace(leaving, folder / f"{_COMING}{time}")
    _sync(folder)


def _take_mode(old: Path, new: Path) -> None:
    try:
        found = old.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_IFMT(found.st_mode) == stat.S_IFMT(new.stat().st_mode):
        new.chmod(found.st_mode & 0o777 | (0o700 if new.is_dir() else 0o600))


def _is_there(path: Path) -> bool:
    """Whether something has this name. What may not be looked at is no answer, but an error."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _remove(folder: Path) -> None:
    if _is_folder(folder):
        shutil.rmtree(folder)
    else:
        folder.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

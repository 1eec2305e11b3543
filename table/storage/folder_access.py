"""Access to a data folder: by one process at a time, and with the rights of the folder's owner.

The lock is on the folder itself; the kernel releases it with the process. Root works in a folder of another user with
that user's rights. So all new files belong to the user, and no symbolic link in the folder leads root to a file that
the user may not touch.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from common.atomic_files import is_root

# ---- Rights and lock


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


# ---- Replacing the contents by a backup
#
# A power cut leaves either the old contents or the new ones. The new files are written to a folder within the data
# folder. The name of that folder is the state of the swap. The next process that opens the data folder completes it:
#
# - ``restoring.new``: the files are being written; nothing has changed yet.
# - ``restoring-0-…``: all are on the disk, and so is a draft of the configuration, which may be on another file system
#   and in a folder of another owner. The draft decides: once it has taken its place, all else follows; while it is
#   still there, nothing has happened.
# - ``restoring-1-…``: the old files are being moved out. Without a configuration the swap begins here.
# - ``restoring-2-…``: the new files are being moved in.


REPLACED = (
    "journal.sqlite3-wal",  # before the file beside which it is: it must never meet another one
    "journal.sqlite3-shm",
    "journal.sqlite3-journal",
    "journal.sqlite3.ready",
    "journal.sqlite3",
    "journal.sqlite3.previous",
    "journal.confirmed.ready",
    "journal.confirmed",
    "virtual-board.json",
    "games",
    "boards",
)
"""The files of a data folder that a backup replaces."""
NEW = "restoring.new"
BEFORE = ".before"
"""The ending of the name of the old configuration."""
_DRAFT = ".restoring-"
_READY, _LEAVING, _COMING, _BEFORE = "restoring-0-", "restoring-1-", "restoring-2-", "before-"
_WAITS_FOR = ".configuration"
"""In the folder of the new files: the path of the draft that decides. No file of a backup has such a name."""


def stage(folder: Path) -> Path:
    """Make a new folder within the data folder, for the new files.

    :raises OSError: if it cannot be made.
    """
    ready = folder / NEW
    _remove(ready)
    ready.mkdir(mode=0o700)
    return ready


def begin_restoring(folder: Path, time: str, draft: Path | None) -> str:
    """Sync the staged files, with the modes of those that they replace, and begin the swap, or let it wait for this
    ``draft``; `finish_restoring` completes it. Return the name of the folder for the old files, which contains
    ``time``.

    :raises OSError: if that fails; then `finish_restoring` undoes it.
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
    """Complete a swap that was begun, or undo one that was not decided; do nothing without either.

    :raises OSError: if that fails.
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
    """Whether a swap was decided and is not complete."""
    return any(True for stage in (_LEAVING, _COMING) for _ in folder.glob(f"{stage}*"))


def immovable_folder(folder: Path) -> Path | None:
    """Return a folder of another user, which cannot be moved out; None if there is none."""
    folders = (folder / name for name in REPLACED if _is_folder(folder / name))
    return next((each for each in folders if not os.access(each, os.W_OK, effective_ids=True)), None)


def _move_aside(folder: Path, leaving: Path) -> None:
    time = leaving.name.removeprefix(_LEAVING)
    before = folder / f"{_BEFORE}{time}"
    before.mkdir(mode=0o700, exist_ok=True)
    (leaving / _WAITS_FOR).unlink(missing_ok=True)
    for name in dict.fromkeys((*REPLACED, *sorted(new.name for new in leaving.iterdir()))):
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
    """Whether a file has this name; raises OSError where that may not be seen."""
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


@dataclass(frozen=True, slots=True)
class _Rights:
    """Owner, group and mode of a file."""

    user: int
    group: int
    mode: int


def write_draft(path: Path, text: str, time: str, group: int) -> Path:
    """Write a draft of the file ``path``; ``time`` is part of its name. It has owner and mode of the existing file,
    which is copied to `BEFORE`. If there is none, a draft by root can be read by this ``group``, and any other by its
    owner only.

    :raises OSError: if it cannot be written; the file is as it was.
    """
    path = path.resolve()
    _make_folder(path.parent)
    name = f"{path.name}{_DRAFT}{time}"
    with _opened(path.parent) as folder:
        try:
            with open(os.open(path.name, os.O_RDONLY, dir_fd=folder), "rb") as old:
                found = os.fstat(old.fileno())
                content = old.read()
        except FileNotFoundError:
            rights = _Rights(0, group, 0o640) if os.geteuid() == 0 else _Rights(os.geteuid(), os.getegid(), 0o600)
            _write_file(folder, name, text.encode(), rights)
        else:
            rights = _Rights(found.st_uid, found.st_gid, found.st_mode & 0o777)
            _write_file(folder, name, text.encode(), rights)
            _write_file(folder, f"{name}{BEFORE}", content, rights)
            os.replace(f"{name}{BEFORE}", f"{path.name}{BEFORE}", src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    return path.with_name(name)


def put_in_place(draft: Path) -> None:
    """Replace the file by its draft.

    :raises OSError: if that fails.
    """
    with _opened(draft.parent) as folder:
        os.replace(draft.name, draft.name.rpartition(_DRAFT)[0], src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)


def remove_drafts(path: Path) -> None:
    """Remove all drafts of a file.

    :raises OSError: if one cannot be removed.
    """
    path = path.resolve()
    for draft in path.parent.glob(f"{path.name}{_DRAFT}*"):
        draft.unlink()


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir()
    folder.chmod(0o755)  # whatever the umask: the table must be able to read it
    with _opened(folder.parent) as parent:
        os.fsync(parent)


def _write_file(folder: int, name: str, content: bytes, rights: _Rights) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with open(os.open(name, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(content)
        file.flush()
        os.fchown(file.fileno(), rights.user, rights.group)
        os.fchmod(file.fileno(), rights.mode)
        os.fsync(file.fileno())


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield opened
    finally:
        os.close(opened)

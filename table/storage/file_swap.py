"""A file that takes the place of another from one moment to the next, and who may read it then.

The new file lies ready beside the old one as a draft, on the disk to its last byte. To put it in its place is one
rename; whether the draft is still there tells everybody whether that has happened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BEFORE = ".before"
"""What the name of the old file ends with once it is kept beside the new one."""
_DRAFT = ".restoring-"


@dataclass(frozen=True, slots=True)
class _Rights:
    """Whose a file is, and who may do what with it."""

    user: int
    group: int
    mode: int


def write_draft(path: Path, text: str, time: str, group: int) -> Path:
    """Write a draft of the file ``path``; its name holds ``time``. Owner and mode are those of the file that is there,
    which is kept as `BEFORE`, too. Where none is, root's draft may be read by this ``group``, and that of others by
    themselves alone.

    :raises OSError: if it cannot be written; the file is as it was.
    """
    path = path.resolve()
    _make_folder(path.parent)
    name = f"{path.name}{_DRAFT}{time}"
    with _opened(path.parent) as folder:
        try:
            with open(os.open(path.name, os.O_RDONLY, dir_fd=folder), "rb") as old:
                found = os.fstat(old.fileno())
                held = old.read()
        except FileNotFoundError:
            rights = _Rights(0, group, 0o640) if os.geteuid() == 0 else _Rights(os.geteuid(), os.getegid(), 0o600)
            _write(folder, name, text.encode(), rights)
        else:
            rights = _Rights(found.st_uid, found.st_gid, found.st_mode & 0o777)
            _write(folder, name, text.encode(), rights)
            _write(folder, f"{name}{BEFORE}", held, rights)
            os.replace(f"{name}{BEFORE}", f"{path.name}{BEFORE}", src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    return path.with_name(name)


def put_in_place(draft: Path) -> None:
    """Let a draft take its place.

    :raises OSError: if it cannot.
    """
    with _opened(draft.parent) as folder:
        os.replace(draft.name, draft.name.rpartition(_DRAFT)[0], src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)


def remove_drafts(path: Path) -> None:
    """Remove all drafts of a file, if there are any.

    :raises OSError: if one cannot be.
    """
    path = path.resolve()
    for draft in path.parent.glob(f"{path.name}{_DRAFT}*"):
        draft.unlink()


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir()
    folder.chmod(0o755)  # whatever the umask: the table has to find its configuration
    with _opened(folder.parent) as parent:
        os.fsync(parent)


def _write(folder: int, name: str, content: bytes, rights: _Rights) -> None:
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

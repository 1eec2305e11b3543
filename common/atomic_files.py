"""Writes small files whole or not at all, even if the power fails, and creates the folders for them."""

from __future__ import annotations

import os
from pathlib import Path

# ---- Root


def is_root() -> bool:
    """Whether this process is root. A system without users, such as a browser's, has no root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


# ---- Files


def make_folder(folder: Path) -> None:
    """Create a folder if it is missing, readable only by its owner. Root gives it the owner of the parent folder, so
    that the table's user can use what was stored with ``sudo``.

    :raises OSError: if it cannot be created.
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    _hand_over(folder)


def _hand_over(path: Path) -> None:
    if is_root():
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def write_whole(path: Path, text: str, previous: Path | None = None) -> None:
    """Write text to a file in an existing folder. The old content stays until the new text is on the disk, and then as
    the file ``previous`` if that is given. The owner is as with `make_folder`. Any file system that can replace a file
    by a rename is suitable; links, which FAT and many network shares lack, are not needed.

    :raises OSError: if it cannot be written; the file is then unchanged.
    """
    draft = _draft(path, text.encode())
    if previous is not None and path.exists():
        try:
            os.replace(_draft(previous, path.read_bytes()), previous)
        except OSError:
            draft.unlink()
            raise
    os.replace(draft, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name, too, has to survive a power cut
    finally:
        os.close(folder)


def _draft(path: Path, content: bytes) -> Path:
    """Write the content to a new file in the same folder, and wait until it is on the disk."""
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            _hand_over(draft)
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)  # on a full disk a part of it would take the room that is left
        raise
    return draft

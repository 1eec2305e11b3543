"""Writes small files whole or not at all, even if the power fails meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

from common.privileges import is_root


def make_folder(folder: Path) -> None:
    """Create this folder if it is missing, readable by its owner only. What root creates gets the owner of the folder
    above, so that the table's own user can use what was stored with ``sudo``.

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
    """Write this text to a file in a folder that is there. What was in it before stays until the new text is on the
    disk, and after that as ``previous`` if that is given. Its owner is as with `make_folder`.

    :raises OSError: if it cannot be written; the file is then as it was.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            _hand_over(draft)
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)  # on a full disk a part of it would take the room that is left
        raise
    if previous is not None and path.exists():
        previous.unlink(missing_ok=True)
        os.link(path, previous)
    os.replace(draft, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name, too, has to survive a power cut
    finally:
        os.close(folder)

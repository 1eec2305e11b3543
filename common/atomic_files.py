"""Writes small files whole or not at all, also when the plug is pulled meanwhile."""

from __future__ import annotations

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """See that this folder is there; a new one can be read by its owner only. What root makes belongs to the owner of
    the folder around it, so that the table's own user finds what was stored with ``sudo``.

    :raises OSError: if it cannot be made.
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    _hand_over(folder)


def _hand_over(path: Path) -> None:
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def write_whole(path: Path, text: str, previous: Path | None = None) -> None:
    """Write this text to a file in a folder that is there. What was in it before stays until the new text is on the
    disk, and after that as ``previous`` if that is given. The file belongs to whom `make_folder` says.

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
        draft.unlink(missing_ok=True)  # on a full disk a part of it would take what room is left
        raise
    if previous is not None and path.exists():
        previous.unlink(missing_ok=True)
        os.link(path, previous)
    os.replace(draft, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name, too, has to outlast a pulled plug
    finally:
        os.close(folder)

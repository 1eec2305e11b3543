"""How far the journal is confirmed: the number and the checksum of the newest entry that anybody may have been shown.

SQLite cannot tell a log that was shortened from one that was never longer. So this stands in a small file of its own,
written after the entry is on the disk and before anybody is shown what it means. The file has two places that are
written in turns, each in a block of its own, so that a power cut spoils at most the one that was being written: then
the other tells of the entry before, which is right, since the newest one was not confirmed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

CONFIRMED = "journal.confirmed"
"""The name of the file, in the folder of the journal."""
SIZE = 8192
"""Bytes."""
_BLOCK = SIZE // 2
_LINE = re.compile(rb"(?P<number>\d{1,15}) (?P<checksum>[0-9a-f]{64}|-) (?P<proof>[0-9a-f]{16})\n")


class ConfirmedError(ValueError):
    """The file tells nothing: it was damaged."""


class _Checked(Protocol):
    @property
    def checksum(self) -> str:
        """The checksum of an entry and all before it."""


@dataclass(frozen=True, slots=True)
class ConfirmedLength:
    """The newest entry that was confirmed; 0 and no checksum before the first."""

    number: int = 0
    checksum: str = ""

    def is_among(self, rows: Sequence[_Checked]) -> bool:
        """Whether these rows, from the first one on, have this entry and so all before it."""
        return self.number == 0 or (self.number <= len(rows) and rows[self.number - 1].checksum == self.checksum)


def read_confirmed(folder: Path) -> ConfirmedLength | None:
    """What was confirmed in this folder; None if it has no such file.

    :raises ConfirmedError: if the file tells nothing.
    :raises OSError: if it cannot be read.
    """
    told = _read(folder / CONFIRMED)
    return None if told is None else max(told, key=lambda place: place[1].number)[1]


def write_confirmed(path: Path, confirmed: ConfirmedLength) -> None:
    """Write a new file of this kind to the disk.

    :raises OSError: if it cannot be written.
    """
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(_block(confirmed) * 2)
        file.flush()
        os.fsync(file.fileno())


class ConfirmedLengthFile:
    """The file of a folder, open to be written."""

    def __init__(self, opened: int, newest: int) -> None:
        """The file that is ``opened`` to be written, and which of its places was written last."""
        self._opened: int | None = opened
        self._next = 1 - newest

    @classmethod
    def begun(cls, folder: Path, confirmed: ConfirmedLength) -> ConfirmedLengthFile:
        """Confirm this entry in the file of a folder, which is made if it is not there.

        :raises ConfirmedError: if it is there and tells nothing.
        :raises OSError: if it cannot be opened or written.
        """
        path = folder / CONFIRMED
        told = _read(path)
        if told is None:
            draft = path.with_name(f"{CONFIRMED}.new")
            write_confirmed(draft, confirmed)
            os.replace(draft, path)
            sync_folder(folder)
            told = [(0, confirmed)]
        newest, found = max(told, key=lambda place: place[1].number)
        file = cls(os.open(path, os.O_WRONLY), newest)
        if found != confirmed:
            try:
                file.write(confirmed)
            except OSError:
                file.close()
                raise
        return file

    def write(self, confirmed: ConfirmedLength) -> None:
        """Confirm all entries up to this one; that is on the disk when this returns.

        :raises OSError: if it cannot be written.
        """
        if self._opened is None:
            raise OSError(f"{CONFIRMED} is closed")
        os.pwrite(self._opened, _block(confirmed), self._next * _BLOCK)
        os.fdatasync(self._opened)
        self._next = 1 - self._next

    def close(self) -> None:
        """Close the file. Safe to call again."""
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None


def sync_folder(folder: Path) -> None:
    """See that the names in a folder are on the disk.

    :raises OSError: if they cannot be.
    """
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _read(path: Path) -> list[tuple[int, ConfirmedLength]] | None:
    """The places of a file that tell something, each with its number; at least one."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    told = [(place, _parsed(content[place * _BLOCK : (place + 1) * _BLOCK])) for place in range(2)]
    right = [(place, found) for place, found in told if found is not None]
    if not right:
        raise ConfirmedError(f"{path} tells nothing")
    return right


def _parsed(block: bytes) -> ConfirmedLength | None:
    line = _LINE.match(block)
    if line is None:
        return None
    found = ConfirmedLength(int(line["number"]), "" if line["checksum"] == b"-" else line["checksum"].decode())
    return found if _block(found).startswith(line[0]) else None


def _block(confirmed: ConfirmedLength) -> bytes:
    told = f"{confirmed.number} {confirmed.checksum or '-'}"
    proof = hashlib.sha256(told.encode()).hexdigest()[:16]
    return f"{told} {proof}\n".encode().ljust(_BLOCK, b"\0")

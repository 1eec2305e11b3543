"""How long the journal is: the number and checksum of the newest entry whose effect anybody may have seen.

SQLite cannot distinguish a log that was cut short from one that was never longer. So the length has a small file of its
own, written after the entry is on the disk and before anybody sees its effect. The file has two slots in blocks of
their own, written in turn. A power cut spoils at most the slot that is being written; then the other one names the
entry before, which is right, since the newest entry was not confirmed.
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
    """Neither slot of the file can be read: it was damaged."""


class _Checked(Protocol):
    @property
    def checksum(self) -> str:
        """The checksum of an entry and all entries before it."""


@dataclass(frozen=True, slots=True)
class ConfirmedLength:
    """The newest confirmed entry; 0 and no checksum before the first."""

    number: int = 0
    checksum: str = ""

    def is_among(self, rows: Sequence[_Checked]) -> bool:
        """Whether these rows, which begin with the first, contain this entry, and so all before it."""
        return self.number == 0 or (self.number <= len(rows) and rows[self.number - 1].checksum == self.checksum)


def read_confirmed(folder: Path) -> ConfirmedLength | None:
    """The confirmed length in this folder; None if it has no such file.

    :raises ConfirmedError: if the file is damaged.
    :raises OSError: if it cannot be read.
    """
    slots = _read(folder / CONFIRMED)
    return None if slots is None else max(slots, key=lambda slot: slot[1].number)[1]


def write_confirmed(path: Path, confirmed: ConfirmedLength) -> None:
    """Write a new file with this length, and sync it.

    :raises OSError: if it cannot be written.
    """
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(_block(confirmed) * 2)
        file.flush()
        os.fsync(file.fileno())


class ConfirmedLengthFile:
    """The file of a folder, open for writing."""

    def __init__(self, opened: int, newest: int) -> None:
        """The descriptor of the open file, and which of its slots was written last."""
        self._opened: int | None = opened
        self._next = 1 - newest

    @classmethod
    def begun(cls, folder: Path, confirmed: ConfirmedLength) -> ConfirmedLengthFile:
        """Confirm this entry in the file of a folder, which is made if it does not exist.

        :raises ConfirmedError: if the file is damaged.
        :raises OSError: if it cannot be opened or written.
        """
        path = folder / CONFIRMED
        slots = _read(path)
        if slots is None:
            draft = path.with_name(f"{CONFIRMED}.new")
            write_confirmed(draft, confirmed)
            os.replace(draft, path)
            sync_folder(folder)
            slots = [(0, confirmed)]
        newest, found = max(slots, key=lambda slot: slot[1].number)
        file = cls(os.open(path, os.O_WRONLY), newest)
        if found != confirmed:
            try:
                file.write(confirmed)
            except OSError:
                file.close()
                raise
        return file

    def write(self, confirmed: ConfirmedLength) -> None:
        """Confirm all entries up to this one; durable when this returns.

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
    """Sync a folder, so that the names in it are durable.

    :raises OSError: if that fails.
    """
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _read(path: Path) -> list[tuple[int, ConfirmedLength]] | None:
    """The slots of a file that can be read, each with its number; at least one."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    slots = [(slot, _parsed(content[slot * _BLOCK : (slot + 1) * _BLOCK])) for slot in range(2)]
    readable = [(slot, found) for slot, found in slots if found is not None]
    if not readable:
        raise ConfirmedError(f"{path} is damaged")
    return readable


def _parsed(block: bytes) -> ConfirmedLength | None:
    line = _LINE.match(block)
    if line is None:
        return None
    found = ConfirmedLength(int(line["number"]), "" if line["checksum"] == b"-" else line["checksum"].decode())
    return found if _block(found).startswith(line[0]) else None


def _block(confirmed: ConfirmedLength) -> bytes:
    content = f"{confirmed.number} {confirmed.checksum or '-'}"
    proof = hashlib.sha256(content.encode()).hexdigest()[:16]
    return f"{content} {proof}\n".encode().ljust(_BLOCK, b"\0")

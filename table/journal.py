"""The journal: every entry on the disk before anyone is shown what it means.

One SQLite file. Write-ahead log with ``synchronous=FULL``: a commit is one append and one fsync and is durable when it
returns, which the rollback journal promises only with ``EXTRA`` (its commit is the removal of a file, and FULL does
not sync the folder). ``locking_mode=EXCLUSIVE`` keeps a second table away and needs no shared-memory file. Each
entry's checksum covers the entry before it, so that a changed, lost or exchanged entry shows.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path
from types import TracebackType

from table.entries import Entry, EntryError, entry_text, parse_entry

FILE_NAME = "journal.sqlite3"
FORMAT = 1
_APPLICATION = 0x54484552
"""``THER`` in SQLite's header, by which `file` and we know the file."""


class JournalError(Exception):
    """The journal cannot be used; the message is one plain line. Nothing was changed."""


class Journal:
    """The entries of a data folder, old ones in ``entries`` and new ones through ``append``. Use from one thread."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in this folder, or begin one.

        :raises JournalError: if the folder cannot be written, another table uses it, or the file is damaged, of a
            newer Thera, or no journal at all.
        """
        self.path = folder / FILE_NAME
        self._count = 0
        self._last = ""
        _make_file(self.path)
        self._database = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._open()
            self.entries: tuple[Entry, ...] = self._read()
        except sqlite3.Error as error:
            self._database.close()
            raise JournalError(self._explain(error)) from error
        except JournalError:
            self._database.close()
            raise

    def append(self, *entries: Entry) -> None:
        """Add entries, all of them or none; they are durable when this returns.

        :raises JournalError: if they could not be written (a full disk); then none is in the journal.
        """
        rows: list[tuple[int, str, str]] = []
        last = self._last
        for number, entry in enumerate(entries, start=self._count + 1):
            text = entry_text(entry)
            last = _checksum(last, number, text)
            rows.append((number, text, last))
        try:
            with self._database:
                self._database.execute("BEGIN")
                self._database.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise JournalError(f"{self.path}: cannot write: {error}") from error
        self._count += len(rows)
        self._last = last

    def close(self) -> None:
        """Close the file and let other tables have it. Safe to call again."""
        self._database.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self) -> None:
        run = self._database.execute
        run("PRAGMA locking_mode=EXCLUSIVE")
        run("BEGIN IMMEDIATE")
        if self._number("PRAGMA schema_version") == 0:
            run(f"PRAGMA application_id={_APPLICATION}")
            run(f"PRAGMA user_version={FORMAT}")
            run("CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL) STRICT")
        if self._number("PRAGMA application_id") != _APPLICATION:
            raise JournalError(f"{self.path}: this is not a journal of Thera; choose another folder with --data")
        written = self._number("PRAGMA user_version")
        if written != FORMAT:
            raise JournalError(
                f"{self.path}: written by another version of Thera (format {written}, this one reads {FORMAT})"
            )
        run("COMMIT")
        mode = run("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise JournalError(f"{self.path}: this file system cannot keep a journal safely (mode {mode})")
        run("PRAGMA synchronous=FULL")

    def _number(self, question: str) -> int:
        return int(self._database.execute(question).fetchone()[0])

    def _read(self) -> tuple[Entry, ...]:
        found: list[Entry] = []
        for number, body, checksum in self._database.execute(
            "SELECT number, body, checksum FROM entries ORDER BY number"
        ):
            self._count += 1
            if number != self._count or checksum != _checksum(self._last, number, body):
                raise JournalError(f"{self.path}: damaged at entry {self._count}; nothing was changed")
            self._last = checksum
            try:
                found.append(parse_entry(body))
            except EntryError as error:
                raise JournalError(f"{self.path}: entry {number} cannot be read: {error}") from error
        return tuple(found)

    def _explain(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"{self.path}: in use by another table; stop that one or choose another folder with --data"
        if code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return f"{self.path}: damaged, nothing was changed: {error}"
        return f"{self.path}: cannot be used: {error}"


def _make_file(path: Path) -> None:
    """An empty file for a new journal, readable by its owner alone: it holds names and marks of tokens."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise JournalError(f"{path.parent}: cannot keep the journal there: {error.strerror}") from error


def _checksum(before: str, number: int, body: str) -> str:
    return hashlib.sha256(f"{before}\n{number}\n{body}".encode()).hexdigest()

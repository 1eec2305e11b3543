"""Opens SQLite files, and tells their errors apart: the file is damaged, or the machine cannot read or write it now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

_OF_THE_MACHINE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
"""The errors of SQLite that say nothing about the file."""
_CHUNK: Final = 1024 * 1024
"""Bytes."""


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's basic code of an error; ``SQLITE_ERROR`` for an error that Python found."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


class SqliteFile:
    """An open SQLite file, for one thread at a time. No other code opens SQLite files
    (``tests/test_architecture.py``)."""

    def __init__(self, path: Path, *, immutable: bool = False) -> None:
        """Open or create a file. ``immutable`` is for a file that nothing writes: SQLite creates no files beside it.

        :raises sqlite3.Error: if it cannot be opened.
        """
        self.path = path
        how = "mode=ro&immutable=1" if immutable else "mode=rwc"
        self._connection = sqlite3.connect(
            f"file:{quote(str(path))}?{how}", uri=True, timeout=0, isolation_level=None, check_same_thread=False
        )

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        """Execute a statement and return the cursor with its rows.

        :raises sqlite3.Error: if it cannot be executed.
        """
        try:
            return self._connection.execute(sql, values)
        except UnicodeDecodeError as error:  # SQLite repeats the schema of a damaged file, which may be no text
            raise sqlite3.DatabaseError("its schema is damaged") from error

    def number(self, sql: str, column: int = 0) -> int:
        """Execute a statement and return the whole number in its first row.

        :raises sqlite3.Error: if it cannot be executed.
        """
        return int(self.run(sql).fetchone()[column])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is executed within this context, all of it or nothing.

        :raises sqlite3.Error: if it cannot be committed.
        """
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise

    def limit_texts(self, length: int) -> None:
        """Limit texts and statements to this number of bytes; a longer one is an ``sqlite3.DataError``."""
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, length)

    def close(self) -> None:
        """Close the file. Safe to call again."""
        self._connection.close()

    def is_damage(self, error: sqlite3.Error) -> bool:
        """Whether an error means that the content of this file, or of SQLite's log beside it, is wrong.

        SQLite reports a card that cannot be read in the same way (its ``unixRead`` turns ``EIO`` into
        ``SQLITE_CORRUPT``), so this reads the bytes again.
        """
        if primary_code(error) == sqlite3.SQLITE_IOERR:
            return bool(error.sqlite_errorcode == sqlite3.SQLITE_IOERR_SHORT_READ)
        return primary_code(error) not in _OF_THE_MACHINE and self.unreadable() is None

    def unreadable(self) -> str | None:
        """Return why the file, or SQLite's log beside it, cannot be read; None if both can."""
        try:
            for path in (self.path, self.path.with_name(f"{self.path.name}-wal")):
                if path.exists():
                    with path.open("rb") as file:
                        while file.read(_CHUNK):
                            pass
        except OSError as error:
            return error.strerror or str(error)
        return None

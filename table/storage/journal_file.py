"""The files of a journal: numbered texts in SQLite, each with a checksum over itself and the text before it, and a
small file with their confirmed number (`table.storage.confirmed_length`).

A file that has to be replaced (by the good part of a damaged one, or by one in a newer format) is replaced by renames:
the new file is complete on the disk first. After a power cut at any moment the folder has either the old or the new
one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from table.storage.confirmed_length import CONFIRMED, ConfirmedLength, sync_folder, write_confirmed

FILE_NAME = "journal.sqlite3"
FORMAT = 1
APPLICATION = 0x54484552
"""``THER`` in SQLite's header, by which `file` and Thera recognise a journal."""
MIGRATIONS: dict[int, Callable[[str], Iterable[str]]] = {}
"""By format: converts the text of an entry to none, one or several texts of the next format. There is one format so
far."""

SMALLEST = 100
"""Bytes of SQLite's own header; SQLite takes a shorter file for a new one."""
_PAGE = 4096
_LOG_HEAD, _FRAME_HEAD = 32, 24
"""Bytes, by https://www.sqlite.org/fileformat2.html#walformat"""
_READY = ".ready"
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite writes beside a file, and would apply to any file of that name."""
_TABLE = "CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL) STRICT"
_MARK = "CREATE VIEW confirmed AS SELECT max(number) AS number FROM entries"
"""A view whose presence says that the journal has a file with its confirmed length; if that is missing, it was lost.
Journals of earlier versions have no such view, and earlier versions ignore it."""
SCHEMA = (_TABLE, _MARK)
_ROWS = "SELECT number, body, checksum FROM entries ORDER BY number"
_NOT_THE_FILE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
"""SQLite's errors that concern the machine and not the file."""


class JournalError(Exception):
    """The journal cannot be used; the message is one line of English. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """An entry as it is stored."""

    number: int
    body: str
    checksum: str


@dataclass(frozen=True, slots=True)
class JournalContents:
    """The rows of a file up to the first one that was changed, and what is wrong with that one (None: all are good)."""

    rows: tuple[JournalRow, ...]
    fault: str | None


def chained(bodies: Iterable[str], after: JournalRow | None = None) -> tuple[JournalRow, ...]:
    """Rows for these texts, to follow ``after`` (None: they are the first)."""
    rows: list[JournalRow] = []
    before, last = (0, "") if after is None else (after.number, after.checksum)
    for number, body in enumerate(bodies, start=before + 1):
        last = _checksum(last, number, body)
        rows.append(JournalRow(number, body, last))
    return tuple(rows)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite reports damage of the file, and not a fault of the machine."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code & 0xFF == sqlite3.SQLITE_IOERR:
        return code == sqlite3.SQLITE_IOERR_SHORT_READ
    return code & 0xFF not in _NOT_THE_FILE


def read_rows(database: sqlite3.Connection) -> JournalContents:
    """The contents of an open file.

    :raises sqlite3.Error: for a fault of the machine and not of the file.
    """
    rows: list[JournalRow] = []
    try:
        rows.extend(rows_of(database))
    except JournalError as error:
        return JournalContents(tuple(rows), str(error))
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return JournalContents(tuple(rows), str(error))
    return JournalContents(tuple(rows), None)


def rows_of(database: sqlite3.Connection) -> Iterator[JournalRow]:
    """The rows of an open file, one after the other.

    :raises JournalError: at the first row that was changed.
    :raises sqlite3.Error: if SQLite finds damage, or the machine fails.
    """
    last = ""
    for wanted, (number, body, checksum) in enumerate(database.execute(_ROWS), start=1):
        if number != wanted or not isinstance(body, str) or checksum != _checksum(last, wanted, body):
            raise JournalError(f"entry {wanted} is not as it was written")
        yield JournalRow(number, body, checksum)
        last = checksum


def read_log(path: Path) -> bytes:
    """SQLite's write-ahead log, before the file is opened. After a power cut it has the newest entries.

    :raises OSError: if it cannot be read.
    """
    log = _beside(path, "-wal")
    return log.read_bytes() if log.exists() else b""


def is_cut_short(log: bytes, frames: int) -> bool:
    """Whether entries are lost that SQLite does not report. It uses the first ``frames`` frames of its log, up to a
    damaged one, and ignores what was written after that. The last write does not count: a power cut can tear it, and
    then nobody saw its effect."""
    salt, size = log[16:24], int.from_bytes(log[8:12], "big")
    starts = range(_LOG_HEAD + frames * (_FRAME_HEAD + size), len(log), _FRAME_HEAD + size) if salt else ()
    heads = (log[start : start + _FRAME_HEAD] for start in starts)
    return sum(head[8:16] == salt and head[4:8] != b"\0\0\0\0" for head in heads) > 1


def is_marked(database: sqlite3.Connection) -> bool:
    """Whether this open file must have a file with its confirmed length beside it."""
    return bool(database.execute("SELECT count(*) FROM sqlite_schema WHERE sql = ?", (_MARK,)).fetchone() == (1,))


def mark(database: sqlite3.Connection) -> None:
    """Note that it must from now on, in the file itself and not in its log.

    :raises sqlite3.Error: if it cannot be written.
    """
    database.execute(_MARK)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def something_is_left(path: Path) -> bool:
    """Whether a journal was here, if the file itself is gone."""
    return any(each.exists() for each in (path.with_name(CONFIRMED), *(_beside(path, what) for what in _BESIDE)))


def good_part(path: Path) -> tuple[str, ...]:
    """The texts of a damaged or missing file up to the first that is lost, as far as any can be found. They are read
    from a copy, so that nothing changes.

    :raises OSError: if it cannot be copied.
    """
    with tempfile.TemporaryDirectory(prefix="thera-") as scratch:
        fresh = Path(scratch) / "fresh"
        _write_new(fresh, ())
        # The first page says where all others are, and differs between journals by its size only; all others may be in
        # the log.
        contents = (path.read_bytes(), _with_first_page(path.read_bytes(), fresh)) if path.exists() else ()
        for number, content in enumerate((*contents, fresh.read_bytes())):
            copy = Path(scratch) / str(number)
            copy.write_bytes(content)
            if _beside(path, "-wal").exists():
                shutil.copyfile(_beside(path, "-wal"), _beside(copy, "-wal"))
            found = _read_copy(copy)
            if found:
                return found
    return ()


def migrated(bodies: Iterable[str], written: int) -> tuple[str, ...]:
    """The texts of a file of the format ``written``, converted to `FORMAT`.

    :raises JournalError: if that format cannot be converted.
    """
    texts = tuple(bodies)
    for form in range(written, FORMAT):
        step = MIGRATIONS.get(form)
        if step is None:
            raise JournalError(f"it is of format {written}, which is too old for this Thera")
        texts = tuple(text for body in texts for text in step(body))
    return texts


def name_aside(path: Path, why: str) -> str:
    """A free name for an old file: it says ``why`` it was replaced, and when."""
    stem = f"{path.name}.{why}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if not (path.parent / name).exists())


def replace_file(path: Path, bodies: Iterable[str], aside: str | None = None, log: bytes = b"") -> None:
    """Replace the journal by a new file with these texts, all of them confirmed. The old file gets the name ``aside``,
    with the ``log`` that SQLite had beside it (None: there is no old file).

    :raises OSError: if it cannot be written; the old file is as it was.
    :raises sqlite3.Error: likewise.
    """
    draft, ready = path.with_name(f"{path.name}.new"), path.with_name(f"{path.name}{_READY}")
    confirmed = path.with_name(f"{CONFIRMED}{_READY}")
    for name in (draft, *(_beside(draft, beside) for beside in _BESIDE)):
        name.unlink(missing_ok=True)
    rows = chained(bodies)
    try:
        _write_new(draft, rows)
        write_confirmed(confirmed, ConfirmedLength(rows[-1].number, rows[-1].checksum) if rows else ConfirmedLength())
        if log and aside is not None:
            _beside(path.parent / aside, "-wal").write_bytes(log)
    except (OSError, sqlite3.Error):
        draft.unlink(missing_ok=True)
        confirmed.unlink(missing_ok=True)
        raise
    if aside is not None:
        _link_aside(path, path.parent / aside)
    os.replace(draft, ready)
    sync_folder(path.parent)
    finish_replacing(path)


def finish_replacing(path: Path) -> None:
    """Complete a `replace_file` that was interrupted after the new file was complete; else do nothing.

    :raises OSError: if that fails.
    """
    ready = path.with_name(f"{path.name}{_READY}")
    if not ready.exists():
        return
    for beside in _BESIDE:  # of the old file; SQLite would apply it to the new one
        _beside(path, beside).unlink(missing_ok=True)
    sync_folder(path.parent)
    confirmed = path.with_name(f"{CONFIRMED}{_READY}")
    if confirmed.exists():
        os.replace(confirmed, path.with_name(CONFIRMED))
        sync_folder(path.parent)
    os.replace(ready, path)
    sync_folder(path.parent)


def _write_new(path: Path, rows: Iterable[JournalRow]) -> None:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # for its owner only: it holds names and marks of tokens
    database = sqlite3.connect(path, isolation_level=None)
    try:
        run = database.execute
        run(f"PRAGMA page_size={_PAGE}")
        run("PRAGMA synchronous=EXTRA")
        run("BEGIN IMMEDIATE")
        run(f"PRAGMA application_id={APPLICATION}")
        run(f"PRAGMA user_version={FORMAT}")
        run(_TABLE)
        run(_MARK)
        add_rows(database, rows)
        run("COMMIT")
        mode = run("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise JournalError(f"{path}: this file system cannot store a journal safely (mode {mode})")
    finally:
        database.close()


def add_rows(database: sqlite3.Connection, rows: Iterable[JournalRow]) -> None:
    """Add rows, within a transaction."""
    database.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(row.number, row.body, row.checksum) for row in rows])


def _read_copy(copy: Path) -> tuple[str, ...]:
    database = sqlite3.connect(copy, isolation_level=None)
    try:
        return tuple(row.body for row in read_rows(database).rows)
    finally:
        database.close()


def _with_first_page(damaged: bytes, fresh: Path) -> bytes:
    first = bytearray(fresh.read_bytes()[:_PAGE])
    first[28:32] = (len(damaged) // _PAGE).to_bytes(4, "big")
    return bytes(first) + damaged[_PAGE:]


def _link_aside(path: Path, name: Path) -> None:
    if not path.exists():
        name.touch(0o600)  # as empty as what was found
        return
    try:
        os.link(path, name)
    except OSError:  # a file system without links
        shutil.copy(path, name)


def _beside(path: Path, what: str) -> Path:
    return path.with_name(path.name + what)


def _checksum(before: str, number: int, body: str) -> str:
    return hashlib.sha256(f"{before}\n{number}\n{body}".encode()).hexdigest()

"""The files of a journal: numbered texts in SQLite, each with a checksum over itself and the text before it, and a
small file with the number of confirmed texts.

A file is replaced (by the good part of a damaged one, or by one in a newer format) through renames: the new file is
complete on the disk first. After a power cut at any moment the folder has either the old or the new one.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from common.sqlite_file import SqliteFile

# ---- The confirmed length
#
# The number and checksum of the newest entry whose effect anybody may have seen.
# SQLite cannot distinguish a log that was cut short from one that was never longer. So the length has its own small
# file. It is written after the entry is on the disk, and is not synced: after a power cut it may be some seconds old,
# and then names an entry of before, which is in the journal as well. A killed process loses nothing of it.


CONFIRMED = "journal.confirmed"
"""The name of the file in the folder of the journal."""
SIZE = 8192
"""Bytes: what earlier versions wrote, with a line in each half, of which the one with the larger number counts."""
_LINE_SIZE = 128
"""Bytes, within one block of a disk."""
_LINE = re.compile(rb"(?P<content>(?P<number>\d{1,15}) (?P<checksum>[0-9a-f]{64}|-)) (?P<proof>[0-9a-f]{16})\n")


class ConfirmedError(ValueError):
    """No line of the file can be read: it was damaged."""


@dataclass(frozen=True, slots=True)
class ConfirmedLength:
    """The newest confirmed entry; 0 and no checksum before the first."""

    number: int = 0
    checksum: str = ""

    @classmethod
    def of(cls, rows: Sequence[JournalRow]) -> ConfirmedLength:
        """Return the length of a journal with these rows."""
        return cls(rows[-1].number, rows[-1].checksum) if rows else cls()

    def is_among(self, rows: Sequence[JournalRow]) -> bool:
        """Whether these rows, which begin with the first, contain this entry, and so all before it."""
        return self.number == 0 or (self.number <= len(rows) and rows[self.number - 1].checksum == self.checksum)

    @property
    def line(self) -> bytes:
        """The line of the file."""
        content = f"{self.number} {self.checksum or '-'}".encode()
        return (content + b" " + _proof(content) + b"\n").ljust(_LINE_SIZE, b"\0")


def read_confirmed(folder: Path) -> ConfirmedLength | None:
    """Read the confirmed length in this folder; None if it has no such file.

    :raises ConfirmedError: if the file is damaged.
    :raises OSError: if it cannot be read.
    """
    path = folder / CONFIRMED
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    lines = (_LINE.match(content, place) for place in range(0, SIZE, SIZE // 2))
    good = [line for line in lines if line is not None and _proof(line["content"]) == line["proof"]]
    if not good:
        raise ConfirmedError(f"{path} is damaged")
    newest = max(good, key=lambda line: int(line["number"]))
    return ConfirmedLength(int(newest["number"]), newest["checksum"].decode().removeprefix("-"))


def write_confirmed(path: Path, confirmed: ConfirmedLength) -> None:
    """Write a new file with this length, and sync it.

    :raises OSError: if it cannot be written.
    """
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(confirmed.line)
        file.flush()
        os.fsync(file.fileno())


def confirm(folder: Path, confirmed: ConfirmedLength) -> None:
    """Confirm all entries up to this one, without a sync; make the file if it does not exist.

    :raises OSError: if it cannot be written.
    """
    try:
        opened = os.open(folder / CONFIRMED, os.O_WRONLY)
    except FileNotFoundError:
        write_confirmed(folder / CONFIRMED, confirmed)
        sync_folder(folder)
        return
    try:
        os.pwrite(opened, confirmed.line, 0)
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that the names in it are durable.

    :raises OSError: if that fails.
    """
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _proof(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest()[:16].encode()


# ---- The journal in SQLite


FILE_NAME = "journal.sqlite3"
PREVIOUS = f"{FILE_NAME}.previous"
"""The journal before it was last compacted, which a table goes on from if nothing else of its journal can be read."""
FORMAT = 1
APPLICATION = 0x54484552
"""``THER`` in SQLite's header, by which `file` and Thera recognise a journal."""
MIGRATIONS: dict[int, Callable[[str], Iterable[str]]] = {}
"""The conversions by format: each converts the text of an entry to none, one or several texts of the next format. There
is one format so far."""

SMALLEST = 100
"""The bytes of SQLite's header; SQLite treats a shorter file as a new one."""
_PAGE = 4096
_READY = ".ready"
_BESIDE = ("-wal", "-shm", "-journal")
"""The endings of files that SQLite writes beside a file, and would apply to any file of that name."""
_TABLE = "CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL) STRICT"
_ROWS = "SELECT number, body, checksum FROM entries ORDER BY number"
_MAGIC = b"SQLite format 3\0"
_OWNER, _WRITTEN = slice(68, 72), slice(60, 64)
"""The offsets of `APPLICATION` and `FORMAT` in SQLite's header, by
https://www.sqlite.org/fileformat2.html#the_database_header"""


def _mark(form: int) -> str:
    """The name of a view whose presence means that the journal has a file with its confirmed length; if that file is
    missing, it was lost. From the second format on it names the format as well, so that no single damaged byte of the
    header is taken for a newer format. The oldest journals of the first one have no such view."""
    named = "" if form == 1 else f", {form} AS format"
    return f"CREATE VIEW confirmed AS SELECT max(number) AS number{named} FROM entries"  # noqa: S608 - of a number


class JournalError(Exception):
    """The journal cannot be used; the message is one line of English. Nothing has changed."""


class DamagedJournalError(JournalError):
    """An entry is missing or was changed."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A stored entry."""

    number: int
    body: str
    checksum: str


@dataclass(frozen=True, slots=True)
class JournalContents:
    """The rows of a file up to the first one that was changed, and the fault of that one, or None if all are good."""

    rows: tuple[JournalRow, ...]
    fault: str | None


def chained(bodies: Iterable[str], after: JournalRow | None = None) -> tuple[JournalRow, ...]:
    """Return rows for these texts, to follow ``after``, or the first rows if it is None."""
    rows: list[JournalRow] = []
    before, last = (0, "") if after is None else (after.number, after.checksum)
    for number, body in enumerate(bodies, start=before + 1):
        last = _checksum(last, number, body)
        rows.append(JournalRow(number, body, last))
    return tuple(rows)


def format_of(database: SqliteFile) -> int:
    """Return the format of an open file, by its tables; its header has to agree.

    :raises sqlite3.Error: if either is damaged, or cannot be read now.
    :raises JournalError: if it was written by a newer Thera or is no journal at all.
    """
    with database.path.open("rb") as file:
        header = file.read(SMALLEST)
    if header[: len(_MAGIC)] != _MAGIC:
        raise sqlite3.DatabaseError("its header is damaged")
    owner, written = (int.from_bytes(header[place], "big", signed=True) for place in (_OWNER, _WRITTEN))
    try:
        tables = {sql for (sql,) in database.run("SELECT sql FROM sqlite_schema")}
    except sqlite3.Error as error:
        if not database.is_damage(error):
            raise
        tables = set()
    forms = (form for form in range(1, FORMAT + 1) if tables in ({_TABLE, _mark(form)}, {_TABLE} if form == 1 else {}))
    form = next(forms, None)
    if form is None and owner != APPLICATION:
        raise JournalError("this is not a journal of Thera")
    if form is None and written > FORMAT:
        raise JournalError(f"written by a newer Thera (format {written}, this one reads up to {FORMAT})")
    if form is None or (owner, written) != (APPLICATION, form):
        raise sqlite3.DatabaseError("its header or its schema is damaged")
    return form


def read_rows(database: SqliteFile) -> JournalContents:
    """Return the contents of an open file. SQLite's own check finds damage outside the rows, which would stop a later
    write.

    :raises sqlite3.Error: for a fault of the machine and not of the file.
    """
    rows: list[JournalRow] = []
    try:
        rows.extend(rows_of(database))
        (check,) = database.run("PRAGMA integrity_check(1)").fetchone()
    except JournalError as error:
        return JournalContents(tuple(rows), str(error))
    except sqlite3.Error as error:
        if not database.is_damage(error):
            raise
        return JournalContents(tuple(rows), str(error))
    return JournalContents(tuple(rows), None if check == "ok" else str(check))


def rows_of(database: SqliteFile) -> Iterator[JournalRow]:
    """Yield the rows of an open file, one after the other.

    :raises DamagedJournalError: at the first row that was changed.
    :raises sqlite3.Error: if SQLite finds damage, or the machine fails.
    """
    last = ""
    for wanted, (number, body, checksum) in enumerate(database.run(_ROWS), start=1):
        if number != wanted or not isinstance(body, str) or checksum != _checksum(last, wanted, body):
            raise DamagedJournalError(f"entry {wanted} is not as it was written")
        yield JournalRow(number, body, checksum)
        last = checksum


def read_log(path: Path) -> bytes:
    """Read SQLite's write-ahead log before the file is opened, which may empty it. After a power cut it has the newest
    entries.

    :raises OSError: if it cannot be read.
    """
    log = _beside(path, "-wal")
    return log.read_bytes() if log.exists() else b""


def is_marked(database: SqliteFile) -> bool:
    """Whether this open file must have a file with its confirmed length beside it."""
    return database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'view'") == 1


def mark(database: SqliteFile) -> None:
    """Note that it must from now on, in the file itself instead of its log.

    :raises sqlite3.Error: if it cannot be written.
    """
    database.run(_mark(FORMAT))
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")


def something_is_left(path: Path) -> bool:
    """Whether a journal was here, if the file itself is gone."""
    left = (path.with_name(CONFIRMED), path.with_name(PREVIOUS), *(_beside(path, what) for what in _BESIDE))
    return any(each.exists() for each in left)


def good_part(path: Path) -> tuple[str, ...]:
    """Return the texts of a damaged or missing file up to the first lost one, as far as any can be found; if there are
    none, those of `PREVIOUS`. They are read from a copy, so that nothing changes.

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
        previous = path.with_name(PREVIOUS)
        return _read_copy(Path(shutil.copyfile(previous, Path(scratch) / PREVIOUS))) if previous.exists() else ()


def migrated(bodies: Iterable[str], written: int) -> tuple[str, ...]:
    """Return the texts of a file of the format ``written``, converted to `FORMAT`.

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
    """Return a free name for an old file: it says ``why`` it was replaced, and when."""
    stem = f"{path.name}.{why}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if not (path.parent / name).exists())


def replace_file(path: Path, bodies: Iterable[str], aside: str | None = None, log: bytes = b"") -> None:
    """Replace the journal by a new file with these texts, all of them confirmed. The old file gets the name ``aside``,
    with the ``log`` that SQLite had beside it; ``aside`` is None if there is no old file.

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
        write_confirmed(confirmed, ConfirmedLength.of(rows))
        if log and aside is not None:
            beside = _beside(path.parent / aside, "-wal")
            beside.touch(0o600)  # it holds names and marks of tokens, as the file itself
            beside.write_bytes(log)
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
    """Complete a `replace_file` that was interrupted after the new file was complete; otherwise do nothing.

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
    database = SqliteFile(path)
    try:
        run = database.run
        run(f"PRAGMA page_size={_PAGE}")
        run("PRAGMA synchronous=EXTRA")
        with database.transaction():
            run(f"PRAGMA application_id={APPLICATION}")
            run(f"PRAGMA user_version={FORMAT}")
            run(_TABLE)
            run(_mark(FORMAT))
            add_rows(database, rows)
        use_log(database)
    finally:
        database.close()


def use_log(database: SqliteFile) -> None:
    """Make SQLite write to its log first.

    :raises sqlite3.Error: if the file cannot be used.
    :raises JournalError: if the file system cannot have such a log.
    """
    mode = database.run("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise JournalError(f"{database.path}: this file system cannot store a journal safely (mode {mode})")


def add_rows(database: SqliteFile, rows: Iterable[JournalRow]) -> None:
    """Add rows, within a transaction."""
    for row in rows:
        database.run("INSERT INTO entries VALUES (?, ?, ?)", row.number, row.body, row.checksum)


def _read_copy(copy: Path) -> tuple[str, ...]:
    database = SqliteFile(copy)
    try:
        return tuple(row.body for row in read_rows(database).rows)
    finally:
        database.close()


def _with_first_page(damaged: bytes, fresh: Path) -> bytes:
    first = bytearray(fresh.read_bytes()[:_PAGE])
    first[28:32] = (len(damaged) // _PAGE).to_bytes(4, "big")
    return bytes(first) + damaged[_PAGE:]


def _link_aside(path: Path, name: Path) -> None:
    name.unlink(missing_ok=True)
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

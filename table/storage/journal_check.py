"""Looks at a journal from elsewhere: nothing that stands in it is run, and one entry is held at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from table.storage.confirmed_length import CONFIRMED, ConfirmedError, ConfirmedLength, read_confirmed
from table.storage.entry_format import EntryError, parse_entry
from table.storage.journal_file import APPLICATION, FORMAT, SCHEMA, JournalError, is_marked, migrated, rows_of

LARGEST_ENTRY = 1024**2
"""Characters; an entry has some hundred."""


def check_journal(path: Path) -> None:
    """See that every entry of a journal that was closed is right, and that all are there that were confirmed.

    :raises JournalError: if not.
    """
    database = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_ENTRY)
        _check(database, read_confirmed(path.parent))
    except (sqlite3.Error, ConfirmedError) as error:
        raise JournalError(f"is damaged: {error}") from error
    finally:
        database.close()


def _check(database: sqlite3.Connection, confirmed: ConfirmedLength | None) -> None:
    run = database.execute
    if run("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise JournalError("is no journal of Thera")
    written = int(run("PRAGMA user_version").fetchone()[0])
    if written > FORMAT:
        raise JournalError(f"is of a newer Thera (format {written}, this one reads up to {FORMAT})")
    # A table may be a question that never ends, and a trigger may do anything: there must be nothing but ours.
    if any(made not in SCHEMA for (made,) in run("SELECT sql FROM sqlite_schema")):
        raise JournalError("has something in it that is not ours")
    if confirmed is None and is_marked(database):
        raise JournalError(f"lacks {CONFIRMED}")
    missed = confirmed is not None and confirmed.number > 0
    for row in rows_of(database):
        missed = missed and ConfirmedLength(row.number, row.checksum) != confirmed
        try:
            for body in migrated([row.body], written):
                parse_entry(body)
        except EntryError as error:
            raise JournalError(f"has an entry that is not known: {error}") from error
    if missed:
        raise JournalError("lacks entries that were confirmed")

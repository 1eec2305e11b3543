"""What a club stores: entries of tournaments, finished games of the tables, and who organises. One SQLite file.

As with a table's journal (`table.storage.journal`) a write-ahead log with ``synchronous=FULL`` makes what was written
durable before anybody sees it, and the folder is locked. Each `ClubStore.write` is one transaction, so a game and the
result that it gives are stored together or not at all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from club.tournament_entries import TournamentEntry, read_tournament_entry, tournament_entry_text
from table.storage.folder_access import FolderInUseError, FolderLock
from table.typed_json import MalformedError

CLUB_FILE: Final = "club.sqlite3"
CLUB_FORMAT: Final = 1
CLUB_APPLICATION: Final = 0x54484343
"""``THCC`` in SQLite's header, by which Thera recognises the file of a club."""
MOST_KNOWN: Final = 2000
"""Tables whose last game is remembered; of more, those that were heard of first are forgotten."""
MOST_GAMES: Final = 500
"""Games of one tournament that are stored; the oldest of more is forgotten."""
_SCHEMA: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT",
    "CREATE TABLE games (number INTEGER PRIMARY KEY, tournament INTEGER NOT NULL, identity TEXT NOT NULL,"
    " name TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (identity, name)) STRICT",
    "CREATE TABLE known (identity TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    "CREATE TABLE organisers (mark TEXT PRIMARY KEY) STRICT",
)


class ClubStoreError(Exception):
    """The file of a club cannot be used, or something cannot be written to it; the message is one line."""


@dataclass(frozen=True, slots=True)
class ClubGame:
    """A finished game: the table's identity, the game's name there, what the table is called, and the text of its file
    as the table exports it."""

    identity: str
    name: str
    place: str
    text: str


class ClubStore:
    """The file in this folder. For one thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the file, or make one.

        :raises ClubStoreError: if the folder cannot be written, another club uses it, or the file is none of a club or
            of a newer Thera.
        """
        self.path = folder / CLUB_FILE
        try:
            self._lock = FolderLock(folder)
        except FolderInUseError as error:
            raise ClubStoreError(
                f"{self.path}: in use by another program; choose another folder with --data"
            ) from error
        except OSError as error:
            raise ClubStoreError(f"{folder}: cannot store anything there: {error.strerror}") from error
        try:
            self._database = self._opened()
        except sqlite3.Error as error:
            self._lock.release()
            raise ClubStoreError(f"{self.path}: {error}") from error
        except BaseException:
            self._lock.release()
            raise

    def _opened(self) -> sqlite3.Connection:
        fresh = not self.path.exists()
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds names and marks of tokens
        database = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        run = database.execute
        try:
            run("PRAGMA locking_mode=EXCLUSIVE")
            empty = fresh or not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not empty:
                self._check(database)
            run("PRAGMA journal_mode=WAL")
            run("PRAGMA synchronous=FULL")
            if empty:
                run("BEGIN IMMEDIATE")
                for each in (f"PRAGMA application_id={CLUB_APPLICATION}", f"PRAGMA user_version={CLUB_FORMAT}"):
                    run(each)
                for each in _SCHEMA:
                    run(each)
                run("COMMIT")
        except BaseException:
            database.close()
            raise
        return database

    def _check(self, database: sqlite3.Connection) -> None:
        application, written = (
            database.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")
        )
        if application != CLUB_APPLICATION:
            raise ClubStoreError(f"{self.path}: this is not the file of a club")
        if written != CLUB_FORMAT:
            raise ClubStoreError(f"{self.path}: it is of format {written}, this Thera knows format {CLUB_FORMAT}")

    def close(self) -> None:
        """Close the file."""
        self._database.close()
        self._lock.release()

    @property
    def entries(self) -> tuple[TournamentEntry, ...]:
        """All entries, the oldest first.

        :raises ClubStoreError: naming the first that cannot be read.
        """
        found: list[TournamentEntry] = []
        for number, body in self._rows("SELECT number, body FROM entries ORDER BY number"):
            try:
                found.append(read_tournament_entry(str(body)))
            except MalformedError as error:
                raise ClubStoreError(f"{self.path}: entry {number} cannot be read: {error}") from error
        return tuple(found)

    def games(self, tournament: int) -> tuple[ClubGame, ...]:
        """The games that were finished during a tournament, by its number (0: before the first), the oldest first."""
        rows = self._rows(
            "SELECT identity, name, place, text FROM games WHERE tournament = ? ORDER BY number", tournament
        )
        return tuple(ClubGame(*map(str, row)) for row in rows)

    @property
    def known(self) -> dict[str, str]:
        """The last finished game of each table, by the table's identity; empty if it had none."""
        return {str(identity): str(name) for identity, name in self._rows("SELECT identity, name FROM known")}

    @property
    def organisers(self) -> frozenset[str]:
        """The marks of the organisers' tokens."""
        return frozenset(str(mark) for (mark,) in self._rows("SELECT mark FROM organisers"))

    def write(
        self,
        entries: Iterable[TournamentEntry] = (),
        *,
        game: ClubGame | None = None,
        tournament: int = 0,
        known: tuple[str, str] | None = None,
        organiser: str | None = None,
    ) -> None:
        """Store entries, a ``game`` that was finished during this ``tournament``, the last game of a table (``known``:
        its identity, and the game's name), and the mark of an organiser: all of it or nothing.

        :raises ClubStoreError: if it cannot be written now.
        """
        with self._transaction() as run:
            for entry in entries:
                run.execute("INSERT INTO entries (body) VALUES (?)", (tournament_entry_text(entry),))
            if game is not None:
                row = (tournament, game.identity, game.name, game.place, game.text)
                run.execute(
                    "INSERT OR IGNORE INTO games (tournament, identity, name, place, text) VALUES (?, ?, ?, ?, ?)", row
                )
                run.execute(
                    "DELETE FROM games WHERE tournament = ?1 AND number <= (SELECT number FROM games"
                    " WHERE tournament = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
                    (tournament, MOST_GAMES),
                )
            if known is not None:
                run.execute("INSERT OR REPLACE INTO known VALUES (?, ?)", known)
                run.execute("DELETE FROM known WHERE rowid <= (SELECT max(rowid) FROM known) - ?", (MOST_KNOWN,))
            if organiser is not None:
                run.execute("INSERT OR IGNORE INTO organisers VALUES (?)", (organiser,))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise ClubStoreError(f"{self.path}: cannot write: {error}") from error

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        try:
            return list(self._database.execute(query, values))
        except sqlite3.Error as error:
            raise ClubStoreError(f"{self.path}: {error}") from error

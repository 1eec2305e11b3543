"""Stores a club in one SQLite file: entries of tournaments, finished games, and the organisers.

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

from common.sqlite_file import SqliteFile
from online.club.tournament_entries import TournamentEntry, read_tournament_entry, tournament_entry_text
from table.storage.folder_access import FolderInUseError, FolderLock
from table.typed_json import MalformedError

CLUB_FILE: Final = "club.sqlite3"
CLUB_FORMAT: Final = 1
CLUB_APPLICATION: Final = 0x54484343
"""``THCC`` in SQLite's header, by which Thera recognises the file of a club."""
MOST_KNOWN: Final = 2000
"""The number of tables whose last game is remembered; the oldest ones are forgotten."""
MOST_GAMES: Final = 500
"""The number of stored games of a tournament; the oldest ones are forgotten."""
_SCHEMA: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT",
    "CREATE TABLE games (number INTEGER PRIMARY KEY, tournament INTEGER NOT NULL, identity TEXT NOT NULL,"
    " name TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (identity, name)) STRICT",
    "CREATE TABLE known (identity TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    "CREATE TABLE organisers (mark TEXT PRIMARY KEY) STRICT",
)


class ClubStoreError(Exception):
    """The file of a club cannot be used or written; the message is one line."""


@dataclass(frozen=True, slots=True)
class ClubGame:
    """A finished game: the table's identity, the game's name there, the table's name, and the text of the game's file
    as the table exports it."""

    identity: str
    name: str
    place: str
    text: str


class ClubStore:
    """The file of a club in a folder. For one thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the file, or make one.

        :raises ClubStoreError: if the folder cannot be written, another club uses it, or the file is not a club's or a
        newer Thera's.
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

    def _opened(self) -> SqliteFile:
        fresh = not self.path.exists()
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds names and marks of tokens
        database = SqliteFile(self.path)
        run = database.run
        try:
            run("PRAGMA locking_mode=EXCLUSIVE")
            empty = fresh or not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not empty:
                self._check(database)
            run("PRAGMA journal_mode=WAL")
            run("PRAGMA synchronous=FULL")
            if empty:
                with database.transaction():
                    for each in (f"PRAGMA application_id={CLUB_APPLICATION}", f"PRAGMA user_version={CLUB_FORMAT}"):
                        run(each)
                    for each in _SCHEMA:
                        run(each)
        except BaseException:
            database.close()
            raise
        return database

    def _check(self, database: SqliteFile) -> None:
        application, written = (database.number(f"PRAGMA {each}") for each in ("application_id", "user_version"))
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

        :raises ClubStoreError: naming the first one that cannot be read.
        """
        found: list[TournamentEntry] = []
        for number, body in self._rows("SELECT number, body FROM entries ORDER BY number"):
            try:
                found.append(read_tournament_entry(str(body)))
            except MalformedError as error:
                raise ClubStoreError(f"{self.path}: entry {number} cannot be read: {error}") from error
        return tuple(found)

    def games(self, tournament: int) -> tuple[ClubGame, ...]:
        """The games that ended during a tournament, the oldest first. Tournament 0 is the time before the first one."""
        rows = self._rows(
            "SELECT identity, name, place, text FROM games WHERE tournament = ? ORDER BY number", tournament
        )
        return tuple(ClubGame(*map(str, row)) for row in rows)

    @property
    def known(self) -> dict[str, str]:
        """The last finished game of each table, by the table's identity; empty for a table without one."""
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
        with self._transaction() as database:
            for entry in entries:
                database.run("INSERT INTO entries (body) VALUES (?)", tournament_entry_text(entry))
            if game is not None:
                row = (tournament, game.identity, game.name, game.place, game.text)
                database.run(
                    "INSERT OR IGNORE INTO games (tournament, identity, name, place, text) VALUES (?, ?, ?, ?, ?)", *row
                )
                database.run(
                    "DELETE FROM games WHERE tournament = ?1 AND number <= (SELECT number FROM games"
                    " WHERE tournament = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
                    tournament,
                    MOST_GAMES,
                )
            if known is not None:
                database.run("INSERT OR REPLACE INTO known VALUES (?, ?)", *known)
                database.run("DELETE FROM known WHERE rowid <= (SELECT max(rowid) FROM known) - ?", MOST_KNOWN)
            if organiser is not None:
                database.run("INSERT OR IGNORE INTO organisers VALUES (?)", organiser)

    @contextmanager
    def _transaction(self) -> Iterator[SqliteFile]:
        try:
            with self._database.transaction():
                yield self._database
        except sqlite3.Error as error:
            raise ClubStoreError(f"{self.path}: cannot write: {error}") from error

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        try:
            return list(self._database.run(query, *values))
        except sqlite3.Error as error:
            raise ClubStoreError(f"{self.path}: {error}") from error

"""The finished games of this table: a file for each in one folder, which can be copied, read and deleted.

A file is written whole or not at all. One that cannot be read is set aside, under a name that says so; none is ever
thrown away but by `GameArchive.delete`. Files whose names are not ours are left alone.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from engine import NotationError
from engine.field_text import Json
from engine.notation import record_of
from table.session.game_history import HistoryPosition
from table.session.saved_state import EndedGame
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame, kept_text, packed, read_game
from table.storage.replay_cache import ReplayCache

log = logging.getLogger(__name__)

GAME_SIZE = 64 * 1024
"""Bytes; a long game with many corrections is a tenth of it."""
MOST_ACTIONS = 1000
"""Of a game from elsewhere; one with more was not played by people, and would take long to check."""
MOST_IMPORTED = 500
"""So many games from elsewhere are kept."""
PAGE = 50
"""So many games are listed at once."""
NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
"""What a game can be called."""
_BEGAN = "%Y%m%dT%H%M%SZ"


class NoGameError(SaveError):
    """There is no game of this name."""


class KnownGameError(SaveError):
    """The very same game is here already; the message is its name."""


class ArchiveFullError(SaveError):
    """There are as many games from elsewhere as are kept."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A part of the list of games, the newest first: some of them by name, the name before which the next ones come
    (None: there are none), and how many there are in all."""

    games: tuple[tuple[str, FinishedGame], ...]
    before: str | None
    count: int


def _utc_now() -> datetime:
    return datetime.now(UTC)


class GameArchive:
    """The finished games in one folder. Safe from any thread."""

    def __init__(
        self, folder: Path, write: Callable[[Path, str], None], now: Callable[[], datetime] = _utc_now
    ) -> None:
        """``write`` writes a text to a file whole or not at all, and raises OSError; ``now`` gives the time in UTC. The
        folder is read when it is first asked for a game."""
        self._folder = folder
        self._write = write
        self._now = now
        self._lock = threading.RLock()
        self._reading = threading.Lock()
        self._games: dict[str, FinishedGame] | None = None
        self._fresh: dict[str, FinishedGame] = {}
        self._names: list[str] | None = None
        self._set_aside: list[str] = []
        self._edition = 0
        self._replays = ReplayCache()

    def next_name(self, taken: Collection[str]) -> str:
        """The name for a game that begins now: when that is, and a number. None of those that are ``taken``."""
        return self._free_name(self._now(), taken)

    @property
    def games(self) -> tuple[tuple[str, FinishedGame], ...]:
        """All games by name, the newest first.

        :raises KeepingError: if the folder cannot be read.
        """
        with self._index() as games:
            return tuple(sorted(games.items(), reverse=True))

    @property
    def edition(self) -> int:
        """Another number after each change of what is kept. Whoever makes something of the games asks for it first."""
        with self._lock:
            return self._edition

    def listed(self, before: str | None = None) -> ArchivedGame:
        """The newest games, or those that come next in the list behind the one with this name, which may be gone.

        :raises KeepingError: if the folder cannot be read.
        """
        with self._index() as games:
            if self._names is None:
                self._names = sorted(games)
            end = len(self._names) if before is None else bisect_left(self._names, before)
            names = self._names[max(0, end - PAGE) : end]
            more = names[0] if end > PAGE else None
            return ArchivedGame(tuple((name, games[name]) for name in reversed(names)), more, len(games))

    @property
    def set_aside(self) -> tuple[str, ...]:
        """The files that could not be read since the table was started, by their names now."""
        with self._index():
            return tuple(self._set_aside)

    def game(self, name: str) -> FinishedGame:
        """A game by name.

        :raises NoGameError: if there is none.
        """
        with self._index() as games:
            return _found(games, name)

    def moments(self, name: str) -> tuple[HistoryPosition, ...]:
        """What there is to look back on in a game; the first time this takes as long as the game has turns.

        :raises NoGameError: if there is none of this name.
        :raises KeepingError: if it cannot be played again.
        """
        return self._replays.moments(name, self.game(name))

    def keep(self, ended: EndedGame, *, just_now: bool) -> None:
        """Keep a game of this table; what was kept under its name gives way. ``just_now``: it is now that it ended.

        :raises KeepingError: if it cannot be written; nothing has changed then.
        """
        record = record_of(ended.game)
        if not just_now and self._has(ended.name, record):
            return  # the power went before that could be noted; the file knows when it ended
        now = self._now() if just_now else None
        self._put(ended.name, read_game(kept_text(record, dict(ended.players), _began(ended.name), now)))

    def take_in(self, text: str) -> str:
        """Keep a game from elsewhere, as one that does not count; the name under which it is kept now.

        :raises NotationError: if the text is not a game, or one that breaks the rules; the message names the part.
        :raises KnownGameError: if it is here already.
        :raises FullError: if there are as many from elsewhere as are kept.
        :raises KeepingError: if it cannot be written.
        """
        if len(text.encode()) > GAME_SIZE:
            raise NotationError(f"file: a game has at most {GAME_SIZE // 1024} kB")
        given = read_game(text)
        if given.actions > MOST_ACTIONS:
            raise NotationError(f"record: there are {given.actions} actions; allowed are {MOST_ACTIONS}")
        with self._index() as games:
            _check_room(games)
        given = replace(given, packed=packed(self._replays.record(given)), imported=True, counted=False)
        with self._index() as games:
            for name, kept in games.items():
                if kept.is_same(given):
                    raise KnownGameError(name)
            _check_room(games)
            name = self._free_name(given.began or self._now())
            self._put(name, given)
        return name

    def count(self, name: str, *, counted: bool) -> None:
        """Let a game count in the statistics, or not.

        :raises NoGameError: if there is none of this name.
        :raises KeepingError: if it cannot be written; nothing has changed then.
        """
        with self._index() as games:
            self._put(name, replace(_found(games, name), counted=counted))

    def delete(self, names: Iterable[str]) -> None:
        """Delete games for good; those that are not here are passed over.

        :raises KeepingError: if a file cannot be deleted.
        """
        with self._index() as games:
            for name in names:
                if name not in games:
                    continue
                try:
                    self._path(name).unlink(missing_ok=True)
                except OSError as error:
                    raise SaveError(f"{self._path(name)}: cannot delete it: {error.strerror}") from error
                games.pop(name)
                self._changed(name)

    def _has(self, name: str, record: dict[str, Json]) -> bool:
        try:
            return read_game(self._path(name).read_text("utf-8")).record == record
        except (OSError, ValueError):  # there is none, or none that can be read: then it is written
            return False

    def _put(self, name: str, kept: FinishedGame) -> None:
        path = self._path(name)
        with self._lock:
            try:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._write(path, kept.text())
            except OSError as error:
                raise SaveError(f"{path}: cannot keep the game: {error.strerror}") from error
            # While the folder is read nobody knows whether this file was there in time.
            (self._fresh if self._games is None else self._games)[name] = kept
            self._changed(name)

    def _changed(self, name: str) -> None:
        """Another game has this name, or none; with the lock held."""
        self._edition += 1
        self._names = None
        self._replays.forget(name)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _free_name(self, began: datetime, taken: Collection[str] = ()) -> str:
        stem = began.strftime(_BEGAN)
        names = (f"{stem}-{number}" for number in count(1))
        return next(name for name in names if name not in taken and not os.path.exists(self._path(name)))

    @contextmanager
    def _index(self) -> Iterator[dict[str, FinishedGame]]:
        """The games by name, with the lock held; read from the folder the first time. A game that ends meanwhile does
        not wait for that."""
        with self._reading:
            if self._games is None:
                try:
                    paths = sorted(self._folder.glob("*.json")) if self._folder.exists() else []
                    found = {path.stem: kept for path in paths if (kept := self._read(path)) is not None}
                except OSError as error:
                    raise SaveError(f"{self._folder}: cannot read the finished games: {error.strerror}") from error
                with self._lock:
                    self._games = {**found, **self._fresh}
                    self._fresh = {}
        with self._lock:
            yield self._games

    def _read(self, path: Path) -> FinishedGame | None:
        """The game of a file; None if it is none of ours, or is set aside."""
        if not NAME.fullmatch(path.stem):
            return None
        try:
            return read_game(path.read_text("utf-8"))
        except ValueError as error:  # no text, or no game
            aside = path.with_suffix(".json.broken")
            os.replace(path, aside)
            self._set_aside.append(aside.name)
            log.warning("%s is no game that can be read (%s); it is set aside as %s", path, error, aside.name)
            return None


def _found(games: dict[str, FinishedGame], name: str) -> FinishedGame:
    found = games.get(name)
    if found is None:
        raise NoGameError(f"there is no game {name[:70]!r} here")
    return found


def _check_room(games: dict[str, FinishedGame]) -> None:
    if sum(kept.imported for kept in games.values()) >= MOST_IMPORTED:
        raise ArchiveFullError(
            f"there are {MOST_IMPORTED} games from elsewhere, and no more are kept; delete some first"
        )


def _began(name: str) -> datetime | None:
    """When a game began, by its name; None if that does not say so."""
    try:
        return datetime.strptime(name.split("-", maxsplit=1)[0], _BEGAN).replace(tzinfo=UTC)
    except ValueError:
        return None

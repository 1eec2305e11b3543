"""The finished games of this table: a file for each in one folder, which can be copied, read and deleted.

A file is written whole or not at all. One that cannot be read is set aside, under a name that says so; none is ever
thrown away but by `Archive.delete`. Files whose names are not ours are left alone.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from engine import NotationError
from engine.memory import Json
from engine.notation import record_of
from table.ended import EndedGame
from table.keeping import KeepingError
from table.kept_game import KeptGame, kept_text, packed, read_game
from table.moments import Moment, moments_of

log = logging.getLogger(__name__)

GAME_SIZE = 64 * 1024
"""Bytes; a long game with many corrections is a tenth of it."""
MOST_TURNS = 1000
"""Of a game from elsewhere; one with more was not played by people, and would take long to check."""
_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
_BEGAN = "%Y%m%dT%H%M%SZ"
_REPLAYED = 8
"""So many games are held ready to be looked at."""


class NoGameError(KeepingError):
    """There is no game of this name."""


class KnownGameError(KeepingError):
    """The very same game is here already; the message is its name."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Archive:
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
        self._games: dict[str, KeptGame] | None = None
        self._set_aside: list[str] = []
        self._replaying = threading.Lock()
        self._replayed: OrderedDict[str, tuple[Moment, ...]] = OrderedDict()

    def next_name(self, taken: Collection[str]) -> str:
        """The name for a game that begins now: when that is, and a number. None of those that are ``taken``."""
        return self._free_name(self._now(), taken)

    @property
    def games(self) -> tuple[tuple[str, KeptGame], ...]:
        """All games by name, the newest first.

        :raises KeepingError: if the folder cannot be read.
        """
        with self._lock:
            return tuple(sorted(self._index().items(), reverse=True))

    @property
    def set_aside(self) -> tuple[str, ...]:
        """The files that could not be read since the table was started, by their names now."""
        with self._lock:
            self._index()
            return tuple(self._set_aside)

    def game(self, name: str) -> KeptGame:
        """A game by name.

        :raises NoGameError: if there is none.
        """
        with self._lock:
            found = self._index().get(name)
        if found is None:
            raise NoGameError(f"there is no game {name[:70]!r} here")
        return found

    def moments(self, name: str) -> tuple[Moment, ...]:
        """What there is to look back on in a game; the first time this takes as long as the game has turns.

        :raises NoGameError: if there is none of this name.
        :raises KeepingError: if it cannot be played again.
        """
        kept = self.game(name)
        if (ready := self._ready(name)) is not None:
            return ready
        with self._replaying:  # of phones that ask for the same game at once, one does the work
            if (ready := self._ready(name)) is not None:
                return ready
            try:
                moments = moments_of(kept.game())
            except NotationError as error:
                raise KeepingError(f"the game {name} cannot be played again: {error}") from error
            with self._lock:
                self._replayed[name] = moments
                while len(self._replayed) > _REPLAYED:
                    self._replayed.popitem(last=False)
        return moments

    def keep(self, ended: EndedGame, *, just_now: bool) -> None:
        """Keep a game of this table; what was kept under its name gives way. ``just_now``: it is now that it ended.

        :raises KeepingError: if it cannot be written; nothing has changed then.
        """
        record = record_of(ended.game)
        if not just_now and self._has(ended.name, record):
            return  # the power went before that could be noted; the file knows when it ended
        now = self._now() if just_now else None
        self._put(ended.name, kept_text(record, dict(ended.players), _began(ended.name), now))

    def take_in(self, text: str) -> str:
        """Keep a game from elsewhere; the name under which it is kept now.

        :raises NotationError: if the text is not a game, or one that breaks the rules; the message names the part.
        :raises KnownGameError: if it is here already.
        :raises KeepingError: if it cannot be written.
        """
        if len(text.encode()) > GAME_SIZE:
            raise NotationError(f"file: a game has at most {GAME_SIZE // 1024} kB")
        given = read_game(text)
        if given.turns > MOST_TURNS:
            raise NotationError(f"record: there are {given.turns} turns; allowed are {MOST_TURNS}")
        with self._replaying:
            given = replace(given, packed=packed(record_of(given.game())))
        with self._lock:
            for name, kept in self._index().items():
                if (kept.packed, kept.names, kept.began) == (given.packed, given.names, given.began):
                    raise KnownGameError(name)
            name = self._free_name(given.began or self._now())
            self._put(name, kept_text(given.record, given.names, given.began, given.ended))
        return name

    def delete(self, names: Iterable[str]) -> None:
        """Delete games for good; those that are not here are passed over.

        :raises KeepingError: if a file cannot be deleted.
        """
        with self._lock:
            for name in names:
                if name not in self._index():
                    continue
                try:
                    self._path(name).unlink(missing_ok=True)
                except OSError as error:
                    raise KeepingError(f"{self._path(name)}: cannot delete it: {error.strerror}") from error
                self._index().pop(name)
                self._replayed.pop(name, None)

    def _has(self, name: str, record: dict[str, Json]) -> bool:
        try:
            return read_game(self._path(name).read_text("utf-8")).record == record
        except (OSError, ValueError):  # there is none, or none that can be read: then it is written
            return False

    def _ready(self, name: str) -> tuple[Moment, ...] | None:
        with self._lock:
            if name in self._replayed:
                self._replayed.move_to_end(name)
            return self._replayed.get(name)

    def _put(self, name: str, text: str) -> None:
        path = self._path(name)
        with self._lock:
            try:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._write(path, text)
            except OSError as error:
                raise KeepingError(f"{path}: cannot keep the game: {error.strerror}") from error
            self._replayed.pop(name, None)
            if (
                self._games is not None
            ):  # else the file will be found; whoever keeps a game need not wait for the others
                self._games[name] = read_game(text)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _free_name(self, began: datetime, taken: Collection[str] = ()) -> str:
        stem = began.strftime(_BEGAN)
        names = (f"{stem}-{number}" for number in count(1))
        return next(name for name in names if name not in taken and not os.path.exists(self._path(name)))

    def _index(self) -> dict[str, KeptGame]:
        """The games by name, read from the folder the first time."""
        if self._games is None:
            try:
                paths = sorted(self._folder.glob("*.json")) if self._folder.exists() else []
                self._games = {path.stem: kept for path in paths if (kept := self._read(path)) is not None}
            except OSError as error:
                raise KeepingError(f"{self._folder}: cannot read the finished games: {error.strerror}") from error
        return self._games

    def _read(self, path: Path) -> KeptGame | None:
        """The game of a file; None if it is none of ours, or is set aside."""
        if not _NAME.fullmatch(path.stem):
            return None
        try:
            return read_game(path.read_text("utf-8"))
        except ValueError as error:  # no text, or no game
            aside = path.with_suffix(".json.broken")
            os.replace(path, aside)
            self._set_aside.append(aside.name)
            log.warning("%s is no game that can be read (%s); it is set aside as %s", path, error, aside.name)
            return None


def _began(name: str) -> datetime | None:
    """When a game began, by its name; None if that does not say so."""
    try:
        return datetime.strptime(name.split("-", maxsplit=1)[0], _BEGAN).replace(tzinfo=UTC)
    except ValueError:
        return None

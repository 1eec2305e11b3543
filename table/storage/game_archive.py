"""The archive of finished games: one folder with a file for each game, which can be copied, read and deleted.

A file is written whole or not at all. One that cannot be read is renamed, so that its name says so. Only
`GameArchive.delete` deletes a game. Files with names of another form are ignored.

`statistics_of` counts how often players and powers have played and won. `Autosave` saves the games of a running table
when they end. A game that cannot be saved stays in the table's journal. It is tried again every minute, when the next
game ends, and when the table starts: no failure of the archive stops the table.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from math import inf
from pathlib import Path
from typing import Final, TypeVar

from engine import NotationError
from engine.field_text import Json
from engine.notation import record_of
from engine.setup import MORTAL, PowerName
from table.session.answers import Answer
from table.session.archive import GameNotSaved, GameSaved
from table.session.game_history import HistoryPosition, history_of
from table.session.saved_state import EndedGame, SavedState
from table.session.session_events import GameStore, SaveError, TableEvent
from table.storage.finished_game import Contestant, FinishedGame, game_text, packed, read_game
from table.storage.game_review import ReviewStore, StoredTurn, better_positions

MOST_CACHED: Final = 2000
"""The number of positions that stay in memory, besides those of the last game."""
GAME_SIZE = 64 * 1024
"""The most bytes of a game; a long one with many corrections has a tenth of that."""
MOST_ACTIONS = 1000
"""The most actions of an imported game; one with more was not played by people, and would take long to check."""
MOST_IMPORTED = 500
"""The most imported games."""
PAGE = 50
"""The number of games on a page of the list."""
NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
"""The allowed names of games."""
_BEGAN = "%Y%m%dT%H%M%SZ"


class ReplayCache:
    """Replays games. Safe from any thread."""

    def __init__(self) -> None:
        self._playing = threading.Lock()
        self._lock = threading.Lock()
        self._cached: OrderedDict[str, tuple[HistoryPosition, ...]] = OrderedDict()

    def positions(self, name: str, game: FinishedGame) -> tuple[HistoryPosition, ...]:
        """Return the positions of the game of this name, in order. The first time it is replayed, which takes time for
        each turn.

        :raises SaveError: if it cannot be replayed.
        """
        if (cached := self._found(name)) is not None:
            return cached
        with self._playing:  # when phones ask for the same game at once, it is replayed once
            if (cached := self._found(name)) is not None:
                return cached
            try:
                positions = history_of(game.game())
            except NotationError as error:
                raise SaveError(f"the game {name} cannot be played again: {error}") from error
            self._keep(name, positions)  # before the next one asks whether it is there
        return positions

    def better_positions(
        self, name: str, ply: int, game: FinishedGame, find: Callable[[], StoredTurn]
    ) -> tuple[HistoryPosition, ...]:
        """Return the positions of a better turn than the one after ``ply`` actions of this game, in order; none if
        today's rules do not allow it. The first time ``find`` gives the turn.

        :raises SaveError: if the game cannot be replayed.
        """
        key = f"{name}/{ply}"
        if (cached := self._found(key)) is None:
            turn = find()
            with self._playing:
                try:
                    cached = better_positions(game.game(), turn)
                except NotationError as error:
                    raise SaveError(f"the game {name} cannot be played again: {error}") from error
            self._keep(key, cached)
        return cached

    def record(self, game: FinishedGame) -> dict[str, Json]:
        """Return the record of a game as this version of Thera writes it.

        :raises NotationError: if the game breaks the rules; the message names the part.
        """
        with self._playing:
            return record_of(game.game())

    def forget(self, name: str) -> None:
        """Forget the game of this name: it has changed."""
        with self._lock:
            for key in [key for key in self._cached if key.split("/")[0] == name]:
                del self._cached[key]

    def _keep(self, name: str, positions: tuple[HistoryPosition, ...]) -> None:
        with self._lock:
            self._cached[name] = positions
            while sum(map(len, self._cached.values())) > MOST_CACHED + len(positions):
                self._cached.popitem(last=False)

    def _found(self, name: str) -> tuple[HistoryPosition, ...] | None:
        with self._lock:
            if name in self._cached:
                self._cached.move_to_end(name)
            return self._cached.get(name)


log = logging.getLogger(__name__)


class NoGameError(SaveError):
    """There is no game of this name."""


class KnownGameError(SaveError):
    """The archive already has this game; the message is its name."""


class ArchiveFullError(SaveError):
    """The archive has the most imported games that it may have."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A page of the list of games, the newest first: games by name, the name before which the next page begins, or None
    on the last page, and the number of all games."""

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
        folder is read when a game is first asked for."""
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
        self.reviews: Final = ReviewStore(folder, write)
        """The reviews of these games."""
        self.saved: Callable[[str], None] = lambda _name: None
        """Called with the name of each game of this table once it is saved; it must not block."""

    def next_name(self, taken: Collection[str]) -> str:
        """Return the name for a game that begins now: the time and a number. It is none of those that are ``taken``."""
        return self._free_name(self._now(), taken)

    @property
    def games(self) -> tuple[tuple[str, FinishedGame], ...]:
        """Return all games by name, the newest first.

        :raises SaveError: if the folder cannot be read.
        """
        with self._index() as games:
            return tuple(sorted(games.items(), reverse=True))

    @property
    def edition(self) -> int:
        """A number that changes with each change of the archive. Read it before the games to cache."""
        with self._lock:
            return self._edition

    def listed(self, before: str | None = None) -> ArchivedGame:
        """Return the newest games, or the page that follows the game with this name, which may have been deleted.

        :raises SaveError: if the folder cannot be read.
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
        """The files that could not be read since the table started, by their new names."""
        with self._index():
            return tuple(self._set_aside)

    def game(self, name: str) -> FinishedGame:
        """Return a game by name.

        :raises NoGameError: if there is none.
        """
        with self._index() as games:
            return _found(games, name)

    def positions(self, name: str) -> tuple[HistoryPosition, ...]:
        """Return the positions of a game, in order. The first time the game is replayed, which takes time for each
        turn.

        :raises NoGameError: if there is none of this name.
        :raises SaveError: if it cannot be replayed.
        """
        return self._replays.positions(name, self.game(name))

    def better_positions(self, name: str, ply: int) -> tuple[HistoryPosition, ...]:
        """Return the positions of the better turn that the review of a game has after ``ply`` actions, in order.

        :raises NoGameError: if there is no game of this name.
        :raises SaveError: if it has no review with such a turn, or cannot be replayed.
        """
        game = self.game(name)

        def find() -> StoredTurn:
            review = self.reviews.load(name, game)
            for turn in () if review is None else review.turns:
                if turn.ply == ply and turn.better:
                    return turn
            raise SaveError(f"the game {name} has no better turn after {ply} steps")

        return self._replays.better_positions(name, ply, game, find)

    def save(self, ended: EndedGame, *, just_now: bool) -> None:
        """Save a game of this table, over an older file of its name. ``just_now``: it has ended at this moment.

        :raises SaveError: if it cannot be written; nothing has changed then.
        """
        record = record_of(ended.game)
        if not just_now and self._has(ended.name, record):
            return  # the power went before the journal could note it; the file knows when the game ended
        now = self._now() if just_now else None
        text = game_text(record, dict(ended.players), _began(ended.name), now, dict(ended.levels))
        self._put(ended.name, read_game(text))
        self.saved(ended.name)

    def import_game(self, text: str) -> str:
        """Import a game from elsewhere, which does not count in the statistics. Return its name in the archive.

        :raises NotationError: if the text is not a game, or one that breaks the rules; the message names the part.
        :raises KnownGameError: if the archive already has it.
        :raises ArchiveFullError: if the archive has too many imported games.
        :raises SaveError: if it cannot be written.
        """
        if len(text.encode()) > GAME_SIZE:
            raise NotationError(f"file: a game has at most {GAME_SIZE // 1024} kB")
        imported = read_game(text)
        if imported.actions > MOST_ACTIONS:
            raise NotationError(f"record: there are {imported.actions} actions; allowed are {MOST_ACTIONS}")
        with self._index() as games:
            _check_room(games)
        imported = replace(imported, packed=packed(self._replays.record(imported)), imported=True, counted=False)
        with self._index() as games:
            for name, game in games.items():
                if game.is_same(imported):
                    raise KnownGameError(name)
            _check_room(games)
            name = self._free_name(imported.began or self._now())
            self._put(name, imported)
        return name

    def count(self, name: str, *, counted: bool) -> None:
        """Let a game count in the statistics, or not.

        :raises NoGameError: if there is none of this name.
        :raises SaveError: if it cannot be written; nothing has changed then.
        """
        with self._index() as games:
            self._put(name, replace(_found(games, name), counted=counted))

    def delete(self, names: Iterable[str]) -> None:
        """Delete games; unknown names are ignored.

        :raises SaveError: if a file cannot be deleted.
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
                self.reviews.forget(name)
                self._changed(name)

    def _has(self, name: str, record: dict[str, Json]) -> bool:
        try:
            return read_game(self._path(name).read_text("utf-8")).record == record
        except (OSError, ValueError):  # no file, or none that can be read: then it is written
            return False

    def _put(self, name: str, game: FinishedGame) -> None:
        path = self._path(name)
        with self._lock:
            try:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._write(path, game.text())
            except OSError as error:
                raise SaveError(f"{path}: cannot store the game: {error.strerror}") from error
            # While another thread reads the folder, it may or may not see this file.
            (self._fresh if self._games is None else self._games)[name] = game
            self._changed(name)

    def _changed(self, name: str) -> None:
        """Note that the game of this name has changed; call it with the lock held."""
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
        """Return the games by name, with the lock held; they are read from the folder the first time. A game that ends
        meanwhile does not wait for that."""
        with self._reading:
            if self._games is None:
                try:
                    paths = sorted(self._folder.glob("*.json")) if self._folder.exists() else []
                    found = {path.stem: game for path in paths if (game := self._read(path)) is not None}
                except OSError as error:
                    raise SaveError(f"{self._folder}: cannot read the finished games: {error.strerror}") from error
                with self._lock:
                    self._games = {**found, **self._fresh}
                    self._fresh = {}
        with self._lock:
            yield self._games

    def _read(self, path: Path) -> FinishedGame | None:
        """Return the game of a file; None if the file has another form of name, or is set aside."""
        if not NAME.fullmatch(path.stem):
            return None
        try:
            return read_game(path.read_text("utf-8"))
        except ValueError as error:  # not a text, or not a game
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
    if sum(game.imported for game in games.values()) >= MOST_IMPORTED:
        raise ArchiveFullError(
            f"there are {MOST_IMPORTED} games from elsewhere, the most that a table stores; delete some first"
        )


def _began(name: str) -> datetime | None:
    """Return when a game began, by its name; None if the name does not say."""
    try:
        return datetime.strptime(name.split("-", maxsplit=1)[0], _BEGAN).replace(tzinfo=UTC)
    except ValueError:
        return None


# ---- Statistics


MOST_PLAYERS = 50
"""The most players in the list."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of games that were played to their end, of those that were won, and of all their turns."""

    games: int = 0
    wins: int = 0
    turns: int = 0

    def with_game(self, game: FinishedGame, player: Contestant) -> Tally:
        """Return the tally with one more game of this player."""
        won = player.seat in (game.winners or ())
        return Tally(self.games + 1, self.wins + won, self.turns + game.turns)


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """A player's games: all of them, and by the powers played with (``mortal``: none)."""

    name: str
    tally: Tally
    powers: tuple[tuple[PowerName, Tally], ...]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of finished games, without those that were given up and those that were imported, unless the host
    lets them count. The player with most games is first; ``others`` is the number of players who are not listed."""

    players: tuple[PlayerTally, ...]
    powers: tuple[tuple[PowerName, Tally], ...]
    others: int = 0


def statistics_of(games: Iterable[FinishedGame]) -> GameStatistics:
    """Count these games, the newest first. Players are identified by name, without regard to capitals."""
    played = [(game, player) for game in games if game.winners is not None and game.counted for player in game.players]
    named = [(game, player) for game, player in played if player.name is not None]
    spelling: dict[str, str] = {}
    for _, player in named:
        spelling.setdefault(_key(player), player.name or "")
    by_player = _tallies(named, lambda player: (_key(player),))
    listed = {key for key, _ in by_player[:MOST_PLAYERS]}
    powers: dict[str, list[tuple[PowerName, Tally]]] = {key: [] for key in listed}
    with_power = _tallies(
        ((game, player) for game, player in named if _key(player) in listed),
        lambda player: tuple((_key(player), power) for power in _powers(player)),
    )
    for (key, power), tally in with_power:
        powers[key].append((power, tally))
    return GameStatistics(
        tuple(PlayerTally(spelling[key], tally, tuple(powers[key])) for key, tally in by_player[:MOST_PLAYERS]),
        tuple((power, tally) for power, tally in _tallies(played, _powers) if power != MORTAL),
        max(0, len(by_player) - MOST_PLAYERS),
    )


Key = TypeVar("Key", bound=Hashable)


def _tallies(
    played: Iterable[tuple[FinishedGame, Contestant]], keys: Callable[[Contestant], tuple[Key, ...]]
) -> list[tuple[Key, Tally]]:
    found: dict[Key, Tally] = {}
    for game, player in played:
        for key in keys(player):
            found[key] = found.get(key, Tally()).with_game(game, player)
    return sorted(found.items(), key=lambda each: (-each[1].games, -each[1].wins, str(each[0])))


def _key(player: Contestant) -> str:
    return (player.name or "").casefold()


def _powers(player: Contestant) -> tuple[PowerName, ...]:
    return player.powers or (MORTAL,)


# ---- Saving games as they end


RETRY_SECONDS = 60.0
"""The seconds after which a game that could not be saved is tried again."""


HandleEvent = Callable[[TableEvent], Answer | None]
"""Lets the session handle an event, and returns the answer to a phone, if there is one."""


class Autosave:
    """Saves the games of a table. Without ``games`` nothing is saved, as in the replay of a trace."""

    def __init__(self, games: GameStore | None = None) -> None:
        self._games = games
        self._failure: str | None = None
        self.due = inf
        """When to try again, in seconds; ``inf`` if no game waits to be saved."""

    @property
    def games(self) -> GameStore | None:
        """The archive of the games, if there is one."""
        return self._games

    def next_name(self, saved: SavedState) -> str | None:
        """Return the name for a game that begins now; None if it will not be saved."""
        if self._games is None:
            return None
        return self._games.next_name([game.name for game in saved.ended])

    def save(self, games: tuple[EndedGame, ...], handle: HandleEvent, now: float, *, just_now: bool) -> None:
        """Save these games, and report each to the session. ``just_now``: the last of them has ended at this moment."""
        if self._games is None:
            return
        failure = None
        for game in games:
            try:
                self._games.save(game, just_now=just_now and game is games[-1])
            except SaveError as error:
                failure = str(error)
                if self._failure != failure:
                    log.warning("a finished game could not be saved: %s", error)
                self._failure, self.due = failure, now + RETRY_SECONDS
                handle(GameNotSaved(failure))
            else:
                handle(GameSaved(game.name))
        self._failure = failure
        if failure is None:
            self.due = inf

"""Replays of finished games: one at a time, with the positions of the last few in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from engine import NotationError
from engine.field_text import Json
from engine.notation import record_of
from table.session.game_history import HistoryPosition, history_of
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame

MOST_CACHED: Final = 2000
"""How many positions stay in memory, besides those of the last game."""


class ReplayCache:
    """Replays games. Safe from any thread."""

    def __init__(self) -> None:
        self._playing = threading.Lock()
        self._lock = threading.Lock()
        self._cached: OrderedDict[str, tuple[HistoryPosition, ...]] = OrderedDict()

    def positions(self, name: str, game: FinishedGame) -> tuple[HistoryPosition, ...]:
        """The positions of the game of this name, in order; the first time it is replayed, which takes time for each
        turn.

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
        with self._lock:
            self._cached[name] = positions
            while sum(map(len, self._cached.values())) > MOST_CACHED + len(positions):
                self._cached.popitem(last=False)
        return positions

    def record(self, game: FinishedGame) -> dict[str, Json]:
        """The record of a game as this Thera writes it.

        :raises NotationError: if the game breaks the rules; the message names the part.
        """
        with self._playing:
            return record_of(game.game())

    def forget(self, name: str) -> None:
        """Forget the game of this name: it has changed."""
        with self._lock:
            self._cached.pop(name, None)

    def _found(self, name: str) -> tuple[HistoryPosition, ...] | None:
        with self._lock:
            if name in self._cached:
                self._cached.move_to_end(name)
            return self._cached.get(name)

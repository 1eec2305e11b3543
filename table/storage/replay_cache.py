"""Finished games played again: one at a time, whoever asks, and the last ones held ready to be looked at."""

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

MOST_READY: Final = 2000
"""So many moments of games are held ready, beside those of the last game."""


class ReplayCache:
    """Plays games again. Safe from any thread."""

    def __init__(self) -> None:
        self._playing = threading.Lock()
        self._lock = threading.Lock()
        self._ready: OrderedDict[str, tuple[HistoryPosition, ...]] = OrderedDict()

    def moments(self, name: str, kept: FinishedGame) -> tuple[HistoryPosition, ...]:
        """What there is to look back on in the game of this name; the first time this takes as long as it has turns.

        :raises KeepingError: if it cannot be played again.
        """
        if (ready := self._found(name)) is not None:
            return ready
        with self._playing:  # of phones that ask for the same game at once, one does the work
            if (ready := self._found(name)) is not None:
                return ready
            try:
                moments = history_of(kept.game())
            except NotationError as error:
                raise SaveError(f"the game {name} cannot be played again: {error}") from error
        with self._lock:
            self._ready[name] = moments
            while sum(map(len, self._ready.values())) > MOST_READY + len(moments):
                self._ready.popitem(last=False)
        return moments

    def record(self, kept: FinishedGame) -> dict[str, Json]:
        """The record of a game as it is written here.

        :raises NotationError: if the game breaks the rules; the message names the part.
        """
        with self._playing:
            return record_of(kept.game())

    def forget(self, name: str) -> None:
        """Another game has this name now, or none."""
        with self._lock:
            self._ready.pop(name, None)

    def _found(self, name: str) -> tuple[HistoryPosition, ...] | None:
        with self._lock:
            if name in self._ready:
                self._ready.move_to_end(name)
            return self._ready.get(name)

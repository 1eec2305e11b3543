"""The finished games of a running table: each is kept when it ends, and can be shown on the lights.

A game that cannot be kept stays at the table, in its journal, and is tried again every minute, when the next one ends
and when the table is started: nothing that happens to the archive stops an evening.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from table.session.commands import CountGame, DeleteGames, ShowGame
from table.session.game_history import HistoryPosition, ReplayPosition
from table.session.refusals import CommandRefused, Refusal, refuse
from table.session.saved_state import EndedGame, SavedState
from table.session.session_events import GameNotSaved, GameSaved, HistoryLoaded, LoadHistory, SaveGame, TableEvent
from table.session.table_api import Answer
from table.session.table_state import TableState

RETRY_SECONDS = 60.0
"""How often a game that could not be kept is tried again."""

log = logging.getLogger(__name__)

HandleEvent = Callable[[TableEvent], Answer | None]
"""Lets the session handle an event; gives the answer if one is due."""


class SaveError(Exception):
    """Something cannot be done with the finished games; the message is one plain line."""


class GameStore(Protocol):
    """What keeps finished games (`table.storage.game_archive.GameArchive`). Safe from any thread; all may raise
    KeepingError."""

    def next_name(self, taken: Collection[str]) -> str:
        """The name for a game that begins now, none of those that are ``taken``."""

    def save(self, ended: EndedGame, *, just_now: bool) -> None:
        """Keep a game; ``just_now``: it is now that it ended."""

    def positions(self, name: str) -> tuple[HistoryPosition, ...]:
        """What there is to look back on in a game."""

    def delete(self, names: Iterable[str]) -> None:
        """Delete games for good."""

    def count(self, name: str, *, counted: bool) -> None:
        """Let a game count in the statistics, or not."""


class Autosave:
    """Keeps and shows the games of a table; without ``games`` nothing is kept, as where a trace is gone through."""

    def __init__(self, games: GameStore | None = None) -> None:
        self._games = games
        self._told: str | None = None
        self._due = 0.0

    def is_due(self, now: float) -> bool:
        """Whether games could not be kept, and it is time to try again; ``now`` in seconds. Then it counts as tried."""
        if self._told is None or now < self._due:
            return False
        self._due = now + RETRY_SECONDS
        return True

    def next_name(self, evening: SavedState) -> str | None:
        """The name for a game that begins now; None if it will not be kept."""
        if self._games is None:
            return None
        return self._games.next_name([game.name for game in evening.ended])

    def keep(self, games: tuple[EndedGame, ...], do: HandleEvent, *, just_now: bool) -> None:
        """Keep these games, and ``do`` what comes of it; ``just_now``: the last of them has ended just now."""
        if self._games is None:
            return
        for game in games:
            try:
                self._games.save(game, just_now=just_now and game is games[-1])
            except SaveError as error:
                if self._told != str(error):
                    log.warning("a finished game could not be kept: %s", error)
                self._told = str(error)
                do(GameNotSaved(str(error)))
            else:
                self._told = None
                do(GameSaved(game.name))

    def prepare(self, command: ShowGame) -> None:
        """Play the game that is to be shown again, in whatever thread has time for it; a failure shows later."""
        if self._games is not None:
            try:
                self._games.positions(command.game)
            except SaveError:
                return

    def attend(self, effect: SaveGame | LoadHistory, state: TableState, do: HandleEvent) -> Answer | None:
        """Carry out what the session wants done, and ``do`` what comes of it; the answer for the phone that asked, if
        one did."""
        if isinstance(effect, SaveGame):
            self.keep(effect.games, do, just_now=True)
            return None
        try:
            return do(HistoryLoaded(self._looked_back(effect.command, state)))
        except CommandRefused as refused:
            return refused.answer

    def _looked_back(self, command: ShowGame | DeleteGames | CountGame, state: TableState) -> ReplayPosition | None:
        """What the lights show of finished games after this.

        :raises CommandRefused: if it cannot be done.
        """
        if self._games is None:
            raise refuse(Refusal.NO_GAMES)
        try:
            if isinstance(command, DeleteGames):
                self._games.delete(command.games)
                return None if state.showing is not None and state.showing.game in command.games else state.showing
            if isinstance(command, CountGame):
                self._games.count(command.game, counted=command.counted)
                return state.showing
            moments = self._games.positions(command.game)
        except SaveError as error:
            raise refuse(Refusal.NO_GAME, detail=str(error)) from error
        if command.ply >= len(moments):
            raise refuse(Refusal.NO_GAME, detail=f"it has {len(moments) - 1} steps")
        moment = moments[command.ply]
        if moment.view.size > state.size:
            raise refuse(Refusal.LARGER_BOARD)
        return ReplayPosition(command.game, command.ply, len(moments) - 1, moment)

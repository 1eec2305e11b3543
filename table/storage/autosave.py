"""Saves the finished games of a running table when they end, and shows them on the lights.

A game that cannot be saved stays in the table's journal. It is tried again every minute, when the next game ends, and
when the table starts: no failure of the archive stops the table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import Protocol

from table.session.commands import CountGame, DeleteGames, ShowGame
from table.session.game_history import HistoryPosition, ReplayPosition
from table.session.saved_state import EndedGame, SavedState
from table.session.session_events import GameNotSaved, GameSaved, HistoryLoaded, LoadHistory, SaveGame, TableEvent
from table.session.table_api import Answer, CommandRefused, Refusal, refuse
from table.session.table_state import TableState

RETRY_SECONDS = 60.0
"""How often a game that could not be saved is tried again."""

log = logging.getLogger(__name__)

HandleEvent = Callable[[TableEvent], Answer | None]
"""Has the session handle an event; gives the answer to a phone, if there is one."""


class SaveError(Exception):
    """Something cannot be done with the finished games; the message is one line of English."""


class GameStore(Protocol):
    """Where finished games are stored (`table.storage.game_archive.GameArchive`). Safe from any thread; every method
    may raise SaveError."""

    def next_name(self, taken: Collection[str]) -> str:
        """A name for a game that begins now, and none of those that are ``taken``."""

    def save(self, ended: EndedGame, *, just_now: bool) -> None:
        """Save a game; ``just_now``: it has ended at this moment."""

    def positions(self, name: str) -> tuple[HistoryPosition, ...]:
        """The positions of a game, in order."""

    def better_positions(self, name: str, ply: int) -> tuple[HistoryPosition, ...]:
        """The positions of the better turn that the review of a game has after so many actions."""

    def delete(self, names: Iterable[str]) -> None:
        """Delete games for good."""

    def count(self, name: str, *, counted: bool) -> None:
        """Let a game count in the statistics, or not."""


class Autosave:
    """Saves and shows the games of a table. Without ``games`` nothing is saved, as in the replay of a trace."""

    def __init__(self, games: GameStore | None = None) -> None:
        self._games = games
        self._failure: str | None = None
        self.due = inf
        """When to try again, in seconds; ``inf``: no game waits to be saved."""

    def next_name(self, saved: SavedState) -> str | None:
        """The name for a game that begins now; None if it will not be saved."""
        if self._games is None:
            return None
        return self._games.next_name([game.name for game in saved.ended])

    def save(self, games: tuple[EndedGame, ...], handle: HandleEvent, now: float, *, just_now: bool) -> None:
        """Save these games, and let the session know of each; ``just_now``: the last of them has ended at this
        moment."""
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

    def prepare(self, command: ShowGame) -> None:
        """Replay the game that is to be shown, in a thread that has the time; a failure shows later."""
        if self._games is not None:
            try:
                self._games.positions(command.game)
                if command.better is not None:
                    self._games.better_positions(command.game, command.ply)
            except SaveError:
                return

    def carry_out(
        self, effect: SaveGame | LoadHistory, state: TableState, handle: HandleEvent, now: float
    ) -> Answer | None:
        """Carry out what the session wants done, and let it know what came of it; the answer for the phone that asked,
        if one did."""
        if isinstance(effect, SaveGame):
            self.save(effect.games, handle, now, just_now=True)
            return None
        try:
            return handle(HistoryLoaded(self._position_to_show(effect.command, state)))
        except CommandRefused as refused:
            return refused.answer

    def _position_to_show(
        self, command: ShowGame | DeleteGames | CountGame, state: TableState
    ) -> ReplayPosition | None:
        """Carry out a command about finished games; what the lights show of one afterwards.

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
            shown = plies = self._games.positions(command.game)
            if command.better is not None:
                shown = self._games.better_positions(command.game, command.ply)
        except SaveError as error:
            raise refuse(Refusal.NO_GAME, detail=str(error)) from error
        step = command.ply if command.better is None else command.better
        if step >= len(shown):
            what = "it has" if command.better is None else "its better turn has"
            raise refuse(Refusal.NO_GAME, detail=f"{what} no step {step}")
        position = shown[step]
        if position.view.size > state.size:
            raise refuse(Refusal.LARGER_BOARD)
        return ReplayPosition(command.game, command.ply, len(plies) - 1, position, command.better)

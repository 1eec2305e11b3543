"""Finished games: shows one on the lights, deletes them, lets them count in the statistics, and notes whether they were
saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from msgspec import Meta

from table.session.answers import Accepted, Answer, Refusal, forbid, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.game_history import ReplayPosition
from table.session.journal_entries import GameKept
from table.session.saved_state import ARCHIVE_PHASES, need_host, need_phase
from table.session.session_events import EventOutcome, GameStore, SaveError, TableEvent, TableParts
from table.session.table_setup import need_no_puzzle
from table.session.table_state import TableState
from table.typed_json import Whole

GameNames = Annotated[tuple[str, ...], Meta(max_length=100)]


class ArchiveCommand(Command, frozen=True):
    """A command about finished games, which is never stale, and which the archive carries out."""

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""

    def shown_after(self, games: GameStore, state: TableState) -> ReplayPosition | None:
        """Carry it out. Return the position that the lights show of a finished game afterwards.

        :raises CommandRefused: if it cannot be done.
        :raises SaveError: if it cannot be stored, or there is no such game.
        """
        raise NotImplementedError

    def carry_out(self, table: TableParts) -> Answer | None:
        """Have the archive carry out the command, and show the result."""
        if table.games is None:
            raise refuse(Refusal.NO_GAMES)
        try:
            showing = self.shown_after(table.games, table.state)
        except SaveError as error:
            raise refuse(Refusal.NO_GAME, detail=str(error)) from error
        return table.feed(HistoryLoaded(showing))


class ShowGame(ArchiveCommand, frozen=True, tag="show_game"):
    """Show a finished game on the lights, as it stood after so many actions; before or after a game (players only).
    ``better``: as it would stand after this step, from 0, of the better turn that its review found there."""

    game: str
    ply: Whole
    better: Whole | None = None

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        need_phase(state.saved, *ARCHIVE_PHASES)
        need_no_puzzle(state)
        return self

    def prepare(self, games: GameStore | None, has_seat: Callable[[], bool]) -> None:
        """Replay the game, only for a phone with a seat, since others may not show one; a failure shows later."""
        if games is None or not has_seat():
            return
        try:
            games.positions(self.game)
            if self.better is not None:
                games.better_positions(self.game, self.ply)
        except SaveError:
            return

    def shown_after(self, games: GameStore, state: TableState) -> ReplayPosition:
        """The position."""
        shown = plies = games.positions(self.game)
        if self.better is not None:
            shown = games.better_positions(self.game, self.ply)
        step = self.ply if self.better is None else self.better
        if step >= len(shown):
            what = "it has" if self.better is None else "its better turn has"
            raise refuse(Refusal.NO_GAME, detail=f"{what} no step {step}")
        position = shown[step]
        if position.view.size > state.size:
            raise refuse(Refusal.LARGER_BOARD)
        return ReplayPosition(self.game, self.ply, len(plies) - 1, position, self.better)


class StopShowing(Command, frozen=True, tag="stop_showing"):
    """Stop showing a finished game."""

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return replace(state.newer, showing=None)


class DeleteGames(ArchiveCommand, frozen=True, tag="delete_games"):
    """Delete finished games and their share of the statistics (host only)."""

    games: GameNames

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        return self

    def shown_after(self, games: GameStore, state: TableState) -> ReplayPosition | None:
        """Return the position that was shown, unless its game is deleted."""
        games.delete(self.games)
        return None if state.showing is not None and state.showing.game in self.games else state.showing


class CountGame(ArchiveCommand, frozen=True, tag="count_game"):
    """Let a finished game count in the statistics, or not (host only). Until this is chosen, games of this table count
    and imported ones do not."""

    game: str
    counted: bool

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        return self

    def shown_after(self, games: GameStore, state: TableState) -> ReplayPosition | None:
        """Return the position that was shown."""
        games.count(self.game, counted=self.counted)
        return state.showing


GamesCommand = ShowGame | StopShowing | DeleteGames | CountGame
"""Commands about finished games."""


@dataclass(frozen=True, slots=True)
class HistoryLoaded(TableEvent):
    """The position of a finished game to show on the lights, or None to show none."""

    showing: ReplayPosition | None

    def handle(self, state: TableState) -> EventOutcome:
        after = replace(state.newer, showing=self.showing)
        return EventOutcome(after, answer=Accepted(after.version))


@dataclass(frozen=True, slots=True)
class GameSaved(TableEvent):
    """The game of this name is in the archive."""

    by_phone: ClassVar[bool] = True

    name: str

    def handle(self, state: TableState) -> EventOutcome:
        kept = EventOutcome.of(state, (GameKept(self.name),))
        return replace(kept, state=replace(kept.state, unkept=state.unkept if kept.state.saved.ended else None))


@dataclass(frozen=True, slots=True)
class GameNotSaved(TableEvent):
    """A finished game could not be archived; ``reason`` says why in one line."""

    reason: str

    def handle(self, state: TableState) -> EventOutcome:
        return EventOutcome(state if self.reason == state.unkept else replace(state.newer, unkept=self.reason))

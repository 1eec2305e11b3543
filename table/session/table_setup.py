"""The table itself: its settings, its board, and the game and notices that it found at its start."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from table.session.answers import Refusal, forbid, refuse
from table.session.board_choice import BoardKind
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import MendingRead, NamesRemembered, SettingsChosen
from table.session.saved_state import need_host, need_phase
from table.session.session_events import ChangeBoard
from table.session.snapshot import Corner, Phase
from table.session.table_state import TableState
from table.settings.options import TableSettings


class TableCommand(Command, frozen=True):
    """A command about the table itself, which is never stale."""

    in_workshop: ClassVar[bool] = True

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""


class ChooseSettings(TableCommand, frozen=True, tag="choose_settings"):
    """Set up the table (host only)."""

    settings: TableSettings

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        return (SettingsChosen(self.settings),)


class WatchCorner(TableCommand, frozen=True, tag="watch_corner"):
    """Start or stop showing which corner was touched last, so that players can choose a1; before a game (host only)."""

    watching: bool

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        need_phase(state.saved, Phase.LOBBY)
        need_no_puzzle(state)
        return replace(state.newer, corner=Corner() if self.watching else None, colours=False)


class ShowColours(TableCommand, frozen=True, tag="show_colours"):
    """Light the four seats' colours as in games, or stop; before a game (host only)."""

    showing: bool

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        need_phase(state.saved, Phase.LOBBY)
        need_no_puzzle(state)
        return replace(state.newer, corner=None, colours=self.showing)


class DismissMending(TableCommand, frozen=True, tag="dismiss_mending"):
    """Dismiss the notice that the journal was damaged (host only)."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        if state.saved.mended is None:
            raise refuse(Refusal.NOT_NOW)
        return (MendingRead(),)


class ForgetName(TableCommand, frozen=True, tag="forget_name"):
    """Forget the name of a player who sat at this table; before a game (host only)."""

    name: str

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        need_host(saved, asked.held(saved))
        need_phase(saved, Phase.LOBBY)
        return (NamesRemembered(tuple(each for each in saved.names if each != self.name)),)


class ResumeGame(Command, frozen=True, tag="resume_game"):
    """Continue the game that the table found when it started."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if not state.found:
            raise refuse(Refusal.NOT_NOW)
        return replace(state.newer, found=False)


class UseBoard(Command, frozen=True, tag="use_board"):
    """Take the game to the board that the snapshot's ``boards`` offer (players only)."""

    board: BoardKind

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if self.board is not state.offered_board:
            raise refuse(Refusal.NOT_NOW)
        return ChangeBoard(self.board)


PlainTableCommand = WatchCorner | ShowColours | DismissMending | ForgetName
"""Commands about the table itself that phones send as their types declare them."""


def need_no_puzzle(state: TableState) -> None:
    """Refuse to show anything else on the lights while they show a puzzle."""
    if state.puzzle is not None:
        raise refuse(Refusal.NOT_NOW)

"""Commands about the table itself: its settings, its finished games and its workshop."""

from __future__ import annotations

from dataclasses import replace

from calibration.open_procedure import STORING
from calibration.procedure_view import WorkshopView
from engine.seats import Seat
from table.session.board_choice import BoardKind
from table.session.commands import (
    AnswerWorkshop,
    ChooseSettings,
    CloseWorkshop,
    CountGame,
    DeleteGames,
    DismissMending,
    ForgetName,
    GamesCommand,
    NameSquare,
    OpenWorkshop,
    ResumeGame,
    ShowColours,
    StopShowing,
    WatchCorner,
    WorkshopCommand,
)
from table.session.journal_entries import Entry, MendingRead, NamesRemembered, SettingsChosen
from table.session.saved_state import SavedState, need_host, need_phase
from table.session.session_events import ChangeBoard, LoadHistory
from table.session.snapshot import Corner, Phase
from table.session.table_api import Refusal, forbid, refuse
from table.session.table_state import TableState

ARCHIVE_PHASES = (Phase.LOBBY, Phase.OVER)
"""The phases in which the board can show a finished game."""


def handle_settings_command(
    state: TableState,
    held: tuple[Seat, ...],
    command: ChooseSettings | WatchCorner | ShowColours | ResumeGame | DismissMending | ForgetName,
) -> tuple[Entry, ...] | TableState:
    """The result of such a command of a phone with these seats: an entry, or a changed state without one.

    :raises CommandRefused: if it cannot be carried out.
    """
    match command:
        case ChooseSettings(settings):
            need_host(state.saved, held)
            return (SettingsChosen(settings),)
        case WatchCorner(watching):
            need_host(state.saved, held)
            need_phase(state.saved, Phase.LOBBY)
            _need_no_puzzle(state)
            return replace(state.newer, corner=Corner() if watching else None, colours=False)
        case ShowColours(showing):
            need_host(state.saved, held)
            need_phase(state.saved, Phase.LOBBY)
            _need_no_puzzle(state)
            return replace(state.newer, corner=None, colours=showing)
        case ForgetName(name):
            need_host(state.saved, held)
            need_phase(state.saved, Phase.LOBBY)
            return (NamesRemembered(tuple(each for each in state.saved.names if each != name)),)
        case DismissMending():
            need_host(state.saved, held)
            if state.saved.mended is None:
                raise refuse(Refusal.NOT_NOW)
            return (MendingRead(),)
        case ResumeGame():
            if not held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            if not state.found:
                raise refuse(Refusal.NOT_NOW)
            return replace(state.newer, found=False)


def handle_archive_command(
    state: TableState, held: tuple[Seat, ...], command: GamesCommand
) -> TableState | LoadHistory:
    """The result of such a command of a phone with these seats.

    :raises CommandRefused: if this phone may not give it, or not now.
    """
    if isinstance(command, DeleteGames | CountGame):
        need_host(state.saved, held)
        return LoadHistory(command)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if isinstance(command, StopShowing):
        return replace(state.newer, showing=None)
    need_phase(state.saved, *ARCHIVE_PHASES)
    _need_no_puzzle(state)
    return LoadHistory(command)


def _need_no_puzzle(state: TableState) -> None:
    """Refuse what the lights cannot show while they show a puzzle."""
    if state.puzzle is not None:
        raise refuse(Refusal.NOT_NOW)


def permitted_board_change(state: TableState, held: tuple[Seat, ...], board: BoardKind) -> ChangeBoard:
    """The change to this board, if it is offered to a phone with these seats.

    :raises CommandRefused: if it is not.
    """
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if board is not state.offered_board:
        raise refuse(Refusal.NOT_NOW)
    return ChangeBoard(board)


def permitted_workshop_command(
    saved: SavedState, held: tuple[Seat, ...], command: WorkshopCommand, workshop: WorkshopView | None
) -> WorkshopCommand:
    """This command, if a phone with these seats may give it now; ``workshop`` is what the workshop shows (None:
    closed). It belongs to the host; any player can close it, so that nobody waits for a host who has left.

    :raises CommandRefused: if the phone may not give it.
    """
    if isinstance(command, CloseWorkshop):
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
    else:
        need_host(saved, held)
    if workshop is not None and workshop.step == STORING:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, OpenWorkshop):
        return command
    if workshop is None:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, AnswerWorkshop) and command.answer not in workshop.answers:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, NameSquare) and not workshop.names:
        raise refuse(Refusal.NOT_NOW)
    return command

"""Commands about the table itself: its settings, its orientation, and resuming a game found at the start."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import Seat
from table.session.commands import ChooseSettings, DismissMending, ResumeGame, ShowColours, WatchCorner
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, MendingRead, SettingsChosen
from table.session.refusals import Refusal, forbid, refuse
from table.session.snapshot import Corner, Phase
from table.session.table_state import TableState


def handle_settings_command(
    state: TableState,
    held: tuple[Seat, ...],
    command: ChooseSettings | WatchCorner | ShowColours | ResumeGame | DismissMending,
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
            return replace(state.newer, corner=Corner() if watching else None, colours=False)
        case ShowColours(showing):
            need_host(state.saved, held)
            need_phase(state.saved, Phase.LOBBY)
            return replace(state.newer, corner=None, colours=showing)
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

"""Commands about finished games."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import Seat
from table.session.commands import CountGame, DeleteGames, GamesCommand, StopShowing
from table.session.handlers.permissions import need_host, need_phase
from table.session.refusals import Refusal, forbid
from table.session.session_events import LoadHistory
from table.session.snapshot import Phase
from table.session.table_state import TableState

ARCHIVE_PHASES = (Phase.LOBBY, Phase.OVER)
"""The phases in which the board can show a finished game."""


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
    return LoadHistory(command)

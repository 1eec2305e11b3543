"""What commands about finished games come to."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import Seat
from table.session.commands import CountGame, DeleteGames, GamesCommand, StopShowing
from table.session.handlers.permissions import need_host, need_phase
from table.session.refusals import Refusal, forbid
from table.session.session_events import LoadHistory
from table.session.snapshot import Phase
from table.session.table_state import TableState

LOOKING_BACK = (Phase.LOBBY, Phase.OVER)
"""When the board is free to show a finished game."""


def about_games(state: TableState, held: tuple[Seat, ...], command: GamesCommand) -> TableState | LoadHistory:
    """What such a command of a phone with these seats comes to.

    :raises CommandRefused: if it is not for this phone to ask, or not now.
    """
    if isinstance(command, DeleteGames | CountGame):
        need_host(state.saved, held)
        return LoadHistory(command)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if isinstance(command, StopShowing):
        return replace(state.newer, showing=None)
    need_phase(state.saved, *LOOKING_BACK)
    return LoadHistory(command)

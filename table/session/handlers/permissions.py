"""Who may ask for something, and when."""

from __future__ import annotations

from engine.seats import Seat
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState
from table.session.snapshot import Phase


def need_phase(evening: SavedState, *phases: Phase) -> None:
    """Refuse what belongs to other phases."""
    if evening.phase not in phases:
        raise refuse(Refusal.NOT_NOW)


def need_host(evening: SavedState, held: tuple[Seat, ...]) -> None:
    """Refuse what is for the host alone."""
    if evening.seating.host not in held:
        raise forbid(Refusal.HOST_ONLY)

"""Checks that several handlers share: the phase, and the host."""

from __future__ import annotations

from engine.seats import Seat
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState
from table.session.snapshot import Phase


def need_phase(saved: SavedState, *phases: Phase) -> None:
    """Refuse a command outside these phases."""
    if saved.phase not in phases:
        raise refuse(Refusal.NOT_NOW)


def need_host(saved: SavedState, held: tuple[Seat, ...]) -> None:
    """Refuse a command that only the host may give."""
    if saved.seating.host not in held:
        raise forbid(Refusal.HOST_ONLY)

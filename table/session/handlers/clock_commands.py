"""Commands about the chess clock, and the entries with which a timed turn is confirmed."""

from __future__ import annotations

from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import PauseClock
from table.session.handlers.permissions import need_phase
from table.session.journal_entries import ClockPaused, Entry, TimeUsed, TurnConfirmed
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState
from table.session.snapshot import Phase


def confirmation_entries(saved: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """The entries that confirm the finished turn: the time that it took, then the confirmation."""
    times = dict(clock.used)
    seats = (saved.confirming, *(seat for seat in times if seat is not saved.confirming))
    used = (TimeUsed(seat, times.get(seat, 0)) for seat in seats if seat is not None and saved.turn_is_timed)
    return (*used, TurnConfirmed())


def handle_clock_command(saved: SavedState, held: tuple[Seat, ...], command: PauseClock) -> Entry:
    """The entry that pauses or resumes the clock for a phone with these seats.

    :raises CommandRefused: without a clock or a game, and for a phone without a seat.
    """
    if saved.options.clock is None:
        raise refuse(Refusal.NOT_NOW)
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return ClockPaused(command.paused)

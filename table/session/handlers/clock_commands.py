"""Whose time runs, and what confirming a turn comes to where time is measured."""

from __future__ import annotations

from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import PauseClock
from table.session.handlers.permissions import need_phase
from table.session.journal_entries import ClockPaused, Entry, TimeUsed, TurnConfirmed
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState
from table.session.snapshot import Phase


def running(evening: SavedState) -> Seat | None:
    """The player whose time runs: who is asked, or has to confirm. While workers are placed nobody's does."""
    game = evening.game
    if not _timed(evening) or evening.paused or game is None or game.outcome is not None:
        return None
    return evening.confirming or game.to_act


def turn_stands(evening: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """The entries with which the finished turn stands: the time that it took, then that it does."""
    times = dict(clock.used)
    seats = (evening.confirming, *(seat for seat in times if seat is not evening.confirming))
    used = (TimeUsed(seat, times.get(seat, 0)) for seat in seats if seat is not None and _timed(evening))
    return (*used, TurnConfirmed())


def _timed(evening: SavedState) -> bool:
    """Whether there is a clock, and the turn that is not confirmed belongs to the game: placing takes no time."""
    game = evening.game
    if evening.options.clock is None or game is None:
        return False
    since = game.plies[evening.standing :]
    return (since[0].before if since else game.state).turn is not None


def pause(evening: SavedState, held: tuple[Seat, ...], command: PauseClock) -> Entry:
    """The clock stopped or running on, as a phone with these seats asked."""
    if evening.options.clock is None:
        raise refuse(Refusal.NOT_NOW)
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return ClockPaused(command.paused)

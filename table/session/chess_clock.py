"""The chess clock: whose time runs, and how much each player has left.

It goes by the board's own time, as frames tell it. So it stands while the board is away or in the workshop, and a game
that is gone through again from its trace takes the time that it took. Time that has run out is shown and decides
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.seats import Seat
from table.settings.game_options import ClockRule

GAP_MS = 1000
"""A longer time between two readings of the board is none that anybody had for thinking: the board was away."""

Times = tuple[tuple[Seat, int], ...]
"""Milliseconds by seat."""


@dataclass(frozen=True, slots=True)
class TurnStood:
    """A turn that stands: how many plies the game had then, and what the clock had taken from each player by then."""

    plies: int
    spent: Times = ()


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock at the table: when the board was last heard (its ms; None: not yet), and what each player ``used``
    since the last turn that stands."""

    at: int | None = None
    used: Times = ()

    def passed(self, at: int, running: Seat | None) -> ChessClock:
        """The clock when the board's time is ``at`` ms, with the time since then taken by the player whose clock was
        running (None: nobody's)."""
        since = 0 if self.at is None else at - self.at
        if running is None or not 0 < since <= GAP_MS:
            return replace(self, at=at)
        return replace(self, at=at, used=with_time(self.used, running, since))

    def without(self, seat: Seat, ms: int) -> ChessClock:
        """The clock after so much of a player's time was written down."""
        return replace(self, used=tuple((each, left) for each, left in with_time(self.used, seat, -ms) if left > 0))


def with_time(times: Times, seat: Seat, ms: int) -> Times:
    """Times with so many ms more for a seat."""
    found = dict(times)
    found[seat] = found.get(seat, 0) + ms
    return tuple(found.items())


def time_left(rule: ClockRule, seats: tuple[Seat, ...], *taken: Times) -> Times:
    """What each of these seats has left, below zero where time has run out."""
    spent = [dict(times) for times in taken]
    start = rule.minutes * 60_000
    return tuple((seat, start - sum(times.get(seat, 0) for times in spent)) for seat in seats)

"""The chess clock: whose time runs, and how much each player has left.

It uses the time of the board's frames. So it stops while the board is disconnected or in the workshop, and a replay of
a trace gives the same times. A player whose time has run out is shown, and does not lose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.seats import Seat
from table.settings.game_options import ClockRule

GAP_MS = 1000
"""A longer gap between two frames does not count for any player, because the board was disconnected."""

Times = tuple[tuple[Seat, int], ...]
"""Milliseconds by seat."""


@dataclass(frozen=True, slots=True)
class TurnStood:
    """A confirmed turn: how many plies the game had after it, and how much time each player had used by then."""

    plies: int
    spent: Times = ()


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock at the table: the board's time ``at`` the last frame (ms; None: no frame yet), and the time that each
    player has ``used`` since the last confirmed turn."""

    at: int | None = None
    used: Times = ()

    def passed(self, at: int, running: Seat | None) -> ChessClock:
        """The clock when the board's time is ``at`` ms. The time since the last frame is that of the player whose clock
        was ``running`` (None: nobody's)."""
        since = 0 if self.at is None else at - self.at
        if running is None or not 0 < since <= GAP_MS:
            return replace(self, at=at)
        return replace(self, at=at, used=with_time(self.used, running, since))

    def without(self, seat: Seat, ms: int) -> ChessClock:
        """The clock after this much of a player's time was saved."""
        return replace(self, used=tuple((each, left) for each, left in with_time(self.used, seat, -ms) if left > 0))


def with_time(times: Times, seat: Seat, ms: int) -> Times:
    """The times with ``ms`` more for a seat."""
    found = dict(times)
    found[seat] = found.get(seat, 0) + ms
    return tuple(found.items())


def time_left(rule: ClockRule, seats: tuple[Seat, ...], *taken: Times) -> Times:
    """The ms that each of these seats has left; negative where the time has run out."""
    spent = [dict(times) for times in taken]
    start = rule.minutes * 60_000
    return tuple((seat, start - sum(times.get(seat, 0) for times in spent)) for seat in seats)

"""The chess clock: the player whose time runs, and the time that each player has left.

It uses the time of the board's frames. So it stops while the board is disconnected or in the workshop, and a replay of
a trace gives the same times. A player whose time has run out is shown, and does not lose.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.seats import Seat
from table.settings.options import ClockRule

GAP_MS = 1000
"""A longer gap between two frames does not count for any player, because the board was disconnected."""

Times = tuple[tuple[Seat, int], ...]
"""Milliseconds by seat."""


@dataclass(frozen=True, slots=True)
class TurnStood:
    """A confirmed turn: the number of plies after it, and the time that each player had used by then."""

    plies: int
    spent: Times = ()


class FrameTime:
    """The time that frames show: ``ms`` since it was last taken."""

    def __init__(self) -> None:
        self.ms = 0
        self._at: int | None = None

    def pass_to(self, at: int) -> None:
        """Take in a frame; the board's time is ``at`` ms."""
        since = 0 if self._at is None else at - self._at
        self._at = at
        if 0 < since <= GAP_MS:
            self.ms += since

    def take(self) -> int:
        """Return the time in ms since the last call."""
        taken, self.ms = self.ms, 0
        return taken


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock at the table: the time that each player has ``used`` since the last confirmed turn."""

    used: Times = ()

    def passed(self, ms: int, running: Seat) -> ChessClock:
        """Return the clock after this time of the player whose clock was ``running``."""
        return ChessClock(with_time(self.used, running, ms))

    def without(self, seat: Seat, ms: int) -> ChessClock:
        """Return the clock after this time of a player was saved."""
        return ChessClock(tuple((each, left) for each, left in with_time(self.used, seat, -ms) if left > 0))


def with_time(times: Times, seat: Seat, ms: int) -> Times:
    """Return the times with ``ms`` more for a seat."""
    found = dict(times)
    found[seat] = found.get(seat, 0) + ms
    return tuple(found.items())


def time_left(rule: ClockRule, seats: tuple[Seat, ...], *taken: Times) -> Times:
    """Return the ms that each of these seats has left; negative if the time has run out."""
    spent = [dict(times) for times in taken]
    start = rule.minutes * 60_000
    return tuple((seat, start - sum(times.get(seat, 0) for times in spent)) for seat in seats)

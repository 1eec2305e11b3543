"""What came about at the table and could not be written, as on a full disk: it waits, in order, and is shown to nobody.

Meanwhile the game stands still: the board is not read, and phones are refused with the reason. Phones may do again what
was refused; what hands did at the board is tried again by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from table.session.session_events import TableEvent

RETRY_SECONDS = 2.0
"""How soon it is tried again. A try that fails costs little, and people wait."""


class PendingWrites:
    """The events that wait to be written. Used from the table's thread."""

    def __init__(self) -> None:
        self._events: list[TableEvent] = []
        self._due = 0.0

    @property
    def waiting(self) -> bool:
        """Whether anything waits."""
        return bool(self._events)

    def hold(self, event: TableEvent, now: float) -> None:
        """Let this wait, behind all that waits already; ``now`` in seconds."""
        self._events.append(event)
        self._due = now + RETRY_SECONDS

    def is_due(self, now: float) -> bool:
        """Whether it is time to try again."""
        return self.waiting and now >= self._due

    def try_again(self, happen: Callable[[TableEvent], object], now: float) -> None:
        """Let ``happen`` in turn all that waits; what comes after one that has to wait again, waits again, too."""
        events, self._events = self._events, []
        for event in events:
            if self.waiting:
                self.hold(event, now)
            else:
                happen(event)

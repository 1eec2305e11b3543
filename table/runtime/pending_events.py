"""Events that could not be written, as on a full disk."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from table.session.session_events import TableEvent

REWRITE_SECONDS = 2.0
"""How soon events that could not be written are tried again. A try that fails costs little, and people wait."""


class PendingEvents:
    """Events that could not be written. They wait in order, and nobody is shown anything of them."""

    def __init__(self) -> None:
        self.events: list[TableEvent] = []
        """What waits."""
        self.due = inf
        """When to try again, in seconds; ``inf``: nothing waits."""

    def add(self, event: TableEvent, now: float) -> None:
        """Let an event wait behind all others; ``now`` in seconds."""
        self.events.append(event)
        self.due = now + REWRITE_SECONDS

    def retry(self, play: Callable[[TableEvent], object], now: float) -> None:
        """Play all that waits in order. When one has to wait again, so do all behind it."""
        events, self.events, self.due = self.events, [], inf
        for event in events:
            if self.events:
                self.add(event, now)
            else:
                play(event)

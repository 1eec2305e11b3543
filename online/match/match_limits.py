"""Limits of what a far table may send, and of what is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

LARGEST_MESSAGE: Final = 16 * 1024
"""Bytes of a sealed message; longer ones are dropped unread."""
LARGEST_BODY: Final = 4 * 1024
"""Characters of an entry as JSON."""
LONGEST_STEPS: Final = 400
"""Characters of the steps of one entry: a turn of some forty steps."""
LONGEST_SECRET: Final = 3_000
"""Characters of the steps that are revealed at the end of a game: some two hundred secret turns."""
LONGEST_EVENTS: Final = 2_000
"""Characters of the events of a turn. Of a longer turn the last events are sent."""
LONGEST_POSITION: Final = 1_500
"""Characters of a position on a line."""
LONGEST_NAME: Final = 40
"""Characters of the name of a table."""
LONGEST_MATCH: Final = 5_000
"""Entries of a match. At the limit it has to be closed, and another one opened."""
ENTRIES_AT_ONCE: Final = 8
"""Entries of one message; long entries are fewer."""
TABLES_AT_MOST: Final = 16
"""Tables that a match may ever admit, including those that left."""

FIRST_WAIT_MS: Final = 2_000
"""The pause in ms before an unacknowledged message is repeated. It doubles with each repetition."""
LONGEST_WAIT_MS: Final = 60_000
"""The longest pause in ms between two reports of a table."""
LINGER_MS: Final = 24 * 3_600_000
"""How long in ms a table still answers after it left a closed match: its confirmation may not have arrived."""
RETRY_MS: Final = 2_000
"""The pause in ms before storing is tried again, as on a full disk."""

_BURST: Final = 40
_REFILL_MS: Final = 250


@dataclass(frozen=True, slots=True)
class MessageAllowance:
    """The number of messages of a far table that are still read: 40 at once, and four more each second. ``since`` is
    the time in ms of the last refill."""

    left: int = _BURST
    since: int = 0

    def at(self, now: int) -> MessageAllowance:
        """The allowance at a time in ms."""
        more = max(0, now - self.since) // _REFILL_MS
        if self.left + more >= _BURST:
            return MessageAllowance(_BURST, now)
        return MessageAllowance(self.left + more, self.since + more * _REFILL_MS)

    @property
    def spent(self) -> bool:
        """Whether it is used up for now."""
        return self.left == 0

    @property
    def less_one(self) -> MessageAllowance:
        """The allowance after a message was read."""
        return replace(self, left=self.left - 1)

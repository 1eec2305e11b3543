"""How much a far table may send, and how much is stored of it."""

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
"""Characters of the steps that are told at the end of a game: some two hundred turns in secret."""
LONGEST_EVENTS: Final = 2_000
"""Characters of what is told of a turn; of a longer one the last of it is told."""
LONGEST_POSITION: Final = 1_500
"""Characters of a position on a line."""
LONGEST_NAME: Final = 40
"""Characters of the name of a table."""
LONGEST_MATCH: Final = 5_000
"""Entries of a match; then it has to be closed, and another one opened."""
ENTRIES_AT_ONCE: Final = 8
"""Entries of one message. They are fewer if they are long."""
TABLES_AT_MOST: Final = 16
"""Tables that a match may admit in its life, those that left included."""

FIRST_WAIT_MS: Final = 2_000
"""After this time what was not acknowledged is sent again, and then after twice the time as before."""
LONGEST_WAIT_MS: Final = 60_000
"""At least this often a table says what it has."""
LINGER_MS: Final = 24 * 3_600_000
"""For so long a table that left a closed match still answers: that it knows may not have come to the deciding table."""
RETRY_MS: Final = 2_000
"""So soon is tried again what could not be stored, as on a full disk."""

_BURST: Final = 40
_REFILL_MS: Final = 250


@dataclass(frozen=True, slots=True)
class MessageAllowance:
    """How many messages of a far table are still read: 40 at once, and four a second after that. ``since`` is the time
    in ms up to which it was refilled."""

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
        """Whether no further message is read now."""
        return self.left == 0

    @property
    def less_one(self) -> MessageAllowance:
        """The allowance after a message was read."""
        return replace(self, left=self.left - 1)

"""Those who ask for a seat, as time goes by: how long they have waited, and who touches the board meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.board import Frame
from table.claims import CLAIM_SECONDS
from table.events import ClaimsExpired, Touched
from table.ports import Watches
from table.state import TableState

LOOK_SECONDS = 1.0
"""So often it is looked whether somebody has waited for too long."""


class Vestibule:
    """Follows the claims of a table. ``watches`` notices who is at the board (None: nothing does, and the button on the
    rim has to do). Times are in seconds."""

    def __init__(self, watches: Watches | None) -> None:
        self._watches = watches
        self._since: dict[str, float] = {}

    @property
    def patience(self) -> float | None:
        """After how many seconds to look for claims that are `late`; None: nobody waits."""
        return LOOK_SECONDS if self._since else None

    def follow(self, state: TableState, now: float) -> None:
        """The table's state is now this."""
        self._since = {claim.mark: self._since.get(claim.mark, now) for claim in state.claims}
        if self._watches is not None and not state.watching:
            self._watches.forget()

    def late(self, now: float) -> ClaimsExpired | None:
        """That some have waited for too long, if so."""
        latest = now - CLAIM_SECONDS
        marks = frozenset(mark for mark, since in self._since.items() if since < latest)
        return ClaimsExpired(marks) if marks else None

    def feed(self, frame: Frame) -> Iterator[Touched]:
        """What a frame shows while it matters who is at the board."""
        if self._watches is not None:
            for square in self._watches.feed(frame):
                yield Touched(square)

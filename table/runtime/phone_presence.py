"""Who comes and goes, as time goes by: how long those who ask for a seat have waited, how long the host's phone has
been gone, and what hands do at the board meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.seats import Seat
from hardware.board import Frame
from table.session.interfaces import PresenceReader
from table.session.seat_claims import CLAIM_SECONDS, PAUSE_MS
from table.session.session_events import ClaimsExpired, HandsPaused, HostGone, SquareTouched
from table.session.table_state import TableState

LOOK_SECONDS = 1.0
"""So often it is looked whether something has lasted for too long."""
HOST_SECONDS = 30.0
"""When the host's phone has not listened for so long, others may go on as host."""


class ClaimTimers:
    """Follows the claims and the host of a table. ``presence`` notices who is at the board (None: nothing does). Times
    are in seconds, but for those of frames."""

    def __init__(self, presence: PresenceReader | None) -> None:
        self._presence = presence
        self._since: dict[str, float] = {}
        self._missed: tuple[Seat, float] | None = None
        self._watching = False
        self._begun: tuple[object, ...] = ()
        self._frame_at = self._begun_at = 0

    @property
    def patience(self) -> float | None:
        """After how many seconds to look for what is `late`; None: nothing is waited for."""
        return LOOK_SECONDS if self._since or self._missed is not None else None

    def follow(self, state: TableState, now: float) -> None:
        """The table's state is now this."""
        self._since = {claim.mark: self._since.get(claim.mark, now) for claim in state.claims}
        self._missed = self._missed_since(state, now)
        self._watching = state.watching
        if self._presence is not None and not state.watching:
            self._presence.forget()
        if (begun := (*state.touched, *state.pressed)) != self._begun:
            self._begun, self._begun_at = begun, self._frame_at

    def _missed_since(self, state: TableState, now: float) -> tuple[Seat, float] | None:
        """The host whose phone does not listen, and since when; None if it does, there is none, or it was told."""
        host = state.saved.seating.host
        if host is None or host in state.connected or state.host_gone:
            return None
        return self._missed if self._missed is not None and self._missed[0] is host else (host, now)

    def late(self, now: float) -> Iterator[ClaimsExpired | HostGone]:
        """What has lasted for too long."""
        marks = frozenset(mark for mark, since in self._since.items() if since < now - CLAIM_SECONDS)
        if marks:
            yield ClaimsExpired(marks)
        if self._missed is not None and self._missed[1] < now - HOST_SECONDS:
            yield HostGone(self._missed[0])

    def feed(self, frame: Frame) -> Iterator[HandsPaused | SquareTouched]:
        """What a frame shows: that hands go on with a sign no more, and what they touch while that matters."""
        self._frame_at = frame.at
        if self._begun and not 0 <= frame.at - self._begun_at <= PAUSE_MS:
            yield HandsPaused()
        if self._watching and self._presence is not None:
            for square in self._presence.feed(frame):
                yield SquareTouched(square)


class ConnectedPhones:
    """Counts the phones; a phone may hold several marks, and several pages of it the same ones."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    def note(self, marks: frozenset[str], *, joined: bool) -> None:
        """A phone with these marks begins or ends to listen."""
        change = Counter(marks)
        self._count = +(self._count + change if joined else self._count - change)

    @property
    def marks(self) -> frozenset[str]:
        """The marks of those who listen."""
        return frozenset(self._count)

"""Knows the connected phones, and times out unproved claims, unfinished signs and an absent host. Apart from the
runner, which only passes on what has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf

from engine.seats import Seat
from hardware.board import Frame
from table.session.interfaces import TouchReader
from table.session.saved_state import Seating
from table.session.seat_claims import CLAIM_SECONDS, PAUSE_MS, PAUSE_READINGS
from table.session.seating import ClaimsExpired, HandsPaused, HostGone, PhonesChanged, SquareTouched
from table.session.table_state import TableState

HOST_SECONDS = 30.0
"""The seconds without the host's phone after which another player may take over as host."""


class ClaimTimers:
    """Times the claims and the host of a table. ``touch_detector`` detects touches of squares while no game is running,
    or is None. Times are in seconds, except those of frames, which are in ms."""

    def __init__(self, touch_detector: TouchReader | None) -> None:
        self._touch_detector = touch_detector
        self._claimed_at: dict[str, float] = {}
        self._missed: tuple[Seat, float] | None = None
        self._watching = False
        self._sign: tuple[object, ...] = ()
        self._sign_at = self._readings_since = 0
        self.due = inf
        """The next time at which something ends; ``inf`` if there is nothing to time."""
        self.needs_frames = False
        """Whether `feed` wants frames now."""

    def follow(self, state: TableState, now: float, frame_at: int) -> None:
        """Take in the table's new state; the last frame was at ``frame_at`` ms of the board's time."""
        self._claimed_at = {claim.mark: self._claimed_at.get(claim.mark, now) for claim in state.claims}
        self._missed = self._missed_since(state, now)
        ends = [since + CLAIM_SECONDS for since in self._claimed_at.values()]
        if self._missed is not None:
            ends.append(self._missed[1] + HOST_SECONDS)
        self.due = min(ends, default=inf)
        self._watching = state.watching
        if self._touch_detector is not None and not state.watching:
            self._touch_detector.forget()
        if (sign := (*state.touched, *state.pressed)) != self._sign:
            self._sign, self._sign_at, self._readings_since = sign, frame_at, 0
        self.needs_frames = bool(sign) or state.watching

    def forget_touches(self) -> None:
        """Note that another board is read from now on, on which nothing was touched yet."""
        if self._touch_detector is not None:
            self._touch_detector.forget()

    def _missed_since(self, state: TableState, now: float) -> tuple[Seat, float] | None:
        """Return the host whose phone does not listen, and since when; None if it does, there is no host, or `late`
        gave it already."""
        host = state.saved.seating.host
        if host is None or host in state.connected or state.host_gone:
            return None
        return self._missed if self._missed is not None and self._missed[0] is host else (host, now)

    def late(self, now: float) -> Iterator[ClaimsExpired | HostGone]:
        """Return the events for all that has lasted too long."""
        marks = frozenset(mark for mark, since in self._claimed_at.items() if since + CLAIM_SECONDS <= now)
        if marks:
            yield ClaimsExpired(marks)
        if self._missed is not None and self._missed[1] + HOST_SECONDS <= now:
            yield HostGone(self._missed[0])

    def feed(self, frame: Frame) -> Iterator[HandsPaused | SquareTouched]:
        """Return the events of a frame: a sign that is not continued, and the squares that are touched while that
        matters."""
        self._readings_since += 1
        since = frame.at - self._sign_at
        if self._sign and (since < 0 or (since > PAUSE_MS and self._readings_since > PAUSE_READINGS)):
            yield HandsPaused()
        if self._watching and self._touch_detector is not None:
            for square in self._touch_detector.feed(frame):
                yield SquareTouched(square)


class ConnectedPhones:
    """The phones that listen, by the marks of their seat tokens. A phone may hold several marks, and several of its
    pages the same ones."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    def note(self, marks: frozenset[str], *, joined: bool) -> None:
        """Note that a phone with these marks begins or ceases to listen."""
        change = Counter(marks)
        self._count = +(self._count + change if joined else self._count - change)

    def seen(self, seating: Seating) -> PhonesChanged:
        """Return the seats of this seating whose phones listen."""
        return PhonesChanged(frozenset(seating.held(frozenset(self._count))))

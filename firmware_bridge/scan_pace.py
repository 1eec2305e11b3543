"""Decides when a board scans: by its clock, as every real board does; less often if a simulated board would use too
much of the processor; or once for each request of a simulation."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Protocol


class ScanPace(Protocol):
    """Decides when a service scans. The serving thread makes all calls except ``listen``; times are in seconds."""

    def listen(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` from now on when a scan becomes due for a reason other than time."""

    def start(self, period: float, now: float) -> None:
        """Scan every ``period`` seconds from ``now`` on."""

    def due(self, *, waiting: bool) -> float:
        """Return when the next scan is due, or infinity if unknown. ``waiting``: the last scan is still unsent."""

    def take(self, now: float, *, waiting: bool) -> float | None:
        """Return the board's time of the scan that is due now, which counts as made; None if none is due."""


class ByClock:
    """Scans in real time, whether or not the host reads: of unsent scans only the latest is sent."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._period = math.inf
        self._at = math.inf

    def listen(self, wake: Callable[[], None]) -> None:
        """Do nothing: only time makes a scan due."""

    def start(self, period: float, now: float) -> None:
        """Begin with a scan."""
        self._period, self._at = period, now

    def due(self, *, waiting: bool) -> float:  # noqa: ARG002 - the clock does not wait
        """Return one period after the last scan."""
        return self._at

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - the clock does not wait
        """Return the time of a scan now, if one is due."""
        if now < self._at:
            return None
        following = self._at + self._period
        # After a stall the missed scans are skipped, since they would all measure the same time.
        self._at = following if following > now else now + self._period
        return now - self._started


_SHARE = 0.4
"""The largest part of one processor that computing the measurements of a simulated board may use."""
_LONGEST = 0.5
"""The longest time between two scans when the processor is busy, in seconds; a link calls a second late."""


class BySpareTime(ByClock):
    """Scans in real time, but less often if that leaves too little of the processor for reading the board and for the
    pages, which are computed in the same process as a simulated board. ``spent`` gives the processor time of the
    scanning thread in seconds: other work of the process must not slow the board down.

    The board's clock advances by one period with each scan, as the hands of a simulated board do. On a slow computer
    both are slower, and an action of the hands takes the same number of readings and the same time by that clock as on
    any computer.
    """

    def __init__(self, started: float, spent: Callable[[], float] = time.thread_time) -> None:
        super().__init__(started)
        self._spent = spent
        self._before: float | None = None
        self._clock = -math.inf

    def start(self, period: float, now: float) -> None:
        """Begin with a scan."""
        super().start(period, now)
        self._clock = max(self._clock, now - self._started - period)

    def take(self, now: float, *, waiting: bool) -> float | None:
        """Return the time of a scan now, if one is due; the next scan is due when the processor had time for it."""
        if super().take(now, waiting=waiting) is None:
            return None
        spent = self._spent()
        cost = 0.0 if self._before is None else spent - self._before
        self._before = spent
        self._at = max(self._at, now + min(cost / _SHARE, _LONGEST))
        self._clock += self._period
        return self._clock


class ByRequest:
    """Scans as often as requested, each as soon as the previous scan was sent, so that none is dropped.

    The board's clock advances by one period with each scan, however long that takes: time is simulated.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = 0
        self._made = 0
        self._period = 0.0
        self._wake: Callable[[], None] = lambda: None

    def ask(self, scans: int) -> None:
        """Request ``scans`` more scans. Safe from any thread."""
        with self._lock:
            self._asked += scans
        self._wake()

    def listen(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` when scans are requested."""
        self._wake = wake

    def start(self, period: float, now: float) -> None:  # noqa: ARG002 - real time does not matter
        """Start now with the scans that were requested before."""
        self._period = period

    def due(self, *, waiting: bool) -> float:
        """Return now while scans are requested and there is room."""
        return -math.inf if self._asked and not waiting else math.inf

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - real time does not matter
        """Return the next requested scan."""
        with self._lock:
            if waiting or not self._asked:
                return None
            self._asked -= 1
        self._made += 1
        return self._made * self._period

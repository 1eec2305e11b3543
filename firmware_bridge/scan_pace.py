"""When a board scans: by its clock, as every real board does; less often where a simulated one would keep its computer
from all else; or once for each request of a simulation."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Protocol


class ScanPace(Protocol):
    """Decides when a service scans. All calls but ``listen`` come from the thread that serves; times in seconds."""

    def listen(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` from now on when a scan becomes due for another reason than time."""

    def start(self, period: float, now: float) -> None:
        """Scan every ``period`` seconds from ``now`` on."""

    def due(self, *, waiting: bool) -> float:
        """When the next scan is due; infinity if that is not known. ``waiting`` if the last one is still unsent."""

    def take(self, now: float, *, waiting: bool) -> float | None:
        """The time on the board's clock of the scan that is due now, which counts as made; None if none is due."""


class ByClock:
    """In real time, whether or not the host reads: of unsent scans only the latest is sent."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._period = math.inf
        self._at = math.inf

    def listen(self, wake: Callable[[], None]) -> None:
        """Nothing but time makes a scan due."""

    def start(self, period: float, now: float) -> None:
        """Begin with a scan."""
        self._period, self._at = period, now

    def due(self, *, waiting: bool) -> float:  # noqa: ARG002 - the clock does not wait
        """One period after the last."""
        return self._at

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - the clock does not wait
        """The time of a scan now, if one is due."""
        if now < self._at:
            return None
        following = self._at + self._period
        # After a stall the missed scans are skipped: they would all measure the same time.
        self._at = following if following > now else now + self._period
        return now - self._started


_SHARE = 0.4
"""The part of one processor that computing what the sensors of a simulated board measure takes at most."""
_LONGEST = 0.5
"""The longest time between two scans for want of a processor, in seconds: a link calls a second late."""


class BySpareTime(ByClock):
    """In real time, but less often where that leaves too little of the processor for the readings and the pages: they
    are computed in the same process as a simulated board. ``spent`` gives the processor time of the thread that scans,
    in seconds: what else the process is busy with must not slow the board down.

    The board's clock advances by one period with each scan, as the hands of a simulated board do: on a slow computer
    both are slower, and what hands do takes as many readings and as long by that clock as anywhere.
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
        """The time of a scan now, if one is due; the next is due when there was time for it."""
        if super().take(now, waiting=waiting) is None:
            return None
        spent = self._spent()
        cost = 0.0 if self._before is None else spent - self._before
        self._before = spent
        self._at = max(self._at, now + min(cost / _SHARE, _LONGEST))
        self._clock += self._period
        return self._clock


class ByRequest:
    """As many scans as are requested, each as soon as the one before has been sent, so that none is dropped.

    The board's clock advances by one period with each scan, however long that takes: time is simulated.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = 0
        self._made = 0
        self._period = 0.0
        self._wake: Callable[[], None] = lambda: None

    def ask(self, scans: int) -> None:
        """Request so many more scans. Safe from any thread."""
        with self._lock:
            self._asked += scans
        self._wake()

    def listen(self, wake: Callable[[], None]) -> None:
        """Wake when scans are requested."""
        self._wake = wake

    def start(self, period: float, now: float) -> None:  # noqa: ARG002 - real time does not matter
        """Requests from before are scanned now."""
        self._period = period

    def due(self, *, waiting: bool) -> float:
        """At once while scans are requested and there is room."""
        return -math.inf if self._asked and not waiting else math.inf

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - real time does not matter
        """The next requested scan."""
        with self._lock:
            if waiting or not self._asked:
                return None
            self._asked -= 1
        self._made += 1
        return self._made * self._period

"""When a board scans: by its clock, as every real one does, or a scan at a time as a simulation asks for them."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Protocol


class ScanPace(Protocol):
    """Decides when a service scans. All calls but ``listen`` come from the thread that serves; times in seconds."""

    def listen(self, wake: Callable[[], None]) -> None:
        """From now on call ``wake`` when a scan has become due otherwise than by the passing of time."""

    def start(self, period: float, now: float) -> None:
        """Scan every ``period`` seconds from ``now`` on."""

    def due(self, *, waiting: bool) -> float:
        """When the next scan is due; infinity if nobody knows. ``waiting`` if the last one is still unsent."""

    def take(self, now: float, *, waiting: bool) -> float | None:
        """The time on the board's clock of the scan that is due now, which counts as made; None if none is due."""


class ByClock:
    """In real time, whether or not the host reads: of scans that find no room the latest wins."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._period = math.inf
        self._at = math.inf

    def listen(self, wake: Callable[[], None]) -> None:
        """Nothing but time makes a scan due."""

    def start(self, period: float, now: float) -> None:
        """Begin with a scan."""
        self._period, self._at = period, now

    def due(self, *, waiting: bool) -> float:  # noqa: ARG002 - the clock waits for nobody
        """One period after the last."""
        return self._at

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - the clock waits for nobody
        """The scan of this moment, if it is time."""
        if now < self._at:
            return None
        following = self._at + self._period
        # After a stall the missed scans are not caught up: they would all show the same moment.
        self._at = following if following > now else now + self._period
        return now - self._started


class ByRequest:
    """As many scans as are asked for, each as soon as the one before is on its way, so that none is dropped.

    The board's clock passes by one period with each scan, however long that takes: time is simulated.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = 0
        self._made = 0
        self._period = 0.0
        self._wake: Callable[[], None] = lambda: None

    def ask(self, scans: int) -> None:
        """Scan so many times more. Safe from any thread."""
        with self._lock:
            self._asked += scans
        self._wake()

    def listen(self, wake: Callable[[], None]) -> None:
        """Wake when scans are asked for."""
        self._wake = wake

    def start(self, period: float, now: float) -> None:  # noqa: ARG002 - real time does not matter
        """What was asked for before is scanned now."""
        self._period = period

    def due(self, *, waiting: bool) -> float:
        """At once while scans are asked for and there is room."""
        return -math.inf if self._asked and not waiting else math.inf

    def take(self, now: float, *, waiting: bool) -> float | None:  # noqa: ARG002 - real time does not matter
        """The next scan asked for."""
        with self._lock:
            if waiting or not self._asked:
                return None
            self._asked -= 1
        self._made += 1
        return self._made * self._period

"""How often something may be asked: a house has few phones, and nobody at the table needs more."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

CLAIMS_A_MINUTE = 12
"""So many times a minute one address may ask for a seat."""
MINUTE = 60.0


class Limit:
    """At most so many times in so many seconds for each who asks. Safe from any thread."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def wait(self, who: str) -> float:
        """Note that somebody asks: 0 if they may, else after how many seconds they may ask again."""
        now = self._clock()
        with self._lock:
            for each, times in tuple(self._asked.items()):
                while times and times[0] <= now - self._seconds:
                    times.popleft()
                if not times:
                    del self._asked[each]
            times = self._asked.setdefault(who, deque())
            if len(times) >= self._most:
                return times[0] + self._seconds - now
            times.append(now)
            return 0.0

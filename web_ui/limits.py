"""How often something may be asked, and how many may wait for it at once: a house has few phones, and nobody at the
table needs more."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from flask import request
from werkzeug.exceptions import TooManyRequests

CLAIMS_A_MINUTE = 12
"""So many times a minute one address may ask for a seat, as far as it was not refused."""
MINUTE = 60.0
WAIT_SECONDS: Final = 1
"""After so long somebody may ask again who waits for too much already."""


class Limit:
    """At most so many times in so many seconds for each who asks. Safe from any thread."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def take_back(self, who: str) -> None:
        """What somebody asked for last does not count."""
        with self._lock:
            times = self._asked.get(who)
            if times:
                times.pop()

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


class AtOnce:
    """At most so many at the same time, for each who asks and for all together. Safe from any thread."""

    def __init__(self, each: int, most: int) -> None:
        self._each = each
        self._most = most
        self._inside = Counter[str]()
        self._lock = threading.Lock()

    def enter(self, who: str) -> bool:
        """Take a place for somebody, to be left again; whether there was one."""
        with self._lock:
            if self._inside.total() >= self._most or self._inside[who] >= self._each:
                return False
            self._inside[who] += 1
            return True

    def leave(self, who: str) -> None:
        """Give a place back."""
        with self._lock:
            self._inside[who] -= 1
            if self._inside[who] == 0:
                del self._inside[who]

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for the address that asks now, as long as the context is open.

        :raises TooManyRequests: if there is none.
        """
        who = request.remote_addr or ""
        if not self.enter(who):
            raise TooManyRequests("too much is asked at once; wait for the answers", retry_after=WAIT_SECONDS)
        try:
            yield
        finally:
            self.leave(who)

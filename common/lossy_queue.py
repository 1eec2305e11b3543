"""A queue whose reader may fall behind: of what newer items replace, only the newest wait."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class LossyQueue(Generic[T]):
    """First in, first out, for one reader. Of the items of type ``lossy`` at most ``limit`` wait; when one more comes,
    the oldest of them is dropped. All other items are delivered.

    For sensor frames: each is the whole board, so a late reader loses nothing by skipping old ones, while reading all
    of them would make it later still.
    """

    def __init__(self, lossy: type, limit: int) -> None:
        self._lossy = lossy
        self._limit = limit
        self._items: deque[T] = deque()
        self._waiting = 0
        self._changed = threading.Condition()
        self._closed = False

    def put(self, item: T) -> None:
        """Add an item; never blocks."""
        with self._changed:
            if isinstance(item, self._lossy):
                if self._waiting >= self._limit:
                    oldest = next(at for at, waiting in enumerate(self._items) if isinstance(waiting, self._lossy))
                    del self._items[oldest]
                else:
                    self._waiting += 1
            self._items.append(item)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> T | None:
        """The next item; None if none came within ``timeout`` seconds (None: wait for ever), or the queue is closed."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._items or self._closed, timeout) or self._closed:
                return None
            item = self._items.popleft()
            if isinstance(item, self._lossy):
                self._waiting -= 1
            return item

    def drain(self) -> tuple[T, ...]:
        """Take out all items that wait."""
        with self._changed:
            items = tuple(self._items)
            self._items.clear()
            self._waiting = 0
            return items

    def close(self) -> None:
        """Drop what waits, and end the wait of a reader."""
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()

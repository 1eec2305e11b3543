"""How threads reach each other: a queue whose reader may fall behind, a value that is computed once, and a pipe that
wakes a thread in ``select``."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class LossyQueue(Generic[T]):
    """First in, first out, for one reader. Of the items of type ``lossy`` at most ``limit`` wait; when one more comes,
    every second one is dropped, the oldest first. All other items are delivered.

    For sensor frames: each is the whole board, so a late reader that skips some of them still sees all that lasted,
    while reading all of them would make it later still. The longer ago, the fewer are left.
    """

    def __init__(self, lossy: type, limit: int) -> None:
        self._lossy = lossy
        self._limit = limit
        self._items: deque[T] = deque()
        self._waiting = 0
        self._changed = threading.Condition()
        self._closed = False
        self._receive: Callable[[T], None] | None = None
        self._ended: Callable[[], None] | None = None

    def put(self, item: T) -> None:
        """Add an item; never blocks."""
        with self._changed:
            if self._receive is not None:
                self._receive(item)
                return
            if isinstance(item, self._lossy):
                if self._waiting >= self._limit:
                    self._thin_out()
                self._waiting += 1
            self._items.append(item)
            self._changed.notify()

    def _thin_out(self) -> None:
        lossy = [at for at, waiting in enumerate(self._items) if isinstance(waiting, self._lossy)]
        dropped = frozenset(lossy[::2])
        self._items = deque(item for at, item in enumerate(self._items) if at not in dropped)
        self._waiting -= len(dropped)

    def get(self, timeout: float | None = None) -> T | None:
        """The next item; None if none came within ``timeout`` seconds (None: wait for ever), or the queue is closed."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._items or self._closed, timeout) or self._closed:
                return None
            item = self._items.popleft()
            if isinstance(item, self._lossy):
                self._waiting -= 1
            return item

    def forward(self, receive: Callable[[T], None], ended: Callable[[], None]) -> None:
        """Give the items that wait to ``receive`` now, and each later one in the thread that puts it; call ``ended``
        when the queue is closed. Nothing waits here any more, so neither may block, or use this queue."""
        with self._changed:
            for item in self._items:
                receive(item)
            self._items.clear()
            self._waiting = 0
            if self._closed:
                ended()
            else:
                self._receive, self._ended = receive, ended

    def drain(self) -> tuple[T, ...]:
        """Take out all items that wait."""
        with self._changed:
            items = tuple(self._items)
            self._items.clear()
            self._waiting = 0
            return items

    def close(self) -> None:
        """Drop what waits, and end the wait of a reader. Safe to call again."""
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()
            self._receive, ended, self._ended = None, self._ended, None
            if ended is not None:
                ended()


class ComputedOnce(Generic[T]):
    """A value that is computed when a thread first asks for it; others that ask meanwhile wait for it."""

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute: Callable[[], T] | None = compute
        self._lock = threading.Lock()
        self._found: T

    def get(self) -> T:
        """The value. An error of the computation is raised, and the next call computes again."""
        with self._lock:
            if self._compute is not None:
                self._found = self._compute()
                self._compute = None
            return self._found


class Wake:
    """A pipe that ``select`` can wait on: readable from ``set`` to ``clear``. ``set`` is safe from any thread, even
    after ``close``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reader, self._writer = os.pipe()
        self._open = True
        self._set = False

    def fileno(self) -> int:
        """What to wait on."""
        return self._reader

    def set(self) -> None:
        """Wake the thread that waits, now or at its next wait."""
        with self._lock:
            if self._open and not self._set:
                self._set = True
                os.write(self._writer, b"\x01")

    def clear(self) -> None:
        """Wait again."""
        with self._lock:
            if self._set:
                self._set = False
                os.read(self._reader, 1)

    def close(self) -> None:
        """Close the pipe."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._reader)
                os.close(self._writer)

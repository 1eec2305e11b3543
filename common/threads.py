"""Connects threads: a queue whose slow reader skips items, a value that is computed once, a pipe that wakes a thread in
``select``, and a condition that wakes threads that wait for several."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class LossyQueue(Generic[T]):
    """A first-in, first-out queue for one reader. At most ``limit`` items of each type in ``lossy`` wait; when another
    one comes, every second one of that type is dropped, starting with the oldest. All other items are delivered.

    This suits sensor frames: each frame is the whole board, so a late reader that skips some still sees every lasting
    change, and reading all would make it later still. Fewer old frames are left than new ones.
    """

    def __init__(self, lossy: type | tuple[type, ...], limit: int) -> None:
        self._waiting = dict.fromkeys(lossy if isinstance(lossy, tuple) else (lossy,), 0)
        self._limit = limit
        self._items: deque[T] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._receive: Callable[[T], None] | None = None
        self._ended: Callable[[], None] | None = None

    def put(self, item: T) -> None:
        """Add an item without blocking."""
        with self._changed:
            if self._receive is not None:
                self._receive(item)
                return
            kind = self._kind(item)
            if kind is not None:
                if self._waiting[kind] >= self._limit:
                    self._thin_out(kind)
                self._waiting[kind] += 1
            self._items.append(item)
            self._changed.notify()

    def _kind(self, item: T) -> type | None:
        """Return the type of an item that may be dropped; None for any other."""
        return next((kind for kind in self._waiting if isinstance(item, kind)), None)

    def _thin_out(self, kind: type) -> None:
        lossy = [at for at, waiting in enumerate(self._items) if isinstance(waiting, kind)]
        dropped = frozenset(lossy[::2])
        self._items = deque(item for at, item in enumerate(self._items) if at not in dropped)
        self._waiting[kind] -= len(dropped)

    def get(self, timeout: float | None = None) -> T | None:
        """Return the next item, or None after ``timeout`` seconds (without one, wait for ever) or once closed."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._items or self._closed, timeout) or self._closed:
                return None
            item = self._items.popleft()
            kind = self._kind(item)
            if kind is not None:
                self._waiting[kind] -= 1
            return item

    def forward(self, receive: Callable[[T], None], ended: Callable[[], None]) -> None:
        """Give the waiting items to ``receive`` now, and each later one in the thread that puts it; call ``ended`` when
        the queue is closed. The queue stores nothing from then on, so neither callback may block or use it."""
        with self._changed:
            for item in self._items:
                receive(item)
            self._items.clear()
            self._waiting = dict.fromkeys(self._waiting, 0)
            if self._closed:
                ended()
            else:
                self._receive, self._ended = receive, ended

    def drain(self) -> tuple[T, ...]:
        """Take all waiting items."""
        with self._changed:
            items = tuple(self._items)
            self._items.clear()
            self._waiting = dict.fromkeys(self._waiting, 0)
            return items

    def close(self) -> None:
        """Drop the waiting items and release a waiting reader. Safe to call again."""
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()
            self._receive, ended, self._ended = None, self._ended, None
            if ended is not None:
                ended()


class ComputedOnce(Generic[T]):
    """A value that is computed when a thread first asks for it; other threads that ask meanwhile wait for it."""

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute: Callable[[], T] | None = compute
        self._lock = threading.Lock()
        self._found: T

    def get(self) -> T:
        """Return the value. An error of the computation is raised, and the next call computes again."""
        with self._lock:
            if self._compute is not None:
                self._found = self._compute()
                self._compute = None
            return self._found


class Wake:
    """A pipe that ``select`` can wait on: readable from ``set`` to ``clear``. ``set`` is safe from any thread, after
    ``close``, too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reader, self._writer = os.pipe()
        self._open = True
        self._set = False

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._reader

    def set(self) -> None:
        """Wake the waiting thread, or its next wait."""
        with self._lock:
            if self._open and not self._set:
                self._set = True
                os.write(self._writer, b"\x01")

    def clear(self) -> None:
        """Reset the pipe, so that the next wait blocks."""
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


# ---- News


class News(threading.Condition):
    """A condition that also calls registered functions whenever it notifies all waiting threads."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Callable[[], None]] = []

    @contextmanager
    def telling(self, wake: Callable[[], None]) -> Iterator[None]:
        """While the context is open, call ``wake`` at each `notify_all`, with the lock held; it must not block."""
        with self:
            self._told.append(wake)
        try:
            yield
        finally:
            with self:
                self._told.remove(wake)

    def notify_all(self) -> None:
        """Wake all waiting threads and call the registered functions."""
        super().notify_all()
        for wake in self._told:
            wake()

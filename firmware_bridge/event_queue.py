"""The way of a board's events from the link's thread to whoever reads them."""

from __future__ import annotations

import threading
from collections import deque

from hardware.board import BoardEvent, Frame


class EventQueue:
    """Events in order. Only the newest ``frames_kept`` frames wait: a frame is the whole board, so an older one that
    nobody has read yet tells nothing more. Presses and link changes are never dropped."""

    def __init__(self, frames_kept: int) -> None:
        self._frames_kept = frames_kept
        self._frames = 0
        self._events: deque[BoardEvent] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, event: BoardEvent) -> None:
        """Add an event; never blocks."""
        with self._changed:
            if isinstance(event, Frame):
                if self._frames >= self._frames_kept:
                    oldest = next(index for index, waiting in enumerate(self._events) if isinstance(waiting, Frame))
                    del self._events[oldest]
                else:
                    self._frames += 1
            self._events.append(event)
            self._changed.notify()

    def get(self) -> BoardEvent | None:
        """The next event, waiting for it; None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._closed)
            if self._closed:
                return None
            event = self._events.popleft()
            if isinstance(event, Frame):
                self._frames -= 1
            return event

    def close(self) -> None:
        """No more events, also for those who wait."""
        with self._changed:
            self._closed = True
            self._events.clear()
            self._changed.notify_all()

"""From the chatter of a contact to presses: one that closes opens and closes for some milliseconds before it rests."""

from __future__ import annotations

from collections import deque

SETTLE = 0.015
"""How long in s a contact has to rest before it counts; shorter than the quickest press of a finger."""


class Debounce:
    """One contact. ``changed`` may be called from another thread than ``presses``; times are in s on one clock."""

    def __init__(self, settle: float = SETTLE) -> None:
        self._settle = settle
        self._changes: deque[tuple[float, bool]] = deque()
        self._since = float("-inf")
        self._closed = False
        self._counted = False

    def changed(self, at: float, *, closed: bool) -> None:
        """The contact has closed or opened."""
        self._changes.append((at, closed))

    def presses(self, now: float, *, closed: bool) -> int:
        """How often it was pressed since the last call. ``closed`` is how it is now, in case a change went unheard."""
        found = 0
        while self._changes:
            at, becomes = self._changes.popleft()
            found += self._rested(until=at)
            self._become(at, closed=becomes)
        found += self._rested(until=now)
        self._become(now, closed=closed)
        return found

    def _become(self, at: float, *, closed: bool) -> None:
        if closed is not self._closed:
            self._since, self._closed = at, closed

    def _rested(self, until: float) -> int:
        """Take over a state that has lasted; 1 if that is a press."""
        if self._closed is self._counted or until - self._since < self._settle:
            return 0
        self._counted = self._closed
        return int(self._closed)

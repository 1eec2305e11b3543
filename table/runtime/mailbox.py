"""The inbox of the table's thread: what came in from phones, board and clock, in order."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")
F = TypeVar("F")


class Mailbox(Generic[T, F]):
    """A queue for one reader. Letters of type ``T`` are all kept; of the frames (``F``) only the newest few.

    A frame is absolute, so that a late reader misses nothing by skipping old ones, whereas reading every one of them
    would make it later still.
    """

    def __init__(self, frames: int) -> None:
        self._limit = frames
        self._letters: deque[T | F] = deque()
        self._frames: deque[F] = deque()
        self._change = threading.Condition()
        self.skipped = 0

    def put(self, letter: T) -> None:
        """Add a letter."""
        with self._change:
            self._letters.append(letter)
            self._change.notify()

    def put_frame(self, frame: F) -> None:
        """Add a frame; the oldest waiting one goes if too many wait."""
        with self._change:
            self._frames.append(frame)
            self._letters.append(frame)
            if len(self._frames) > self._limit:
                self._letters.remove(self._frames.popleft())
                self.skipped += 1
            self._change.notify()

    def take(self, timeout: float | None) -> T | F | None:
        """The next in order; None if nothing came within ``timeout`` seconds (None: wait for ever)."""
        with self._change:
            if not self._change.wait_for(lambda: self._letters, timeout):
                return None
            letter = self._letters.popleft()
            if self._frames and letter is self._frames[0]:
                self._frames.popleft()
            return letter

    def drain(self) -> tuple[T | F, ...]:
        """All that waits, at the end."""
        with self._change:
            rest = tuple(self._letters)
            self._letters.clear()
            self._frames.clear()
            return rest

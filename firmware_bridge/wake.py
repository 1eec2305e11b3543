"""Wakes a thread that waits in ``select``."""

from __future__ import annotations

import os
import threading


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

"""A process that thinks, kept from one question to the next as long as somebody asks now and then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from opponent.process import Closed, ThinkingProcess

IDLE_SECONDS: Final = 120.0
"""So long the process stays after the last question."""


class KeptProcess:
    """Started by the first question, by ``thinking``; one question at a time."""

    def __init__(self, thinking: Callable[[], ThinkingProcess]) -> None:
        self._thinking = thinking
        self._asking = threading.Lock()
        self._process: ThinkingProcess | None = None
        self._closed = False
        self._idle: threading.Timer | None = None

    @contextmanager
    def asked(self) -> Iterator[ThinkingProcess]:
        """The process, for one question; who comes meanwhile waits.

        :raises Closed: if it was closed.
        """
        with self._asking:
            if self._closed:
                raise Closed
            self._stop_waiting()
            process = self._process = self._process or self._thinking()
            try:
                yield process
            finally:
                self._wait_for_nothing()

    def close(self) -> None:
        """End the process and refuse all questions, also the one that is asked now. May be called again."""
        self._closed = True
        self._stop_waiting()
        if (process := self._process) is not None:
            process.close()

    def _stop_waiting(self) -> None:
        if self._idle is not None:
            self._idle.cancel()

    def _wait_for_nothing(self) -> None:
        """End the process if nobody asks for a while."""
        if self._closed:
            return
        self._idle = threading.Timer(IDLE_SECONDS, self._put_away)
        self._idle.daemon = True
        self._idle.start()

    def _put_away(self) -> None:
        if self._asking.acquire(blocking=False):
            try:
                process, self._process = self._process, None
                if process is not None:
                    process.close()
            finally:
                self._asking.release()

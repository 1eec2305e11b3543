"""Drives a running table: by a thread, or by calls in a program without threads.

The table itself is a generator (`TableTurns`). It takes one message after the other and never waits; its driver does.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Generic, TypeVar

from common.threads import LossyQueue

M = TypeVar("M")
T = TypeVar("T")

TableTurns = Generator[float | None, M | None, None]
"""A table at work. It yields the seconds until it has something to do without a message, or None if there is nothing.
It is sent the next message, or None if none came in that time."""


class TableDriver(ABC, Generic[M]):
    """Drives one table, from ``start`` until it has stopped."""

    @abstractmethod
    def start(self, turns: TableTurns[M], mailbox: LossyQueue[M]) -> None:
        """Begin to take messages from this mailbox."""

    @abstractmethod
    def wait_for(self, answer: Future[T]) -> T:
        """Wait for the answer to a message that is in the mailbox."""

    @abstractmethod
    def join(self) -> None:
        """Wait until the table has stopped, after it was asked to."""


class ThreadDriver(TableDriver[M]):
    """Drives a table in a new thread. Safe from any thread."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def start(self, turns: TableTurns[M], mailbox: LossyQueue[M]) -> None:
        """Begin the thread."""
        self._thread = threading.Thread(target=_run, args=(turns, mailbox.get), name="table", daemon=True)
        self._thread.start()

    def wait_for(self, answer: Future[T]) -> T:
        """Wait for the answer; blocks until it is there."""
        return answer.result()

    def join(self) -> None:
        """Block until the thread has ended.

        :raises RuntimeError: if it was never started.
        """
        if self._thread is None:
            raise RuntimeError("the table was not started")
        self._thread.join()


def _run(turns: TableTurns[M], get: Callable[[float | None], M | None]) -> None:
    try:
        patience = next(turns)
        while True:
            patience = turns.send(get(patience))
    except StopIteration:
        pass


class PumpedDriver(TableDriver[M]):
    """Drives a table in the thread that calls `pump`, which has to be called often. It is for a program without
    threads: nothing here blocks, and all calls come from one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turns: TableTurns[M] | None = None
        self._mailbox: LossyQueue[M] | None = None
        self._due: float | None = None

    def start(self, turns: TableTurns[M], mailbox: LossyQueue[M]) -> None:
        """Give the table its first turn."""
        self._turns, self._mailbox = turns, mailbox
        self._take(lambda: next(turns))

    def pump(self) -> None:
        """Let the table handle all waiting messages and everything that is due. Does nothing once it has stopped."""
        while self._turns is not None and self._mailbox is not None:
            message, turns = self._mailbox.get(0.0), self._turns
            if message is None and (self._due is None or self._clock() < self._due):
                return
            self._take(lambda: turns.send(message))  # noqa: B023 - called before the next round

    def wait_for(self, answer: Future[T]) -> T:
        """Return the answer, after the table has handled all messages before it.

        :raises RuntimeError: if there is no answer, so that a thread would wait for ever.
        """
        self.pump()
        if not answer.done():
            raise RuntimeError("the table does not answer")
        return answer.result()

    def join(self) -> None:
        """Give the table its last turns.

        :raises RuntimeError: if it does not stop.
        """
        self.pump()
        if self._turns is not None:
            raise RuntimeError("the table does not stop")

    def _take(self, turn: Callable[[], float | None]) -> None:
        """Give the table a turn, and note when the next one is due."""
        try:
            patience = turn()
        except BaseException as error:
            self._turns = None
            if not isinstance(error, StopIteration):
                raise
            return
        self._due = None if patience is None else self._clock() + patience

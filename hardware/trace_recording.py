"""Recording a trace during a game, without ever waiting for a disk."""

from __future__ import annotations

import logging
import queue
import threading
import time
from pathlib import Path

from hardware.trace import TraceHead, TraceItem, TraceWriter

_log = logging.getLogger(__name__)

MOST_WAITING = 10_000
"""A disk may be this many items behind: some three minutes of frames."""
FLUSH_SECONDS = 2.0
"""The most that a power cut may cost of a recording."""
FINISH_SECONDS = 5.0
"""How long `TraceRecording.close` waits for the disk."""


class TraceRecording:
    """A trace that a thread of its own writes. If the file can no longer be written, that is logged once and the
    recording ends; the game goes on.

    :raises OSError: if the file cannot be created.
    """

    def __init__(self, path: Path, head: TraceHead) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[TraceItem | None] = queue.SimpleQueue()
        self._writer = TraceWriter(path, head)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether the recording has ended."""
        return self._over.is_set()

    def put(self, item: TraceItem) -> None:
        """Record this next. Returns at once, and raises nothing."""
        if self._over.is_set():
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self._give_up("the disk is too slow")
            return
        self._waiting.put(item)

    def close(self) -> None:
        """Write what waits and finish the file. Safe to call again."""
        self._waiting.put(None)
        self._thread.join(FINISH_SECONDS)

    def _run(self) -> None:
        try:
            with self._writer:
                self._write()
        except OSError as error:
            self._give_up(error.strerror or str(error))
        finally:
            self._over.set()

    def _write(self) -> None:
        flushed = time.monotonic()
        while (item := self._waiting.get()) is not None and not self._over.is_set():
            self._writer.write(item)
            now = time.monotonic()
            if now - flushed >= FLUSH_SECONDS:
                flushed = now
                self._writer.flush()

    def _give_up(self, why: str) -> None:
        if not self._over.is_set():
            self._over.set()
            _log.error("%s: the recording ends here, the game goes on: %s", self._path, why)

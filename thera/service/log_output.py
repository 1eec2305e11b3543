"""The log of a long-running program: lines on the error output, with a limit on similar lines so that they cannot fill
a disk."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from thera.service.systemd_interface import JournalFormatter, goes_to_journal

MOST_A_MINUTE: Final = 20
"""The most lines of one kind in a period; a hostile board, broker or phone could cause hundreds a second."""
MINUTE: Final = 60.0
"""The period in seconds."""


class LimitedLines(logging.Handler):
    """Passes lines on to another handler, with a limit for each kind (a text of the program, whatever its values) a
    minute. The last line before the limit says that others are left out; the first one after the minute says how many
    were."""

    def __init__(self, to: logging.Handler, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._to = to
        self._now = now
        self._counting = threading.Lock()
        self._began: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Pass a line on, or count it."""
        kind = f"{record.name} {record.msg}" if record.args else record.name
        with self._counting:
            now = self._now()
            left_out = 0
            if now - self._began.get(kind, -MINUTE) >= MINUTE:
                left_out = max(0, self._counts.get(kind, 0) - MOST_A_MINUTE)
                self._began[kind], self._counts[kind] = now, 0
            self._counts[kind] = count = self._counts[kind] + 1
        if left_out:
            self._to.handle(_like(record, f"{left_out} more lines like the next one were left out"))
        if count <= MOST_A_MINUTE:
            self._to.handle(record)
        if count == MOST_A_MINUTE:
            self._to.handle(_like(record, "further lines like the one before are left out for a minute"))


def _like(record: logging.LogRecord, words: str) -> logging.LogRecord:
    """A line of the same level and origin that says something else."""
    return logging.LogRecord(record.name, record.levelno, record.pathname, record.lineno, words, None, None)


def log_to_errors(level: str) -> None:
    """Write the log from this level on to the error output. In the journal of a service each line has its priority."""
    handler = logging.StreamHandler()
    if goes_to_journal(sys.stderr):
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("thera: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[LimitedLines(handler)])

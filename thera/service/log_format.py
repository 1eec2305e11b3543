"""The priority of a log line, as systemd's journal reads it (sd-daemon(3))."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TextIO

_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


def goes_to_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is connected to the journal: ``JOURNAL_STREAM`` has the device and inode of that socket."""
    journal = environment.get("JOURNAL_STREAM")
    if not journal:
        return False
    found = os.fstat(stream.fileno())
    return journal == f"{found.st_dev}:{found.st_ino}"


class JournalFormatter(logging.Formatter):
    """Puts the priority before each line of a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines for the journal."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), _DEBUG)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())

"""How a line of the log says to systemd's journal how grave it is (sd-daemon(3))."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TextIO

_GRAVITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


def goes_to_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether what is written there goes to the journal, as ``JOURNAL_STREAM`` tells by the device and the number of
    its socket."""
    told = environment.get("JOURNAL_STREAM")
    if not told:
        return False
    found = os.fstat(stream.fileno())
    return told == f"{found.st_dev}:{found.st_ino}"


class JournalFormatter(logging.Formatter):
    """Lines with their gravity in front. Each line of a text with several gets it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines for the journal."""
        gravity = next((number for level, number in _GRAVITIES if record.levelno >= level), _DEBUG)
        return "\n".join(f"<{gravity}>{line}" for line in super().format(record).splitlines())

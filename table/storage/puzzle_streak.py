"""On how many days in a row the puzzle of the day was solved at a table: a file of its own, which is never larger than
a line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from table.storage.backup_file import STREAK

_DAY: Final = timedelta(days=1)

log = logging.getLogger(__name__)


class PuzzleStreak(Struct, frozen=True, forbid_unknown_fields=True):
    """The last day on which the puzzle was solved, how many days in a row that were by then, and the most so far."""

    last: date | None = None
    days: int = 0
    longest: int = 0

    def solved(self, day: date) -> PuzzleStreak:
        """The streak once the puzzle of a day is solved. A clock that was put back by a day changes nothing, as at a
        time zone's edge; one that was put back further was wrong before."""
        if self.last is not None and self.last - _DAY <= day <= self.last:
            return self
        days = self.days + 1 if self.last is not None and day == self.last + _DAY else 1
        return PuzzleStreak(day, days, max(days, self.longest))

    def days_on(self, day: date) -> int:
        """How many days in a row count on a day: none if the day before was left out."""
        return self.days if self.last is not None and self.last - _DAY <= day <= self.last + _DAY else 0


class PuzzleStreakStore:
    """The streak in the data folder. One that cannot be read begins anew."""

    def __init__(self, folder: Path, write: Callable[[Path, str], None]) -> None:
        """``write`` writes a text to a file whole or not at all, and raises OSError."""
        self._path = folder / STREAK
        self._write = write

    def load(self) -> PuzzleStreak:
        """The streak that is stored."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=PuzzleStreak)
        except FileNotFoundError:
            return PuzzleStreak()
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("%s: the days with a solved puzzle begin anew: %s", self._path, error)
            return PuzzleStreak()

    def save(self, streak: PuzzleStreak) -> None:
        """Store the streak.

        :raises OSError: if it cannot be written.
        """
        self._write(self._path, msgspec.json.encode(streak).decode() + "\n")

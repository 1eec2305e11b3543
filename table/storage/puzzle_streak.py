"""The streak of a table: the number of days in a row with a solved puzzle of the day, in a file of one line."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from common.json_reader import JsonReader
from table.storage.backup_file import STREAK

_DAY: Final = timedelta(days=1)

log = logging.getLogger(__name__)


class PuzzleStreak(Struct, frozen=True, forbid_unknown_fields=True):
    """The last day on which the puzzle was solved, the days in a row by then, and the most so far."""

    last: date | None = None
    days: int = 0
    longest: int = 0

    def solved(self, day: date) -> PuzzleStreak:
        """Return the streak once the puzzle of a day is solved. A clock that was put back by a day changes nothing, as
        at a time zone's edge; one that was put back further was wrong before."""
        if self.last is not None and self.last - _DAY <= day <= self.last:
            return self
        days = self.days + 1 if self.last is not None and day == self.last + _DAY else 1
        return PuzzleStreak(day, days, max(days, self.longest))

    def days_on(self, day: date) -> int:
        """Return the days in a row that count on a day: none if the day before was left out."""
        return self.days if self.last is not None and self.last - _DAY <= day <= self.last + _DAY else 0


_READER: Final = JsonReader(PuzzleStreak)


class PuzzleStreakStore:
    """The streak in the data folder. One that cannot be read starts over."""

    def __init__(self, folder: Path, write: Callable[[Path, str], None]) -> None:
        """``write`` writes a text to a file whole or not at all, and raises OSError."""
        self._path = folder / STREAK
        self._write = write

    def load(self) -> PuzzleStreak:
        """The stored streak."""
        try:
            return _READER.decode(self._path.read_bytes())
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

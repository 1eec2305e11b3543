"""However much goes wrong, the log stays readable, and does not fill a disk."""

from __future__ import annotations

import logging
from io import StringIO

from thera.service.log_output import MINUTE, MOST_A_MINUTE, LimitedLines


class WrittenLog:
    """A log of its own, whose clock the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self._told = StringIO()
        self.log = logging.Logger("board")
        self.log.addHandler(LimitedLines(logging.StreamHandler(self._told), lambda: self.now))

    def lines(self) -> list[str]:
        """What was written since the last time."""
        told = self._told.getvalue().splitlines()
        self._told.seek(0)
        self._told.truncate()
        return told


def test_thousands_of_lines_that_a_board_causes_are_twenty_a_minute_and_their_number_is_said() -> None:
    written = WrittenLog()
    for number in range(5_000):
        written.log.warning("the calibration of the board %s cannot be used", number)
    lines = written.lines()
    assert len(lines) == MOST_A_MINUTE + 1
    assert lines[0] == "the calibration of the board 0 cannot be used"
    assert lines[-1] == "further lines like the one before are left out for a minute"
    written.now += MINUTE
    written.log.warning("the calibration of the board %s cannot be used", "last")
    assert written.lines() == [
        f"{5_000 - MOST_A_MINUTE} more lines like the next one were left out",
        "the calibration of the board last cannot be used",
    ]


def test_lines_of_another_kind_are_not_lost_among_them() -> None:
    written = WrittenLog()
    for number in range(100):
        written.log.warning("the calibration of the board %s cannot be used", number)
    written.lines()
    written.log.error("the disk is full: %s", "no space left")
    assert written.lines() == ["the disk is full: no space left"]


def test_a_table_that_is_long_in_use_loses_none_of_its_few_lines() -> None:
    written = WrittenLog()
    for hour in range(48):
        written.now = 3600.0 * hour
        for number in range(MOST_A_MINUTE - 1):
            written.log.warning("said %s", number)
    assert len(written.lines()) == 48 * (MOST_A_MINUTE - 1)

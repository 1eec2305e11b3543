"""Why an entry cannot follow in the log of a match."""

from __future__ import annotations

from enum import StrEnum


class Bar(StrEnum):
    """Why an entry cannot follow."""

    NOT_OPEN = "not_open"
    UNKNOWN_TABLE = "unknown_table"
    NOT_YOURS = "not_yours"
    SEAT_TAKEN = "seat_taken"
    SETUP = "setup"
    NEEDS_JUDGE = "needs_judge"
    NO_GAME = "no_game"
    GAME_GOES_ON = "game_goes_on"
    ILLEGAL = "illegal"
    CORRECTION = "correction"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    TOO_LONG = "too_long"
    OUTDATED = "outdated"
    REPEATED = "repeated"


class BarredError(Exception):
    """An entry that cannot follow: which bar it met, and a plain line that says what is allowed."""

    def __init__(self, bar: Bar, message: str) -> None:
        super().__init__(message)
        self.bar = bar

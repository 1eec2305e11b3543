"""The errors of the engine, and how they quote long input briefly. Each is a ValueError: the rules forbid the input."""

from __future__ import annotations

from engine.reasons import Reason


class SantoriniError(ValueError):
    """Base of the engine's errors. It carries the reason if the page has words for it."""

    reason: Reason | None = None


class IllegalAction(SantoriniError):
    """An action that the rules do not allow here. It carries the reason; the message names action and position."""

    reason: Reason

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Reason]]:
        return type(self), (str(self), self.reason)


class UndoBarred(SantoriniError):
    """There is nothing to undo, or the last action revealed something (a secret, or the next card of a deck)."""

    reason: Reason

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[UndoBarred], tuple[Reason]]:
        return type(self), (self.reason,)


class InvalidSetup(SantoriniError):
    """Players, powers or profile that cannot form a game, such as an unknown power or three players without powers."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[InvalidSetup], tuple[str, Reason | None]]:
        return type(self), (str(self), self.reason)


class NotationError(SantoriniError):
    """A position, action or turn text that cannot be read; the message quotes it and says what is allowed.

    For a line of notation the reason has the same facts: ``given`` is the wrong text, shortened, ``at`` the part of the
    line, and ``allowed`` the texts that may be there, as in the line.
    """

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, Reason | None]]:
        return type(self), (str(self), self.reason)


class TooManyTurns(SantoriniError):
    """A position with too many turns to list within the allowed work; the message gives the limit."""


class DraftError(SantoriniError):
    """A choice that the draft does not allow now; it carries the reason."""

    reason: Reason

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[DraftError], tuple[Reason]]:
        return type(self), (self.reason,)


LONGEST_QUOTED = 200
"""The most characters that are quoted; usual positions are shorter."""


LONGEST_PART = 40
"""The most characters of a part of a line that a sentence on a phone repeats."""


def quoted(value: object) -> str:
    """Return a value as Python writes it; a long one as its beginning and ``...``."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTED:
        return f"{value[:LONGEST_QUOTED]!r}..."
    written = repr(value)
    return written if len(written) <= 2 * LONGEST_QUOTED else f"{written[:LONGEST_QUOTED]}..."


def cut_short(text: str) -> str:
    """Return a part of a line for a reason; a long one as its beginning and ``...``."""
    return text if len(text) <= LONGEST_PART else f"{text[:LONGEST_PART]}..."

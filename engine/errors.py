"""The errors of the engine, and how they quote what was given without repeating all of it. Each is also a ValueError:
the caller gave something that the rules do not allow."""

from __future__ import annotations

from engine.reasons import Reason


class SantoriniError(ValueError):
    """Base of the engine's errors. Carries the reason where the page has words for it."""

    reason: Reason | None = None


class IllegalAction(SantoriniError):
    """An action that the rules do not allow here. Carries the reason; the message names action and position."""

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
    """Players, powers or profile that cannot form a game. Example: an unknown power, three players without powers."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[InvalidSetup], tuple[str, Reason | None]]:
        return type(self), (str(self), self.reason)


class NotationError(SantoriniError):
    """A position, action or turn text that cannot be read; the message quotes it and says what is allowed.

    Where it is a line of notation, the reason names the same: ``given`` is what is wrong, cut short, ``at`` the part of
    the line in which it stands, and ``allowed`` what may stand there, written as in the line.
    """

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, Reason | None]]:
        return type(self), (str(self), self.reason)


class TooManyTurns(SantoriniError):
    """A position whose turns cannot be listed with the work that is allowed for it; the message says how much that
    is."""


class DraftError(SantoriniError):
    """A choice that the draft does not allow now; carries the reason."""

    reason: Reason

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[DraftError], tuple[Reason]]:
        return type(self), (self.reason,)


LONGEST_QUOTED = 200
"""The characters that are quoted: more than any usual position has."""


LONGEST_PART = 40
"""The characters that a sentence on a phone repeats of a part of a line."""


def quoted(value: object) -> str:
    """A value as Python writes it; the beginning of it and ``...`` if it is long."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTED:
        return f"{value[:LONGEST_QUOTED]!r}..."
    written = repr(value)
    return written if len(written) <= 2 * LONGEST_QUOTED else f"{written[:LONGEST_QUOTED]}..."


def cut_short(text: str) -> str:
    """A part of a line as a reason repeats it: the beginning of it and ``...`` if it is long."""
    return text if len(text) <= LONGEST_PART else f"{text[:LONGEST_PART]}..."

"""The errors of the engine. Each is also a ValueError: the caller gave something that the rules do not allow."""

from __future__ import annotations

from engine.reasons import Reason


class SantoriniError(ValueError):
    """Base of the engine's errors."""


class IllegalAction(SantoriniError):
    """An action that the rules do not allow here. Carries the reason; the message names action and position."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Reason]]:
        return type(self), (str(self), self.reason)


class UndoBarred(SantoriniError):
    """There is nothing to undo, or the last action revealed something (a secret, or the next card of a deck)."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[UndoBarred], tuple[Reason]]:
        return type(self), (self.reason,)


class InvalidSetup(SantoriniError):
    """Players, powers or profile that cannot form a game. Example: an unknown power, three players without powers.
    Carries the reason where the page has words for it."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[InvalidSetup], tuple[str, Reason | None]]:
        return type(self), (str(self), self.reason)


class NotationError(SantoriniError):
    """A position, action or turn text that cannot be read; the message quotes it and says what is allowed."""


class TooManyTurns(SantoriniError):
    """A position whose turns cannot be listed with the work that is allowed for it; the message says how much that
    is."""


class DraftError(SantoriniError):
    """A choice that the draft does not allow now; carries the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[DraftError], tuple[Reason]]:
        return type(self), (self.reason,)

"""A message that each phone words in its own language, and how text is shortened before a message quotes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A key with named arguments, which a phone puts into words."""

    key: str
    args: tuple[tuple[str, str], ...] = ()


# ---- Shortening


LONGEST_LINE = 600
"""The most characters of a message that a terminal shows."""


def shortened(text: str, longest: int = LONGEST_LINE) -> str:
    """Return the text, or its beginning and ``...`` if it has more than ``longest`` characters."""
    return text if len(text) <= longest else f"{text[:longest]}..."

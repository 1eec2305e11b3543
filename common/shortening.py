"""Shortens text from elsewhere before it is quoted in a message."""

from __future__ import annotations

LONGEST_LINE = 600
"""The characters of a message that a terminal shows."""


def shortened(text: str, longest: int = LONGEST_LINE) -> str:
    """The text, or its beginning and ``...`` if it has more than ``longest`` characters."""
    return text if len(text) <= longest else f"{text[:longest]}..."

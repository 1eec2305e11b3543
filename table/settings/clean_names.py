"""A name as it may be shown: of a player, or of a table."""

from __future__ import annotations

NAME_LENGTH = 24


def clean_name(text: str) -> str | None:
    """A player's name with its white space put in order; None if nothing to show is left or it is too long."""
    name = " ".join(text.split())
    return name if name and len(name) <= NAME_LENGTH and name.isprintable() else None

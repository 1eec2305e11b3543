"""Names of players and tables as they may be shown."""

from __future__ import annotations

NAME_LENGTH = 24


def clean_name(text: str) -> str | None:
    """A name with single spaces; None if it is empty, too long or not printable."""
    name = " ".join(text.split())
    return name if name and len(name) <= NAME_LENGTH and name.isprintable() else None

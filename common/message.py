"""A sentence that is not in words yet: each phone puts it into its own language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A key with named arguments, for a phone to put into words."""

    key: str
    args: tuple[tuple[str, str], ...] = ()

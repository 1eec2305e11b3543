"""What the people at a table set once for all its games."""

from __future__ import annotations

import re
from dataclasses import dataclass

NAME_LENGTH = 24
LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"


def clean_name(text: str) -> str | None:
    """A name with single spaces; None if it is empty, too long or not printable."""
    name = " ".join(text.split())
    return name if name and len(name) <= NAME_LENGTH and name.isprintable() else None


def player_name(text: str) -> str | None:
    """What a player gives as a name (empty: none), with single spaces; None if it is too long or not printable."""
    return clean_name(text) if text.strip() else ""


DIMMEST, BRIGHTEST = 10, 100


def is_language(text: str) -> bool:
    """Whether this is a code of a language, as in HTML."""
    return re.fullmatch(LANGUAGE, text) is not None


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table's ``name`` (empty: none), the ``language`` of phones that ask for none themselves (as in HTML; None:
    English), how bright its lights are in percent, and whether its owner was ``greeted``: has seen, or skipped, what
    there is to set up.

    :raises ValueError: if a name is longer than one line of a phone, a language is no code of one, or the brightness
        is out of its range.
    """

    name: str = ""
    language: str | None = None
    brightness: int = BRIGHTEST
    greeted: bool = False

    def __post_init__(self) -> None:
        if self.name and clean_name(self.name) != self.name:
            raise ValueError("the table's name has at most 24 printable characters and no white space around it")
        if self.language is not None and not is_language(self.language):
            raise ValueError(f"{self.language!r} is no code of a language")
        if not DIMMEST <= self.brightness <= BRIGHTEST:
            raise ValueError(f"the brightness is {DIMMEST} to {BRIGHTEST} percent")

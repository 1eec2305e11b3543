"""Names of players and tables: what is kept of what somebody typed, so that a name can be shown wherever a name is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

NAME_LENGTH: Final = 24
"""The most code points of a name."""

MOST_MARKS: Final = 3
"""The most marks over and under a letter: as many as languages use, and so few that they stay within a line."""

JOINERS: Final = frozenset("\u200c\u200d")
BLACK_FLAG: Final = "\U0001f3f4"
_TAGS: Final = range(0xE0020, 0xE0080)
"""The characters after a black flag that make it the flag of a region."""

_UNSEEN: Final = frozenset({"Cf", "Mn", "Me"})
_MARKS: Final = frozenset({"Mn", "Me"})
_NEVER_SHOWN: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


def clean_name(text: str) -> str | None:
    """Return a name with single spaces; None if nothing of it is seen, it is too long, or some of it cannot be shown.

    What is not seen itself is left out, unless it joins emoji or letters: with what changes the direction of writing, a
    name could turn around the words beside it. So are more marks on a letter than its line has room for.
    """
    name = " ".join("".join(_kept(" ".join(unicodedata.normalize("NFC", text).split()))).split())
    categories = {unicodedata.category(letter) for letter in name}
    if categories <= _UNSEEN or categories & _NEVER_SHOWN or len(name) > NAME_LENGTH:
        return None
    return name


def player_name(text: str) -> str | None:
    """Return a player's name, which may be empty; None if `clean_name` finds none in it."""
    return clean_name(text) if text.strip() else ""


def _kept(text: str) -> Iterator[str]:
    marks, flag = 0, False
    for before, letter, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in _MARKS else 0
        flag = letter == BLACK_FLAG or (flag and ord(letter) in _TAGS)
        if category == "Cf":
            kept = flag or (letter in JOINERS and _is_joined(before) and _is_joined(after))
        else:
            kept = marks <= MOST_MARKS
        if kept:
            yield letter


def _is_joined(letter: str) -> bool:
    """Whether a joiner beside this character changes what is seen."""
    return not letter.isascii() and unicodedata.category(letter) != "Cf"

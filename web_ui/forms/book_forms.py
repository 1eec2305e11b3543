"""The judge's book in JSON: the sections of the rulings, and which of them explains a reason.

The sections are those of ``docs/rulings``; ``make rulings`` writes them to ``web_ui/rulings.json`` and what they say to
the part ``rulings`` of the English texts.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, json

from engine.casting.paragraphs import REASONS
from web_ui.forms.basic_forms import AnswerForm, KnownPower

_FILE = Path(__file__).parent.parent / "rulings.json"


class BlockForm(AnswerForm, frozen=True):
    """A piece of a section: a paragraph, an item, or the cells of a row, with the powers that it names. ``texts`` are
    keys of the part ``rulings`` of the texts. In these, a number in braces leads to another section, and a letter in
    brackets says what the ruling rests on."""

    kind: Literal["text", "item", "step", "head", "row"]
    texts: tuple[str, ...]
    powers: tuple[KnownPower, ...]


class SectionForm(AnswerForm, frozen=True):
    """A section by the number that the code cites; ``title`` is a key as ``texts`` are, and an open question has the
    names of its switches."""

    number: str
    title: str
    page: Literal["general", "powers", "questions"]
    switches: tuple[str, ...]
    blocks: tuple[BlockForm, ...]


class BookForm(AnswerForm, frozen=True):
    """The book. ``reasons`` has the section that explains each reason, by its key or by what that begins with before
    the dot."""

    sections: tuple[SectionForm, ...]
    reasons: dict[str, str]


class _Book(Struct, frozen=True):
    sections: tuple[SectionForm, ...]


def book_form() -> BookForm:
    """The whole book."""
    return BookForm(sections(), dict(REASONS))


@cache
def sections() -> tuple[SectionForm, ...]:
    """The sections in the order of the book."""
    return json.decode(_FILE.read_bytes(), type=_Book).sections

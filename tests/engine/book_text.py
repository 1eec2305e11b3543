"""The judge's book as phones have it: the sections of the rulings pages in blocks, in ``web_ui/rulings.json``, and what
they say in the part ``rulings`` of the English texts.

The key of a text is its section and a digest of the text: who changes a ruling changes its key, and no translation of
what was there before is taken for one of what is there now."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.casting.catalogue import CARDS
from tests.engine.rulings_pages import GENERAL, OPEN_QUESTIONS, POWERS, expected_facts, switches
from tests.house import ROOT
from web_ui.languages import catalogue

BOOK = ROOT / "web_ui" / "rulings.json"
TEXTS = ROOT / "web_ui" / "translations" / "en" / "rulings.json"
PAGES = {"general": GENERAL, "powers": POWERS, "questions": OPEN_QUESTIONS}

LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list or a row of a table, with its texts."""

    kind: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section of a page."""

    number: str
    title: str
    page: str
    blocks: tuple[Block, ...]


@cache
def english_names() -> Mapping[str, str]:
    """The powers by their names in the rulings."""
    return {catalogue("en")[f"power.{card.power}.name"]: str(card.power) for card in CARDS}


@cache
def _named() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(map(re.escape, english_names()))})\b")


def powers_in(text: str) -> list[str]:
    """The powers that a text names."""
    return list(dict.fromkeys(english_names()[name] for name in _named().findall(text)))


def bodies(page: Path) -> Iterator[tuple[str, str, str]]:
    """Number, title and body of each section of a page; the line of facts is left out."""
    for part in re.split(r"^(?=## )", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        number, _, title = heading.removeprefix("## ").partition(" ")
        facts = expected_facts().get(number)
        yield number, title, body.replace(facts, "", 1) if facts else body


def paragraph_numbers() -> set[str]:
    """The numbers of all sections."""
    return {number for page in PAGES.values() for number, _, _ in bodies(page)}


def plain(text: str) -> str:
    """A text in one line; a link to a section becomes that section's number in braces."""

    def number(found: re.Match[str]) -> str:
        target = re.search(r"#(open-\d\d|g\d+|\d+)-", found[2])
        if target is None:
            return found[1]
        return f"{{{target[1].upper()}}}"

    return LINK.sub(number, " ".join(text.split()))


def blocks(body: str) -> Iterator[Block]:
    """What a section is made of: paragraphs, items of lists, rows of tables."""
    for part in re.split(r"\n\s*\n", body.strip("\n")):
        if part.startswith("|"):
            yield from _rows(part)
            continue
        for piece in re.split(r"^(?=- |\d+\. )", part, flags=re.MULTILINE):
            if piece.strip():
                kind = "item" if piece.startswith("- ") else "step" if re.match(r"\d+\. ", piece) else "text"
                yield Block(kind, (plain(re.sub(r"^(- |\d+\. )", "", piece)),))


def _rows(table: str) -> Iterator[Block]:
    for count, line in enumerate(table.splitlines()):
        if count != 1:  # the line between the head and the rest
            cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
            yield Block("row" if count else "head", tuple(map(plain, cells)))


@cache
def sections() -> tuple[Section, ...]:
    """All sections in the order of the book."""
    return tuple(
        Section(number, title, page, tuple(blocks(body)))
        for page, path in PAGES.items()
        for number, title, body in bodies(path)
        if number != "G12"
    )


def key(number: str, text: str) -> str:
    """The key of a text of this section."""
    return f"{number}.{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def written_book() -> str:
    """The book as it stands in its file; a question has its switches."""
    names = switches()
    found = [
        {
            "number": section.number,
            "title": key(section.number, section.title),
            "page": section.page,
            "switches": names.get(section.number, []),
            "blocks": [
                {
                    "kind": block.kind,
                    "texts": [key(section.number, text) for text in block.texts],
                    "powers": powers_in(" ".join(block.texts)),
                }
                for block in section.blocks
            ],
        }
        for section in sections()
    ]
    return json.dumps({"sections": found}, ensure_ascii=False, indent=1) + "\n"


def written_texts() -> str:
    """What the book says in English, as it stands in its file."""
    found: dict[str, str] = {}
    for section in sections():
        for text in (section.title, *(text for block in section.blocks for text in block.texts)):
            assert found.setdefault(key(section.number, text), text) == text, "two texts with one digest"
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"

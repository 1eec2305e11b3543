"""The page of the pairs: what is to be known of two powers, from the rulings, the texts of cards, and the bans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from engine.casting.catalogue import BANNED_PAIRS, CARDS, IMPOSSIBLE_PAIRS, Card
from tests.engine.book_text import bodies, powers_in
from tests.engine.rulings_pages import FOLDER, POWERS
from web_ui.forms.reference_forms import rulings_of
from web_ui.languages import catalogue

PAIRS = FOLDER / "pairs.md"
WIDTH = 120

HEAD = """\
# Two powers

What is to be known of two powers that meet, for each two of whom there is something to say. `make rulings` writes this
page from the [rulings on the powers](powers.md), the texts that phones show, and the bans in
`engine/casting/catalogue.py`; the number behind a line is that of the ruling it stands in. Of two powers that are not
here nothing special is known: each does what it does by itself.
"""


def name(power: str) -> str:
    """A power's name in English."""
    return catalogue("en")[f"power.{power}.name"]


def items() -> dict[str, list[str]]:
    """The paragraphs and items of each power's rulings, as they stand there."""
    found = {}
    for number, _, body in bodies(POWERS):
        parts = re.split(r"\n\s*\n|^(?=- )", body.strip("\n"), flags=re.MULTILINE)
        found[number] = [" ".join(part.removeprefix("- ").split()) for part in parts if part.strip()]
    return found


def about(one: Card, other: Card, rulings: dict[str, list[str]]) -> Iterator[str]:
    """The lines about two powers, each with its source."""
    pair = frozenset({one.power, other.power})
    if pair in IMPOSSIBLE_PAIRS:
        yield "Refused: the two texts cannot be carried out together. (rulings G7)"
    elif pair in BANNED_PAIRS:
        later = max(one, other, key=lambda card: card.number)
        yield (
            f"Banned against each other: printed with {name(later.power)}, without a reason. The table warns, refuses"
            " or says nothing, as the host chooses. (rulings G7)"
        )
    texts = catalogue("en", "powers")
    for message in rulings_of(one.power, [other.power])[len(rulings_of(one.power)) :]:
        said = texts[message.key]
        for argument, value in message.args:
            said = said.replace("{" + argument + "}", name(value))
        yield said
    for here, there in ((one, other), (other, one)):
        for item in rulings[str(here.number)]:
            if there.power in powers_in(item):
                yield f"{name(here.power)}: {item} (rulings {here.number})"


def filled(line: str) -> str:
    """An item of a list in lines of the house's width; nothing breaks within a link's address."""
    lines, now = [], "-"
    for word in line.split():
        if len(now) + 1 + len(word) > WIDTH:
            lines.append(now)
            now = "  " + word
        else:
            now += " " + word
    return "\n".join([*lines, now])


def pairs() -> Iterator[tuple[Card, Card, list[str]]]:
    """Each two powers of whom there is something to say."""
    rulings = items()
    for one, other in combinations(CARDS, 2):
        lines = list(dict.fromkeys(about(one, other, rulings)))
        if lines:
            yield one, other, lines


def pairs_page() -> str:
    """The page."""
    parts = [HEAD]
    for one, other, lines in pairs():
        parts.append(f"## {name(one.power)} and {name(other.power)}\n\n" + "\n".join(map(filled, lines)) + "\n")
    return "\n".join(parts)

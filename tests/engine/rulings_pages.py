"""The rulings pages in ``docs/``: their sections, and the lines in them that the code determines.

``python -m tests.engine.rulings_pages`` (``make rulings``) writes these lines again. The rest of the pages is prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path

from engine.casting.catalogue import BANNED_PAIRS, CARDS, REVISED, Card, PowerSet, Timing
from engine.setup import Rulings
from tests.house import ROOT

FOLDER = ROOT / "docs" / "rulings"
GENERAL = FOLDER / "general.md"
POWERS = FOLDER / "powers.md"
OPEN_QUESTIONS = FOLDER / "open_questions.md"


SWITCH = re.compile(r'^    (\w+): [^=\n]+ = [^\n]+\n    """(\d\d): ', re.MULTILINE)

SETS = {
    PowerSet.SIMPLE: "Simple god",
    PowerSet.ADVANCED: "Advanced god",
    PowerSet.GOLDEN_FLEECE: "Golden Fleece god",
    PowerSet.HERO: "Hero",
}
TIMINGS = {
    Timing.SETUP: "setup",
    Timing.YOUR_TURN_START: "start of your turn",
    Timing.YOUR_TURN: "your turn",
    Timing.YOUR_MOVE: "your move",
    Timing.YOUR_BUILD: "your build",
    Timing.YOUR_TURN_END: "end of your turn",
    Timing.ANY_MOVE: "any move",
    Timing.ANY_BUILD: "any build",
    Timing.ANY_TIME: "any time",
    Timing.OPPONENT_TURN_START: "start of opponent's turn",
    Timing.OPPONENT_TURN: "opponent's turn",
    Timing.WIN_CONDITION: "win condition",
    Timing.LOSE_CONDITION: "lose condition",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the pages that a citation can lead to, and the line that the code determines, if there is one."""

    number: str
    title: str
    facts: str


def sections(page: Path) -> dict[str, Section]:
    """The sections of a page by their numbers: ``G5``, ``26`` or ``OPEN-21``."""
    found = {}
    for part in re.split(r"^(?=## )", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, facts = [*part.split("\n"), "", ""][:3:2]
        number, _, title = heading.removeprefix("## ").partition(" ")
        assert number not in found, f"{page}: {number} occurs twice"
        found[number] = Section(number, title, facts)
    return found


def card_facts(card: Card) -> str:
    """The line with what is printed on a card beside its text."""
    banned = sorted(other.capitalize() for pair in BANNED_PAIRS if card.power in pair for other in pair - {card.power})
    players = ", ".join(map(str, card.players))
    facts = [
        SETS[card.group],
        f"{players} players",
        f"acts: {', '.join(TIMINGS[timing] for timing in card.timing)}",
        *(["may lie beside the Ram"] if card.fleece else []),
        *(["has a revised wording"] if card.power in REVISED else []),
        *([f"banned with {', '.join(banned)}"] if banned else []),
    ]
    return f"*{'; '.join(facts)}*"


def switches() -> dict[str, list[str]]:
    """The switches of each open question."""
    found: dict[str, list[str]] = {}
    for name, number in SWITCH.findall((ROOT / "engine" / "setup.py").read_text("utf-8")):
        found.setdefault(f"OPEN-{number}", []).append(name)
    return found


def question_facts(names: list[str]) -> str:
    """The line with the switches of an open question and their defaults."""
    words: dict[object, str] = {True: "yes", False: "no", None: "as worded"}
    defaults = {field.name: words.get(field.default, str(field.default)) for field in fields(Rulings)}
    return f"*{'; '.join(f'`{name}`, default `{defaults[name]}`' for name in names)}*"


def expected_facts() -> dict[str, str]:
    """The line that the code determines, for each section that has one."""
    questions = {number: question_facts(names) for number, names in switches().items()}
    return questions | {str(card.number): card_facts(card) for card in CARDS}


def main() -> None:
    """Write the lines that the code determines."""
    expected = expected_facts()
    for page in (POWERS, OPEN_QUESTIONS):

        def with_facts(found: re.Match[str]) -> str:
            return f"{found[1]}\n\n{expected[found[2]]}\n\n"

        pattern = re.compile(r"^(## (\S+) [^\n]*)\n\n(?:\*[^\n]+\*\n\n)?", re.MULTILINE)
        page.write_text(pattern.sub(with_facts, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()

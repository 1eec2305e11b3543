"""The rulings pages hold what the code cites, and what they say of cards and switches is what the code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from engine.casting.catalogue import CARDS, Card
from engine.setup import Rulings
from tests.engine.rulings_pages import (
    GENERAL,
    OPEN_QUESTIONS,
    POWERS,
    Section,
    expected_facts,
    question_facts,
    sections,
    switches,
)
from tests.house import ROOT, files

NUMBER = r"(?:OPEN-\d\d|G\d+|\d+)"
CITATION = re.compile(rf"\b[Rr]ulings\s+({NUMBER}(?:(?:,|,? and| to)\s+{NUMBER})*)")
QUESTION = re.compile(r"\bOPEN-\d+")
MOST_GENERAL = 13


def every_section() -> dict[str, Section]:
    return sections(GENERAL) | sections(POWERS) | sections(OPEN_QUESTIONS)


def citations(text: str) -> Iterator[str]:
    """The numbers of the rulings that a text cites."""
    for found in CITATION.finditer(text):
        yield from re.findall(NUMBER, found[1])
    yield from QUESTION.findall(text)


def test_citations_are_seen() -> None:
    assert set(citations("(rulings G4, 43) and rulings OPEN-07; rulings 5 and G6, see OPEN-21")) == {
        *("G4", "43", "OPEN-07", "5", "G6", "OPEN-21")
    }
    assert list(citations("the rulings of 2007, and open 21")) == []


def test_every_citation_leads_to_a_section() -> None:
    known = every_section()
    cited = {path: set(citations(path.read_text("utf-8"))) for path in files("*.py", "*.md", "*.js")}
    assert sum(map(len, cited.values())) > 200
    lost = {str(path.relative_to(ROOT)): numbers - set(known) for path, numbers in cited.items()}
    this_file = "tests/engine/test_rulings.py"
    assert {path: numbers for path, numbers in lost.items() if numbers and path != this_file} == {}


def test_general_rulings_have_their_letter() -> None:
    """A number without the letter is a power's, which the file of another power seldom means."""
    own = {f"engine/powers/{card.power}.py": str(card.number) for card in CARDS}
    general = {
        name: odd
        for name, number in own.items()
        if (
            odd := {
                each
                for each in citations((ROOT / name).read_text("utf-8"))
                if each.isdigit() and int(each) <= MOST_GENERAL and each != number
            }
        )
    }
    assert general == {}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.power))
def test_each_power_has_its_entry(card: Card) -> None:
    entry = sections(POWERS)[str(card.number)]
    assert entry.title.lower().split()[0] == card.power
    assert entry.facts == expected_facts()[str(card.number)]
    title = ast.get_docstring(ast.parse((ROOT / "engine" / "powers" / f"{card.power}.py").read_text("utf-8")))
    assert title is not None
    assert f"({card.number})" in title.splitlines()[0]


def test_there_are_no_other_powers() -> None:
    assert list(sections(POWERS)) == [str(card.number) for card in CARDS]


def test_each_open_question_has_its_switch_and_its_default() -> None:
    assert list(sections(OPEN_QUESTIONS)) == list(switches())
    assert {number: entry.facts for number, entry in sections(OPEN_QUESTIONS).items()} == {
        number: question_facts(names) for number, names in switches().items()
    }
    assert [name for names in switches().values() for name in names] == [field.name for field in fields(Rulings)]


def test_a_default_is_written_as_a_player_reads_it() -> None:
    assert question_facts(["repetitions_reported"]) == "*`repetitions_reported`, default `3`*"
    assert question_facts(["opponent_recycles", "hop_is_move"]) == (
        "*`opponent_recycles`, default `no`; `hop_is_move`, default `as worded`*"
    )

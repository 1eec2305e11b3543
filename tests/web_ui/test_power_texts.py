"""What is told of the powers: complete, short enough for a phone, and in words of our own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from engine.casting.catalogue import CARDS
from tests.house import ROOT
from web_ui.languages import catalogue

SHARED = ROOT.parent / "shared"
POWERS = tuple(card.power for card in CARDS)
TEXTS = catalogue("en", "powers")

LONGEST = {"title": 32, "short": 64, "text": 220, "revised": 220}
LONGEST |= dict.fromkeys(("table", "ruling", "against", "meets"), 160)
"""Characters, for each kind of text."""


def kind_of(key: str) -> str:
    """Which kind of text a key stands for: ``power.apollo.ruling.1`` is a ruling."""
    return key.split(".")[2]


@pytest.mark.parametrize("power", POWERS)
def test_every_power_has_a_title_its_power_in_few_words_a_text_what_to_do_at_the_table_and_a_ruling(power: str) -> None:
    assert {f"power.{power}.{part}" for part in ("title", "short", "text", "table", "ruling.1")} <= TEXTS.keys()


def test_rulings_are_numbered_without_gaps() -> None:
    for power in POWERS:
        numbers = {int(key.rsplit(".", 1)[1]) for key in TEXTS if key.startswith(f"power.{power}.ruling.")}
        assert numbers == set(range(1, len(numbers) + 1)), power


def test_every_key_is_about_a_power_that_there_is_and_of_a_known_kind() -> None:
    for key in TEXTS:
        _, power, *_ = key.split(".")
        assert power in (*POWERS, "ram"), key
        assert kind_of(key) in LONGEST, key


def test_a_pair_of_powers_has_one_text_that_both_cards_show() -> None:
    pairs = [tuple(key.split(".")[1::2]) for key in TEXTS if kind_of(key) == "against"]
    assert all(other in POWERS and other != power for power, other in pairs)
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)


def test_no_text_is_too_long_for_a_phone() -> None:
    assert {key: len(text) for key, text in TEXTS.items() if len(text) > LONGEST[kind_of(key)]} == {}


def test_a_text_names_another_power_exactly_where_it_is_about_several() -> None:
    about_several = {key for key in TEXTS if kind_of(key) == "meets"}
    assert {key for key, text in TEXTS.items() if "{other}" in text} == about_several
    assert {name for text in TEXTS.values() for name in re.findall(r"\{(\w+)\}", text)} == {"other"}


def test_the_powers_with_a_later_wording_are_those_that_got_one() -> None:
    facts = SHARED / "rules" / "powers.toml"
    if not facts.exists():
        pytest.skip("no ../shared/rules beside this checkout")
    powers = tomllib.loads(facts.read_text("utf-8"))["power"]
    assert {power["id"] for power in powers if power["revised_on_bga"]} == {
        power for power in POWERS if f"power.{power}.revised" in TEXTS
    }
    assert {power["epithet"].lower() for power in powers} & {
        TEXTS[f"power.{power}.title"].lower() for power in POWERS
    } == set()


RUN = 6


def runs(text: str) -> set[tuple[str, ...]]:
    """All runs of six words in a text, whatever stands between the words."""
    words = re.findall(r"[a-z0-9]+", re.sub(r"['*\u2019]", "", text.lower()))
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def test_no_six_words_in_a_row_are_those_of_a_rulebook() -> None:
    books: list[Path] = sorted((SHARED / "seeds").glob("*.txt"))
    if not books:
        pytest.skip("no ../shared/seeds beside this checkout")
    printed = {run for book in books for run in runs(book.read_text("utf-8"))}
    assert {key: runs(text) & printed for key, text in TEXTS.items() if runs(text) & printed} == {}

"""What the cards print besides their texts, against the project's table of facts about them."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.casting.catalogue import BANNED_PAIRS, CARDS, FIRST_GAMES, Card, PowerSet
from tests.engine.playing import OF_THE_RULEBOOK
from tests.house import ROOT

FACTS = ROOT.parent / "shared" / "rules" / "powers.toml"


@pytest.fixture(scope="module")
def facts() -> dict[str, dict[str, Any]]:
    if not FACTS.exists():
        pytest.skip("no ../shared/rules beside this checkout")
    return {power["id"]: power for power in tomllib.loads(FACTS.read_text("utf-8"))["power"]}


@pytest.mark.parametrize("card", OF_THE_RULEBOOK, ids=lambda card: str(card.power))
def test_a_card_says_what_the_table_of_facts_says(card: Card, facts: dict[str, dict[str, Any]]) -> None:
    printed = facts[card.power]
    assert card.number == printed["number"]
    assert card.group == printed["set"]
    assert list(card.players) == printed["players"]
    assert list(card.timing) == printed["timing"]
    assert card.fleece == printed["golden_fleece"]
    assert {other for pair in BANNED_PAIRS if card.power in pair for other in pair - {card.power}} == set(
        printed["banned_vs"]
    )


def test_each_card_has_a_row_of_facts(facts: dict[str, dict[str, Any]]) -> None:
    assert {card.power for card in OF_THE_RULEBOOK} == set(facts)


def test_the_powers_for_first_games_are_simple_gods_for_every_number_of_players() -> None:
    chosen = [card for card in CARDS if card.power in FIRST_GAMES]
    assert 6 <= len(chosen) == len(FIRST_GAMES) <= 10
    assert all(card.group is PowerSet.SIMPLE and card.players == (2, 3, 4) for card in chosen)
    assert not any(pair <= FIRST_GAMES for pair in BANNED_PAIRS)

"""The engine and the slow reference lead to the same positions with a power beside the Ram, and with the wordings that
differ from the rulebook's: the designer's later ones, and those of Spin Master's books.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.casting.catalogue import CARDS, REVISED
from tests.engine.reference import Board
from tests.engine.reference.chance import random_board
from tests.engine.reference.played import BESIDE_THE_RAM, OTHERWISE_AT_SPIN_MASTER, REWORDED, others_of
from tests.engine.reference_check import difference


def beside_the_ram(power: str, count: int, seed: str = "") -> Iterator[Board]:
    """Positions of the variant with this power."""
    chance = random.Random(f"{seed}{power} beside the Ram")  # noqa: S311 - a seed for repeatable chance, no secret
    for _ in range(count):
        yield random_board(chance, ("mortal", "mortal"), beside=power)


def reworded(power: str, count: int, edition: str = "", seed: str = "") -> Iterator[Board]:
    """Positions of a power in its later wording, or in an edition, against the others in turn."""
    chance = random.Random(f"{seed}{power} reworded {edition}")  # noqa: S311 - a seed for repeatable chance, no secret
    others = others_of(power)
    chance.shuffle(others)
    for index in range(count):
        cards = [power, others[index % len(others)]]
        chance.shuffle(cards)
        if edition:
            yield random_board(chance, tuple(cards), edition=edition)
        else:
            yield random_board(chance, tuple(cards), frozenset({power}))


def test_the_cards_are_those_of_the_catalogue() -> None:
    assert set(BESIDE_THE_RAM) == {card.power for card in CARDS if card.fleece}
    assert set(REWORDED) == REVISED


@pytest.mark.parametrize("power", BESIDE_THE_RAM)
def test_same_results_beside_the_ram(power: str) -> None:
    assert [found for board in beside_the_ram(power, 2) if (found := difference(board))] == []


@pytest.mark.parametrize("power", REWORDED)
def test_same_results_with_later_wordings(power: str) -> None:
    assert [found for board in reworded(power, 2) if (found := difference(board))] == []


@pytest.mark.parametrize("power", OTHERWISE_AT_SPIN_MASTER)
def test_same_results_in_another_edition(power: str) -> None:
    assert [found for board in reworded(power, 2, "spin_master") if (found := difference(board))] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("power", BESIDE_THE_RAM)
def test_same_results_beside_the_ram_on_many_positions(power: str) -> None:
    assert [found for board in beside_the_ram(power, 150, "many ") if (found := difference(board))] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("power", REWORDED)
def test_same_results_with_later_wordings_on_many_positions(power: str) -> None:
    assert [found for board in reworded(power, 216, seed="many ") if (found := difference(board))] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("power", OTHERWISE_AT_SPIN_MASTER)
def test_same_results_in_another_edition_on_many_positions(power: str) -> None:
    assert [found for board in reworded(power, 216, "spin_master", "many ") if (found := difference(board))] == []

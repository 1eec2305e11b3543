"""The engine and the slow reference lead to the same positions in games of three, and of four in two teams.

Each power is played with others by chance, on any seat, some of them in their later wording. Compared are the positions
that complete turns lead to, who is next, and who wins; where nobody can move, who loses and what is left then.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.casting.catalogue import CARDS
from tests.engine.reference import Board
from tests.engine.reference.chance import random_board
from tests.engine.reference.played import BY_FOUR, BY_THREE, REWORDED
from tests.engine.reference_check import difference

PLAYED = {3: BY_THREE, 4: BY_FOUR}
CASES = [(players, power) for players, powers in PLAYED.items() for power in powers]
each_power = pytest.mark.parametrize(("players", "power"), CASES, ids=[f"{power}-{count}" for count, power in CASES])


def boards(players: int, power: str, count: int, seed: str = "") -> Iterator[Board]:
    """Positions of a power with others by chance."""
    chance = random.Random(f"{seed}{power} of {players}")  # noqa: S311 - a seed for repeatable chance, no secret
    for _ in range(count):
        cards = chance.sample([other for other in PLAYED[players] if other != power], players - 1)
        cards.insert(chance.randrange(players), power)
        revised = frozenset(card for card in cards if card in REWORDED and chance.random() < 0.3)
        board = random_board(chance, tuple(cards), revised)
        if not _is_asked_for_what_is_secret(board):
            yield board


def _is_asked_for_what_is_secret(board: Board) -> bool:
    """Whether what Persephone asks for depends on what the mover sees of Hecate's workers: she asks for what seems
    possible (rulings 39), and the reference knows only what is."""
    powers = {board.uses(player) for player in board.opponents}
    return {"hecate", "persephone"} <= powers


def test_the_cards_are_those_of_the_catalogue() -> None:
    for players, powers in PLAYED.items():
        assert set(powers) == {card.power for card in CARDS if players in card.players}


@each_power
def test_same_results(players: int, power: str) -> None:
    assert [found for board in boards(players, power, 1) if (found := difference(board))] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_power
def test_same_results_on_many_positions(players: int, power: str) -> None:
    assert [found for board in boards(players, power, 120, "many ") if (found := difference(board))] == []

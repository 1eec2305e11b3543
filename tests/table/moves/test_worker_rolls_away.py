"""A worker falls over and rolls to the next square: it lies there, and nobody has moved it."""

from __future__ import annotations

import pytest

from engine import square
from hardware.hand_actions import Roll
from tests.table.moves.followed_game import steps
from tests.table.moves.game_among_towers import GameAmongTowers


@pytest.mark.parametrize(
    ("seed", "towers", "workers", "to"),
    [
        (37, "e3:3 b4:1 d3:3 e4:1 a2:2 c1:3 b5:3 a5:2 b2:1", "a2 b4 e5 c4", "a1"),
        (103, "d2:3 d1:3 e2:1 c3:1 a2:2 b2:3 d5:3 c1:1", "b3 c5 a1 b1", "a4"),
        (126, "c5:1 c3:1 e4:2 d1:1 a1:2 e1:2 c2:1 b4:1 d3:2 b2:2", "b2 c2 c5 e4", "a3"),
        (370, "c4:1 d3:1 a2:2 d2:1 c2:1 e1:1 c3:3 a3:2 b5:3 e4:2", "e4 a3 c5 a2", "e5"),
        (588, "c5:1 e3:1 b1:1 d1:1 a1:2 b2:1 b5:1 e1:1", "e1 d4 b2 c5", "e2"),
        (593, "c1:3 e2:3 c2:3 a3:2 d2:3 a1:1 d1:2 a5:3", "d4 a1 b2 d5", "e5"),
    ],
    ids=["off a tower", "beside nothing", "off one block", "far", "down a block", "on the ground"],
)
def test_a_worker_that_rolls_to_the_next_square_has_not_moved_there(
    seed: int, towers: str, workers: str, to: str
) -> None:
    """On its side it feels like one that stands far off the middle of that square, or beside a magnet."""
    game = GameAmongTowers(seed, towers, workers)
    said = game.hands(Roll("blue-1", square(to)), rest=6000)
    assert steps(said) == []
    assert not game.agrees(), "the table is to say that something is not as it should be"

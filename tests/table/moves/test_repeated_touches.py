"""A touch that was not read is asked about and may be repeated; a hand that only hovers builds nothing."""

from __future__ import annotations

from random import Random

import pytest

from common.message import Message
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, TouchedGame

ASKED = Message("board.touch_unsure", (("square", "c3"),))


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize(("level", "touches"), [(0, 1), (1, 3), (2, 3)])
def test_a_touch_of_the_new_block_is_read_when_it_is_repeated(level: int, touches: int, seed: int, period: int) -> None:
    """The first one looks like a hand that hovers a block's height over the tower, the higher the more."""
    game = TouchedGame(level, seed=seed, period=period)
    game.put_block()
    said = []
    for length in (700.0, 1200.0, 1200.0)[:touches]:
        said += game.touch(length)
        if steps(said):
            break
        assert game.status.message == ASKED
    assert steps(said) == [BUILT]


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", range(3))
def test_a_hand_that_hesitates_twice_builds_nothing(level: int, seed: int, period: int) -> None:
    chance = Random(seed)  # noqa: S311 - hands, no secret
    game = TouchedGame(level, seed=seed, period=period)
    for _ in range(2):
        assert steps(game.hover(chance.uniform(14.0, 30.0), chance.uniform(300.0, 1000.0))) == []


@pytest.mark.parametrize("height", [15.0, 18.0, 21.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_that_hovers_where_a_block_was_forgotten_builds_nothing(seed: int, height: float) -> None:
    """It is as high as the tower that the game has."""
    game = TouchedGame(1, blocks=0, seed=seed)
    assert steps(game.hover(height, 900.0)) == []


@pytest.mark.parametrize("height", [22.0, 24.0, 26.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_that_hovers_higher_than_a_block_builds_nothing(seed: int, height: float) -> None:
    game = TouchedGame(0, seed=seed)
    assert steps(game.hover(height, 1000.0)) == []

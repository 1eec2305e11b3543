"""A worker that lies on its side where it may build touches nothing."""

from __future__ import annotations

import pytest

from hardware.hand_actions import Lift, Pause, Put, Roll
from tests.sampling import one_in
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import HOME, TOWER, TouchedGame


@pytest.mark.parametrize("seed", one_in(4, range(4)))
@pytest.mark.parametrize("ms", [20.0, 400.0, 1200.0])
def test_who_fell_on_the_square_and_is_put_home_has_built_nothing(seed: int, ms: float) -> None:
    """However soon somebody catches it."""
    game = TouchedGame(0, seed=seed, period=20)
    assert steps(game.hands(Roll("blue-1", TOWER), Pause(ms), Lift("blue-1"), Put("blue-1", HOME), rest=3000)) == []

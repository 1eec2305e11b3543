"""A worker touches the ground and rocks there, or for a moment only: its sensor never rests."""

from __future__ import annotations

import pytest

from tests.sampling import one_in, some_of
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, CAREFUL, SLOPPY, TouchedGame


@pytest.mark.parametrize(
    ("seed", "placement", "ms", "wobble"),
    some_of(
        2,
        [
            (11, SLOPPY, 283, 3.5),
            (72, SLOPPY, 287, 2.2),
            (127, CAREFUL, 402, 3.4),
            (63, SLOPPY, 185, 3.4),
            (101, SLOPPY, 206, 3.9),
            (109, CAREFUL, 183, 2.2),
            (118, SLOPPY, 207, 2.1),
            (127, SLOPPY, 198, 1.8),
        ],
    ),
)
def test_no_hand_holds_a_worker_so_low_as_one_that_rocks_on_the_ground(
    seed: int, placement: float, ms: float, wobble: float
) -> None:
    game = TouchedGame(0, seed=seed, placement=placement, period=20)
    assert steps(game.touch(ms, wobble=wobble)) == [BUILT]


@pytest.mark.parametrize("seed", one_in(2, range(4)))
@pytest.mark.parametrize("height", [10.0, 14.0])
def test_a_hand_that_hovers_as_low_as_hands_do_touches_nothing(seed: int, height: float) -> None:
    game = TouchedGame(0, seed=seed, placement=SLOPPY, period=20)
    assert steps(game.hover(height, 600.0)) == []

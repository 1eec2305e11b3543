"""A touch is read while a strong magnet comes to lie beside the board."""

from __future__ import annotations

import pytest

from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, MagnetBesideBoard, TouchedGame


@pytest.mark.parametrize(
    ("seed", "magnet", "sooner", "ms"),
    [
        (1, MagnetBesideBoard(0.9, 80, "south", 1.4, 0.61, along=124, height=15), 700, 1030.0),
        (1, MagnetBesideBoard(0.9, 77, "north", -0.3, -0.77, along=135, height=18), 760, 750.0),
    ],
)
def test_it_is_read_though_the_magnet_pulls_the_worker_aside(
    seed: int, magnet: MagnetBesideBoard, sooner: int, ms: float
) -> None:
    """Without the magnet in mind, the worker seems to stand where it explains some of the magnet's field as well."""
    game = TouchedGame(1, seed=seed)
    assert steps(game.touch_as_magnet_comes(magnet, sooner=sooner, ms=ms)) == [BUILT]


def test_it_is_read_though_its_landing_looked_like_a_tremor() -> None:
    game = TouchedGame(1, seed=1)
    magnet = MagnetBesideBoard(0.75, 49, "south", -2.65, -0.18, along=24, height=14)
    assert steps(game.touch_as_magnet_comes(magnet, sooner=0, ms=638.0)) == [BUILT]

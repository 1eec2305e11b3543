"""A touch is read while a strong magnet comes to lie beside the board, or goes away."""

from __future__ import annotations

import pytest

from tests.sampling import some_of
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, MOVED, MagnetBesideBoard, TouchedGame, TowerGame


@pytest.mark.parametrize(
    ("seed", "magnet", "sooner", "ms"),
    some_of(
        2,
        [
            (1, MagnetBesideBoard(0.9, 80, "south", 1.4, 0.61, along=124, height=15), 700, 1030.0),
            (1, MagnetBesideBoard(0.9, 77, "north", -0.3, -0.77, along=135, height=18), 760, 750.0),
        ],
    ),
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


@pytest.mark.parametrize(
    ("level", "seed", "magnet", "sooner", "ms"),
    some_of(
        2,
        [
            (2, 4, MagnetBesideBoard(0.43, 54, "west", 0.91, 0.57, along=131, height=7), 1240, 426.0),
            (1, 4, MagnetBesideBoard(0.6, 72, "west", -1.76, -0.24, along=130, height=33), 1100, 853.0),
            (1, 0, MagnetBesideBoard(0.75, 59, "west", 0.77, -1.44, along=41, height=15), 960, 593.0),
        ],
    ),
)
def test_it_is_read_while_the_magnet_goes_away(
    level: int, seed: int, magnet: MagnetBesideBoard, sooner: int, ms: float
) -> None:
    """The last rest before the lift was while some of its field was left, and then all of it is gone."""
    game = TouchedGame(level, seed=seed, period=20)
    game.bring_magnet(magnet)
    game.hands(rest=1500)
    assert steps(game.touch_as_magnet_goes(magnet, sooner=sooner, ms=ms)) == [BUILT]


def test_it_is_read_though_the_worker_landed_before_as_the_magnet_went() -> None:
    """The landing was read while some of the field was left; what is no longer there is no sign of anything else."""
    magnet = MagnetBesideBoard(0.82, 82, "north", 4.11, -0.38, along=63, height=30)
    game = TowerGame(1, seed=250, period=20)
    game.bring_magnet(magnet)
    game.hands(rest=2500)
    assert steps(game.move_as_magnet_goes(magnet, later=600)) == [MOVED]
    game.wait(490)
    assert steps(game.touch(500.0)) == [BUILT]


@pytest.mark.parametrize(
    ("level", "seed", "magnet", "sooner", "ms"),
    some_of(
        2,
        [
            (2, 44, MagnetBesideBoard(0.81, 81, "east", -0.67, 0.89, along=174, height=40), 1060, 430.0),
            (0, 92, MagnetBesideBoard(0.93, 62, "south", 2.86, -0.27, along=10, height=14), 440, 620.0),
            (2, 162, MagnetBesideBoard(0.77, 51, "south", 1.65, -0.61, along=177, height=40), 880, 490.0),
        ],
    ),
)
def test_it_is_read_once_the_magnet_is_known(
    level: int, seed: int, magnet: MagnetBesideBoard, sooner: int, ms: float
) -> None:
    """The worker is home again by then."""
    game = TouchedGame(level, seed=seed, period=20)
    said = game.touch_as_magnet_comes(magnet, sooner=sooner, ms=ms) + game.hands(rest=1500)
    assert steps(said) == [BUILT]


@pytest.mark.parametrize(
    ("level", "seed", "magnet", "sooner", "height"),
    some_of(
        2,
        [
            (0, 92, MagnetBesideBoard(0.93, 62, "south", 2.86, -0.27, along=10, height=14), 440, 15.0),
            (1, 4, MagnetBesideBoard(0.6, 72, "west", -1.76, -0.24, along=130, height=33), 300, 18.0),
            (2, 0, MagnetBesideBoard(0.75, 59, "west", 0.77, -1.44, along=41, height=15), 600, 24.0),
        ],
    ),
)
def test_a_hand_that_hovers_as_the_magnet_comes_builds_nothing(
    level: int, seed: int, magnet: MagnetBesideBoard, sooner: int, height: float
) -> None:
    game = TouchedGame(level, seed=seed, period=20)
    said = game.hover_as_magnet_comes(magnet, sooner=sooner, height=height, ms=800.0) + game.hands(rest=1500)
    assert steps(said) == []

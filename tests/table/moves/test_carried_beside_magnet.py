"""A magnet comes to lie beside the board while a worker is in a hand, or on its way to another square."""

from __future__ import annotations

import pytest

from tests.sampling import some_of
from tests.table.moves.followed_game import actions
from tests.table.moves.game_among_towers import GameAmongTowers, moved, read_while_held
from tests.table.moves.touched_game import MagnetBesideBoard

WON = actions("b2-b3")


@pytest.mark.parametrize(
    ("seed", "held", "after", "magnet"),
    [
        (87, (270, 113, 38), 847, MagnetBesideBoard(0.32, 54, "west", -1.38, -0.49, along=87, height=16)),
        (127, (270, 50, 9), 2117, MagnetBesideBoard(0.24, 73, "west", -2.99, -0.70, along=32, height=13)),
    ],
    ids=["beside the board", "low beside it"],
)
def test_a_magnet_that_comes_puts_down_no_worker_that_a_hand_holds(
    seed: int, held: tuple[float, float, float], after: float, magnet: MagnetBesideBoard
) -> None:
    """For a worker on three blocks near the rim feels much like it, however long the hand thinks."""
    game = GameAmongTowers(seed)
    assert read_while_held(game, held, after, magnet) == []


@pytest.mark.parametrize(
    ("seed", "position", "held", "after", "magnet"),
    [
        (
            47,
            ("a4:2 a5:3 c5:3 d4:3 a3:1 b5:1 e5:1 d2:3 e3:1 a2:2 b4:1", "a4 c2 b2 d5"),
            (30, -193, 92),
            1189,
            MagnetBesideBoard(0.41, 87, "west", 1.09, -0.31, along=202, height=30),
        ),
        (
            217,
            ("e2:1 c2:2 b3:1 b5:1 c4:2 d5:1 d3:2", "e2 e1 e5 a3"),
            (453, 95, 105),
            1423,
            MagnetBesideBoard(0.38, 65, "south", 1.88, 1.34, along=128, height=20),
        ),
        (
            318,
            ("e2:1 e1:2 c5:2 d3:1 c3:3 b1:2 a1:3 d2:1 c4:2 e4:2 a3:1", "e2 e3 e5 a2"),
            (82, -242, 73),
            1248,
            MagnetBesideBoard(0.99, 76, "south", -1.95, 0.01, along=137, height=18),
        ),
    ],
    ids=["on a tower", "far off the middle of a square", "far off it, beside towers"],
)
def test_a_magnet_that_looks_like_a_worker_is_none_while_the_worker_is_far_away(
    seed: int, position: tuple[str, str], held: tuple[float, float, float], after: float, magnet: MagnetBesideBoard
) -> None:
    """No hand was seen to put it there."""
    game = GameAmongTowers(seed, *position)
    assert read_while_held(game, held, after, magnet) == []


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        3,
        [
            (1, 204, MagnetBesideBoard(0.31, 83, "west", -1.54, -0.01, along=72, height=28)),
            (29, 357, MagnetBesideBoard(0.64, 61, "south", -2.60, 1.28, along=63, height=6)),
            (54, 28, MagnetBesideBoard(0.93, 51, "south", -0.11, 1.38, along=61, height=21)),
            (97, 551, MagnetBesideBoard(0.36, 81, "south", 2.62, 0.95, along=8, height=6)),
            (128, 43, MagnetBesideBoard(0.95, 56, "south", -2.30, -1.41, along=25, height=27)),
            (179, 391, MagnetBesideBoard(0.92, 54, "west", -2.77, 0.05, along=71, height=7)),
            (197, 590, MagnetBesideBoard(0.63, 51, "west", 1.20, 0.25, along=6, height=22)),
            (1031, 772, MagnetBesideBoard(0.76, 70, "west", 2.18, -0.56, along=7, height=33)),
            (1036, 885, MagnetBesideBoard(0.53, 78, "west", 1.38, -1.38, along=59, height=10)),
            (1070, 494, MagnetBesideBoard(0.48, 49, "west", 1.39, 1.34, along=24, height=20)),
            (1071, 580, MagnetBesideBoard(0.29, 81, "west", 0.65, 0.90, along=71, height=13)),
            (1088, 496, MagnetBesideBoard(0.63, 68, "south", -0.52, 0.93, along=50, height=28)),
        ],
    ),
)
def test_a_magnet_that_comes_leads_no_worker_to_another_square(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    """The worker goes up to three blocks, and wins: that is what the table reads, or nothing."""
    assert moved(GameAmongTowers(seed), after, magnet) in ([], [WON])


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        3,
        [
            (5, 296, MagnetBesideBoard(0.70, 78, "west", 2.14, 0.83, along=40, height=7)),
            (6, 35, MagnetBesideBoard(0.83, 82, "north", 1.65, -1.39, along=23, height=26)),
            (26, 97, MagnetBesideBoard(0.80, 54, "east", -0.42, 0.13, along=20, height=38)),
            (33, 253, MagnetBesideBoard(0.66, 73, "south", -0.13, 1.14, along=85, height=23)),
            (44, 57, MagnetBesideBoard(0.53, 69, "west", -2.03, -0.82, along=5, height=9)),
            (229, 22, MagnetBesideBoard(0.62, 55, "north", 1.85, 0.98, along=134, height=26)),
            (82, 274, MagnetBesideBoard(0.32, 67, "south", 2.94, 0.94, along=126, height=29)),
        ],
    ),
)
def test_a_move_up_to_three_blocks_is_read_as_a_magnet_comes(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    """A worker in a hand comes down in the end: that the magnet came then is no coincidence."""
    assert moved(GameAmongTowers(seed), after, magnet) == [WON]


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        2,
        [
            (41, 464, MagnetBesideBoard(0.48, 60, "west", 2.71, 0.23, along=52, height=30)),
            (43, 440, MagnetBesideBoard(0.32, 51, "west", 2.44, 0.30, along=25, height=31)),
            (45, 974, MagnetBesideBoard(0.46, 83, "west", -0.63, 0.66, along=91, height=38)),
            (29, 1101, MagnetBesideBoard(0.46, 60, "west", 0.36, -0.77, along=11, height=35)),
        ],
    ),
)
def test_a_move_up_to_three_blocks_at_the_rim_is_read_beside_a_magnet(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    """Another magnet alone has much the same field; but the worker is seen on its way down."""
    assert moved(GameAmongTowers(seed), after, magnet, to="a2") == [actions("b2-a2")]


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        2,
        [
            (7, 884, MagnetBesideBoard(0.99, 58, "west", 0.21, 0.23, along=65, height=19)),
            (28, 855, MagnetBesideBoard(0.72, 47, "west", 1.04, 0.74, along=22, height=14)),
        ],
    ),
)
def test_a_move_at_the_rim_that_only_nearly_shows_beside_a_magnet_leads_nowhere_else(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    assert moved(GameAmongTowers(seed), after, magnet, to="a2") in ([], [actions("b2-a2")])


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        3,
        [
            (2, 846, MagnetBesideBoard(0.78, 59, "south", -1.61, 0.32, along=78, height=28)),
            (5, 507, MagnetBesideBoard(1.0, 81, "south", 0.51, 1.32, along=118, height=40)),
            (55, 1043, MagnetBesideBoard(0.71, 62, "south", 2.09, -0.79, along=76, height=18)),
            (31, 773, MagnetBesideBoard(0.65, 68, "south", 1.14, -0.18, along=71, height=31)),
            (41, 1017, MagnetBesideBoard(0.62, 71, "south", -0.27, -1.22, along=60, height=22)),
        ],
    ),
)
def test_a_move_to_two_blocks_at_the_rim_is_read_beside_a_magnet(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    assert moved(GameAmongTowers(seed), after, magnet, to="c1") == [actions("b2-c1")]


@pytest.mark.parametrize(
    ("seed", "after", "magnet"),
    some_of(
        2,
        [
            (15, 939, MagnetBesideBoard(0.92, 107, "south", 2.85, -0.09, along=24, height=16)),
            (117, 704, MagnetBesideBoard(1.04, 99, "east", 2.25, 0.19, along=22, height=15)),
        ],
    ),
)
def test_a_move_is_read_beside_a_strong_magnet_that_points_at_the_board(
    seed: int, after: float, magnet: MagnetBesideBoard
) -> None:
    """A speaker, for one: sensors that lean feel of its horizontal field what no fit explains."""
    game = GameAmongTowers(seed, "a2:1 b3:1 c3:2 d1:1 d5:2", "b3 d4 d2 c5")
    assert moved(game, after, magnet, to="a2") == [actions("b3-a2")]

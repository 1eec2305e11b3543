"""A touch that was not read is asked about and may be repeated; a hand that only hovers builds nothing."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from common.message import Message
from engine import Build
from hardware.geometry import Geometry
from table.session.at_board import BoardReport, QuestionAsked, StepsRevised
from tests.perception.landings import BOARDS, magnet_name
from tests.sampling import some_of
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, CAREFUL, HOME, SLOPPY, TOWER, MagnetBesideBoard, TouchedGame

ASKED = Message("board.touch_unsure", (("square", "c3"),))


MORE_SEEDS = [pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 3, 5)]
"""For the matrix."""


@pytest.mark.parametrize(
    ("period", "level", "touches"),
    some_of(2, [(20, 0, 1), (20, 1, 3), (20, 2, 3), (40, 0, 1), (40, 1, 3), (40, 2, 3)]),
)
@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
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


@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
@pytest.mark.parametrize("level", range(3))
def test_a_touch_of_the_new_block_that_is_too_brief_is_asked_about_at_once(level: int, seed: int) -> None:
    game = TouchedGame(level, seed=seed)
    game.put_block()
    built = steps(game.touch(100.0, rest=500)) == [BUILT]
    assert built or game.status.message == ASKED


@pytest.mark.parametrize("geometry", BOARDS, ids=magnet_name)
@pytest.mark.parametrize("seed", [108, 110])
def test_a_touch_that_bounces_and_is_over_a_fifth_of_a_second_later_is_read_or_asked_about(
    seed: int, geometry: Geometry
) -> None:
    """Its first frames still show the landing; the hand is gone before they are judged again."""
    game = TouchedGame(1, seed=seed, geometry=geometry)
    assert steps(game.touch(200.0, rest=800)) == [BUILT] or game.status.message == ASKED


@pytest.mark.parametrize(("period", "level"), some_of(2, product((20, 40), range(3))))
@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
def test_a_hand_that_hesitates_twice_builds_nothing(level: int, seed: int, period: int) -> None:
    chance = Random(seed)  # noqa: S311 - hands, no secret
    game = TouchedGame(level, seed=seed, period=period)
    for _ in range(2):
        assert steps(game.hover(chance.uniform(14.0, 30.0), chance.uniform(300.0, 1000.0))) == []


@pytest.mark.parametrize("geometry", BOARDS, ids=magnet_name)
@pytest.mark.parametrize(("seed", "height"), some_of(4, product((0, 2, 1, 3, 5), (15.0, 18.0, 21.0))))
def test_a_hand_that_hovers_where_a_block_was_forgotten_builds_nothing(
    seed: int, height: float, geometry: Geometry
) -> None:
    """It is as high as the tower that the game has."""
    game = TouchedGame(1, blocks=0, seed=seed, geometry=geometry)
    assert steps(game.hover(height, 900.0)) == []


@pytest.mark.parametrize(
    ("seed", "height", "ms"),
    some_of(2, [(10, 24.1, 1046.0), (26, 25.5, 1153.0), (181, 24.4, 611.0), (193, 25.8, 452.0)]),
)
def test_a_hand_that_hovers_higher_than_the_forgotten_block_builds_nothing(seed: int, height: float, ms: float) -> None:
    """It trembles for a fifth of a second, but for a moment in it."""
    game = TouchedGame(1, blocks=0, seed=seed, period=20)
    assert steps(game.hover(height, ms)) == []


@pytest.mark.parametrize("height", [22.0, 24.0, 26.0])
@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
def test_a_hand_that_hovers_higher_than_a_block_builds_nothing(seed: int, height: float) -> None:
    game = TouchedGame(0, seed=seed)
    assert steps(game.hover(height, 1000.0)) == []


def test_a_hand_that_hovers_higher_than_a_block_is_no_worker_that_stands_on_one_far_off_the_middle() -> None:
    """Both have the same field under them."""
    game = TouchedGame(0, seed=239, placement=SLOPPY, period=20)
    assert steps(game.hover(21.73, 835.0)) == []


SIDES = ("west", "east", "south", "north")


def repeat_touches(level: int, field: float | None, touches: int, placement: float, seed: int) -> None:
    """Touch so often, beside a magnet with so many mT (None: there is none), and wait for longer than it takes to go
    back: one build at most, and nothing is taken back or asked for. What was not read is asked about."""
    chance = Random(f"{level} {field} {touches} {placement} {seed}")  # noqa: S311 - hands, no secret
    game = TouchedGame(level, seed=seed, placement=placement)
    if field is not None:
        heading, dip = chance.uniform(-3.0, 3.0), chance.uniform(-1.5, 1.5)
        away, side = chance.uniform(45.0, 90.0), chance.choice(SIDES)
        game.bring_magnet(MagnetBesideBoard(field, away, side, heading, dip))
    wobble = 2.5 if placement > CAREFUL else 0.0
    said: list[BoardReport] = []
    for _ in range(touches):
        said += game.touch(chance.uniform(300.0, 1200.0), wobble=chance.choice((0.0, wobble)), rest=900)
    said += game.hands(rest=4500)
    assert not [each for each in said if isinstance(each, StepsRevised | QuestionAsked)]
    builds = [action for actions in steps(said) for action in actions]
    assert all(isinstance(each, Build) and (each.worker, each.on) == (HOME, TOWER) for each in builds)
    assert len(builds) == 1 or (builds == [] and game.status.message is not None)


@pytest.mark.parametrize(("field", "level"), some_of(3, product((None, 0.6), range(4))))
def test_a_touch_that_is_repeated_takes_nothing_back(level: int, field: float | None) -> None:
    repeat_touches(level, field, 3, SLOPPY, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("placement", [CAREFUL, SLOPPY])
@pytest.mark.parametrize("touches", [2, 3])
@pytest.mark.parametrize("field", [None, 0.2, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("level", range(4))
def test_no_touch_that_is_repeated_takes_anything_back(
    level: int, field: float | None, touches: int, placement: float, seed: int
) -> None:
    repeat_touches(level, field, touches, placement, seed)

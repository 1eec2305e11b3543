"""A hand trembles, and what stands does not: where that can be told, and where not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.virtual import Hover, Lift, Put, Stack, Tap
from table.follow.heights import CERTAIN
from table.recognise.tremor import put_down, too_still, under, would_show
from table.recognise.worlds import InHand, Standing, outline
from tests.table.watched_board import Setting, WatchedBoard

MODEL = FieldModel(Geometry())
C3 = 12


def over_c3(blocks: int) -> InHand:
    """A magnet in a hand over c3, as high as if it stood on so many blocks."""
    return InHand(1, *MODEL.geometry.centre(C3), MODEL.geometry.foot_height(blocks))


@pytest.mark.parametrize(("blocks", "shows"), [(1, True), (2, True), (3, False)])
def test_a_tremor_shows_up_to_two_blocks(blocks: int, *, shows: bool) -> None:
    assert would_show(MODEL, over_c3(blocks)) is shows


@pytest.mark.parametrize(
    ("spread", "still"),
    [(0.03, True), (0.3, False), (float("inf"), False)],
)
def test_a_sensor_that_only_has_its_noise_feels_no_hand(spread: float, *, still: bool) -> None:
    assert too_still(MODEL, over_c3(1), lambda _: spread) is still


def test_what_would_not_show_is_never_too_still() -> None:
    assert not too_still(MODEL, over_c3(3), lambda _: 0.0)


def test_a_worker_is_put_down_on_the_square_under_the_hand_unless_one_stands_there() -> None:
    d1 = Standing(3, 0, -1)
    found = list(put_down(MODEL, frozenset({d1}), over_c3(2)))
    assert [world - {d1} for world in found] == [frozenset({Standing(C3, level, 1)}) for level in range(len(found))]
    assert len(found) >= 4
    assert list(put_down(MODEL, frozenset({Standing(C3, 0, -1)}), over_c3(2))) == []


@pytest.mark.parametrize(("east", "north", "square"), [(0.0, 0.0, 0), (110.0, 170.0, 22), (-40.0, 0.0, None)])
def test_a_hand_is_over_a_square_or_beside_the_board(east: float, north: float, square: int | None) -> None:
    assert under(MODEL, InHand(1, east, north, 90.0)) == square


@pytest.mark.parametrize("above", [24.0, 30.0, 40.0])
@pytest.mark.parametrize("square", [7, 13])
def test_a_worker_held_over_a_high_tower_to_build_on_does_not_touch_it(square: int, above: float) -> None:
    """Over its dome's height, that is: at it, so high over the sensor, neither field nor tremor tells the two apart."""
    table = WatchedBoard(Setting(towers=((square, 3),)))
    table.expected = replace(table.expected, tapped=frozenset({square}), awaited=frozenset({square}))
    seen = set()
    for action in (Lift("blue-2"), Hover("blue-2", square, above, 1200), Put("blue-2", 18)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        seen.add(table.read)
    assert {outline(world) for world in seen if world} <= {outline(table.world()), outline(table.world(blue_2=None))}
    table.rest(600)
    assert table.read == table.world()


@pytest.mark.parametrize("seed", range(8))
def test_a_touch_feels_two_blocks_that_were_put_at_once(seed: int) -> None:
    table = WatchedBoard(period=40, seed=seed)
    table.expected = replace(table.expected, tapped=frozenset({17}), awaited=frozenset({17}))
    felt: dict[int, int] = {}
    for action in (Stack(17, dome=False), Stack(17, dome=False), Tap("blue-2", 17)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        felt |= {each.square: each.level for each in table.tracker.findings.heights if each.margin >= CERTAIN}
    assert felt.get(17) == 2
    table.rest(600)
    assert table.read == table.world()


@pytest.mark.parametrize("seed", range(8))
def test_a_worker_on_three_blocks_is_noticed_where_the_game_has_two(seed: int) -> None:
    """It is said or doubted to stand so high, and never said to stand on two."""
    table = WatchedBoard(seed=seed)
    table.heights[17] = 2
    table.expect(table.world(blue_2=17))
    table.hands(*(Stack(17, dome=False),) * 3, Lift("blue-2"), Put("blue-2", 17), rest=2500)
    found = {each.square: each.level for each in table.tracker.findings.heights}
    assert found.get(17) == 3 or {Standing(17, 3, 1)} == table.tracker.doubt

"""A watch, a phone or a speaker that comes to lie some way beside the board is named at once, and touches are read."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from hardware.geometry import Geometry
from hardware.hand_actions import Lift, MagnetVisit, Pause, Put, PutStray, Slide, TakeStray, Tap
from hardware.virtual.journey import HandStyle
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.spread import SensorSpread
from perception.arrangements import Arrangement, StandingMagnet
from perception.findings import StrayField
from tests.perception.landings import GEOMETRY, LARGER
from tests.perception.tracked_board import WatchedBoard
from tests.sampling import one_in

SIDES = {
    "west": ((-85.0, 90.0), {0, 5, 10, 15, 20}),
    "south": ((60.0, -95.0), {0, 1, 2, 3, 4}),
    "east": ((270.0, 120.0), {4, 9, 14, 19, 24}),
    "north": ((100.0, 280.0), {20, 21, 22, 23, 24}),
}
FREE = 12
HIGH = 13
QUICK, TOUCH, LONG = 1000, 400, 900
"""After how many ms of rest a magnet is named, and how long a touch lasts, and a long one."""
LIES, UNDER_WAY = 1300, 600
"""After how many ms the magnet lies there, and how long before that a worker is lifted."""


def table_of(seed: int, geometry: Geometry = LARGER) -> WatchedBoard:
    """A handmade board. Its magnets are larger than those of the guide, unless others are named."""
    spread, style = SensorSpread.handmade(), HandStyle.natural()
    return WatchedBoard(period=40, seed=seed, spread=spread, style=style, geometry=geometry)


def magnet_at(side: str, field: float, heading: float, dip: float) -> PutStray:
    """A magnet on this side of the board with so many mT at the sensor that feels it most."""
    (x, y), _ = SIDES[side]
    visit = MagnetVisit(x, y, height=20.0, field=field, heading=heading, dip=dip, stay=0.0, worn=False)
    return PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry()))


@pytest.mark.parametrize("field", [0.5, 0.8])
@pytest.mark.parametrize(("heading", "dip"), [(0.3, 0.2), (2.0, 1.2)])
@pytest.mark.parametrize("side", SIDES)
def test_it_is_named_with_its_side_within_a_second(side: str, heading: float, dip: float, field: float) -> None:
    table = table_of(4)
    table.hands(magnet_at(side, field, heading, dip), rest=QUICK)
    named = [each for each in table.disturbances if isinstance(each, StrayField)]
    assert len(named) == 1 == len(table.disturbances)
    assert named[0].squares & SIDES[side][1]
    table.rest(1500)
    assert [type(each) for each in table.disturbances] == [StrayField]
    assert table.read == table.arrangement()


@pytest.mark.parametrize(
    ("side", "field"),
    [("west", 0.4), ("south", 0.4), ("south", 0.6), ("east", 0.4), ("east", 0.6), ("north", 0.4), ("north", 0.6)],
)
def test_a_touch_is_read_though_it_came_while_the_worker_was_in_the_hand(side: str, field: float) -> None:
    table, seen = touched_beside(magnet_at(side, field, 1.0, 0.7))
    assert table.arrangement(blue_1=FREE) in seen
    assert table.tracker.arrangement == table.arrangement()


@pytest.mark.parametrize("away", [90.0, 130.0, 170.0])
def test_a_touch_is_read_though_its_field_is_nearly_the_same_all_over_the_board(away: float) -> None:
    """So is that of another place of the board, to which nobody moves it while a worker touches a square."""
    visit = MagnetVisit(-away, 90.0, height=20.0, field=0.2, heading=1.0, dip=0.7, stay=0.0, worn=False)
    table, seen = touched_beside(PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry())))
    assert table.arrangement(blue_1=FREE) in seen
    assert table.tracker.arrangement == table.arrangement()
    assert [type(each) for each in table.disturbances] == [StrayField]


@pytest.mark.parametrize(("x", "y", "field"), [(290, 120, 0.7), (290, 120, 0.9), (100, 290, 0.3), (100, 290, 0.5)])
def test_a_touch_is_read_where_the_workers_stand_alike_with_the_magnet_and_without(
    x: float, y: float, field: float
) -> None:
    """Even if neither explains it quite well: the magnet is still on its way."""
    visit = MagnetVisit(x, y, height=20.0, field=field, heading=4.0, dip=0.3, stay=0.0, worn=False)
    table, seen = touched_beside(PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry())))
    assert table.arrangement(blue_1=FREE) in seen
    assert table.tracker.arrangement == table.arrangement()


@pytest.mark.parametrize("case", one_in(3, product(SIDES, (0.3, 0.4, 0.6, 0.8))), ids=str)
def test_by_the_magnets_of_the_guide_such_a_touch_is_read_or_asked_about(case: tuple[str, float]) -> None:
    """Never in silence, and no worker is read where none stands."""
    side, field = case
    table, seen = touched_beside(magnet_at(side, field, 1.0, 0.7), GEOMETRY)
    assert table.arrangement(blue_1=FREE) in seen or table.tracker.touches.noted == StandingMagnet(FREE, 0, 1)
    assert table.tracker.arrangement == table.arrangement()


@pytest.mark.parametrize(
    ("seed", "side", "field"), [(4, "north", 0.8), (4, "east", 0.5), (5, "north", 0.5), (5, "west", 0.8)]
)
def test_a_worker_that_is_home_from_a_high_tower_has_not_fallen(seed: int, side: str, field: float) -> None:
    """A magnet comes while it touches the tower, and looks like what a worker does that fell off it."""
    style = HandStyle.natural()
    table = WatchedBoard(period=20, seed=seed, spread=SensorSpread.handmade(), style=style, geometry=LARGER)
    table.expected = replace(table.expected, tapped=frozenset({HIGH}), awaited=frozenset({HIGH}))
    table.board.enqueue(Tap("blue-2", HIGH, duration=LONG))
    while table.read != table.arrangement(blue_2=HIGH):
        table.feed(table.board.frame())
    table.board.enqueue(magnet_at(side, field, 1.0, 0.7), hand=1)
    table.hands(rest=500)
    assert table.read == table.arrangement()
    assert [type(each) for each in table.disturbances] == [StrayField]


@pytest.mark.parametrize("wait", one_in(2, [400.0, 600.0, 800.0, 1000.0]))
@pytest.mark.parametrize("seed", [5, 6])
def test_a_move_is_read_though_a_hand_pushes_another_worker_as_it_comes(seed: int, wait: float) -> None:
    """What the sensor under that worker feels is none of the magnet's."""
    table = WatchedBoard(period=20, seed=seed, spread=SensorSpread.handmade(5.0), style=HandStyle.natural())
    table.expect(table.arrangement(blue_1=7))
    visit = MagnetVisit(-82.0, 90.0, height=20.0, field=0.6, heading=1.0, dip=0.7, stay=0.0, worn=False)
    table.board.enqueue(PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry())), hand=1)
    for action in (Pause(wait), Slide("orange-2", (16,))):
        table.board.enqueue(action, hand=2)
    table.hands(Lift("blue-1"), Put("blue-1", 7), rest=1500)
    assert table.read == table.arrangement(blue_1=7)
    assert [type(each) for each in table.disturbances] == [StrayField]


def touched_beside(magnet: PutStray, geometry: Geometry = LARGER) -> tuple[WatchedBoard, set[Arrangement | None]]:
    """A board after a touch to which a magnet came meanwhile, and all that was read; nothing of it may be wrong."""
    table = table_of(4, geometry)
    table.expected = replace(table.expected, tapped=frozenset({FREE}), awaited=frozenset({FREE}))
    seen: set[Arrangement | None] = set()
    table.board.enqueue(magnet, hand=1)
    table.rest(LIES - UNDER_WAY)
    table.board.enqueue(Tap("blue-1", FREE, duration=TOUCH))
    until = None
    while until is None or table.board.now < until:
        table.feed(table.board.frame())
        seen.add(table.tracker.arrangement)
        if until is None and table.board.idle:
            until = table.board.now + 1500
    assert seen <= {table.arrangement(), table.arrangement(blue_1=None), table.arrangement(blue_1=FREE)}
    return table, seen


def test_when_it_has_gone_it_is_named_no_more() -> None:
    table = table_of(4)
    table.hands(magnet_at("east", 0.6, 0.5, 0.5), rest=QUICK)
    assert table.disturbances != ()
    table.hands(TakeStray("visitor"), rest=2500)
    assert table.disturbances == ()
    assert table.read == table.arrangement()

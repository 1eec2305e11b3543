"""What disturbs a board is found and named, and play goes on around it."""

from __future__ import annotations

import pytest

from hardware.virtual import (
    Action,
    Knock,
    Lift,
    Pause,
    Put,
    PutBeside,
    PutStray,
    Roll,
    Surroundings,
    TakeStray,
    Tap,
    Tilt,
    phone,
)
from table.recognise.findings import Disturbance, Fallen, Shifted, Stray, Turned
from table.recognise.track import Tracker
from tests.table.landings import recogniser
from tests.table.watched_board import Setting, WatchedBoard

AROUND = [
    pytest.param(Tilt(0.12, 0.0, 0.0), Shifted, id="the board was carried elsewhere"),
    pytest.param(Tilt(-0.05, 0.0006, -0.0006), Shifted, id="the board leans"),
    pytest.param(PutStray(phone(-55.0, 60.0)), Stray, id="a phone west of the board"),
    pytest.param(PutStray(phone(120.0, 228.0)), Stray, id="a phone north of the board"),
]


@pytest.mark.parametrize(("befalls", "kind"), AROUND)
def test_with_a_disturbance_lifts_and_landings_are_read_as_ever(befalls: Action, kind: type[Disturbance]) -> None:
    table = WatchedBoard()
    table.hands(befalls, rest=4000)
    assert [type(each) for each in table.disturbances] == [kind]
    assert table.read == table.world()
    table.expect(table.world(blue_1=7), table.world(blue_1=12))
    table.hands(Lift("blue-1"))
    assert table.read == table.world(blue_1=None)
    table.hands(Put("blue-1", 12))
    assert table.read == table.world(blue_1=12)


@pytest.mark.parametrize(("befalls", "kind"), AROUND)
def test_a_disturbance_while_a_worker_is_in_the_hand(befalls: Action, kind: type[Disturbance]) -> None:
    table = WatchedBoard()
    table.expect(table.world(blue_1=7), table.world(blue_1=12))
    table.hands(Lift("blue-1"), rest=600)
    table.hands(befalls, rest=4000)
    assert [type(each) for each in table.disturbances] == [kind]
    assert table.read == table.world(blue_1=None)
    table.hands(Put("blue-1", 7))
    assert table.read == table.world(blue_1=7)


def test_a_stray_magnet_is_told_where_it_lies_and_as_long_as_it_does() -> None:
    table = WatchedBoard()
    table.hands(PutStray(phone(-55.0, 90.0)), rest=1500)
    (found,) = table.disturbances
    assert isinstance(found, Stray)
    assert 10 in found.squares
    table.hands(TakeStray("phone"), rest=1500)
    assert table.disturbances == ()
    assert table.read == table.world()


@pytest.mark.parametrize(
    ("actions", "square"),
    [
        ((Knock("orange-1"),), 8),
        ((Knock("orange-2", 17),), 17),
        ((Knock("blue-1"), Roll("blue-1", 11)), 11),
    ],
    ids=["on its own tower", "onto the next square", "and rolled"],
)
def test_a_worker_that_fell_is_named_and_missed_until_it_stands_again(actions: tuple[Action, ...], square: int) -> None:
    table = WatchedBoard()
    piece = "blue-1" if isinstance(actions[-1], Roll) else actions[0].piece if isinstance(actions[0], Knock) else ""
    home = table.spots[piece]
    table.hands(*actions, rest=2000)
    (found,) = table.disturbances
    assert isinstance(found, Fallen)
    assert found.square == square
    assert table.read == table.world(**{piece: None})
    table.hands(Lift(piece), Put(piece, home))
    assert table.disturbances == ()
    assert table.read == table.world()


def test_a_worker_put_beside_the_board_does_not_stand_on_it() -> None:
    table = WatchedBoard()
    table.hands(Lift("blue-2"), PutBeside("blue-2", 235.0, 150.0), rest=2000)
    assert table.read == table.world(blue_2=None)
    table.hands(Lift("blue-2"), Put("blue-2", 18), rest=1500)
    assert table.read == table.world()
    assert table.disturbances == ()


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_workers_set_out_from_another_side_are_offered_as_a_turned_board(quarters: int) -> None:
    table = WatchedBoard()
    expected = table.world()
    for _ in range(quarters):
        # What is expected, as it is seen when the board that has it is turned by a quarter.
        table.spots = {piece: 5 * (4 - at % 5) + at // 5 for piece, at in table.spots.items()}
        table.heights = {5 * (4 - at % 5) + at // 5: height for at, height in table.heights.items()}
    table.expect()
    table.tracker = Tracker(recogniser())
    table.rest(1200)
    assert expected != table.world() or quarters == 0
    assert table.disturbances == (() if quarters == 0 else (Turned(quarters),))
    if quarters:
        assert table.read != table.world()


def test_drift_is_followed_while_nobody_plays() -> None:
    """A tenth of a mT a minute, each sensor in its own way: after two minutes the old zeros would be no guide."""
    table = WatchedBoard(surroundings=Surroundings(earth=0.05, drift=0.1), period=40)
    table.rest(120_000)
    assert table.disturbances == ()
    table.expect(table.world(blue_1=12))
    table.hands(Lift("blue-1"))
    assert table.read == table.world(blue_1=None)
    table.hands(Put("blue-1", 12))
    assert table.read == table.world(blue_1=12)


def test_lights_that_shine_do_not_disturb_a_rest() -> None:
    table = WatchedBoard(surroundings=Surroundings(lights=0.03))
    since = table.tracker.since
    table.hands(Pause(2000))
    assert table.read == table.world()
    assert table.tracker.since == since


def test_a_touch_beside_a_phone_is_felt() -> None:
    table = WatchedBoard(Setting(towers=((6, 1), (5, 1))))
    table.hands(PutStray(phone(-60.0, 45.0)), rest=1500)
    table.expect(table.world(blue_1=5))
    seen = set()
    table.board.enqueue(Tap("blue-1", 5))
    while not table.board.idle:
        table.feed(table.board.frame())
        seen.add(table.read)
    assert table.world(blue_1=5) in seen
    table.rest(600)
    assert table.read == table.world()

"""A sensor that fails is found and named, the rest plays on, and one that is well again is believed again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.geometry import Geometry
from hardware.hand_actions import Break, Failure, FailureKind, Hover, Lift, MagnetVisit, Mend, Put, PutStray
from hardware.virtual.field import DiscField
from hardware.virtual.journey import HandStyle
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.spread import SensorSpread, pico_converter
from perception.findings import SensorFault, SensorTrouble, StrayField
from tests.perception.landings import BOARDS, GEOMETRY, LARGER, magnet_name
from tests.perception.tracked_board import WatchedBoard

UNDER_A_WORKER, FREE = 6, 12


@pytest.mark.parametrize("square", [UNDER_A_WORKER, FREE], ids=["under a worker", "on a free square"])
@pytest.mark.parametrize(
    ("kind", "troubles"),
    [
        (FailureKind.DEAD, {SensorTrouble.DEAD}),
        (FailureKind.GROUNDED, {SensorTrouble.DEAD}),
        (FailureKind.STUCK, {SensorTrouble.DEAD, SensorTrouble.STUCK}),  # what is stuck near zero looks dead
        (FailureKind.NOISY, {SensorTrouble.NOISY}),
    ],
)
def test_a_sensor_that_fails_is_named_and_no_worker_moves(
    kind: FailureKind, troubles: set[SensorTrouble], square: int
) -> None:
    table = WatchedBoard()
    believed = set()
    table.board.enqueue(Break(Failure(square, kind)))
    until = table.board.now + 3000
    while table.board.now < until:
        table.feed(table.board.frame())
        believed.add(table.tracker.arrangement)
    assert believed == {table.arrangement()}
    assert [each.square for each in table.faults] == [square]
    assert {each.trouble for each in table.faults} <= troubles


@pytest.mark.parametrize("kind", [FailureKind.DEAD, FailureKind.GROUNDED, FailureKind.STUCK, FailureKind.NOISY])
def test_the_rest_plays_on(kind: FailureKind) -> None:
    table = WatchedBoard()
    table.hands(Break(Failure(FREE, kind)), rest=3000)
    table.expect(table.arrangement(blue_1=7), table.arrangement(blue_1=FREE))
    table.hands(Lift("blue-1"))
    assert table.read == table.arrangement(blue_1=None)
    table.hands(Put("blue-1", 7))
    assert table.read == table.arrangement(blue_1=7)


def test_a_sensor_that_shows_no_noise_for_a_while_does_not_hide_what_all_others_tell() -> None:
    """A healthy one does now and then, between two steps of its converter; a touch may be over by then."""
    table = WatchedBoard(period=40)
    table.hands(Lift("blue-1"))
    table.expect(table.arrangement(blue_1=7))
    table.hands(Put("blue-1", 7), rest=0)
    still = list(table.board.frame().fields)
    for _ in range(8):
        frame = table.board.frame()
        table.feed(replace(frame, fields=(*frame.fields[:2], still[2], *frame.fields[3:])))
    assert table.read == table.arrangement(blue_1=7)


WIDE_CODE = 41.2
"""The field in mT in the middle of a code of the Pico's converter that is nine counts wide."""
_FIELD = DiscField.of(GEOMETRY.magnet)
IN_A_WIDE_CODE = (min((abs(_FIELD.at(east / 20, GEOMETRY.gap) - WIDE_CODE), east / 20) for east in range(240))[1], 0.0)
"""Where on the ground a worker has that field."""


@pytest.mark.parametrize("period", [20, 40])
def test_a_sensor_that_shows_one_value_in_a_wide_code_of_its_converter_is_well(period: int) -> None:
    spread = replace(SensorSpread.none(), noise=0.02, converter=pico_converter(8))
    table = WatchedBoard(period=period, spread=spread)
    table.expect(table.arrangement(blue_1=FREE))
    table.hands(Lift("blue-1"), Put("blue-1", FREE, IN_A_WIDE_CODE), rest=160)
    assert table.read == table.arrangement(blue_1=FREE)  # no later than on another sensor
    shown: set[float] = set()
    found: set[SensorFault] = set()
    until = table.board.now + 5000
    while table.board.now < until:
        frame = table.board.frame()
        table.feed(frame)
        shown.add(frame.fields[FREE])
        found.update(table.faults)
    assert len(shown) == 1
    assert found == set()


@pytest.mark.parametrize("period", [20, 40])
def test_a_sensor_that_sticks_under_a_worker_on_the_ground_is_named_when_the_worker_leaves(period: int) -> None:
    table = WatchedBoard(period=period)
    table.expect(table.arrangement(blue_1=FREE))
    table.hands(Lift("blue-1"), Put("blue-1", FREE, (8.1, 0.0)))
    table.spots["blue-1"] = FREE
    table.expect()
    table.hands(Break(Failure(FREE, FailureKind.STUCK)), rest=3000)
    assert table.read == table.arrangement()
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"), rest=1500)
    assert table.read == table.arrangement(blue_1=None)
    assert table.faults == (SensorFault(FREE, SensorTrouble.STUCK),)
    table.hands(Put("blue-1", 7))
    assert table.read == table.arrangement(blue_1=7)


@pytest.mark.parametrize("geometry", BOARDS, ids=magnet_name)
def test_a_sensor_that_lost_half_its_field_does_no_harm_and_is_named_if_that_is_much(geometry: Geometry) -> None:
    """On one block half the field of a disc of 12 mm is 2.4 mT: the worker may as well have been pushed aside."""
    table = WatchedBoard(geometry=geometry)
    table.hands(Break(Failure(UNDER_A_WORKER, FailureKind.WEAK)), rest=2500)
    assert table.read == table.arrangement()
    assert table.faults == ((SensorFault(UNDER_A_WORKER, SensorTrouble.WEAK),) if geometry == LARGER else ())


def test_exchanged_wires_are_named_and_put_right() -> None:
    table = WatchedBoard()
    table.hands(Break(Failure(UNDER_A_WORKER, FailureKind.SWAPPED, FREE)), rest=2500)
    assert table.read == table.arrangement()
    assert [*table.faults] == [SensorFault(UNDER_A_WORKER, SensorTrouble.SWAPPED, FREE)]
    table.hands(Mend(UNDER_A_WORKER), rest=2500)
    assert table.read == table.arrangement()
    assert [*table.faults] == []


@pytest.mark.parametrize("kind", [FailureKind.DEAD, FailureKind.NOISY])
def test_a_sensor_that_is_well_again_is_forgiven(kind: FailureKind) -> None:
    table = WatchedBoard()
    table.hands(Break(Failure(FREE, kind)), rest=3000)
    assert len(table.faults) == 1
    table.hands(Mend(FREE), rest=4000)
    assert len(table.faults) == 1
    table.rest(6000)
    assert len(table.faults) == 0
    assert table.read == table.arrangement()


def test_no_sensor_is_doubted_on_a_healthy_board() -> None:
    for seed in range(3):
        table = WatchedBoard(seed=seed)
        for square in (7, 12, 6):
            table.expect(table.arrangement(blue_1=square))
            table.hands(Lift("blue-1"), Put("blue-1", square))
            table.spots["blue-1"] = square
            table.expect()
            table.rest(400)
        assert table.faults == ()
        assert table.disturbances == ()


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize(("square", "height"), [(7, 14.0), (12, 4.0), (12, 8.0), (22, 4.0)])
def test_a_worker_that_trembles_in_a_hand_over_a_sensor_does_not_make_it_noisy(
    square: int, height: float, period: int
) -> None:
    table = WatchedBoard(period=period, seed=10, spread=SensorSpread.handmade(), style=HandStyle.natural())
    table.board.enqueue(Lift("blue-1"))
    table.board.enqueue(Hover("blue-1", square, height, 2500))
    table.board.enqueue(Put("blue-1", UNDER_A_WORKER))
    found: set[SensorFault] = set()
    until = table.board.now + 6000
    while table.board.now < until:
        table.feed(table.board.frame())
        found.update(table.faults)
    assert found == set()


def test_a_watch_that_trembles_with_its_hand_beside_the_board_makes_no_sensor_noisy() -> None:
    table = WatchedBoard(period=40, seed=5, spread=SensorSpread.handmade(), style=HandStyle.natural())
    watch = MagnetVisit(283.0, 179.0, height=19.0, field=1.2, heading=2.1, dip=0.2, stay=0.0, worn=True)
    geometry = table.board.geometry
    table.board.enqueue(PutStray(stray_of(watch, geometry), start=outside(watch, geometry)))
    found: set[SensorFault] = set()
    until = table.board.now + 12_000
    while table.board.now < until:
        table.feed(table.board.frame())
        found.update(table.faults)
    assert [type(each) for each in table.disturbances] == [StrayField]
    assert found == set()


def test_a_sensor_that_gets_noisy_under_a_worker_in_a_hand_is_named_when_the_hand_has_gone() -> None:
    table = WatchedBoard(style=HandStyle.natural())
    table.board.enqueue(Break(Failure(FREE, FailureKind.NOISY)))
    table.hands(Lift("blue-1"), Hover("blue-1", FREE, 8.0, 2000), Put("blue-1", UNDER_A_WORKER), rest=3000)
    assert table.faults == (SensorFault(FREE, SensorTrouble.NOISY),)

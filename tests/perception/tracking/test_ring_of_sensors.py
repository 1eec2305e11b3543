"""A board with sensors outside its squares is followed as any other: moves, a magnet beside it, sensors that fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import Frame
from hardware.hand_actions import Break, Failure, FailureKind, Lift, Mend, Put, PutStray, StrayMagnet, TakeStray
from hardware.virtual.spread import SensorSpread
from perception.arrangements import Reading
from perception.findings import SensorTrouble, StrayField
from perception.fitting.residual import BOUNDLESS
from tests.perception.landings import RING
from tests.perception.tracked_board import SPREAD, WatchedBoard

WATCH = StrayMagnet("watch", -110.0, 90.0, 20.0, 120_000.0, 40_000.0, 300_000.0)


def board(spread: SensorSpread = SPREAD, seed: int = 3) -> WatchedBoard:
    return WatchedBoard(geometry=RING, spread=spread, seed=seed)


@pytest.mark.parametrize("spread", [SPREAD, SensorSpread.handmade()], ids=["even", "handmade"])
@pytest.mark.parametrize(("square", "height"), [(12, 0), (9, 0), (22, 1), (13, 3)])
def test_a_worker_that_moves_is_read_where_it_stands(spread: SensorSpread, square: int, height: int) -> None:
    watched = board(spread)
    watched.heights[13] = 3
    assert watched.heights.get(square, 0) == height
    moved = watched.arrangement(blue_1=square)
    watched.expect(moved)
    watched.hands(Lift("blue-1"), Put("blue-1", square), rest=2000)
    assert watched.read == moved


def test_a_board_is_read_without_a_reference() -> None:
    watched = board()
    watched.tracker.forget()
    watched.rest(1500)
    assert watched.read == watched.arrangement()


@pytest.mark.parametrize("zero", [1.0, -1.0])
def test_workers_stand_where_they_are_read_though_no_zero_of_the_ring_was_measured(zero: float) -> None:
    """At a cold start, with zeros as far off as the data sheet allows; and the moves after it."""
    watched = board()
    signs = [zero * (-1) ** channel for channel in range(24)]
    watched.board.store_calibration(watched.board.calibration.with_further_zeros(signs))
    watched.tracker.forget()
    watched.rest(3000)
    assert watched.read == watched.arrangement()
    moved = watched.arrangement(blue_1=13)
    watched.expect(moved)
    watched.hands(Lift("blue-1"), Put("blue-1", 13), rest=2000)
    assert watched.read == moved


@pytest.mark.parametrize("since", ["before the first reading", "while it is watched"])
def test_a_sensor_of_the_ring_that_does_not_answer_is_left_out(since: str) -> None:
    watched = board()
    if since == "before the first reading":
        watched.tracker.forget()
    feed = watched.feed

    def without_one(frame: Frame) -> None:
        fields = (*frame.fields[:28], -80.0, -80.0, -80.0, *frame.fields[31:])
        feed(replace(frame, fields=fields, clipped=frame.clipped | {28, 29, 30}))

    watched.feed = without_one  # type: ignore[method-assign] # a cable comes off
    watched.rest(3000)
    assert watched.read == watched.arrangement()
    moved = watched.arrangement(blue_1=13)
    watched.expect(moved)
    watched.hands(Lift("blue-1"), Put("blue-1", 13), rest=2000)
    assert watched.read == moved
    watched.spots["blue-1"] = 13
    watched.expect()
    watched.feed = feed  # type: ignore[method-assign] # and is put on again
    watched.rest(3000)
    assert (watched.read, watched.disturbances, watched.faults) == (watched.arrangement(), (), ())


def test_a_magnet_beside_the_board_is_named_and_hides_no_move() -> None:
    watched = board()
    watched.hands(PutStray(WATCH), rest=3000)
    assert watched.read == watched.arrangement()
    (found,) = watched.disturbances
    assert isinstance(found, StrayField)
    assert 10 in found.squares
    moved = watched.arrangement(blue_2=24)
    watched.expect(moved)
    watched.hands(Lift("blue-2"), Put("blue-2", 24))
    assert watched.read == moved
    watched.spots["blue-2"] = 24
    watched.expect()
    watched.hands(TakeStray("watch"), rest=3000)
    assert (watched.read, watched.disturbances) == (watched.arrangement(), ())


@pytest.mark.parametrize("kind", [FailureKind.DEAD, FailureKind.GROUNDED, FailureKind.STUCK, FailureKind.NOISY])
def test_a_sensor_of_a_square_that_fails_is_named(kind: FailureKind) -> None:
    watched = board()
    watched.hands(Break(Failure(6, kind)), rest=4000)
    assert 6 in {fault.square for fault in watched.faults}
    assert watched.read == watched.arrangement()
    watched.hands(Mend(6), rest=4000)
    assert watched.read == watched.arrangement()


def test_exchanged_sensors_of_squares_are_named() -> None:
    watched = board(replace(SPREAD, gain=0.02))
    watched.hands(Break(Failure(6, FailureKind.SWAPPED, 7)), rest=4000)
    assert {(fault.square, fault.other) for fault in watched.faults if fault.trouble is SensorTrouble.SWAPPED} == {
        (6, 7)
    }


def test_further_sensors_are_left_out_where_a_magnet_may_be_nearer_to_them_than_workers_are() -> None:
    full = Reading((0.0,) * RING.channel_count, count=8)
    squares = full.of_squares
    assert [each >= BOUNDLESS for each in squares.variances] == [False] * 25 + [True] * 24
    assert squares.fields == full.fields
    assert squares.of_squares is squares
    plain = Reading((0.0,) * 25)
    assert plain.of_squares is plain

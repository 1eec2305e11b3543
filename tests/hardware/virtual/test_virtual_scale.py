"""What the four load cells under a virtual board report."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.board import Weighed
from hardware.hand_actions import HandAction, HandError, Lean, Lift, Put, PutThing, Stack, TakeThing, Tap, Unstack
from hardware.scale import LoadCell, Scale
from hardware.virtual.journey import PRESSING_MS, REACHING_MS
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.virtual_scale import ScaleSpread, Statics

CORNERS = ((0.0, 0.0), (180.0, 0.0), (0.0, 180.0), (180.0, 180.0))
NO_NOISE = Scale(tuple(LoadCell(east, north, 1000.0) for east, north in CORNERS), noise=0.0)
C3, D2 = 12, 8


def weighing_board(rate: int = 80, spread: ScaleSpread | None = None, seed: int = 1) -> VirtualDevice:
    scale = Scale(NO_NOISE.cells, rate=rate, noise=0.0)
    exact = SensorSpread.none()
    spread = ScaleSpread.none() if spread is None else spread
    return VirtualDevice(spread=exact, seed=seed, scan_period=40, scale=scale, scale_spread=spread)


def after(board: VirtualDevice, *actions: HandAction, ms: float = 1000) -> list[Weighed]:
    """What the scale read while hands did this, and for so many ms after."""
    read: list[Weighed] = []
    for action in actions:
        board.enqueue(action)
    until: float | None = None
    while until is None or board.now < until:
        board.frame()
        read += board.weighings()
        if until is None and board.idle:
            until = board.now + ms
    return read


def sums(weighed: Weighed) -> tuple[float, float, float]:
    """The force in g, and its moments."""
    loads = weighed.loads
    return (
        sum(loads),
        sum(load * east for load, (east, _) in zip(loads, CORNERS, strict=True)),
        sum(load * north for load, (_, north) in zip(loads, CORNERS, strict=True)),
    )


def change(before: Weighed, now: Weighed) -> tuple[float, float, float]:
    """The force that came, and where, in mm."""
    force, east, north = (one - other for one, other in zip(sums(now), sums(before), strict=True))
    return (force, east / force, north / force) if abs(force) > 0.1 else (force, 0.0, 0.0)


@pytest.mark.parametrize("twist", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("at", [(90.0, 90.0), (0.0, 180.0), (45.0, 135.0), (-20.0, 90.0)])
def test_however_a_plate_bends_the_sum_and_the_centre_of_its_loads_are_those_of_what_lies_on_it(
    twist: float, at: tuple[float, float]
) -> None:
    loads = Statics(CORNERS, twist).shared([(10.0, *at)])
    assert sum(loads) == pytest.approx(10.0)
    for axis in (0, 1):
        moment = sum(load * place[axis] for load, place in zip(loads, CORNERS, strict=True))
        assert moment == pytest.approx(10.0 * at[axis])


def test_a_plate_that_bends_lets_the_nearest_cell_bear_more() -> None:
    stiff, bent = (Statics(CORNERS, twist).shared([(10.0, 0.0, 0.0)]) for twist in (0.0, 1.0))
    assert stiff[0] == pytest.approx(7.5)
    assert bent[0] == pytest.approx(10.0)


def test_cells_in_one_line_are_refused() -> None:
    with pytest.raises(ValueError, match="do not lie on one line"):
        Statics([(0.0, 0.0), (10.0, 10.0), (20.0, 20.0), (30.0, 30.0)], 0.0)


@pytest.mark.parametrize(("dome", "mass"), [(False, 12.0), (True, 5.0)])
def test_wood_adds_its_mass_at_the_middle_of_its_square(dome: bool, mass: float) -> None:  # noqa: FBT001 - a table
    board = weighing_board()
    before = after(board)[-1]
    assert change(before, after(board, Stack(C3, dome=dome))[-1]) == pytest.approx((mass, 90.0, 90.0), abs=0.1)
    assert change(before, after(board, Unstack(C3))[-1])[0] == pytest.approx(0.0, abs=0.1)


def test_the_second_block_is_lighter_than_the_first_and_heavier_than_the_third() -> None:
    board = weighing_board()
    before, found = after(board)[-1], []
    for _ in range(3):
        now = after(board, Stack(C3, dome=False))[-1]
        found.append(change(before, now)[0])
        before = now
    assert found == pytest.approx([12.0, 9.0, 6.0], abs=0.05)


def test_a_hand_presses_as_it_sets_wood_down_and_lets_go() -> None:
    board = weighing_board()
    before = after(board)[-1]
    begin = board.now
    read = after(board, Stack(C3, dome=False))
    came, gone = begin + REACHING_MS, begin + REACHING_MS + PRESSING_MS
    forces = {each.at: change(before, each)[0] for each in read}
    assert all(abs(force) < 0.1 for at, force in forces.items() if at <= came - 20)
    assert max(force for at, force in forces.items() if came < at < gone) > 12.0 + 15.0
    assert all(force == pytest.approx(12.0, abs=0.1) for at, force in forces.items() if at > gone + 20)


def test_a_worker_weighs_where_it_stands_and_nothing_in_a_hand() -> None:
    board = weighing_board()
    before = after(board)[-1]
    standing = after(board, Lift("blue-1"), Put("blue-1", D2))[-1]
    assert change(before, standing) == pytest.approx((10.0, 135.0, 45.0), abs=0.1)
    assert change(before, after(board, Lift("blue-1"))[-1])[0] == pytest.approx(0.0, abs=0.1)


def test_a_hand_presses_a_worker_onto_a_square_that_it_touches() -> None:
    board = weighing_board()
    after(board, Lift("blue-1"), Put("blue-1", D2))
    before = after(board)[-1]
    read = after(board, Tap("blue-1", C3, duration=500))
    assert max(change(before, each)[0] for each in read) > 15.0
    assert change(before, read[-1])[0] == pytest.approx(0.0, abs=0.1)


def test_a_hand_that_leans_on_the_rim_weighs_until_it_leaves() -> None:
    board = weighing_board()
    before = after(board)[-1]
    read = after(board, Lean(-40.0, 90.0, 200.0, 2000.0))
    force, east, north = change(before, read[len(read) // 2])
    assert 150.0 < force < 250.0
    assert (east, north) == pytest.approx((-40.0, 90.0), abs=0.5)
    assert change(before, read[-1])[0] == pytest.approx(0.0, abs=0.1)


def test_a_thing_stays_on_the_plate_until_it_is_taken() -> None:
    board = weighing_board()
    before = after(board)[-1]
    assert change(before, after(board, PutThing("cup", 90.0, -30.0, 300.0))[-1])[0] == pytest.approx(300.0, abs=0.5)
    with pytest.raises(HandError, match="on the plate already"):
        board.enqueue(PutThing("cup", 0.0, 0.0, 1.0)).check()
    assert change(before, after(board, TakeThing("cup"))[-1])[0] == pytest.approx(0.0, abs=0.5)
    with pytest.raises(HandError, match="there is no 'cup'"):
        board.enqueue(TakeThing("cup")).check()


def test_a_block_that_is_pushed_to_the_middle_is_felt_on_its_way() -> None:
    board = weighing_board()
    before = after(board)[-1]
    read = after(board, Stack(C3, dome=False, spot=(16.0, 0.0)))
    places = [change(before, each)[1] for each in read if change(before, each)[0] > 5.0]
    assert places[0] > 90.0 + 10.0
    assert places[-1] == pytest.approx(90.0, abs=0.1)


@pytest.mark.parametrize("rate", [10, 80])
def test_all_cells_are_read_as_often_as_the_converters_can(rate: int) -> None:
    read = after(weighing_board(rate), ms=2000)
    assert len(read) == pytest.approx(2 * rate, abs=rate / 10)
    assert [each.number for each in read] == list(range(1, len(read) + 1))
    assert all(one.at < other.at for one, other in pairwise(read))


def test_readings_between_two_scans_come_when_they_are_complete_and_scans_as_without_them() -> None:
    board, other = weighing_board(), weighing_board()
    for each in (board, other):
        each.enqueue(Stack(C3, dome=False))
        each.scan()
    assert [reading.at for reading in board.weights(0)] == [-28, -15, -2]
    assert [reading.at for reading in board.weights(15)] == [10]
    assert board.now == 55
    assert board.weights(10) == ()
    assert [reading.at for reading in board.weights(10_000)] == [22, 35]
    assert board.now == 80, "the world waits for the next scan"
    assert board.scan() == other.scan()
    assert board.now == other.now == 80
    assert [reading.at for reading in other.weights(0)][-3:] == [-30, -18, -5]
    assert board.weights(0) == ()


@pytest.mark.parametrize(("rate", "settles"), [(10, 400), (80, 50)])
def test_a_converter_settles_within_four_conversions(rate: int, settles: int) -> None:
    board = weighing_board(rate)
    before = after(board)[-1]
    read = after(board, PutThing("cup", 90.0, 90.0, 100.0), ms=settles + 2 * round(1000 / rate))
    forces = [change(before, each)[0] for each in read]
    assert sorted(forces) == forces
    assert sum(1.0 < force < 99.0 for force in forces) >= 3
    assert forces[-1] == pytest.approx(100.0, abs=0.2)


def test_cells_creep_under_a_load_and_drift() -> None:
    board = weighing_board(spread=ScaleSpread(0.0, 0.0, 0.0, creep=0.003, creep_ms=20_000.0, drift=0.0))
    before = after(board)[-1]
    at_once = change(before, after(board, PutThing("cup", 90.0, 90.0, 400.0))[-1])[0]
    later = change(before, after(board, ms=60_000)[-1])[0]
    assert at_once == pytest.approx(400.0, abs=0.3)
    assert later - at_once == pytest.approx(0.003 * 400.0, abs=0.3)


def test_the_same_seed_gives_the_same_readings() -> None:
    spread = ScaleSpread()
    one, other, third = (after(weighing_board(spread=spread, seed=seed), Stack(C3, dome=False)) for seed in (3, 3, 4))
    assert one == other != third


def test_a_board_without_a_scale_reports_no_weights_and_wood_is_there_at_once() -> None:
    board = VirtualDevice(seed=1)
    task = board.enqueue(Stack(C3, dome=False))
    assert task.done
    board.frame()
    assert board.weighings() == ()

"""At a virtual board with the weight and the friction of real workers, magnets move their neighbours."""

from __future__ import annotations

from math import dist

import pytest

from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import Lift, Put, Stack
from hardware.magnet_force import WorkerGrip, holding_distance
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import StandingPiece, foot_radius

C3, D3 = 12, 13
OF_THE_GUIDE = Geometry()
STRONG = Geometry(magnet=Magnet(20.0, 5.0))


def stands(board: VirtualDevice, piece: str) -> tuple[float, float]:
    """Where a worker stands, in mm from the middle of a1."""
    place = board.world.place(piece)
    assert isinstance(place, StandingPiece)
    x, y = board.geometry.centre(place.square)
    return x + place.east, y + place.north


def put(board: VirtualDevice, piece: str, square: int, spot: tuple[float, float] = (0.0, 0.0)) -> None:
    hands = QueuedHands(board)
    hands.do(Lift(piece))
    hands.do(Put(piece, square, spot))
    while not hands.idle:
        board.scan()
    hands.check()
    for _ in range(30):
        board.scan()


def a_board(geometry: Geometry, grip: WorkerGrip | None) -> VirtualDevice:
    return VirtualDevice(geometry, SensorSpread.none(), grip=grip)


def test_strong_magnets_of_two_seats_snap_together() -> None:
    board = a_board(STRONG, WorkerGrip())
    put(board, "blue-1", C3)
    put(board, "orange-1", D3)
    feet = 2 * foot_radius(STRONG)
    assert dist(stands(board, "blue-1"), stands(board, "orange-1")) == pytest.approx(feet, abs=1.0)


def test_strong_magnets_of_one_seat_slide_apart_until_friction_holds_them() -> None:
    grip = WorkerGrip(friction=0.7)
    board = a_board(STRONG, grip)
    put(board, "blue-1", C3)
    put(board, "blue-2", D3)
    apart = dist(stands(board, "blue-1"), stands(board, "blue-2"))
    assert apart == pytest.approx(holding_distance(STRONG.magnet, grip), abs=1.0)
    assert apart > 47


def test_the_magnets_of_the_guide_stay_where_people_put_them() -> None:
    board = a_board(OF_THE_GUIDE, WorkerGrip())
    put(board, "blue-1", C3, (5.0, 0.0))
    put(board, "orange-1", D3, (-5.0, 0.0))
    assert stands(board, "blue-1") == (95.0, 90.0)
    assert stands(board, "orange-1") == (130.0, 90.0)


def test_two_that_come_too_near_snap_even_then() -> None:
    board = a_board(OF_THE_GUIDE, WorkerGrip())
    put(board, "blue-1", C3, (6.5, 0.0))
    put(board, "orange-1", D3, (-6.5, 0.0))
    assert dist(stands(board, "blue-1"), stands(board, "orange-1")) < 18


def test_a_worker_on_a_tower_is_out_of_reach_of_one_on_the_ground() -> None:
    """On the ground, as near, the two would snap together."""
    board = a_board(STRONG, WorkerGrip(friction=0.9))
    for _ in range(2):
        board.enqueue(Stack(D3, dome=False))
    put(board, "blue-1", C3, (4.0, 0.0))
    put(board, "orange-1", D3, (-4.0, 0.0))
    assert stands(board, "blue-1") == (94.0, 90.0)
    assert stands(board, "orange-1") == (131.0, 90.0)


def test_without_a_grip_nothing_slides() -> None:
    board = a_board(STRONG, None)
    put(board, "blue-1", C3, (6.0, 0.0))
    put(board, "orange-1", D3, (-6.0, 0.0))
    assert dist(stands(board, "blue-1"), stands(board, "orange-1")) == 33.0

"""How a board is wired: what a wiring is, and a virtual board that is wired otherwise than it believes."""

from __future__ import annotations

from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT, Colour, Lights
from hardware.hand_actions import Lift, Put, Stack
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from tests.hardware.board_contract import one_lit

wirings = st.builds(
    Wiring,
    st.permutations(range(32)).map(lambda order: tuple(order[:SQUARE_COUNT])),
    st.permutations(range(100)).map(lambda order: tuple(order[:SQUARE_COUNT])),
)


@given(wirings)
def test_a_wiring_comes_back_from_its_bytes(wiring: Wiring) -> None:
    assert Wiring.unpacked(wiring.packed) == wiring
    assert wiring.checksum == crc_hqx(wiring.packed, CRC16_START)


@pytest.mark.parametrize(
    ("sensors", "lights", "wrong"),
    [
        (tuple(range(24)), tuple(range(25)), "25 sensor channels"),
        (tuple(range(25)), tuple(range(26)), "25 places of lights"),
        (tuple(range(8, 33)), tuple(range(25)), "0 to 31, not 32"),
        (tuple(range(25)), tuple(range(76, 101)), "0 to 99, not 100"),
        ((-1, *range(24)), tuple(range(25)), "not -1"),
        ((3, *range(24)), tuple(range(25)), "3 is used twice"),
        (tuple(range(25)), (5, *range(24)), "5 is used twice"),
    ],
)
def test_what_is_no_wiring_is_reported(sensors: tuple[int, ...], lights: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Wiring(sensors, lights)


def lit(board: VirtualDevice) -> list[int]:
    """The squares that shine."""
    return [square for square, colour in enumerate(board.look().lights) if any(colour)]


def swapped(first: int, second: int) -> Wiring:
    """Two squares with each other's wires."""
    order = list(range(SQUARE_COUNT))
    order[first], order[second] = second, first
    return Wiring(tuple(order), tuple(order))


def test_swapped_wires_show_on_each_others_squares_until_the_right_wiring_is_stored() -> None:
    board = VirtualDevice(spread=SensorSpread.none(), wired=swapped(3, 20))
    board.show(one_lit(20))
    assert lit(board) == [3]
    board.act(Stack(0, dome=False))
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 3))
    assert abs(board.frame().fields[20]) > 10
    assert abs(board.frame().fields[3]) < 1
    board.store_wiring(swapped(3, 20))
    assert board.wiring_stored
    assert lit(board) == [20]
    assert abs(board.frame().fields[3]) > 10
    assert abs(board.frame().fields[20]) < 1


def test_a_place_without_a_light_stays_dark_and_a_channel_without_a_sensor_reads_nothing() -> None:
    board = VirtualDevice(wired=Wiring((*range(24), 30), (*range(24), 99)))
    board.show(Lights((Colour(1, 1, 1),) * SQUARE_COUNT))
    assert lit(board) == list(range(24))
    assert board.scan()[24] == 0


def test_its_own_calibration_goes_with_its_sensors() -> None:
    straight, crossed = VirtualDevice(seed=5), VirtualDevice(seed=5, wired=swapped(3, 20))
    assert crossed.calibration.gains[3] == straight.calibration.gains[20]
    assert crossed.calibration.offsets[20] == straight.calibration.offsets[3]

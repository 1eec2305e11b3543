"""A virtual board with sensors outside its squares: they feel its own physics, and have errors of their own."""

from __future__ import annotations

from dataclasses import replace
from statistics import pstdev

import pytest

from hardware.board import ALL_DARK, SQUARE_COUNT, Colour, Lights
from hardware.calibration import Calibration, FurtherChannel
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.hand_actions import Break, Failure, FailureKind, Lift, Put, Tilt
from hardware.sensor_layout import Axis, PlacedSensor
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice

RING = Geometry(further=(PlacedSensor(-34.5, 90.0), PlacedSensor(90.0, 214.5, 2.0, (Axis.DOWN, Axis.EAST), 40.0)))
HANDMADE = replace(SensorSpread.handmade(), placement=0.0)
SURROUNDINGS = AmbientConditions(earth=0.04, drift=0.02, lights=0.05, ground=0.17)


def played(geometry: Geometry) -> list[tuple[float, ...]]:
    """Frames of a handmade board at which a worker is put down, lights change and a sensor fails."""
    board = VirtualDevice(geometry, HANDMADE, seed=3, surroundings=SURROUNDINGS)
    frames = [board.frame().fields for _ in range(10)]
    board.enqueue(Lift("blue-1"))
    board.enqueue(Put("blue-1", 10))
    frames += [board.frame().fields for _ in range(200)]
    board.show(Lights((Colour(90, 90, 90), *ALL_DARK.colours[1:])))
    board.enqueue(Break(Failure(3, FailureKind.DEAD)))
    board.enqueue(Tilt(0.05, 0.0, 0.0))
    return frames + [board.frame().fields for _ in range(20)]


def test_further_sensors_change_no_reading_of_the_others() -> None:
    plain, more = played(Geometry()), played(RING)
    assert [fields[:SQUARE_COUNT] for fields in more] == plain
    assert {len(fields) for fields in more} == {30}
    assert played(RING) == more


def test_they_feel_a_worker_as_the_field_model_says() -> None:
    board = VirtualDevice(RING, SensorSpread.none())
    empty = board.frame().fields
    board.enqueue(Lift("blue-1"))
    board.enqueue(Put("blue-1", 10))
    for _ in range(200):
        frame = board.frame()
    felt = FieldModel(RING).felt(*RING.centre(10), 0).fields[SQUARE_COUNT:]
    assert empty[SQUARE_COUNT:] == (0.0,) * 5
    assert frame.fields[SQUARE_COUNT:] == pytest.approx(felt, abs=0.02, rel=0.03)
    assert max(map(abs, felt)) > 1.0


def test_their_noise_and_their_zeros_are_those_of_their_data_sheet() -> None:
    board = VirtualDevice(RING, replace(SensorSpread.none(), noise=0.05))
    values = list(zip(*(board.frame().fields[SQUARE_COUNT:] for _ in range(800)), strict=True))
    assert [pstdev(each) for each in values] == pytest.approx([0.022] * 5, rel=0.15)
    boards = (VirtualDevice(RING, replace(SensorSpread.none(), offset=1.0), seed=seed) for seed in range(40))
    zeros = [zero for board in boards for zero in board.frame().fields[SQUARE_COUNT:]]
    assert pstdev(zeros) == pytest.approx(0.3, rel=0.2)
    assert max(map(abs, zeros)) < 1.0


def test_their_gains_differ() -> None:
    uneven = VirtualDevice(RING, replace(SensorSpread.none(), gain=0.05))
    uneven.enqueue(Lift("blue-1"))
    uneven.enqueue(Put("blue-1", 10))
    for _ in range(200):
        frame = uneven.frame()
    felt = FieldModel(RING).felt(*RING.centre(10), 0).fields[SQUARE_COUNT:]
    shares = [now / usual for now, usual in zip(frame.fields[SQUARE_COUNT:], felt, strict=True) if abs(usual) > 0.5]
    assert len({round(share, 2) for share in shares}) > 1
    assert all(0.8 < share < 1.2 for share in shares)


def test_a_field_beyond_their_range_is_clipped() -> None:
    near = Geometry(further=(PlacedSensor(-24.0, 0.0, -6.0, (Axis.EAST, Axis.DOWN), 2.0),))
    board = VirtualDevice(near, SensorSpread.none())
    board.enqueue(Lift("blue-1"))
    board.enqueue(Put("blue-1", 0))
    for _ in range(200):
        frame = board.frame()
    assert 25 in frame.clipped
    assert frame.fields[25] == pytest.approx(-2.0, abs=0.01)
    board.enqueue(Lift("blue-1"))
    for _ in range(200):
        frame = board.frame()
    assert not frame.clipped


def test_a_calibration_converts_as_many_counts_as_the_board_has_channels() -> None:
    plain = Calibration.nominal()
    more = plain.with_further(RING.further_channels)
    assert more.further[0] == FurtherChannel(0.0, 32768 / 80)
    assert more.further[4] == FurtherChannel(0.0, 32768 / 40)
    assert more.with_further(RING.further_channels) is more
    counts = (2048,) * SQUARE_COUNT + (32767, 0, -32768, 8192, -8192)
    assert more.fields(counts)[SQUARE_COUNT:] == pytest.approx((80.0, 0.0, -80.0, 10.0, -10.0), abs=0.003)
    assert more.clipped(counts) == {25, 27}
    assert more.counts(more.fields(counts))[:SQUARE_COUNT] == counts[:SQUARE_COUNT]
    assert more.packed == plain.packed
    with pytest.raises(ValueError, match="longer"):
        more.fields(counts[:-1])

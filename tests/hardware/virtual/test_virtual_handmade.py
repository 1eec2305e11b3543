"""A virtual board as people make it: sensors, magnets and wood off their places, noise, limits, and natural hands."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean, pstdev

import magpylib
import pytest

from common.numbers import seeded
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import Hover, Lift, MagnetVisit, Put, Stack, Tap
from hardware.virtual.field import DiscField
from hardware.virtual.journey import GROUND, NUDGES_MM, SLIPS_MM, HandStyle, UnevenWood, wobble
from hardware.virtual.magnets import (
    MagnetFields,
    PosedSensors,
    SensorPose,
    WorkerMagnet,
    drawn_poses,
    outside,
    sensor_field,
    stray_of,
)
from hardware.virtual.sensors import PinkNoise
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import PieceInHand, StandingPiece

GEOMETRY = Geometry()
HANDMADE = SensorSpread.handmade()
QUIET = SensorSpread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def by_library(pose: SensorPose, at: PieceInHand, leans: tuple[float, float] = (0.0, 0.0)) -> float:
    """What a sensor feels of a magnet whose axis leans by so many radians to the east and to the north."""
    magnet = GEOMETRY.magnet
    axis = (-leans[0], -leans[1], -1.0)
    size, strength = (magnet.diameter, magnet.thickness), (0, 0, -magnet.remanence)
    disc = magpylib.magnet.Cylinder(polarization=strength, dimension=size)  # type: ignore[no-untyped-call]  # magpylib has no types
    across = (-leans[1], leans[0], 0.0) if any(leans) else (0, 0, 1)
    disc.rotate_from_angax(math.degrees(math.hypot(*leans)), across)  # type: ignore[no-untyped-call]  # magpylib has no types
    half = magnet.thickness / 2
    disc.position = (at.x - axis[0] * half, at.y - axis[1] * half, at.height + half)
    east, north, up = 1000 * magpylib.getB(disc, (pose.x, pose.y, pose.up))  # type: ignore[no-untyped-call]  # magpylib has no types
    return float(pose.east * east + pose.north * north - pose.down * up)


@pytest.mark.parametrize("height", [8.0, 26.0, 44.0, 62.0, 100.0])
def test_displaced_and_tilted_sensors_feel_what_the_library_says(height: float) -> None:
    poses = drawn_poses(GEOMETRY, HANDMADE, seeded("test", round(height)))
    felt = PosedSensors(poses, DiscField.of(GEOMETRY.magnet)).disc(1.0, 93.0, 87.0, height)
    true = [by_library(pose, PieceInHand(93.0, 87.0, height)) for pose in poses]
    assert felt == pytest.approx(true, rel=0.005, abs=0.002)


@pytest.mark.parametrize("height", [26.0, 62.0])
def test_a_leaning_magnet_is_felt_as_the_library_says(height: float) -> None:
    poses = drawn_poses(GEOMETRY, SensorSpread.none(), seeded("test"))
    sensors = PosedSensors(poses, DiscField.of(GEOMETRY.magnet))
    at, leans = PieceInHand(88.0, 92.0, height), (math.radians(3.0), math.radians(-1.0))
    felt = MagnetFields(GEOMETRY, sensors, (WorkerMagnet(1.0, leans[0], 0.0),)).of(0, at, 0.0, leans[1])
    assert felt == pytest.approx([by_library(pose, at, leans) for pose in poses], rel=0.01, abs=0.005)


def test_a_field_points_outwards_as_much_as_it_grows_less_deep() -> None:
    disc, step = DiscField.of(Magnet(15.0, 5.0)), 0.01
    for aside, height in ((4.0, 8.0), (10.0, 8.0), (20.0, 26.0), (3.0, 62.0)):
        outer, inner = disc.outward(aside + step, height), disc.outward(aside - step, height)
        spreads = ((aside + step) * outer - (aside - step) * inner) / (2 * step * aside)
        weakens = (disc.at(aside, height - step) - disc.at(aside, height + step)) / (2 * step)
        assert spreads == pytest.approx(weakens, rel=1e-3)


def test_sensors_in_their_places_feel_the_same_by_either_way() -> None:
    upright = sensor_field(GEOMETRY, SensorSpread(), 1)
    posed = PosedSensors(drawn_poses(GEOMETRY, QUIET, seeded("test")), DiscField.of(GEOMETRY.magnet))
    assert posed.disc(-0.9, 50.0, 130.0, 27.0) == pytest.approx(upright.disc(-0.9, 50.0, 130.0, 27.0), rel=1e-3)


def test_sensors_are_within_their_limits_and_their_own() -> None:
    poses = [pose for seed in range(20) for pose in drawn_poses(GEOMETRY, HANDMADE, seeded("test", seed))]
    shifts = [
        math.dist((pose.x, pose.y, pose.up), (*GEOMETRY.centre(index % 25), 0.0)) for index, pose in enumerate(poses)
    ]
    tilts = [math.degrees(math.acos(pose.down)) for pose in poses]
    assert 0.9 < max(shifts) <= 1.0
    assert 2.7 < max(tilts) <= 3.0
    assert [math.hypot(pose.east, pose.north, pose.down) for pose in poses] == pytest.approx([1.0] * len(poses))


def test_noise_of_low_frequency_does_not_average_out() -> None:
    noise = PinkNoise(0.015, seeded("test"))
    readings = [list(noise.next()) for _ in range(8192)]
    means = [mean(reading[0] for reading in readings[start : start + 64]) for start in range(0, 8192, 64)]
    assert mean(pstdev(column) for column in zip(*readings, strict=True)) == pytest.approx(0.014, abs=0.003)
    assert pstdev(means) > 3 * 0.015 / 8, "white noise would fall to an eighth"


def test_a_sensor_saturates_before_the_rails() -> None:
    board = VirtualDevice(spread=SensorSpread.handmade(placement=0.0), patience=0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 12))
    board.act(Lift("orange-1"))
    board.act(Put("orange-1", 2))
    counts = board.scan()
    assert (counts[12], counts[2]) == (round(4096 - 0.2 / 3.3 * 4096), round(0.2 / 3.3 * 4096))


def test_towers_are_further_off_and_lean_more_the_higher_they_are() -> None:
    woods = [UnevenWood.drawn(HANDMADE, seed) for seed in range(40)]

    def off(level: int) -> list[float]:
        return [math.hypot(top.east, top.north) for top in (wood.top(7, level) for wood in woods)]

    def leans(level: int) -> list[float]:
        return [
            math.degrees(math.hypot(top.lean_east, top.lean_north)) for wood in woods for top in (wood.top(7, level),)
        ]

    assert {wood.top(7, 0) for wood in woods} == {GROUND}
    assert 1.0 < mean(off(1)) < mean(off(2)) < mean(off(3))
    assert max(off(1)) <= 2.0
    assert mean(leans(1)) < mean(leans(3)) <= 3.0


def test_hands_aim_at_the_top_of_a_tower() -> None:
    spread = SensorSpread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, block_shift=2.0)
    board = VirtualDevice(spread=spread, seed=4, patience=0)
    board.act(Stack(12, dome=False))
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 12))
    top = UnevenWood.drawn(spread, 4).top(12, 1)
    assert board.world.place("blue-1") == StandingPiece(12, top.east, top.north)


def test_boards_of_one_make_have_the_same_parts_and_other_hands() -> None:
    makes = ((1, 9), (2, 9), (1, 8))
    one, other, third = (VirtualDevice(spread=HANDMADE, seed=seed, made_by=made, patience=0) for seed, made in makes)
    for board in (one, other, third):
        board.act(Lift("blue-1"))
    places = []
    for board in (one, other):
        board.act(Put("blue-1", 12))
        places.append(board.world.place("blue-1"))
    assert places[0] != places[1]
    assert one.calibration == other.calibration != third.calibration


# -- natural hands


def heights(board: VirtualDevice, *tasks: Lift | Put | Tap | Hover) -> list[float]:
    """How high in mm above the sensors the worker is at each scan while hands do this; 0 where it stands."""
    for task in tasks:
        board.enqueue(task)
    seen = []
    while not board.idle:
        board.scan()
        place = board.world.place("blue-1")
        seen.append(place.height if isinstance(place, PieceInHand) else 0.0)
    return seen


def natural(nudging: float = 0.0, bounce: float = 0.5) -> VirtualDevice:
    style = HandStyle(tremor=0.0, bounce=bounce, nudging=nudging)
    return VirtualDevice(spread=QUIET, style=style, scan_period=2, patience=0)


def test_a_landing_bounces_by_some_tenths_of_a_millimetre() -> None:
    down = [height for height in heights(natural(), Lift("blue-1"), Put("blue-1", 12)) if 0 < height < 20]
    lowest = down.index(min(down))
    bounced = max(down[lowest:]) - 8.0
    assert min(down) == pytest.approx(8.0, abs=0.05)
    assert 0.15 < bounced <= 0.5


def test_a_worker_may_be_nudged_once_it_stands() -> None:
    board = natural(nudging=1.0)
    heights(board, Lift("blue-1"), Put("blue-1", 12))
    place = board.world.standing("blue-1")
    assert NUDGES_MM[0] <= math.hypot(place.east, place.north) <= NUDGES_MM[1]


def test_a_touch_lasts_as_long_as_it_is_meant_to() -> None:
    board = natural(bounce=0.0)
    heights(board, Lift("blue-1"), Put("blue-1", 12, (0.0, 0.0)))
    touching = heights(board, Tap("blue-1", 13, duration=740.0))
    on_the_wood = [height for height in touching[: len(touching) // 2 + 150] if 0 < height < 8.01]
    assert 2 * len(on_the_wood) == pytest.approx(740.0, abs=90.0)


def test_a_wobbling_worker_rocks_on_its_edge_and_stands_flat_at_the_end() -> None:
    at = PieceInHand(90.0, 90.0, 26.0)
    legs = wobble(at, 600.0, 4.0, 7.5, seeded("test"))
    assert sum(leg.duration for leg in legs) == pytest.approx(600.0)
    assert legs[-1].end == at
    assert all(0.0 <= leg.end.height - 26.0 <= 7.5 * math.sin(math.radians(4.0)) for leg in legs)
    assert all(math.hypot(leg.end.x - 90.0, leg.end.y - 90.0) <= SLIPS_MM for leg in legs)
    assert max(leg.end.tilt for leg in legs) > math.radians(1.0)


def test_arms_move_with_least_jerk() -> None:
    board = natural(bounce=0.0)
    rising = heights(board, Lift("blue-1", 30.0), Hover("blue-1", 12, 30.0, 0.0), Put("blue-1", 12))[-75:-1]
    speeds = [abs(later - sooner) for sooner, later in pairwise(rising)]
    assert max(speeds) == pytest.approx(1.875 * (rising[0] - rising[-1]) / len(speeds), rel=0.05)


def test_a_visiting_magnet_is_felt_as_strongly_as_it_is_said_to_be() -> None:
    visit = MagnetVisit(-80.0, 100.0, 20.0, field=0.6, heading=0.4, dip=-0.3, stay=2000.0, worn=False)
    board = VirtualDevice(spread=QUIET, scan_period=20, patience=0)
    hands = QueuedHands(board, 1)
    hands.visit(visit)
    strongest = 0.0
    while not hands.idle:
        board.scan()
        strongest = max(strongest, *map(abs, board.true_fields()))
    assert strongest == pytest.approx(0.6, rel=0.01)
    assert board.world.strays == ()
    stray = stray_of(visit, GEOMETRY)
    away = outside(visit, GEOMETRY)
    assert math.dist(away[:2], (90.0, 90.0)) == pytest.approx(250 + math.dist((stray.x, stray.y), (90.0, 90.0)))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"sensor_shift": 9.0}, "the spread of sensor_shift is 5.0 mm at most, not 9.0"),
        ({"block_tilt": 20.0}, "the spread of block_tilt is 15.0 degrees at most"),
        ({"headroom": 2.0}, "the spread of headroom is 1.0 V at most"),
        ({"pink_noise": -1.0}, "the spread of pink_noise is a number from 0 up"),
    ],
)
def test_a_spread_that_cannot_be_is_refused(values: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SensorSpread(**values)  # type: ignore[arg-type]

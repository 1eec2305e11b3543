"""The virtual board's physics, held against magpylib itself and the figures of the design notes."""

from __future__ import annotations

import itertools
import math

import magpylib
import pytest

from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import HandError, Hover, Knock, Lift, Put, PutBeside, Slide, Stack
from hardware.virtual.field import DiscField, FaceTable
from hardware.virtual.make_field_table import COMMON_MAGNETS, reference_field, worst_error
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import LyingPiece, PieceBeside, PieceInHand

OF_THE_NOTES = Magnet(15.0, 5.0)
"""That of the figures in the design notes."""


@pytest.fixture(scope="module")
def field() -> DiscField:
    return DiscField.of(OF_THE_NOTES)


@pytest.mark.parametrize("magnet", COMMON_MAGNETS)
def test_every_disc_agrees_with_the_library_wherever_a_worker_can_be(magnet: Magnet) -> None:
    assert worst_error(magnet, 1500) <= 1e-3


def test_a_face_agrees_with_the_closed_form_on_its_axis_and_is_odd() -> None:
    face = FaceTable.load()
    for depth in (0.2, 0.53, 1.0, 7.0, 60.0, 300.0):
        exact = (1 - depth / math.hypot(1, depth)) / 2
        assert face.at(0, depth) == pytest.approx(exact, rel=1e-4)
        assert face.at(3, -depth) == -face.at(3, depth)


def test_a_magnet_beside_the_board_is_felt_by_sensors_above_it(field: DiscField) -> None:
    points = [(distance, height) for distance in (30.0, 60.0, 120.0) for height in (-12.0, -3.0, -2.5, 0.0)]
    for (distance, height), true in zip(points, reference_field(OF_THE_NOTES, points), strict=True):
        assert field.at(distance, height) == pytest.approx(true, rel=1e-3)
        assert field.around((distance * distance,), height) == pytest.approx([true], rel=1e-3)


@pytest.mark.parametrize(("level", "millitesla"), [(0, 159), (1, 9.9), (2, 2.1), (3, 0.77)])
def test_field_under_a_worker_on_each_level_with_a_gap_of_5_mm(field: DiscField, level: int, millitesla: float) -> None:
    assert field.at(0, Geometry(gap=5).foot_height(level)) == pytest.approx(millitesla, rel=0.03)


def test_neighbours_and_workers_off_centre_as_the_design_notes_say(field: DiscField) -> None:
    assert field.at(45, 5) == pytest.approx(-0.90, rel=0.02)
    assert field.at(45, 59) == pytest.approx(0.20, rel=0.03)
    assert field.at(8, 5) == pytest.approx(58, rel=0.02)
    assert field.at(8, 59) == pytest.approx(0.73, rel=0.02)


def test_deeper_sensors_feel_less(field: DiscField) -> None:
    expected = [61, 6.0, 1.55, 0.61]
    assert [field.at(0, Geometry(gap=10).foot_height(level)) for level in range(4)] == pytest.approx(expected, rel=0.03)


def test_far_away_a_magnet_is_a_dipole(field: DiscField) -> None:
    for distance, height in ((1200.0, 10.0), (0.0, 800.0), (700.0, 900.0)):
        (true,) = reference_field(OF_THE_NOTES, [(distance, height)])
        assert field.at(distance, height) == pytest.approx(true, rel=1e-3)
        assert field.around((distance * distance,), height) == pytest.approx([true], rel=1e-3)


def test_fields_of_several_workers_add_up_and_colours_have_opposite_signs() -> None:
    board = VirtualDevice(spread=SensorSpread.none(), patience=0)
    places = {"blue-1": (6, 3), "orange-1": (8, 0)}
    for piece, (square, level) in places.items():
        for _ in range(level):
            board.act(Stack(square, dome=False))
        board.act(Lift(piece))
        board.act(Put(piece, square))
    geometry = board.geometry
    for square, felt in enumerate(board.true_fields()):
        points = [
            (math.dist(geometry.centre(square), geometry.centre(at)), geometry.foot_height(level))
            for at, level in places.values()
        ]
        blue, orange = reference_field(Magnet(), points)
        assert felt == pytest.approx(blue - orange, abs=0.005, rel=0.01)


def test_third_level_gives_less_at_its_sensor_than_a_neighbour_on_the_ground() -> None:
    board = VirtualDevice(Geometry(gap=5, magnet=OF_THE_NOTES), SensorSpread.none(), patience=0)
    for _ in range(3):
        board.act(Stack(12, dome=False))
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 12))
    alone = board.true_fields()[12]
    board.act(Lift("blue-2"))
    board.act(Put("blue-2", 13))
    assert alone == pytest.approx(0.77, rel=0.03)
    assert board.true_fields()[12] < 0, "the neighbour on the ground hides the worker on three blocks"


def test_a_hand_moves_in_small_steps_from_scan_to_scan() -> None:
    board = VirtualDevice(spread=SensorSpread.none())
    heights: list[float] = []
    board.enqueue(Lift("blue-1"))
    board.enqueue(Put("blue-1", 12))
    while not board.idle:
        board.frame()
        place = board.world.magnet(0, board.geometry)
        assert place is not None
        heights.append(place.height)
    lowering = [height for height in heights if height < max(heights)]
    assert lowering == sorted(lowering, reverse=True)
    assert len(lowering) >= 7, "150 ms are 7 scans and more"


def test_a_slide_passes_over_the_squares_between() -> None:
    board = VirtualDevice(spread=SensorSpread.none(), patience=0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 0))
    board.enqueue(Slide("blue-1", (1, 2)))
    strongest: list[int] = []
    while not board.idle:
        board.scan()
        place = board.world.magnet(0, board.geometry)
        assert isinstance(place, PieceInHand)
        assert place.height == board.geometry.foot_height(0)
        # Between two squares the field is reversed under both of them.
        strongest += [square for square, felt in enumerate(board.true_fields()) if felt > 5]
    assert [square for square, _ in itertools.groupby(strongest)] == [0, 1, 2]


def test_a_stronger_magnet_of_the_same_size_gives_more() -> None:
    def on_c3(magnet: Magnet) -> float:
        board = VirtualDevice(Geometry(magnet=magnet), SensorSpread.none(), patience=0)
        board.act(Lift("blue-1"))
        board.act(Put("blue-1", 12))
        return board.true_fields()[12]

    assert on_c3(Magnet(remanence=1.43)) == pytest.approx(1.1 * on_c3(Magnet()))


def test_the_sensors_are_2_mm_or_more_under_the_face() -> None:
    with pytest.raises(ValueError, match="gap of 1 mm"):
        VirtualDevice(Geometry(gap=1))


def test_any_pitch_gap_blocks_and_magnet_make_a_board() -> None:
    magnet = Magnet(20, 10)
    geometry = Geometry(pitch=60, gap=10, block_heights=(20, 18, 16), magnet=magnet)
    board = VirtualDevice(geometry, SensorSpread.none(), patience=0)
    board.act(Stack(13, dome=False))
    board.act(Stack(13, dome=False))
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 13))
    near, beside = reference_field(magnet, [(0.0, 48.0), (60.0, 48.0)])
    assert board.true_fields()[13] == pytest.approx(near, rel=1e-3)
    assert board.true_fields()[12] == pytest.approx(beside, rel=1e-3)


def test_a_board_of_16_squares_has_no_others() -> None:
    board = VirtualDevice(Geometry(size=4), SensorSpread(noise=1.0), patience=0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 18))
    absent = {4, 9, 14, 19, 20, 21, 22, 23, 24}
    assert {square for square, field in enumerate(board.frame().fields) if field == 0} == absent
    board.act(Lift("blue-1"))
    for square in absent:
        with pytest.raises(HandError, match="not on a board of 4 x 4"):
            board.act(Put("blue-1", square))
        with pytest.raises(HandError, match="not on a board of 4 x 4"):
            board.act(Stack(square, dome=False))


def test_a_worker_on_its_side_gives_the_field_of_a_magnet_that_lies() -> None:
    board = VirtualDevice(spread=SensorSpread.none(), patience=0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 12))
    board.enqueue(Knock("blue-1"))
    while not board.idle:
        board.scan()
    lying = board.world.places[0]
    assert isinstance(lying, LyingPiece)
    assert math.hypot(lying.east, lying.north) <= 16
    magnet = board.world.magnet(0, board.geometry)
    assert magnet is not None
    # The disc stands on its edge; its lower face, where north is, looks away from the head.
    foot = (math.cos(lying.heading + math.pi), math.sin(lying.heading + math.pi))
    disc = magpylib.magnet.Cylinder(  # type: ignore[no-untyped-call]  # the library has no types
        polarization=(0.0, 0.0, 1.3),
        dimension=(board.geometry.magnet.diameter / 1000, board.geometry.magnet.thickness / 1000),
        position=((magnet.x - 2.5 * foot[0]) / 1000, (magnet.y - 2.5 * foot[1]) / 1000, magnet.height / 1000),
    )
    disc.rotate_from_angax(math.pi / 2, (-foot[1], foot[0], 0.0), degrees=False)  # type: ignore[no-untyped-call]  # no types
    for square, felt in enumerate(board.true_fields()):
        x, y = board.geometry.centre(square)
        true = -1000 * float(disc.getB((x / 1000, y / 1000, 0.0))[2])  # type: ignore[no-untyped-call]  # no types
        assert felt == pytest.approx(true, rel=0.15, abs=0.02), "to the sensors it is a dipole"


def test_a_hand_in_the_air_trembles_and_a_worker_on_wood_does_not() -> None:
    board = VirtualDevice(spread=SensorSpread.none())
    board.enqueue(Lift("blue-1"))
    board.enqueue(Hover("blue-1", 12, 10.0, 2000.0))
    while board.world.places[0] != PieceInHand(90.0, 90.0, 18.0):
        board.scan()
    hovering = []
    for _ in range(80):
        board.scan()
        hovering.append(board.true_fields()[12])
    assert max(hovering) - min(hovering) > 2
    steps = [abs(one - other) for one, other in itertools.pairwise(hovering)]
    assert max(steps) < max(hovering) - min(hovering), "smooth at 50 scans a second"
    board.enqueue(Put("blue-1", 12))
    while not board.idle:
        board.scan()
    standing = {board.true_fields() for _ in range(10) if board.scan()}
    assert len(standing) == 1


def test_a_worker_put_beside_the_board_is_still_felt_at_the_rim() -> None:
    board = VirtualDevice(spread=SensorSpread.none())
    board.enqueue(Lift("blue-1"))
    board.enqueue(PutBeside("blue-1", -40.0, 90.0))
    while not board.idle:
        board.scan()
    assert board.world.places[0] == PieceBeside(-40.0, 90.0)
    felt = board.true_fields()
    assert max(range(25), key=lambda square: abs(felt[square])) == 10
    assert abs(felt[10]) > 0.3

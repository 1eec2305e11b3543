"""The virtual board's physics, held against magpylib itself and the figures of the design notes."""

from __future__ import annotations

import itertools
import math

import pytest

from hardware.geometry import Geometry, Magnet
from hardware.virtual import Held, Lift, Put, SensorSpread, Slide, VirtualBoard
from hardware.virtual.chance import seeded
from hardware.virtual.field import DiscField
from hardware.virtual.make_field_table import reference_field


@pytest.fixture(scope="module")
def field() -> DiscField:
    return DiscField.load()


def test_table_agrees_with_the_library_wherever_a_worker_can_be(field: DiscField) -> None:
    chance = seeded("points")
    points = [(chance.uniform(0, 260), math.exp(chance.uniform(math.log(2), math.log(150)))) for _ in range(5000)]
    for (distance, height), true in zip(points, reference_field(Magnet(), points), strict=True):
        assert abs(field.at(distance, height) - true) <= max(0.01 * abs(true), 0.005), (distance, height)


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


def test_a_magnet_cannot_be_inside_the_sensor(field: DiscField) -> None:
    with pytest.raises(ValueError, match="table begins at 2"):
        field.at(0, 1)


def test_nothing_is_felt_from_far_away(field: DiscField) -> None:
    assert field.at(500, 10) == field.at(0, 400) == 0


def test_fields_of_several_workers_add_up_and_colours_have_opposite_signs() -> None:
    board = VirtualBoard(spread=SensorSpread.none(), patience=0)
    places = {"blue-1": (6, 3), "orange-1": (8, 0)}
    for piece, (square, level) in places.items():
        for _ in range(level):
            board.stack(square, dome=False)
        board.lift(piece)
        board.put(piece, square)
    geometry = board.geometry
    for square, felt in enumerate(board.true_fields()):
        points = [
            (math.dist(geometry.centre(square), geometry.centre(at)), geometry.foot_height(level))
            for at, level in places.values()
        ]
        blue, orange = reference_field(Magnet(), points)
        assert felt == pytest.approx(blue - orange, abs=0.005, rel=0.01)


def test_third_level_gives_less_at_its_sensor_than_a_neighbour_on_the_ground() -> None:
    board = VirtualBoard(Geometry(gap=5), SensorSpread.none(), patience=0)
    for _ in range(3):
        board.stack(12, dome=False)
    board.lift("blue-1")
    board.put("blue-1", 12)
    alone = board.true_fields()[12]
    board.lift("blue-2")
    board.put("blue-2", 13)
    assert alone == pytest.approx(0.77, rel=0.03)
    assert board.true_fields()[12] < 0, "the neighbour on the ground hides the worker on three blocks"


def test_a_hand_moves_in_small_steps_from_scan_to_scan() -> None:
    board = VirtualBoard(spread=SensorSpread.none())
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
    board = VirtualBoard(spread=SensorSpread.none(), patience=0)
    board.lift("blue-1")
    board.put("blue-1", 0)
    board.enqueue(Slide("blue-1", (1, 2)))
    strongest: list[int] = []
    while not board.idle:
        board.scan()
        place = board.world.magnet(0, board.geometry)
        assert isinstance(place, Held)
        assert place.height == board.geometry.foot_height(0)
        # Between two squares the field is reversed under both of them.
        strongest += [square for square, felt in enumerate(board.true_fields()) if felt > 5]
    assert [square for square, _ in itertools.groupby(strongest)] == [0, 1, 2]


def test_a_stronger_magnet_of_the_same_size_gives_more() -> None:
    def on_c3(magnet: Magnet) -> float:
        board = VirtualBoard(Geometry(magnet=magnet), SensorSpread.none(), patience=0)
        board.lift("blue-1")
        board.put("blue-1", 12)
        return board.true_fields()[12]

    assert on_c3(Magnet(remanence=1.43)) == pytest.approx(1.1 * on_c3(Magnet()))


def test_an_unknown_magnet_and_too_small_a_gap_are_refused() -> None:
    with pytest.raises(ValueError, match="not 10 x 3 mm"):
        VirtualBoard(Geometry(magnet=Magnet(10, 3)))
    with pytest.raises(ValueError, match="gap of 1 mm"):
        VirtualBoard(Geometry(gap=1))

"""The recogniser's field model against an independent magnetics library and the figures of the hardware study."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest

from common.numbers import seeded
from hardware.field_model import FeltField, FieldModel, disc_field
from hardware.geometry import Geometry, Magnet
from hardware.sensor_layout import Axis, PlacedSensor
from hardware.virtual.field import DiscField
from hardware.virtual.make_field_table import reference_field


@pytest.mark.parametrize("magnet", [Magnet(), Magnet(10, 3, 1.30), Magnet(20, 10, 1.22)], ids=str)
@pytest.mark.parametrize("height", [5.0, 8.0, 26.0, 44.0, 62.0, 110.0])
def test_a_disc_has_the_field_that_magpylib_computes(magnet: Magnet, height: float) -> None:
    points = [(float(distance), height) for distance in range(0, 280, 2)]
    for (distance, _), field in zip(points, reference_field(magnet, points), strict=True):
        assert disc_field(magnet, distance, height) == pytest.approx(field, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_between_the_tabulated_distances_it_stays_within_what_the_recogniser_allows(level: int) -> None:
    geometry = Geometry()
    model = FieldModel(geometry)
    for tenth in range(3, 2000, 7):
        exact = disc_field(geometry.magnet, tenth / 10, geometry.foot_height(level))
        assert model.field(tenth / 10, level) == pytest.approx(exact, rel=0.01, abs=0.06)


@pytest.mark.parametrize(("level", "field"), [(0, 159), (1, 9.9), (2, 2.1), (3, 0.77)])
def test_the_table_of_the_hardware_study_for_a_gap_of_5_mm(level: int, field: float) -> None:
    assert FieldModel(Geometry(gap=5.0, magnet=Magnet(15.0, 5.0))).field(0.0, level) == pytest.approx(field, rel=0.03)


def test_a_neighbour_on_the_ground_outshines_a_worker_on_the_third_level() -> None:
    model = FieldModel(Geometry())
    assert -model.field(45.0, 0) > model.field(0.0, 3) > 0


def test_a_south_down_magnet_and_a_north_down_one_cancel() -> None:
    model = FieldModel(Geometry())
    fields = model.around(90.0, 90.0, 1)
    assert fields[12] == max(fields)
    assert len(fields) == 25
    assert fields[11] == pytest.approx(fields[13])


@pytest.mark.parametrize("magnet", [Magnet(), Magnet(10, 3, 1.30), Magnet(20, 5, 1.30)], ids=str)
@pytest.mark.parametrize("height", [26.0, 44.0, 62.0, 110.0])
def test_a_magnet_in_a_hand_has_the_field_of_one_that_stands_so_high(magnet: Magnet, height: float) -> None:
    fields = FieldModel(Geometry(magnet=magnet)).held(97.0, 84.0, height).fields
    for sensor, field in enumerate(fields):
        x, y = Geometry().centre(sensor)
        exact = disc_field(magnet, hypot(97.0 - x, 84.0 - y), height)
        assert field == pytest.approx(exact, rel=0.02, abs=0.005)


@pytest.mark.parametrize("level", [0, 1, 2, 3, None], ids=lambda level: "in a hand" if level is None else f"on {level}")
def test_the_slopes_say_how_fields_change_when_the_magnet_moves(level: int | None) -> None:
    def felt(east: float, north: float, up: float) -> FeltField:
        model = FieldModel(Geometry(gap=8.0 + up))
        if level is None:
            return model.held(93.0 + east, 86.0 + north, 60.0 + up)
        return model.felt(93.0 + east, 86.0 + north, level)

    here = felt(0.0, 0.0, 0.0)
    for way, slopes in (
        ((0.6, 0.0, 0.0), here.by_east),
        ((0.0, 0.6, 0.0), here.by_north),
        ((0.0, 0.0, 0.6), here.by_height),
    ):
        after, before = felt(*way), felt(*(-step for step in way))
        for one, other, slope in zip(after.fields, before.fields, slopes, strict=True):
            assert slope == pytest.approx((one - other) / 1.2, rel=0.15, abs=0.05 if level == 0 else 0.01)


def test_a_level_that_was_measured_has_the_field_that_was_measured() -> None:
    plain, measured = FieldModel(Geometry()), FieldModel(Geometry(), (None, 8.0, 1.5, 0.6))
    assert [measured.field(0.0, level) for level in (1, 2, 3)] == pytest.approx([8.0, 1.5, 0.6], rel=1e-3)
    assert measured.field(0.0, 0) == plain.field(0.0, 0)
    assert measured.field(45.0, 2) / plain.field(45.0, 2) == pytest.approx(1.5 / plain.field(0.0, 2), rel=1e-3)


def test_a_field_that_was_measured_the_wrong_way_round_is_refused() -> None:
    with pytest.raises(ValueError, match="measured on level 1 is -3"):
        FieldModel(Geometry(), (None, -3.0))


def test_far_away_there_is_no_field() -> None:
    assert FieldModel(Geometry()).field(5000.0, 0) == 0.0


def test_a_sensor_inside_the_magnet_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        disc_field(Magnet(), 0.0, 0.0)


AT_THE_RIM = (
    PlacedSensor(-34.5, 90.0),
    PlacedSensor(90.0, 214.5, 1.6, (Axis.SOUTH, Axis.DOWN), 40.0),
    PlacedSensor(214.5, 45.0, -4.0, (Axis.EAST,), 40.0),
)
WITH_FURTHER = Geometry(further=AT_THE_RIM)


@pytest.mark.parametrize("magnet", [Magnet(), Magnet(10, 3, 1.30), Magnet(20, 5, 1.30)], ids=str)
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_further_sensors_feel_a_worker_as_the_virtual_board_has_it(magnet: Magnet, level: int) -> None:
    """Two independent sources of fields agree within a few percent of the whole field; gains are known less well."""
    geometry = Geometry(magnet=magnet, further=AT_THE_RIM)
    model, disc = FieldModel(geometry), DiscField.of(magnet)
    for square in geometry.squares:
        x, y = geometry.centre(square)
        x, y = x + 6.0, y - 4.0
        for channel, felt in zip(geometry.further_channels, model.felt(x, y, level).fields[25:], strict=True):
            east, north = channel.east - x, channel.north - y
            aside, height = hypot(east, north), model.height(level) + channel.below
            down, outward = disc.at(aside, height), disc.outward(aside, height)
            true = {Axis.DOWN: down, Axis.EAST: outward * east / aside, Axis.NORTH: outward * north / aside}
            true[Axis.SOUTH] = -true[Axis.NORTH]
            assert felt == pytest.approx(true[channel.axis], abs=0.03 * hypot(down, outward) + 1e-4)


@pytest.mark.parametrize("level", [0, 1, 2, 3, None], ids=lambda level: "in a hand" if level is None else f"on {level}")
def test_the_slopes_of_further_sensors_say_how_their_fields_change(level: int | None) -> None:
    def felt(east: float, north: float, up: float) -> FeltField:
        model = FieldModel(Geometry(gap=8.0 + up, further=AT_THE_RIM))
        if level is None:
            return model.held(3.0 + east, 86.0 + north, 60.0 + up)
        return model.felt(3.0 + east, 86.0 + north, level)

    here = felt(0.0, 0.0, 0.0)
    for way, slopes in (
        ((0.6, 0.0, 0.0), here.by_east),
        ((0.0, 0.6, 0.0), here.by_north),
        ((0.0, 0.0, 0.6), here.by_height),
    ):
        after, before = felt(*way), felt(*(-step for step in way))
        for channel in range(25, WITH_FURTHER.channel_count):
            change = (after.fields[channel] - before.fields[channel]) / 1.2
            assert slopes[channel] == pytest.approx(change, rel=0.05, abs=0.002)


def test_further_sensors_change_nothing_at_those_of_the_squares() -> None:
    plain, more = FieldModel(Geometry()), FieldModel(WITH_FURTHER)
    assert more.channels == 31
    for one, other in (
        (plain.felt(50.0, 3.0, 2), more.felt(50.0, 3.0, 2)),
        (plain.held(50.0, 3.0, 70.0), more.held(50.0, 3.0, 70.0)),
    ):
        for name in ("fields", "by_east", "by_north", "by_height"):
            assert getattr(other, name)[:25] == getattr(one, name)
            assert len(getattr(other, name)) == 31


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_wherever_a_worker_stands_on_its_square_further_sensors_feel_what_they_may_feel(level: int) -> None:
    model, chance = FieldModel(WITH_FURTHER), seeded("places", level)
    for square in (0, 10, 14, 22):
        x, y = model.geometry.centre(square)
        ranges = model.further_ranges(x, y, 20.0, level)
        for _ in range(100):
            far, angle = 20.0 * chance.random(), chance.uniform(0.0, 2 * pi)
            felt = model.felt(x + far * cos(angle), y + far * sin(angle), level).fields[25:]
            assert all(low <= field <= high for field, (low, high) in zip(felt, ranges, strict=True))


def test_a_further_sensor_is_not_under_the_board() -> None:
    with pytest.raises(ValueError, match="outside the squares, not 30 mm east and 0 mm north"):
        Geometry(further=(PlacedSensor(30.0, 0.0),))


@pytest.mark.parametrize("axes", [(), (Axis.DOWN, Axis.DOWN), (Axis.EAST, Axis.WEST)])
def test_a_sensor_measures_along_different_lines(axes: tuple[Axis, ...]) -> None:
    with pytest.raises(ValueError, match="one to three axes, each on another line"):
        PlacedSensor(-40.0, 0.0, axes=axes)

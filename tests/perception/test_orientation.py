from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.squares import square, square_name, squares
from hardware.board import Colour, Frame, Lights
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.hand_actions import Lift, Put
from hardware.sensor_layout import Axis, PlacedSensor
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from perception.arrangements import Reading, StandingMagnet
from perception.counted_work import run_to_end
from perception.orientation import Orientation, turned_square
from perception.recognition.recogniser import Recogniser

DIFFERENT = tuple(float(number) for number in range(25))
COLOURS = Lights(tuple(Colour(number, 0, 0) for number in range(25)))


@pytest.mark.parametrize(
    ("size", "name", "places"),
    [
        (5, "a1", ["a5", "e5", "e1"]),
        (5, "b1", ["a4", "d5", "e2"]),
        (5, "c3", ["c3", "c3", "c3"]),
        (4, "a1", ["a4", "d4", "d1"]),
        (4, "b3", ["c3", "c2", "b2"]),
        (4, "e5", ["e5", "e5", "e5"]),  # no square of this board
    ],
)
def test_where_a_corner_of_the_board_comes_to_lie(size: int, name: str, places: list[str]) -> None:
    """Turned clockwise by a quarter, what was in the south-west is in the north-west."""
    found = [square_name(square(name)) for name in places]
    turned = [turned_square(square(name), quarters, size) for quarters in (1, 2, 3)]
    assert [found, turned] == [places, [square(place) for place in places]]


@given(st.sampled_from((4, 5)), st.integers(0, 3))
def test_turned_on_to_four_quarters_a_board_lies_as_before(size: int, quarters: int) -> None:
    frame = Frame(20, 1, DIFFERENT, frozenset({3, 12}))
    there, back = Orientation(quarters, size), Orientation(4 - quarters, size)
    assert back.frame(there.frame(frame)) == frame
    assert back.lights(there.lights(COLOURS)) == COLOURS


@given(st.sampled_from((4, 5)), st.integers(0, 3))
def test_a_light_shines_where_its_square_is_read(size: int, quarters: int) -> None:
    lying = Orientation(quarters, size)
    fields = lying.frame(Frame(20, 1, DIFFERENT, frozenset({7}))).fields
    shown = lying.lights(COLOURS).colours
    for on in squares(size):
        sensor = int(fields[on])
        assert shown[sensor].red == on


def test_a_clipped_sensor_is_turned_with_its_field() -> None:
    turned = Orientation(1, 5).frame(Frame(20, 1, DIFFERENT, frozenset({square("a1")})))
    assert turned.clipped == {square("a5")}
    assert turned.fields[square("a5")] == DIFFERENT[square("a1")]


CROOKED = Geometry(
    further=(
        PlacedSensor(-34.5, 45.0),
        PlacedSensor(100.0, 214.5, 2.0, (Axis.WEST, Axis.UP), 40.0),
        PlacedSensor(220.0, -40.0, -3.0, (Axis.SOUTH,), 40.0),
    )
)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize("at", ["a2", "c5"])
def test_a_turned_board_is_read_with_its_further_sensors(quarters: int, at: str) -> None:
    board = VirtualDevice(CROOKED, SensorSpread.none())
    board.enqueue(Lift("blue-1"))
    board.enqueue(Put("blue-1", square(at)))
    for _ in range(200):
        frame = board.frame()
    reading = Reading.of(Orientation(quarters).frame(frame))
    here = frozenset({StandingMagnet(turned_square(square(at), quarters), 0, 1)})
    right = Recogniser(FieldModel(CROOKED.turned(quarters)))
    verdict = run_to_end(right.decode(reading, frozenset(), (0,) * 25))
    assert (verdict.best.arrangement, verdict.best.misfit < 10) == (here, True)
    if quarters:
        upright = run_to_end(Recogniser(FieldModel(CROOKED)).explain_alone(reading, here))
        assert upright.misfit > verdict.best.misfit + 3


def test_turned_on_to_four_quarters_further_sensors_are_where_they_were() -> None:
    assert CROOKED.turned(1) != CROOKED
    assert CROOKED.turned(1).turned(3) == CROOKED.turned(4) == CROOKED
    # What is west of the board lies north of it, and what pointed west points north.
    (west, north, _), (_, other, _) = CROOKED.turned(1).further, CROOKED.further
    assert (west.east, west.north) == (45.0, 214.5)
    assert other.axes[0] is Axis.WEST
    assert north.axes[0] is Axis.NORTH

"""The drawings of the build guide show what the data says."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hardware.board_file import parse_board_file
from hardware.making.drawings.__main__ import BOARDS, PICTURES, drawings
from hardware.making.drawings.wiring_drawing import RingWiringDrawing, ScaleWiringDrawing, WiringDrawing
from hardware.wire_list import Group, Part, strip, wires

EVERY_BOARD = pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)


@pytest.mark.parametrize("name", drawings())
def test_the_committed_drawing_is_the_one_that_the_data_gives(name: str) -> None:
    assert (PICTURES / name).read_text("utf-8") == drawings()[name], "make drawings writes them again"


@EVERY_BOARD
def test_every_pin_of_the_list_is_in_the_drawing(text: str) -> None:
    board = parse_board_file(text)
    listed = {
        pin
        for wire in wires(board.electronics)
        for pin in wire.ends
        if pin.part not in {Part.GROUND, Part.LIGHTS, Part.SUPPLY}
    }
    assert listed - WiringDrawing(board).drawn == set()


def test_every_wire_of_a_scale_and_of_a_ring_is_in_a_drawing_of_its_own() -> None:
    board = parse_board_file("[scale]\n[ring]\n")
    scale = {pin for wire in wires(board.electronics) if wire.group is Group.SCALE for pin in wire.ends}
    assert scale - ScaleWiringDrawing(board).drawn == set()
    ring = {pin for wire in wires(board.electronics) for pin in wire.ends if pin.part is Part.RING}
    buses = {wire.ends[0] for wire in wires(board.electronics) if wire.ends[-1].part is Part.RING}
    assert len(buses) == 4
    assert (ring | buses) - RingWiringDrawing(board).drawn == set()
    for drawing in (ScaleWiringDrawing, RingWiringDrawing):
        with pytest.raises(ValueError, match="has no wires of a"):
            drawing(parse_board_file(""))


@EVERY_BOARD
def test_every_square_is_at_an_input(text: str) -> None:
    board = parse_board_file(text)
    words = [element.text for element in ElementTree.fromstring(WiringDrawing(board).svg()).iter()]  # noqa: S314 - ours
    assert all(words.count(square) >= 1 for square in strip(board))


def test_a_board_of_its_own_pins_and_wiring_can_be_drawn() -> None:
    sensors = [*range(24, -1, -1)]
    own = f"[electronics]\nrevision = 5\nsensors = {sensors}\n[electronics.pins]\nselect = [3, 4, 5, 9]\nlights = 15\n"
    words = [
        element.text
        for element in ElementTree.fromstring(WiringDrawing(parse_board_file(own)).svg()).iter()  # noqa: S314 - ours
    ]
    assert {"GP3", "GP15", "a strap"} <= set(words)
    assert "GP10" not in words

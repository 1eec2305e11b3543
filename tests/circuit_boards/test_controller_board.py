"""The controller board joins what the wire list joins, and nothing else, whichever pins and inputs a board file has."""

from __future__ import annotations

import pytest

from circuit_boards.board_design import Assembly, BoardDesign
from circuit_boards.board_files import parts_list
from circuit_boards.controller_board import unrouted
from circuit_boards.pictures import PICTURES, SIDES, checksum, checksum_of, picture_name, pictured
from circuit_boards.rank_board import rank_board, ribbon_nets
from hardware.board_file import BoardFile, parse_board_file
from tests.circuit_boards.wire_nodes import board_nodes, disagreements
from tests.house import ROOT

BOARDS = {
    "usual": "",
    "4 x 4": "[squares]\nsize = 4\n[electronics]\nlights = [0, 1, 2, 3, 16, 4, 5, 6, 7, 17, 8, 9, 10, 11, 18, 12, 13,"
    " 14, 15, 19, 20, 21, 22, 23, 24]\n",
    "other inputs": f"[electronics]\nsensors = {[*range(31, 6, -1)]}\n",
    "other pins": "[electronics]\nrevision = 5\n[electronics.pins]\nselect = [3, 4, 5, 9]\nenable = 22\nlights = 15\n"
    "outputs = [28, 26]\ndone = 0\nundo = 1\n",
}
EVERY_BOARD = pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)


@EVERY_BOARD
def test_the_nets_are_those_of_the_wire_list(text: str) -> None:
    board = parse_board_file(text)
    assert disagreements(board, unrouted(board).nets) == []


def test_a_wire_too_few_and_a_wire_too_many_are_noticed() -> None:
    board = BoardFile()
    nets = {net: set(pins) for net, pins in unrouted(board).nets.items()}
    assert disagreements(board, nets | {"GP10": nets["GP10"] - {("U2", "10")}})
    assert disagreements(board, nets | {"GP10": nets["GP10"] | {("U1", "9")}})
    assert disagreements(board, nets | {"GND": nets["GND"] - {("NT1", "1")}}), "the grounds meet at one place"


@EVERY_BOARD
def test_the_ribbon_of_a_rank_leads_each_file_to_its_input(text: str) -> None:
    """Pin by pin through the cable: from the sensor's resistor on the rank board to the multiplexer."""
    board = parse_board_file(text)
    rank, controller = rank_board(board), unrouted(board)
    for number in range(1, 11):
        below = rank.part("J1").net_of(str(number))
        for place in range(board.geometry.size):
            above = controller.part(f"J{place + 1}").net_of(str(number))
            if below.startswith("S"):
                square = 5 * place + int(below[1:]) - 1
                assert above == f"CH{board.electronics.wiring.sensors[square]}"
            else:
                assert above == below


def test_between_two_signals_of_a_ribbon_there_is_a_ground() -> None:
    nets = dict(ribbon_nets(tuple("abcde")))
    wires = [nets[str(number)] for number in range(1, 11)]
    assert wires == ["3V3", "a", "GND", "b", "GND", "c", "GND", "d", "GND", "e"]


def test_the_socket_of_the_lights_is_that_of_the_rank_boards() -> None:
    controller, rank = unrouted(BoardFile()), rank_board(BoardFile())
    there, here = controller.part("J6"), rank.part("J2")
    assert there.kind is here.kind
    assert [there.net_of(number) for number in "123"] == [here.net_of(number) for number in "123"]


def test_the_lights_are_fed_through_the_fuse_and_the_grounds_meet_at_one_place() -> None:
    nets = unrouted(BoardFile()).nets
    assert ("J7", "1") in nets["SUPPLY"]
    assert nets["SUPPLY"] == {("J7", "1"), ("F1", "1")}
    assert nets["GND"] & nets["LIGHT_GND"] == set()
    (ground,) = [node for node in board_nodes(nets) if ("A1", "38") in node]
    assert nets["GND"] | nets["LIGHT_GND"] <= ground


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[electronics]\ncontroller = "pi"\n', 'for controller = "pico" with converter = "pico"'),
        ('[electronics]\nconverter = "mcp3208"\n', 'for controller = "pico" with converter = "pico"'),
        ("[electronics]\nbudget_ma = 2001\n", "budget_ma = 2001: the fuse of the lights lets 2000 pass"),
    ],
)
def test_what_the_controller_board_is_not_for_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        unrouted(parse_board_file(text))


@pytest.mark.parametrize("design", pictured(), ids=lambda design: design.name)
def test_every_part_is_ordered_or_is_copper_and_holes(design: BoardDesign) -> None:
    ordered = [row.split('"')[1].split(",") if '"' in row else [row.split(",")[1]] for row in _rows(parts_list(design))]
    named = {name for names in ordered for name in names}
    assert named == {part.reference for part in design.parts if part.kind.assembly is not Assembly.NONE}
    assert {part.reference[0] for part in design.parts if part.reference not in named} <= {"H", "N"}


def _rows(text: str) -> list[str]:
    return text.splitlines()[1:]


@pytest.mark.parametrize("side", SIDES)
def test_the_pictures_show_what_the_data_says(side: str) -> None:
    for design in pictured():
        assert checksum_of(PICTURES / picture_name(design, side)) == checksum(design), "make board-pictures"


def test_the_guide_counts_the_joints_that_are_left() -> None:
    rank, controller = pictured()
    left = rank.pieces * rank.hand_joints + controller.hand_joints
    told = " ".join((ROOT / "docs/build/circuit_boards.md").read_text("utf-8").split())
    assert f"{rank.hand_joints} on each rank board and {controller.hand_joints} on the controller board" in told
    assert f"{left} joints" in told
    for design in (rank, controller):
        assert f"{design.outline.width:.1f} x {design.outline.height:.1f} mm" in told

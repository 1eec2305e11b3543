"""The controller board joins what the wire list joins, and nothing else, and is refused for every other wiring."""

from __future__ import annotations

import csv
import json
from math import hypot

import pytest

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.circuit_boards.board_files import VIA_SIZE, _project, parts_list
from hardware.making.circuit_boards.controller_board import FUSE_HOLDS_MA, PROJECT, check_controller
from hardware.making.circuit_boards.pictures import PICTURES, SIDES, checksum_of, checksums, picture_name
from hardware.making.circuit_boards.rank_board import SCREW_KEEPOUT, rank_board, ribbon_nets
from hardware.wire_list import wires
from tests.hardware.making.circuit_boards.kicad_board import controller, controller_joints, controller_orders
from tests.hardware.making.circuit_boards.tracks import carries, distance
from tests.hardware.making.circuit_boards.wire_nodes import board_nodes, disagreements
from tests.house import ROOT

SMALL = (
    "[squares]\nsize = 4\n[electronics]\nlights = [0, 1, 2, 3, 16, 4, 5, 6, 7, 17, 8, 9, 10, 11, 18, 12, 13, 14, 15,"
    " 19, 20, 21, 22, 23, 24]\n"
)


def net_of(part: str, number: str) -> str:
    (net,) = (name for name, pins in controller().nets.items() if (part, number) in pins)
    return net


def test_the_nets_are_those_of_the_wire_list() -> None:
    assert disagreements(BoardFile(), controller().nets) == []


def test_a_wire_too_few_and_a_wire_too_many_are_noticed() -> None:
    board = BoardFile()
    nets = {net: set(pins) for net, pins in controller().nets.items()}
    assert disagreements(board, nets | {"GP10": nets["GP10"] - {("U2", "10")}})
    assert disagreements(board, nets | {"GP10": nets["GP10"] | {("U1", "9")}})
    assert disagreements(board, nets | {"GND": nets["GND"] - {("NT1", "1")}}), "the grounds meet at one place"


@pytest.mark.parametrize("text", ["", SMALL, "[squares]\npitch_mm = 61.5\n"], ids=["usual", "4 x 4", "larger squares"])
def test_the_ribbon_of_a_rank_leads_each_file_to_its_input(text: str) -> None:
    """Pin by pin through the cable: from the sensor's resistor on the rank board to the multiplexer."""
    board = parse_board_file(text)
    check_controller(board)
    rank = rank_board(board)
    for number in range(1, 11):
        below = rank.part("J1").net_of(str(number))
        for place in range(board.geometry.size):
            above = net_of(f"J{place + 1}", str(number))
            if below.startswith("S"):
                square = 5 * place + int(below[1:]) - 1
                assert above == f"CH{board.electronics.wiring.sensors[square]}"
            elif below:
                assert above == below


def test_between_two_signals_of_a_ribbon_there_is_a_ground() -> None:
    nets = dict(ribbon_nets(tuple("abcde")))
    wired = [nets[str(number)] for number in range(1, 11)]
    assert wired == ["3V3", "a", "GND", "b", "GND", "c", "GND", "d", "GND", "e"]


def test_the_socket_of_the_lights_is_that_of_the_rank_boards() -> None:
    here = rank_board(BoardFile()).part("J2")
    assert controller().footprints["J6"] == here.kind.pattern.library
    assert [net_of("J6", number) for number in "13"] == [here.net_of(number) for number in "13"]
    assert [here.net_of("2"), net_of("J6", "2")] == ["L0", net_of("R1", "2")]


def test_the_lights_are_fed_through_the_fuse_and_the_grounds_meet_at_one_place() -> None:
    nets = controller().nets
    assert nets["SUPPLY"] == {("J7", "1"), ("F1", "1")}
    assert nets["FUSED"] == {("F1", "2"), ("Q1", "3")}
    assert nets["GND"] & nets["LIGHT_GND"] == set()
    (ground,) = [node for node in board_nodes(nets) if ("A1", "38") in node]
    assert nets["GND"] | nets["LIGHT_GND"] <= ground


def test_the_lights_are_protected_from_a_supply_with_its_poles_crossed_and_from_a_higher_one() -> None:
    """The transistor's own diode starts it with the right polarity; with the wrong one it blocks, as its gate does."""
    nets = controller().nets
    drain, source, gate = ("Q1", "3"), ("Q1", "2"), ("Q1", "1")
    assert drain in nets["FUSED"]
    assert source in nets["5V"]
    assert nets["GATE"] == {gate, ("R3", "2")}
    assert ("R3", "1") in nets["LIGHT_GND"]
    cathode, anode = ("D1", "1"), ("D1", "2")
    assert cathode in nets["5V"], "behind the transistor, or it would be a short with crossed poles"
    assert anode in nets["LIGHT_GND"]


@pytest.mark.parametrize("net", ["3V3", "VSYS", "5V"])
def test_supplies_run_in_wide_tracks(net: str) -> None:
    widths = [track.width for track in controller().tracks if track.net == net]
    assert widths
    assert min(widths) >= 0.5


def test_what_the_fuse_lets_pass_runs_in_tracks_that_carry_it() -> None:
    """The copper of the 5 V behind them is an area."""
    for net in ("SUPPLY", "FUSED"):
        assert min(carries(track.width) for track in controller().tracks if track.net == net) > FUSE_HOLDS_MA


def test_below_the_heads_of_screws_there_is_no_copper() -> None:
    board = controller()
    assert len(board.all_of("H")) == 4
    for hole in board.all_of("H"):
        for track in board.tracks:
            assert distance(hole, track.start, track.end) - track.width / 2 >= SCREW_KEEPOUT, track
        for via in board.vias:
            assert hypot(via[0] - hole[0], via[1] - hole[1]) - VIA_SIZE / 2 >= SCREW_KEEPOUT, via
        # Poured copper stays out of the areas around the holes, as KiCad's rules check.
        assert min(hypot(at[0] - hole[0], at[1] - hole[1]) for at in board.keepouts) < 0.01


def test_the_machine_finds_the_board_by_three_marks_that_have_no_copper_beside_them() -> None:
    board = controller()
    marks, ((left, top), (right, bottom)) = board.all_of("FID"), board.corners
    assert len(marks) == 3
    for x, y in marks:
        assert min(x - left, right - x, y - top, bottom - y) >= 3.85, "rails may hold the edge"
        assert min(hypot(at[0] - x, at[1] - y) for at in board.keepouts) < 0.01
        assert (left + right - x, top + bottom - y) not in marks, "a board that is turned round is noticed"


def test_its_print_can_be_read() -> None:
    assert min(controller().printed) >= 1.0


@pytest.mark.parametrize("net", ["3V3", "GND", "5V", "LIGHT_GND"])
def test_each_supply_has_a_test_pad(net: str) -> None:
    assert [part for part, _ in controller().nets[net] if part.startswith("TP")] != []


@pytest.mark.parametrize(
    "text",
    ["", SMALL, f"[electronics]\nlights = {[*range(20, 25), *range(20)]}\nsamples = 16\nbudget_ma = {FUSE_HOLDS_MA}\n"],
    ids=["usual", "4 x 4", "ranks of lights in another order"],
)
def test_a_board_that_it_is_made_for_has_the_usual_wires(text: str) -> None:
    board = parse_board_file(text)
    check_controller(board)
    assert wires(board.electronics) == wires(BoardFile().electronics)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[electronics]\ncontroller = "pi"\n', 'for controller = "pico" with converter = "pico"'),
        ('[electronics]\nconverter = "mcp3208"\n', 'for controller = "pico" with converter = "pico"'),
        ("[electronics]\nbudget_ma = 2001\n", "budget_ma = 2001: the fuse of the lights lets 2000 pass"),
        (f"[electronics]\nsensors = {[*range(31, 6, -1)]}\n", "^sensors: the controller board has the usual wiring"),
        ("[electronics]\nrevision = 5\n[electronics.pins]\ndone = 0\n", "^revision, pins: .* leave this out"),
    ],
)
def test_what_the_controller_board_is_not_for_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_controller(parse_board_file(text))


def ordered(rows: list[dict[str, str]]) -> set[str]:
    """The parts that a bill of materials names."""
    return {name for row in rows for name in row["Designator"].split(",")}


def test_every_part_is_ordered_or_is_copper_and_holes() -> None:
    rank = rank_board(BoardFile())
    orders = list(csv.DictReader(parts_list(rank).splitlines()))
    unordered = {part.reference.rstrip("0123456789") for part in rank.parts if part.reference not in ordered(orders)}
    assert unordered == {"H", "TP", "FID"}
    parts, needed = set(controller().footprints), ordered(controller_orders())
    assert needed < parts
    assert {name.rstrip("0123456789") for name in parts - needed} == {"H", "NT", "TP", "FID"}


def test_it_is_held_to_the_rules_of_the_rank_boards() -> None:
    assert json.loads((PROJECT / "controller.kicad_pro").read_text("utf-8")) == _project("controller")


@pytest.mark.parametrize("side", SIDES)
def test_the_pictures_show_what_the_data_says(side: str) -> None:
    for board, made_from in checksums().items():
        assert checksum_of(PICTURES / picture_name(board, side)) == made_from, "make board-pictures"


def test_the_guide_counts_the_joints_that_are_left() -> None:
    rank = rank_board(BoardFile())
    left = rank.pieces * rank.hand_joints + controller_joints()
    told = " ".join((ROOT / "docs/build/circuit_boards.md").read_text("utf-8").split())
    assert f"{rank.hand_joints} on each rank board and {controller_joints()} on the controller board" in told
    assert f"{left} joints" in told
    for width, height in ((rank.outline.width, rank.outline.height), controller().size):
        assert f"{width:.1f} x {height:.1f} mm" in told

"""What an assembler reads has the parts that a machine places and no others, in columns and rotations of its own."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from hardware.board_file import BoardFile
from hardware.making.circuit_boards.assembly_files import (
    LCSC_NUMBERS,
    ROTATIONS,
    hand_file,
    parts_file,
    position,
    positions_file,
    write_assembly_files,
)
from hardware.making.circuit_boards.board_files import parts_list
from hardware.making.circuit_boards.rank_board import rank_board
from tests.hardware.making.circuit_boards.kicad_board import controller, controller_orders

PLACED = """Ref,Val,Package,PosX,PosY,Rot,Side
"U1","chip","SOIC-24W_7.5x15.4mm_P1.27mm",98.100000,-84.130000,-90.000000,top
"J1","ribbon","IDC-Header_2x05_P2.54mm_Vertical",73.970000,-67.620000,90.000000,top
"Q1","AO3401A","SOT-23",155.000000,-109.900000,0.000000,top
"""
BILL = """Comment,Designator,Footprint,Manufacturer,Part number,Quantity,Assembly
chip,U1,SOIC-24W_7.5x15.4mm_P1.27mm,Texas Instruments,CD74HC4067M96,1,machine
ribbon,J1,IDC-Header_2x05_P2.54mm_Vertical,Würth Elektronik,61201021621,1,hand
unknown,Q1,SOT-23,Somebody,NOT-A-NUMBER,1,machine
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bill, placed = tmp_path / "bill.csv", tmp_path / "placed.csv"
    bill.write_text(BILL, "utf-8")
    placed.write_text(PLACED, "utf-8")
    write_assembly_files(bill, placed, tmp_path, "board")
    return tmp_path


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def test_positions_are_of_the_parts_that_a_machine_places_a_line_each(folder: Path) -> None:
    assert lines(folder / positions_file("board")) == [
        "Designator,Mid X,Mid Y,Layer,Rotation",
        "U1,98.1000,-84.1300,Top,180",
        "Q1,155.0000,-109.9000,Top,180",
    ]


def test_parts_have_the_assemblers_number_where_it_is_known(folder: Path) -> None:
    assert lines(folder / parts_file("board")) == [
        "Comment,Designator,Footprint,LCSC Part #,Manufacturer,Part number,Quantity",
        "chip,U1,SOIC-24W_7.5x15.4mm_P1.27mm,C496123,Texas Instruments,CD74HC4067M96,1",
        "unknown,Q1,SOT-23,,Somebody,NOT-A-NUMBER,1",
    ]


def test_what_is_soldered_by_hand_is_in_a_list_of_its_own(folder: Path) -> None:
    assert lines(folder / hand_file("board")) == [
        "Comment,Designator,Footprint,Manufacturer,Part number,Quantity",
        "ribbon,J1,IDC-Header_2x05_P2.54mm_Vertical,Würth Elektronik,61201021621,1",
    ]


@pytest.mark.parametrize(
    ("footprint", "in_kicad", "turned"),
    [
        ("SOT-23", "0.000000", "180"),
        ("SOT-23", "180.000000", "0"),
        ("SOT-23-5", "0.000000", "180"),
        ("SOIC-14_3.9x8.7mm_P1.27mm", "0.000000", "270"),
        ("SOIC-24W_7.5x15.4mm_P1.27mm", "-90.000000", "180"),
        ("LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm", "180.000000", "0"),
        ("R_0603_1608Metric", "-90.000000", "270"),
        ("Fuse_1812_4532Metric", "180.000000", "180"),
        ("D_SMB", "180.000000", "180"),
    ],
)
def test_a_part_is_turned_as_the_assemblers_drawing_of_it_lies(footprint: str, in_kicad: str, turned: str) -> None:
    row = {"Ref": "X1", "Val": "", "Package": footprint, "PosX": "1.0", "PosY": "-2.0", "Rot": in_kicad, "Side": "top"}
    assert position(row)["Rotation"] == turned


def test_numbers_and_rotations_are_of_parts_that_the_boards_have() -> None:
    ordered = [*csv.DictReader(parts_list(rank_board(BoardFile())).splitlines()), *controller_orders()]
    assert set(LCSC_NUMBERS) < {line["Part number"] for line in ordered if line["Assembly"] == "machine"}
    for beginning, _ in ROTATIONS:
        assert any(line["Footprint"].startswith(beginning) for line in ordered)


def test_each_part_of_the_controller_board_has_one_footprint_in_its_list_and_on_the_board() -> None:
    for line in controller_orders():
        for name in line["Designator"].split(","):
            assert controller().footprints[name].split(":")[1] == line["Footprint"]

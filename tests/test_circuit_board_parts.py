"""The list of parts for a board on circuit boards is that of the boards' own files."""

from __future__ import annotations

from collections import Counter

import pytest

from circuit_boards.board_design import BoardDesign
from circuit_boards.controller_board import controller_board
from circuit_boards.rank_board import rank_board
from hardware.board_file import BoardFile
from tests.test_parts_list import BOARDS, EVERY, columns, row, rows

SPARE = {"DRV5055A2QDBZR": 2, "WS2812B": 2}
RESISTORS = {"RC0603FR-07100RL": "100 Ω", "RC0603FR-07330RL": "330 Ω", "RC0603FR-0710KL": "10 kΩ"}
CAPACITORS = {"CL10B103KB8NNNC": "10 nF", "CL10B104KB8NNNC": "100 nF", "CL10B105KA8NNNC": "1 µF"}
pytestmark = pytest.mark.parts  # their tracks are found anew, which takes a while

PASSIVE = RESISTORS | CAPACITORS


@pytest.fixture(scope="module")
def designs() -> tuple[BoardDesign, BoardDesign]:
    return rank_board(BoardFile()), controller_board(BoardFile())


def ordered(designs: tuple[BoardDesign, ...]) -> Counter[str]:
    """How many of each number all boards of a table need."""
    found: Counter[str] = Counter()
    for design in designs:
        for part in design.parts:
            for order in part.kind.orders:
                found[order.number] += order.pieces * design.pieces
    return found


def test_every_number_that_the_boards_need_is_in_the_list(designs: tuple[BoardDesign, ...]) -> None:
    listed = {each.number.split(",")[0]: int(each.pieces) for each in rows(BOARDS)}
    for number, pieces in ordered(designs).items():
        if number not in PASSIVE:
            assert listed[number] == pieces + SPARE.get(number, 0), number


def test_resistors_and_capacitors_are_those_of_the_boards(designs: tuple[BoardDesign, ...]) -> None:
    needed = ordered(designs)
    for number, value in CAPACITORS.items():
        assert f"{needed[number]} of {value}" in row(BOARDS, "capacitors").number
    assert f"{needed['RC0603FR-07100RL']} of 100 Ω" in row(BOARDS, "resistors").number
    assert needed["RC0603FR-07330RL"] == needed["RC0603FR-0710KL"] == 1


def test_the_joints_are_those_of_the_boards(designs: tuple[BoardDesign, ...]) -> None:
    told, by_hand = columns("joints"), sum(design.hand_joints * design.pieces for design in designs)
    assert told["sockets and plugs"][0] == f"{by_hand}"
    (buttons,) = (each for each in rows(EVERY) if each.part == "button")
    assert told["buttons and status LED"][0] == f"{2 * int(buttons.pieces)}", "their leads have a plug at one end only"
    for title, design in zip(("rank board", "controller board"), designs, strict=True):
        assert int(row(BOARDS, title).pieces) == design.pieces
        fibreglass = design.outline.width * design.outline.height * 1.6 * 1.85e-3
        assert row(BOARDS, title).weight == round(design.pieces * fibreglass)

"""The list of parts for a board on circuit boards is that of the boards' own files."""

from __future__ import annotations

import csv
from collections import Counter

from hardware.board_file import BoardFile
from hardware.making.circuit_boards.board_files import parts_list
from hardware.making.circuit_boards.rank_board import rank_board
from tests.hardware.making.circuit_boards.kicad_board import controller, controller_joints, controller_orders
from tests.test_parts_list import BOARDS, EVERY, columns, row, rows

SPARE = {"DRV5055A2QDBZR": 2, "WS2812B": 2}
RESISTORS = {"RC0603FR-07100RL": "100 Ω", "RC0603FR-07330RL": "330 Ω", "RC0603FR-0710KL": "10 kΩ"}
CAPACITORS = {"CL10B103KB8NNNC": "10 nF", "CL10B104KB8NNNC": "100 nF", "CL10B105KA8NNNC": "1 µF"}
PASSIVE = RESISTORS | CAPACITORS
RANK = rank_board(BoardFile())


def ordered() -> Counter[str]:
    """How many of each number all boards of a table need."""
    found: Counter[str] = Counter()
    on_a_rank = list(csv.DictReader(parts_list(RANK).splitlines()))
    for line in (*RANK.pieces * on_a_rank, *controller_orders()):
        found[line["Part number"]] += int(line["Quantity"])
    return found


def test_every_number_that_the_boards_need_is_in_the_list() -> None:
    listed = {each.number.split(",")[0]: int(each.pieces) for each in rows(BOARDS)}
    for number, pieces in ordered().items():
        if number not in PASSIVE:
            assert listed[number] == pieces + SPARE.get(number, 0), number


def test_resistors_and_capacitors_are_those_of_the_boards() -> None:
    needed = ordered()
    for number, value in CAPACITORS.items():
        assert f"{needed[number]} of {value}" in row(BOARDS, "capacitors").number
    assert f"{needed['RC0603FR-07100RL']} of 100 Ω" in row(BOARDS, "resistors").number
    assert f"{needed['RC0603FR-07330RL']} of 330 Ω" in row(BOARDS, "resistors").number
    assert f"{needed['RC0603FR-0710KL']} of 10 kΩ" in row(BOARDS, "resistors").number


def test_the_joints_are_those_of_the_boards() -> None:
    told, by_hand = columns("joints"), RANK.hand_joints * RANK.pieces + controller_joints()
    assert told["sockets and plugs"][0] == f"{by_hand}"
    (buttons,) = (each for each in rows(EVERY) if each.part == "button")
    assert told["buttons and status LED"][0] == f"{2 * int(buttons.pieces)}", "their leads have a plug at one end only"
    sizes = (
        ("rank board", RANK.pieces, (RANK.outline.width, RANK.outline.height)),
        ("controller board", 1, controller().size),
    )
    for title, pieces, (width, height) in sizes:
        assert int(row(BOARDS, title).pieces) == pieces
        fibreglass = width * height * 1.6 * 1.85e-3
        assert row(BOARDS, title).weight == round(pieces * fibreglass)

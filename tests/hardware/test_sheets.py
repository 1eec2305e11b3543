"""Each sheet of a board has a drawing of its own to be cut by, with the holes that it has and no others."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from hardware.board_file import BoardFile, parse_board_file
from hardware.sheets import Circle, DrawnLine, Layer, Sheet, dxf
from hardware.template import (
    BUTTON_HOLE,
    BUTTON_ROOM,
    LIGHT_HOLE,
    SCREW_HOLE,
    SENSOR_HOLE,
    PlateSheet,
    plate,
)
from thera.cli import main

BOARDS = [parse_board_file(f"[squares]\nsize = {size}\npitch_mm = {pitch}\n") for size in (4, 5) for pitch in (20, 45)]


def holes(sheet: Sheet) -> dict[float, int]:
    """How many holes of which diameter."""
    cut = [shape.diameter for shape in sheet.shapes if isinstance(shape, Circle) and shape.layer is Layer.CUT]
    return {diameter: cut.count(diameter) for diameter in set(cut)}


def outline(sheet: Sheet) -> list[DrawnLine]:
    return [shape for shape in sheet.shapes if isinstance(shape, DrawnLine) and shape.layer is Layer.CUT]


def test_the_face_has_no_holes_for_sensors_and_the_carrier_none_for_buttons() -> None:
    board = BoardFile()
    assert holes(plate(board, PlateSheet.FACE)) == {LIGHT_HOLE: 25, SCREW_HOLE: 10, BUTTON_HOLE: 2}
    assert holes(plate(board, PlateSheet.OPAL)) == {SCREW_HOLE: 10, BUTTON_HOLE: 2}
    assert holes(plate(board, PlateSheet.CARRIER)) == {SENSOR_HOLE: 25, LIGHT_HOLE: 25, SCREW_HOLE: 10}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.geometry.size} of {board.geometry.pitch:g}")
def test_the_carrier_is_one_piece_with_room_for_the_nuts(board: BoardFile) -> None:
    carrier, face = plate(board, PlateSheet.CARRIER), plate(board, PlateSheet.FACE)
    lines = outline(carrier)
    assert len(lines) == 12
    assert all(line.end == follows.start for line, follows in zip(lines, [*lines[1:], lines[0]], strict=True))
    buttons = [shape.centre for shape in face.shapes if isinstance(shape, Circle) and shape.diameter == BUTTON_HOLE]
    for x, y in buttons:
        (inner,) = (
            line
            for line in lines
            if line.start[1] == line.end[1]
            and {line.start[0], line.end[0]} == {x - BUTTON_ROOM / 2, x + BUTTON_ROOM / 2}
        )
        assert inner.start[1] <= y - BUTTON_HOLE / 2 - 2, "the nut is wider than its hole"
    for hole in (shape for shape in carrier.shapes if isinstance(shape, Circle)):
        for line in lines:
            assert away(hole.centre, line) > hole.diameter / 2 + 1


def away(point: tuple[float, float], line: DrawnLine) -> float:
    """How far a point is from a line that is upright or level."""
    (x, y), (left, right), (top, bottom) = (
        point,
        sorted((line.start[0], line.end[0])),
        sorted((line.start[1], line.end[1])),
    )
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def pairs(text: str) -> Iterator[tuple[int, str]]:
    lines = text.splitlines()
    assert len(lines) % 2 == 0
    for code, value in zip(lines[::2], lines[1::2], strict=True):
        yield int(code), value


def test_a_dxf_has_every_shape_on_its_layer_with_y_upwards() -> None:
    sheet = plate(BoardFile(), PlateSheet.CARRIER)
    told = list(pairs(dxf(sheet)))
    assert told[-1] == (0, "EOF")
    kinds = [value for code, value in told if code == 0]
    assert kinds.count("SECTION") == kinds.count("ENDSEC") == 3
    assert kinds.count("CIRCLE") == 25 + 25 + 10
    assert len([value for value in told if value == (8, "CUT")]) == 25 + 25 + 10 + 12
    first = told.index((0, "CIRCLE"))
    a1 = dict(told[first + 1 : first + 7])
    shape = next(shape for shape in sheet.shapes if isinstance(shape, Circle))
    assert (float(a1[10]), float(a1[20])) == pytest.approx((shape.centre[0], sheet.height - shape.centre[1]))
    assert float(a1[40]) == shape.diameter / 2


def test_a_dxf_is_the_same_each_time() -> None:
    assert dxf(plate(BoardFile(), PlateSheet.FACE)) == dxf(plate(BoardFile(), PlateSheet.FACE))


def test_the_command_draws_one_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "carrier.dxf"
    assert main(["board", "template", str(made), "--sheet", "carrier"]) == 0
    assert "one sheet. 1 unit is 1 mm." in capsys.readouterr().out
    assert made.read_text("ascii") == dxf(plate(BoardFile(), PlateSheet.CARRIER))
    assert main(["board", "template", "--sheet", "opal"]) == 0
    assert capsys.readouterr().out.count("<circle") == 10 + 2

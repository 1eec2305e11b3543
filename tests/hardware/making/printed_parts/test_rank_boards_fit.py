"""Rank boards lie on their carrier in the printed frame: with room for all that is on them and below them, and with
each sensor at the depth that the board file says."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from manifold3d import Manifold

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.circuit_boards.board_design import BoardDesign, CopperLayer, PlacedPart
from hardware.making.circuit_boards.rank_board import rank_board
from hardware.making.printed_parts.__main__ import main
from hardware.making.printed_parts.board_assembly import Level, assembled, sheet_solid
from hardware.making.printed_parts.part_dimensions import (
    ABOVE_RANK_BOARD,
    RANK_BOARD,
    SOT_23_ELEMENT,
    PartDimensions,
    SheetStack,
)
from hardware.making.printed_parts.part_set import (
    CannotBePrintedError,
    PartName,
    box,
    cylinder,
    printed_parts,
    spacer_height,
    union,
)
from hardware.template import PlateSheet, light_at, plate_side, rank_openings, rank_screws_at, sensor_at
from tests.house import ROOT
from thera.cli import main as thera
from thera.exit_codes import ExitCode

DIMENSIONS = PartDimensions(stack=SheetStack(rank_boards=True))
UPPER = DIMENSIONS.frame.room + DIMENSIONS.stack.carrier
NOTHING = 1e-6
"""A volume in mm^3 that is an error of rounding."""
EVERY_BOARD = pytest.mark.parametrize(
    "text",
    [
        "",
        "[squares]\npitch_mm = 44\n",
        "[squares]\npitch_mm = 61.5\n",
        "[squares]\nsize = 4\n[electronics]\nlights = [0, 1, 2, 3, 16, 4, 5, 6, 7, 17, 8, 9, 10, 11, 18, 12, 13, 14,"
        " 15, 19, 20, 21, 22, 23, 24]\n",
    ],
    ids=["guide", "smaller squares", "larger squares", "4 x 4"],
)
PLUGGED = 28.0
"""How far a socket reaches below its board with a plug in it and its cable bent aside."""


@cache
def case(text: str) -> tuple[BoardFile, BoardDesign]:
    board = parse_board_file(text)
    return board, rank_board(board)


@cache
def frame_and_sheets(text: str) -> Manifold:
    board, _ = case(text)
    parts = assembled(board, printed_parts(board, DIMENSIONS), DIMENSIONS)
    assert all(part.level is not Level.HOLDERS for part in parts), "sensors on boards need no holders"
    return union(part.there for part in parts)


def on_plate(board: BoardFile, rank: int, at: tuple[float, float]) -> tuple[float, float]:
    """A place of a rank board, from the lower left corner of the sheets, as the solids have it."""
    x, y = sensor_at(board.geometry, 5 * rank)
    return x + at[0], plate_side(board.geometry) - (y + at[1])


def middle_of(design: BoardDesign, part: PlacedPart) -> tuple[float, float]:
    pads = [pad.at for pad in design.pads if pad.part == part.reference]
    return sum(x for x, _ in pads) / len(pads), sum(y for _, y in pads) / len(pads)


def bare(board: BoardFile, design: BoardDesign, rank: int) -> Manifold:
    """The board itself, with the heads of its screws and the tallest that may stand on it."""
    outline = design.outline
    left, top = on_plate(board, rank, (outline.left, outline.top))
    right, bottom = on_plate(board, rank, (outline.right, outline.bottom))
    return box((left, bottom, UPPER + 1e-3), (right, top, UPPER + RANK_BOARD + ABOVE_RANK_BOARD - 1e-3))


def sockets(board: BoardFile, design: BoardDesign, rank: int) -> Manifold:
    """The sockets below it, as large as their makers say, with plugs in them."""
    found = []
    for name, half_long, half_wide in (("J1", 10.2, 4.5), ("J2", 4.95, 3.4), ("J3", 4.95, 3.4)):
        part = design.part(name)
        assert part.side is CopperLayer.BOTTOM
        x, y = on_plate(board, rank, middle_of(design, part))
        found.append(box((x - half_long, y - half_wide, UPPER - PLUGGED), (x + half_long, y + half_wide, UPPER)))
    return union(found)


@EVERY_BOARD
def test_boards_sockets_and_screws_have_room_in_the_frame(text: str) -> None:
    board, design = case(text)
    rest = frame_and_sheets(text)
    ranks = range(board.geometry.size)
    boards = [bare(board, design, rank) for rank in ranks]
    for solid in (*boards, *(sockets(board, design, rank) for rank in ranks)):
        assert (solid ^ rest).volume() < NOTHING
    for one, other in combinations(boards, 2):
        assert (one ^ other).volume() < NOTHING
    for rank in ranks:
        for x, y in rank_screws_at(board.geometry, rank):
            up = plate_side(board.geometry) - y
            below = cylinder(6.4, 8.0).translate((x, up, DIMENSIONS.frame.room - 8.0 - 1e-3))
            through = cylinder(3.0, 20.0).translate((x, up, DIMENSIONS.frame.room - 8.0))
            head = cylinder(6.4, RANK_BOARD + ABOVE_RANK_BOARD - 2e-3).translate((x, up, UPPER + 1e-3))
            assert ((below + head) ^ rest).volume() < NOTHING
            assert (through.trim_by_plane((0.0, 0.0, -1.0), -UPPER) ^ rest).volume() < NOTHING


@EVERY_BOARD
def test_the_holes_of_the_boards_are_over_those_of_the_carrier_and_wood_is_around_them(text: str) -> None:
    board, design = case(text)
    carrier = sheet_solid(board, PlateSheet.RANK_CARRIER, 3.0)
    for rank in range(board.geometry.size):
        holes = [on_plate(board, rank, part.at) for part in design.parts if part.reference.startswith("H")]
        screws = [(x, plate_side(board.geometry) - y) for x, y in rank_screws_at(board.geometry, rank)]
        assert sorted(holes) == [pytest.approx(at) for at in sorted(screws)]
        for x, y in screws:
            around = (cylinder(3.2 + 2 * 1.2, 3.0) - cylinder(3.3, 3.0)).translate((x, y, 0.0))
            assert (around - carrier).volume() < 1e-3, "no opening comes nearer than 1.2 mm"


@EVERY_BOARD
def test_each_opening_has_its_socket_in_the_middle(text: str) -> None:
    board, design = case(text)
    for rank in range(board.geometry.size):
        for name, (centre, (width, height)) in zip(
            ("J1", "J2", "J3"), rank_openings(board.geometry, rank), strict=True
        ):
            part = design.part(name)
            x, y = on_plate(board, rank, middle_of(design, part))
            assert (x, plate_side(board.geometry) - y) == pytest.approx(centre, abs=0.01)
            assert width > height


@EVERY_BOARD
def test_sensors_and_lights_are_where_the_face_has_them_and_as_deep_as_the_board_file_says(text: str) -> None:
    board, design = case(text)
    geometry = board.geometry
    for rank in range(geometry.size):
        for file in range(geometry.size):
            square = 5 * rank + file
            for name, wanted in ((f"U{file + 1}", sensor_at), (f"D{file + 1}", light_at)):
                x, y = on_plate(board, rank, design.part(name).at)
                assert (x, plate_side(geometry) - y) == pytest.approx(wanted(geometry, square), abs=0.01)
    top = frame_and_sheets(text).bounding_box()[5]
    assert top - (UPPER + RANK_BOARD + SOT_23_ELEMENT) == pytest.approx(geometry.gap)


def test_the_guide_has_the_measures_of_the_usual_board() -> None:
    board, design = case("")
    text = (ROOT / "docs" / "build" / "circuit_boards.md").read_text("utf-8")
    outline, stack = design.outline, DIMENSIONS.stack
    apart = board.geometry.pitch - outline.height
    side = plate_side(board.geometry)
    assert f"two layers, {RANK_BOARD:g} mm thick" in " ".join(text.split())
    assert f"as large as the face ({side:g} x {side:g} mm)" in text
    assert f"| a rank board | {outline.width:.1f} x {outline.height:.1f}, {apart:.2f} apart |" in text
    assert f"with `gap_mm = {board.geometry.gap:g}` | {spacer_height(board, DIMENSIONS):g} |" in text
    assert f"is {-stack.element:g} mm above the carrier, and {stack.least_spacer:g} mm are needed" in text
    assert f"`gap_mm` has to be {stack.face + stack.least_spacer + stack.element:g} or more" in text
    assert f"takes some {PLUGGED:g} | {DIMENSIONS.frame.room:g} |" in text


def test_screws_of_the_list_are_long_enough() -> None:
    """Screws M3 with nuts of 2.4 mm: of 16 mm through both sheets, of 8 mm through a rank board and its carrier."""
    stack = DIMENSIONS.stack
    spacer = BoardFile().geometry.gap - stack.face - stack.element
    assert stack.face + spacer + stack.carrier + 2.4 <= 16.0
    assert RANK_BOARD + stack.carrier + 2.4 <= 8.0
    assert 4.0 <= 20.0 - (stack.face + spacer + stack.carrier) <= DIMENSIONS.frame.thread_depth


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[squares]\npitch_mm = 43\n", "pitch_mm = 43: rank boards need squares of 44 mm or more"),
        ("[squares]\ngap_mm = 5\n", "gap_mm = 5: below the face of 4 mm no spacer of 4 mm fits; at least 5.8"),
    ],
)
def test_a_board_that_rank_boards_do_not_fit_is_told_what_would_go(text: str, fault: str) -> None:
    with pytest.raises(CannotBePrintedError) as raised:
        printed_parts(parse_board_file(text), DIMENSIONS)
    assert str(raised.value) == fault


def test_the_command_makes_higher_spacers_and_no_holders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rank-boards", "--out", str(tmp_path)]) == 0
    assert " 10 of spacer.stl, 8.0 x 8.0 x 6.2 mm\n" in capsys.readouterr().out
    left_out = {PartName.HOLDER, PartName.SCALE_FOOT, PartName.MIRRORED_SCALE_FOOT, PartName.SCALE_CAP}
    assert {path.stem for path in tmp_path.iterdir()} == {each.value for each in PartName if each not in left_out}


def test_the_carrier_is_drawn_for_a_cutter_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, small = tmp_path / "carrier.dxf", tmp_path / "small.toml"
    assert thera(["board", "template", str(file), "--sheet", "rank-carrier"]) == ExitCode.DONE
    assert file.exists()
    small.write_text("[squares]\npitch_mm = 40\n", "utf-8")
    refused = ["board", "template", str(file), "--sheet", "rank-carrier", "--board-file", str(small)]
    capsys.readouterr()
    assert thera(refused) == ExitCode.REFUSED
    assert capsys.readouterr().err == "thera: pitch_mm = 40: rank boards need squares of 44 mm or more\n"

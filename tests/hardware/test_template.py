"""The template of a board's plate: what is where, and that paper shows it at true scale."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from hardware.board_file import BoardFile, parse_board_file
from hardware.sheets import A4, MARGIN, Circle, DrawnLine, Layer, Sheet, over_pages, pdf, svg
from hardware.template import (
    BUTTON_HOLE,
    LIGHT_HOLE,
    RIM,
    SCREW_HOLE,
    SENSOR_HOLE,
    PlateSheet,
    light_at,
    middle_lines,
    plate,
    plate_side,
    ring_at,
    screws_at,
    seams,
    sensor_at,
    template,
)
from thera.cli import main

PITCHES = (20.0, 45.0, 60.0, 100.0)
SIZES = (4, 5)
POINTS_PER_MM = 72 / 25.4


def board(size: int = 5, pitch: float = 45.0) -> BoardFile:
    return parse_board_file(f"[squares]\nsize = {size}\npitch_mm = {pitch}\n[magnet]\ndiameter_mm = 10\n")


EVERY_BOARD = pytest.mark.parametrize(
    "made", [board(size, pitch) for size in SIZES for pitch in PITCHES], ids=lambda made: made.geometry.__repr__()[9:32]
)


def holes(sheet: Sheet, diameter: float) -> list[tuple[float, float]]:
    return [
        shape.centre
        for shape in sheet.shapes
        if isinstance(shape, Circle) and shape.layer is Layer.CUT and shape.diameter == diameter
    ]


def test_squares_are_a_pitch_apart_with_rank_1_at_the_bottom() -> None:
    geometry = BoardFile().geometry
    assert sensor_at(geometry, 0) == (RIM + 22.5, RIM + 225 - 22.5)
    assert sensor_at(geometry, 4) == (RIM + 225 - 22.5, RIM + 225 - 22.5)
    assert sensor_at(geometry, 20) == (RIM + 22.5, RIM + 22.5)


@EVERY_BOARD
def test_each_square_has_a_hole_for_its_sensor_and_one_for_its_light(made: BoardFile) -> None:
    geometry = made.geometry
    whole = plate(made)
    assert holes(whole, SENSOR_HOLE) == [sensor_at(geometry, square) for square in geometry.squares]
    assert holes(whole, LIGHT_HOLE) == [light_at(geometry, square) for square in geometry.squares]
    assert len(holes(whole, BUTTON_HOLE)) == 2
    assert len(holes(whole, SCREW_HOLE)) == 10


@EVERY_BOARD
def test_no_hole_touches_another_or_the_edge(made: BoardFile) -> None:
    whole = plate(made)
    circles = [shape for shape in whole.shapes if isinstance(shape, Circle)]
    for number, one in enumerate(circles):
        x, y = one.centre
        assert min(x, y, whole.width - x, whole.height - y) > one.diameter / 2 + 2
        for other in circles[number + 1 :]:
            apart = ((x - other.centre[0]) ** 2 + (y - other.centre[1]) ** 2) ** 0.5
            assert apart > (one.diameter + other.diameter) / 2 + 1


def test_the_svg_is_at_true_scale_with_a_layer_for_each_use() -> None:
    made = template(BoardFile())
    root = ElementTree.fromstring(svg(made))  # noqa: S314 - our own text
    name = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == (f"{made.width:g}mm", f"{made.height:g}mm")
    assert root.get("viewBox") == f"0 0 {made.width:g} {made.height:g}"
    layers = {group.get("id"): group for group in root.iter(f"{name}g")}
    assert set(layers) == {"cut", "mark", "note"}
    assert len(layers["cut"].findall(f"{name}circle")) == 25 + 25 + 10 + 2
    words = {text.text for text in layers["mark"].iter(f"{name}text")}
    assert words == {*"abcde", *"12345"}
    assert "100 mm" in {text.text for text in layers["note"].iter(f"{name}text")}


@EVERY_BOARD
def test_every_page_keeps_within_what_a_printer_prints(made: BoardFile) -> None:
    for page in over_pages(plate(made), seams(made)):
        assert (page.width, page.height) == A4
        for shape in page.shapes:
            if isinstance(shape, DrawnLine):
                for x, y in (shape.start, shape.end):
                    assert MARGIN - 1e-6 <= x <= A4[0] - MARGIN + 1e-6
                    assert MARGIN - 1e-6 <= y <= A4[1] - MARGIN + 1e-6


@EVERY_BOARD
def test_every_hole_is_whole_on_some_page_and_no_seam_cuts_one(made: BoardFile) -> None:
    whole = plate(made)
    pages = over_pages(whole, seams(made))
    cuts = [shape for page in pages for shape in page.shapes if isinstance(shape, DrawnLine) and shape.dashed]
    for page in pages:
        dashed = [shape for shape in page.shapes if isinstance(shape, DrawnLine) and shape.dashed]
        for cut in dashed:
            for hole in (shape for shape in page.shapes if isinstance(shape, Circle) and shape.layer is Layer.CUT):
                upright = cut.start[0] == cut.end[0]
                away = abs(hole.centre[0] - cut.start[0]) if upright else abs(hole.centre[1] - cut.start[1])
                assert away > hole.diameter / 2
    drawn = sum(len(holes(page, SENSOR_HOLE)) for page in pages)
    assert drawn >= len(made.geometry.squares)
    assert bool(cuts) == (len(pages) > 1)


def test_every_page_has_a_ruler_of_100_mm() -> None:
    for page in over_pages(plate(BoardFile()), seams(BoardFile())):
        edges = [
            shape.start[0]
            for shape in page.shapes
            if isinstance(shape, DrawnLine) and shape.layer is Layer.NOTE and shape.start[0] == shape.end[0]
            if shape.start[1] == A4[1] - MARGIN - 4
        ]
        assert len(edges) == 101
        assert max(edges) - min(edges) == 100


def test_a_board_of_45_mm_takes_two_pages() -> None:
    assert len(over_pages(plate(BoardFile()), seams(BoardFile()))) == 2
    assert len(over_pages(plate(board(4, 30.0)), seams(board(4, 30.0)))) == 1


def test_a_reader_of_pdf_finds_the_pages_at_their_size(tmp_path: Path) -> None:
    file = tmp_path / "plate.pdf"
    file.write_bytes(pdf(over_pages(plate(BoardFile()), seams(BoardFile()))))
    reader = PdfReader(file, strict=True)
    assert len(reader.pages) == 2
    for number, page in enumerate(reader.pages, 1):
        assert float(page.mediabox.width) == pytest.approx(A4[0] * POINTS_PER_MM, abs=0.01)
        assert float(page.mediabox.height) == pytest.approx(A4[1] * POINTS_PER_MM, abs=0.01)
        assert f"Page {number} of 2" in page.extract_text()
        content = page.get_contents()
        assert content is not None
        scale = re.match(rb"([\d.]+) 0 0 -([\d.]+) 0 ", content.get_data())
        assert scale is not None
        assert [float(each) for each in scale.groups()] == pytest.approx([POINTS_PER_MM] * 2, abs=1e-5)


def test_a_name_with_any_characters_is_written() -> None:
    made = parse_board_file('name = "Brett (für \\\\ 碁)"\n')
    text = pdf(over_pages(plate(made), seams(made))).decode("cp1252")
    assert r"(Brett \(für \\ ?\): 5 x 5 squares of 45 mm, blocks of 30 mm \(assumed\). Page 1 of 2) Tj" in text


def test_the_command_writes_what_the_name_of_the_file_asks_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "template"]) == 0
    assert capsys.readouterr().out == svg(template(BoardFile()))
    drawing, pages, own = tmp_path / "plate.svg", tmp_path / "plate.PDF", tmp_path / "own.toml"
    own.write_text("[squares]\npitch_mm = 60\n", "utf-8")
    assert main(["board", "template", str(drawing), "--board-file", str(own)]) == 0
    assert drawing.read_text("utf-8") == svg(template(board(pitch=60.0)))
    capsys.readouterr()
    assert main(["board", "template", str(pages)]) == 0
    assert pages.read_bytes().startswith(b"%PDF-")
    assert capsys.readouterr().out.startswith(f"{pages}: 2 A4 pages.")


def test_what_cannot_be_written_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["board", "template", str(tmp_path / "board.toml")])
    assert "ends neither with .svg nor with .dxf nor with .pdf" in capsys.readouterr().err
    assert main(["board", "template", str(tmp_path / "none" / "plate.pdf")]) == 2
    assert capsys.readouterr().err.startswith(f"thera: {tmp_path / 'none' / 'plate.pdf'}: cannot be written: ")


def test_a_ring_has_its_holes_in_the_carrier_clear_of_screws_and_buttons() -> None:
    for size in SIZES:
        made = parse_board_file(f"[ring]\n[squares]\nsize = {size}\n")
        places = ring_at(made)
        assert len(places) == 8
        bare = plate(board(size), PlateSheet.CARRIER)
        carrier = plate(made, PlateSheet.CARRIER)
        assert set(holes(carrier, SENSOR_HOLE)) - set(holes(bare, SENSOR_HOLE)) == set(places)
        assert all(dist(place, screw) > 11 for place in places for screw in screws_at(made.geometry))
        edge = plate_side(made.geometry)
        notches = [(line, edge - RIM / 2) for line in middle_lines(made.geometry)]
        assert all(dist(place, notch) > 20 for place in places for notch in notches)
        assert all(SENSOR_HOLE / 2 + 2 <= part <= edge - SENSOR_HOLE / 2 - 2 for place in places for part in place)
        assert holes(plate(made, PlateSheet.FACE), SENSOR_HOLE) == []


def test_a_ring_outside_the_plate_has_no_holes_in_it() -> None:
    assert ring_at(parse_board_file("[ring]\noutside_mm = 15\n")) == ()
    assert ring_at(BoardFile()) == ()

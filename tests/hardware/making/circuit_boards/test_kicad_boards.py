"""KiCad's files of the boards: its rules find nothing, and what it wrote of a rank board is what the data says.

They need the Debian with KiCad that ``make circuit-boards`` makes, and are skipped without it.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.circuit_boards.board_design import SHEET_OFFSET as OFFSET
from hardware.making.circuit_boards.board_design import BoardDesign, CopperTrack, CopperVia
from hardware.making.circuit_boards.board_files import BoardFiles, make_files, make_project_files, rule_findings
from hardware.making.circuit_boards.controller_board import PROJECT
from hardware.making.circuit_boards.kicad_root import missing
from hardware.making.circuit_boards.rank_board import MOUNTING_HOLE, rank_board
from tests.hardware.making.circuit_boards.made_once import made_once
from tests.hardware.making.circuit_boards.parts_page import parts_page
from tests.hardware.making.circuit_boards.wire_nodes import Pin
from tests.web_ui.browser import chromium

pytestmark = [
    pytest.mark.parts,
    pytest.mark.skipif(bool(missing()), reason=missing() or "KiCad is here"),
    pytest.mark.timeout(600),  # KiCad takes half a minute for a board, and more on a busy computer
]

IPC_PAD = re.compile(r"^3[126]7(.{14}) {3}(\S{1,6}) *-(\S{1,4}) .*?X([+-]\d{6})Y([+-]\d{6})", re.MULTILINE)
"""A pad in the form of IPC-D-356, by which makers of boards test them: its net, part, pin, and place in 0.1 mil."""


@pytest.fixture(scope="module")
def rank(tmp_path_factory: pytest.TempPathFactory) -> BoardFiles:
    design = rank_board(BoardFile())
    return made_once(tmp_path_factory, design.name, lambda folder: make_files(design, folder, pictures=False))


@pytest.fixture(scope="module")
def controller(tmp_path_factory: pytest.TempPathFactory) -> BoardFiles:
    return made_once(tmp_path_factory, PROJECT.name, lambda folder: make_project_files(PROJECT, folder, pictures=False))


@pytest.fixture(params=["rank", "controller"])
def made(request: pytest.FixtureRequest) -> tuple[str, BoardFiles]:
    return request.param, request.getfixturevalue(request.param)


def pads_of(rank: BoardFiles) -> dict[Pin, tuple[str, tuple[float, float]]]:
    """The pads of the rank board that KiCad wrote: by part and pin, the net and the place in mm."""
    text = (rank.folder / "fabrication" / "rank.d356").read_text("utf-8")
    return {
        (part, pin): (net.strip(), (int(x) * 0.00254 - OFFSET, -int(y) * 0.00254 - OFFSET))
        for net, part, pin, x, y in IPC_PAD.findall(text)
    }


def test_the_rules_for_boards_and_for_schematics_find_nothing(made: tuple[str, BoardFiles]) -> None:
    _, files = made
    assert files.board_findings == ()
    assert files.schematic_findings == ()


def test_every_pad_is_where_the_data_has_it_and_on_its_net(rank: BoardFiles) -> None:
    """So the land patterns of the data are those of KiCad's footprints."""
    found = pads_of(rank)
    wanted = {(pad.part, pad.number): pad for pad in rank_board(BoardFile()).pads if pad.number}
    assert found.keys() == wanted.keys()
    for pin, pad in wanted.items():
        net, at = found[pin]
        assert net == pad.net, pin
        assert at == pytest.approx(pad.at, abs=0.01), pin


def test_every_hole_is_where_the_data_has_it(rank: BoardFiles) -> None:
    drilled = (rank.folder / "fabrication" / "rank-NPTH.drl").read_text("utf-8")
    holes = [(float(x) - OFFSET, -float(y) - OFFSET) for x, y in re.findall(r"^X([\d.-]+)Y([\d.-]+)", drilled, re.M)]
    wanted = [part.at for part in rank_board(BoardFile()).parts if part.reference.startswith("H")]
    assert len(holes) == len(wanted)
    for at in wanted:
        assert min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in holes) < 0.1


def read_rows(files: BoardFiles, name: str) -> list[dict[str, str]]:
    with (files.folder / "fabrication" / name).open(encoding="utf-8") as text:
        return list(csv.DictReader(text))


def test_positions_and_bill_of_materials_name_the_same_parts(made: tuple[str, BoardFiles]) -> None:
    name, files = made
    placed = [row["Designator"] for row in read_rows(files, f"{name}-positions.csv")]
    rows = read_rows(files, f"{name}-bom.csv")
    assert sorted(placed) == sorted(each for row in rows for each in row["Designator"].split(","))
    assert all(row["Part number"] and row["Manufacturer"] for row in rows)


def test_every_position_is_where_the_data_has_the_part(rank: BoardFiles) -> None:
    by_machine = {part.reference: part for part in rank_board(BoardFile()).parts if part.kind.assembly == "machine"}
    rows = {row["Designator"]: row for row in read_rows(rank, "rank-positions.csv")}
    assert rows.keys() == by_machine.keys()
    for name, row in rows.items():
        at = float(row["Mid X"]) - OFFSET, -float(row["Mid Y"]) - OFFSET
        assert at == pytest.approx(by_machine[name].at, abs=0.001), name
        assert row["Layer"] == "Top"


def flashes_of(gerber: str) -> Iterator[tuple[str, tuple[float, float]]]:
    """The pads of a Gerber file: the part that its attributes name, empty without one, and the place in mm."""
    part = ""
    for name, x, y in re.findall(r"^%TO\.P,([^,]+),|^X(-?\d+)Y(-?\d+)D03\*|^%TD\*%", gerber, re.MULTILINE):
        if x:
            yield part, (int(x) / 1e6, int(y) / 1e6)
        else:
            part = name


def test_every_part_that_a_machine_places_has_paste_on_all_its_pads_and_no_other_part_has(
    made: tuple[str, BoardFiles],
) -> None:
    """Copper, stencil and positions have the same origin, so what is placed lands on its pads."""
    name, files = made
    folder = files.folder / "fabrication"
    pads: dict[str, list[tuple[float, float]]] = {}
    for part, at in flashes_of((folder / f"{name}-F_Cu.gtl").read_text("utf-8")):
        pads.setdefault(part, []).append(at)
    paste = {at for _, at in flashes_of((folder / f"{name}-F_Paste.gtp").read_text("utf-8"))}
    rows = {row["Designator"]: row for row in read_rows(files, f"{name}-positions.csv")}
    assert paste == {at for part in rows for at in pads[part]}
    for part, row in rows.items():
        for axis, column in enumerate(("Mid X", "Mid Y")):
            along = [at[axis] for at in pads[part]]
            assert float(row[column]) == pytest.approx((min(along) + max(along)) / 2, abs=0.001), part


def test_the_drawing_for_who_places_the_parts_names_each_of_them(made: tuple[str, BoardFiles]) -> None:
    name, files = made
    drawn = "".join(path.read_text("utf-8") for path in files.folder.glob(f"{name}-assembly-*.svg"))
    named = set(re.findall(r"<desc>(\S+)</desc>", drawn))
    for row in (*read_rows(files, f"{name}-bom.csv"), *read_rows(files, f"{name}-hand-soldered.csv")):
        assert set(row["Designator"].split(",")) <= named


def test_the_page_for_whoever_solders_shows_each_part_of_the_lists(made: tuple[str, BoardFiles]) -> None:
    name, files = made
    with chromium() as browser:
        page = parts_page(browser, files.folder, name)
        shown = [row.inner_text().split("\t") for row in page.locator("#bombody tr").all()]
    found = {part for row in shown for part in row[2].split(", ")}
    listed = (*read_rows(files, f"{name}-bom.csv"), *read_rows(files, f"{name}-hand-soldered.csv"))
    assert found == {part for row in listed for part in row["Designator"].split(",")}


def test_the_file_for_the_maker_of_boards_has_every_layer(made: tuple[str, BoardFiles]) -> None:
    name, files = made
    with zipfile.ZipFile(files.folder / "fabrication" / f"{name}-gerbers.zip") as archive:
        suffixes = sorted(Path(each).suffix for each in archive.namelist())
    assert suffixes == sorted(
        (".gtl", ".gbl", ".gtp", ".gts", ".gbs", ".gto", ".gbo", ".gm1", ".drl", ".drl", ".gbrjob")
    )


@pytest.mark.parametrize(
    "text",
    [
        "[squares]\npitch_mm = 44\n",
        "[squares]\npitch_mm = 61.5\n",
        "[squares]\nsize = 4\n[electronics]\nlights = [0, 1, 2, 3, 16, 4, 5, 6, 7, 17, 8, 9, 10, 11, 18, 12, 13, 14,"
        " 15, 19, 20, 21, 22, 23, 24]\n",
    ],
    ids=["smaller squares", "larger squares", "4 x 4"],
)
def test_the_rules_find_nothing_on_rank_boards_of_other_sizes(text: str) -> None:
    assert rule_findings(rank_board(parse_board_file(text))) == ()


def _without_a_track(design: BoardDesign) -> BoardDesign:
    signal = next(track for track in design.tracks if track.net == "S5")
    return replace(design, tracks=tuple(track for track in design.tracks if track != signal))


def _with_a_via_too_near(design: BoardDesign) -> BoardDesign:
    track = next(track for track in design.tracks if track.net == "S5" and track.length > 20)
    middle = (track.start[0] + track.end[0]) / 2, track.start[1] + 0.3
    return replace(design, vias=(*design.vias, CopperVia("GND", middle)))


def _with_a_track_below_a_screw(design: BoardDesign) -> BoardDesign:
    east, south = next(part.at for part in design.parts if part.kind is MOUNTING_HOLE)
    below = CopperTrack("GND", (east + 2.5, south), (east + 2.5, south + 5.0), 0.25)
    return replace(design, tracks=(*design.tracks, below))


def _two_outputs(design: BoardDesign) -> BoardDesign:
    parts = [
        replace(part, nets=tuple((pin, "OUT1" if net == "OUT2" else net) for pin, net in part.nets))
        for part in design.parts
    ]
    return replace(design, parts=tuple(parts), tracks=tuple(t for t in design.tracks if t.net != "OUT2"))


def _without_a_supply(design: BoardDesign) -> BoardDesign:
    return replace(design, supplies=tuple(net for net in design.supplies if net != "5V"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (_without_a_track, "unconnected_items"),
        (_with_a_via_too_near, "shorting_items|clearance"),
        (_with_a_track_below_a_screw, "items_not_allowed"),
        (_two_outputs, "pin_to_pin"),
        (_without_a_supply, "power_pin_not_driven"),
    ],
)
def test_what_is_wrong_is_found(broken: Callable[[BoardDesign], BoardDesign], found: str) -> None:
    kinds = {each.kind for each in rule_findings(broken(rank_board(BoardFile())))}
    assert any(re.fullmatch(found, kind) for kind in kinds), kinds

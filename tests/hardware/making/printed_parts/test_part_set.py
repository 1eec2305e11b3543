"""The printed parts of a board: each can be printed, on a small printer, and is the same each time."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import trimesh

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.printed_parts.__main__ import PLASTIC, main, stl
from hardware.making.printed_parts.part_dimensions import BED, LEAST_WALL, PartDimensions
from hardware.making.printed_parts.part_set import (
    STEP,
    CannotBePrintedError,
    PartName,
    PrintedPart,
    box,
    cylinder,
    frame_depth,
    least_wall,
    printed_parts,
    scale_foot_end,
    sensor_holder,
)
from tests.house import ROOT

BOARDS = {
    "guide": "",
    "small": "[squares]\nsize = 4\npitch_mm = 25\ngap_mm = 6\n[magnet]\ndiameter_mm = 10\nthickness_mm = 3\n",
    "large": '[squares]\npitch_mm = 67\ngap_mm = 10\n[magnet]\ndiameter_mm = 20\n[workers]\nnorth_down = ["blue"]\n',
}
WEIGHS = "weighs"
"""The board of the guide on load cells."""


@cache
def made(board: str) -> dict[PartName, PrintedPart]:
    text = "[scale]\n" if board == WEIGHS else BOARDS[board]
    return {part.name: part for part in printed_parts(parse_board_file(text))}


EVERY_PART = [(board, name) for board in (*BOARDS, WEIGHS) for name in made(board)]


def triangles(part: PrintedPart, folder: Path) -> trimesh.Trimesh:
    """The part as a program that reads its file has it: corners that are at one place are one."""
    file = folder / "part.stl"
    file.write_bytes(stl(part))
    found = trimesh.load_mesh(file)
    assert isinstance(found, trimesh.Trimesh)
    return found


def test_a_board_that_weighs_has_feet_for_its_load_cells_in_place_of_a_frame() -> None:
    frame = {PartName.CORNER, PartName.CABLE_CORNER, PartName.BOARD_FOOT}
    scale = {PartName.SCALE_FOOT, PartName.MIRRORED_SCALE_FOOT, PartName.SCALE_CAP}
    assert set(made("guide")) == set(PartName) - scale
    assert set(made(WEIGHS)) == set(PartName) - frame
    assert [made(WEIGHS)[name].pieces for name in sorted(scale, key=lambda name: name.value)] == [4, 2, 2]


@pytest.mark.parametrize(("board", "name"), EVERY_PART)
def test_the_file_of_a_part_is_one_closed_solid_that_a_printer_has_room_for(
    board: str, name: PartName, tmp_path: Path
) -> None:
    part = made(board)[name]
    mesh = triangles(part, tmp_path)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(part.solid.volume(), rel=1e-4)
    assert mesh.volume > 0
    assert len(mesh.split()) == 1
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-6), "it lies on the bed"
    assert max(mesh.extents) <= BED


@pytest.mark.parametrize("board", [*BOARDS, WEIGHS])
def test_no_wall_is_thinner_than_a_printer_makes_well(board: str) -> None:
    for part in made(board).values():
        assert least_wall(part.solid, 1.5) >= LEAST_WALL


@pytest.mark.parametrize("wall", [0.3, 0.75, 0.8, 1.2])
def test_walls_and_floors_are_measured(wall: float) -> None:
    tube = cylinder(10.0, 20.0) - cylinder(10.0 - 2 * wall, 20.0)
    assert least_wall(tube, 3.0) == pytest.approx(wall, abs=STEP)
    cup = cylinder(10.0, 20.0) - cylinder(4.0, 20.0).translate((0.0, 0.0, wall))
    assert least_wall(cup, 3.0) == pytest.approx(wall, abs=0.01)
    roof = cylinder(10.0, 20.0) - cylinder(4.0, 20.0).translate((0.0, 0.0, -wall))
    assert least_wall(roof, 3.0) == pytest.approx(wall, abs=0.01)
    # A square hole in a round part: thin at its four corners only.
    corners = cylinder(10.0, 5.0) - box((-3.0, -3.0, -1.0), (3.0, 3.0, 6.0))
    assert least_wall(corners, 3.0) == pytest.approx(5 - 3 * 2**0.5, abs=STEP)


def test_a_holder_for_a_hole_of_6_mm_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.making.printed_parts.part_set.SENSOR_HOLE", 6.0)
    thin = PrintedPart(PartName.HOLDER, 1, sensor_holder(3.0, PartDimensions().holder))
    (fault,) = thin.faults()
    assert fault == "sensor_holder has a wall of 0.20 mm; the thinnest that prints well is 0.8 mm"


def test_a_part_in_two_pieces_is_refused() -> None:
    apart = cylinder(5.0, 5.0) + cylinder(5.0, 5.0).translate((20.0, 0.0, 0.0))
    (fault,) = PrintedPart(PartName.SPACER, 1, apart).faults()
    assert fault == "spacer is in 2 pieces that nothing joins"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[squares]\npitch_mm = 68\n", ["pitch_mm = 68: a corner of the frame is 202.3 mm long", "at most 67"]),
        ("[squares]\ngap_mm = 5\n", ["gap_mm = 5: below the face of 4 mm no spacer of 0.8 mm fits; at least 5.8"]),
        ("[squares]\npitch_mm = 23\n", ["pitch_mm = 23: the holder of a sensor and the board of its light meet"]),
        ("[magnet]\ndiameter_mm = 22\n", ["diameter_mm = 22: the lip", "at most 21.8, or wider blocks (--block)"]),
        ("[squares]\npitch_mm = 90\ngap_mm = 3\n", ["pitch_mm = 90", "gap_mm = 3"]),
        ("[scale]\n[squares]\nsize = 4\npitch_mm = 39\n", ["pitch_mm = 39: two feet with load cells", "least 39.5"]),
    ],
)
def test_a_board_that_cannot_be_made_is_told_why_and_what_would_go(text: str, faults: list[str]) -> None:
    with pytest.raises(CannotBePrintedError) as raised:
        printed_parts(parse_board_file(text))
    for fault in faults:
        assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("text", "carrier"),
    [
        ("[squares]\npitch_mm = 23.9\n", 3.0),
        ("[squares]\npitch_mm = 67\n", 3.0),
        ("[scale]\n[squares]\nsize = 4\npitch_mm = 39.5\n", 3.0),
        ("[scale]\n[squares]\npitch_mm = 90\n", 3.0),
        ("[squares]\ngap_mm = 5.8\n", 3.0),
        ("[magnet]\ndiameter_mm = 21.8\n", 3.0),
        ("", 1.2),
        # As small and as thick as a board file has them; and what was refused for a wall that is none.
        ("[magnet]\ndiameter_mm = 3\nthickness_mm = 1\n", 3.0),
        ("[squares]\nsize = 4\npitch_mm = 27.2\ngap_mm = 11.6\n[magnet]\nthickness_mm = 30\n", 19.4),
    ],
)
def test_what_is_told_to_go_goes(text: str, carrier: float) -> None:
    plain = PartDimensions()
    assert printed_parts(parse_board_file(text), replace(plain, stack=replace(plain.stack, carrier=carrier)))


def test_a_carrier_that_is_too_thin_for_holders_is_told() -> None:
    plain = PartDimensions()
    with pytest.raises(CannotBePrintedError) as raised:
        printed_parts(BoardFile(), replace(plain, stack=replace(plain.stack, carrier=1.0)))
    assert "a carrier of 1 mm: the holder of a sensor has no floor in it; at least 1.2 (--carrier)" in str(raised.value)


def test_a_dimension_that_a_maker_changes_is_checked() -> None:
    plain = PartDimensions()
    thin = replace(plain, frame=replace(plain.frame, wall=1.5))
    with pytest.raises(CannotBePrintedError, match=r"frame_corner has a wall of 0\.6\d mm"):
        printed_parts(BoardFile(), thin)


def test_rubber_is_part_of_the_gap_and_makes_spacers_lower() -> None:
    plain = PartDimensions()
    soft = replace(plain, stack=replace(plain.stack, rubber=1.0))
    board = parse_board_file("[squares]\ngap_mm = 9\n")
    heights = {part.name: part.size[2] for part in printed_parts(board, soft)}
    assert heights[PartName.SPACER] == pytest.approx(made("guide")[PartName.SPACER].size[2])
    assert heights[PartName.CORNER] == pytest.approx(frame_depth(BoardFile(), plain))


def test_seats_have_feet_for_their_poles() -> None:
    for board, north, south in (("guide", 4, 4), ("large", 2, 6)):
        feet = made(board)
        assert (feet[PartName.NORTH_FOOT].pieces, feet[PartName.SOUTH_FOOT].pieces) == (north, south)
        volumes = [feet[name].solid.volume() for name in (PartName.NORTH_FOOT, PartName.SOUTH_FOOT)]
        assert volumes[0] > volumes[1], "a second groove tells them apart"


GUIDE = (ROOT / "docs" / "build" / "printed_parts.md").read_text("utf-8")


def test_the_guide_lists_what_the_board_of_the_guide_needs() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d.x ]+) \|", GUIDE, re.MULTILINE)
    parts = made("guide").values()
    scale = [part for name, part in made(WEIGHS).items() if name not in made("guide")]
    assert rows == [
        (part.name.value, str(part.pieces), " x ".join(f"{length:.1f}" for length in part.size))
        for part in (*parts, *scale)
    ]
    measures = PartDimensions()
    foot = measures.scale_foot
    assert f"bars of {foot.bar_length:g} x {foot.bar:g} x {foot.bar:g} mm" in GUIDE
    assert f"are {foot.edge_hole:g} and {foot.edge_hole + foot.hole_spacing:g} mm from either end" in GUIDE
    assert f"sides are {2 * scale_foot_end(foot):g} mm or more" in GUIDE
    assert f"is {foot.stop_gap:g} mm below the carrier" in GUIDE
    volumes = {part.name: part.pieces * part.solid.volume() / 1000 for part in parts}
    frame = sum(volumes[name] for name in (PartName.CORNER, PartName.CABLE_CORNER, PartName.BOARD_FOOT))
    assert f"take {sum(volumes.values()):.0f} cm³ or {sum(volumes.values()) * PLASTIC:.0f} g of PLA" in GUIDE
    assert f"frame and feet alone are {frame:.0f} cm³" in GUIDE
    thinnest = min(least_wall(part.solid, 1.5) for part in parts)
    assert f"at {thinnest:.2f} mm, are the thinnest" in GUIDE
    assert "up to `pitch_mm = 67`" in GUIDE
    dimensions = PartDimensions()
    for told in (
        f"walls of {dimensions.frame.wall:g} mm",
        f"({dimensions.holder.clearance / 2:g} mm of play all around)",
        f"({dimensions.worker_foot.clearance / 2:g} mm around it, {dimensions.worker_foot.glue:g} mm below it",
        f"lap with {dimensions.frame.lap_gap:g} mm",
        f"posts with {dimensions.frame.clearance:g} mm around it",
        f"in it with {dimensions.lip.clearance / 2:g} mm around it",
        f"add its {dimensions.lip.height:g} mm",
    ):
        assert told in GUIDE


def test_the_options_of_the_guide_are_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my-board.toml"
    file.write_text("[squares]\ngap_mm = 9\n", "utf-8")
    options = ["--board-file", str(file), "--face", "4", "--carrier", "3", "--rubber", "1", "--block", "30"]
    assert main([*options, "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert " 10 of spacer.stl, 8.0 x 8.0 x 3.0 mm\n" in told
    assert "assumed: foot_mm = 16.0\n" in told
    assert "assumed: gap_mm" not in told, "the file has it"
    assert "some 22 hours of a printer\n" in told


def test_the_command_writes_the_same_bytes_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert [main(["--out", str(folder)]) for folder in (first, second)] == [0, 0]
    names = {f"{name.value}.stl" for name in made("guide")}
    assert {path.name for path in first.iterdir()} == names
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)
    assert " 25 of sensor_holder.stl, 11.0 x 11.0 x 4.2 mm\n" in capsys.readouterr().out


def test_a_file_where_the_folder_would_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "out"
    taken.write_text("mine", "utf-8")
    assert main(["--out", str(taken)]) == 2
    assert f"--out {taken}: no folder can be made there" in capsys.readouterr().err
    assert taken.read_text("utf-8") == "mine"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / f"{PartName.CORNER.value}.stl").symlink_to("/dev/full")
    assert main(["--out", str(tmp_path)]) == 2
    told = f"--out {tmp_path}: frame_corner.stl cannot be written there: No space left on device"
    assert capsys.readouterr().err.strip() == told


@pytest.mark.parametrize(
    ("board", "name"),
    [(board, name) for board, name in EVERY_PART if name not in {PartName.CORNER, PartName.CABLE_CORNER}],
)
def test_nothing_of_a_small_part_hangs_over_air(board: str, name: PartName, tmp_path: Path) -> None:
    """No face above the bed looks down more steeply than 45 degrees, so that no support is needed."""
    mesh = triangles(made(board)[name], tmp_path)
    above = mesh.triangles[:, :, 2].min(axis=1) > 0.01
    assert mesh.area_faces[above & (mesh.face_normals[:, 2] < -0.71)].sum() == 0


def test_the_command_says_what_it_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[squares]\npitch_mm = 80\n", "utf-8")
    out = tmp_path / "out"
    assert main(["--board-file", str(file), "--out", str(out)]) == 2
    assert "pitch_mm = 80" in capsys.readouterr().err
    assert not out.exists()
    for wrong in (["--face", "thick"], ["--face", "0"], ["--rubber", "-1"], ["--block", "nan"], ["--carrier", "1e9"]):
        with pytest.raises(SystemExit):
            main([*wrong, "--out", str(out)])
        assert "a number of mm from" in capsys.readouterr().err

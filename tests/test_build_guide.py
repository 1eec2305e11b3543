"""The figures of the build guide are those that the program computes, and its pictures are there."""

from __future__ import annotations

import re
import shlex
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.board import Frame
from hardware.board_file import SEATS, BoardFile, parse_board_file
from hardware.board_verdict import GOOD_GAP, GOOD_RATIO, HEAVIEST, LEAST_BETWEEN, LEAST_RATIO, LIGHT_ROOM
from hardware.electronics import Electronics, PicoPins, PiPins, SpiPins
from hardware.field_model import FieldModel
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import Lift, Put
from hardware.magnet_force import WorkerGrip, as_grams, holding_distance, magnet_weight, side_force
from hardware.making.printed_parts.part_dimensions import PartDimensions
from hardware.making.printed_parts.part_set import frame_depth, spacer_height
from hardware.power_budget import PowerSource, draws, most
from hardware.template import (
    BUTTON_HOLE,
    BUTTON_ROOM,
    LIGHT_HOLE,
    LIGHT_INSET,
    SCREW_HOLE,
    SENSOR_HOLE,
    plate,
    plate_side,
)
from hardware.wire_list import Part, wires
from tests.house import ROOT, files
from tests.test_documents import code
from thera.boards.open_board import open_board
from thera.cli import main
from thera.commands.board.describe_command import BEFORE_THE_PILOT

GUIDE = {path.name: path.read_text("utf-8") for path in files("docs/build.md", "docs/build/*.md")}


def in_one_line(page: str) -> str:
    """A page of the guide as one line, however its lines are wrapped."""
    return " ".join(GUIDE[page].split())


def power_table(electronics: Electronics) -> str:
    """The power budget as the guide has it: a table in Markdown, rounded up to whole mA."""
    rows = ["| what | from | mA |", "|---|---|---:|"]
    rows += [f"| {draw.what} | {draw.source} | {_up(draw.milliamps)} |" for draw in draws(electronics)]
    rows += [f"| **the most from {source}** | | **{_up(total)}** |" for source, total in most(electronics).items()]
    return "\n".join(rows) + "\n"


def _up(milliamps: float) -> int:
    return int(-(-milliamps // 1))


@pytest.mark.parametrize("electronics", [Electronics(), Electronics(pins=PiPins())], ids=["pico", "pi"])
def test_the_power_budget_is_the_one_that_is_computed(electronics: Electronics) -> None:
    assert power_table(electronics) in GUIDE["wiring.md"]


def test_a_usb_socket_is_enough_for_the_board_and_for_few_lights() -> None:
    plain, with_converter = Electronics(), Electronics(pins=PicoPins(spi=SpiPins()))
    assert max(most(plain)[PowerSource.USB], most(with_converter)[PowerSource.USB]) < 292
    frugal = Electronics(budget_ma=200)
    assert sum(most(frugal).values()) < 491


def magnet_rows(cells: int) -> list[tuple[Magnet, list[str]]]:
    """The rows of the table about discs that has so many cells besides the disc."""
    rows = re.findall(r"^\| (\d+) x (\d+) mm \|(.*)\|$", GUIDE["plate.md"], re.MULTILINE)
    found = [
        (Magnet(float(wide), float(thick)), [each.strip() for each in rest.split("|")]) for wide, thick, rest in rows
    ]
    return [row for row in found if len(row[1]) == cells]


def test_the_fields_of_magnets_are_those_of_the_model() -> None:
    rows = magnet_rows(5)
    assert len(rows) == 4
    for magnet, numbers in rows:
        model = FieldModel(Geometry(magnet=magnet))
        fields = [*(model.field(0, level) for level in range(4)), model.field(45, 0)]
        assert numbers == [f"{field:.3g}" for field in fields]


def test_neighbours_pull_and_hold_as_their_moments_and_their_friction_say() -> None:
    rows = magnet_rows(8)
    assert len(rows) == 4
    smooth, rubber = WorkerGrip(friction=0.3), WorkerGrip()
    assert f"a friction of {rubber.friction:g} under a worker of {rubber.weight:g} g" in GUIDE["plate.md"]
    for magnet, (weight, *forces, with_rubber, without) in rows:
        assert weight == f"{magnet_weight(magnet):.1f} g"
        told = [as_grams(side_force(magnet, distance)) for distance in (45, 39, 35, 29, 25)]
        assert [float(each) for each in forces] == pytest.approx(told, rel=0.05)
        held = [f"{holding_distance(magnet, grip):.0f} mm" for grip in (rubber, smooth)]
        assert [with_rubber, without] == held


def test_the_magnet_to_buy_is_the_one_that_the_program_assumes() -> None:
    magnet = BoardFile().geometry.magnet
    assert f"assumes {magnet.diameter:g} x {magnet.thickness:g} mm, N42" in GUIDE["plate.md"]
    assert f"| magnet, disc {magnet.diameter:g} x {magnet.thickness:g} mm, N42 |" in GUIDE["build.md"]
    assert f"discs of {magnet.diameter:g} x {magnet.thickness:g} mm" in GUIDE["build.md"]


def test_both_front_doors_say_first_that_no_board_was_built() -> None:
    guide, readme = GUIDE["build.md"], (ROOT / "README.md").read_text("utf-8")
    assert guide.split("\n\n")[1].startswith("**We have not built one ourselves yet.**")
    board = readme.split("## A first game", maxsplit=1)[0].rsplit("\n\n", 3)[1]
    assert board.startswith("The board is designed, simulated and emulated; [we have not built one yet]")
    assert guide.index("## What may go wrong") < guide.index("## Two designs")


def test_magnets_are_glued_as_the_board_file_has_them() -> None:
    board = BoardFile()
    north = ", ".join(seat for seat in SEATS if seat in board.north_down)
    south = ", ".join(seat for seat in SEATS if seat not in board.north_down)
    assert f"| {north} | north pole |\n| {south} | south pole |" in GUIDE["plate.md"]


def test_holes_are_as_wide_as_the_template_has_them() -> None:
    told = re.findall(r"^\| [^|]+ \| ([\d.]+) \| (?:yes|no)", GUIDE["plate.md"], re.MULTILINE)
    assert [float(each) for each in told] == [SENSOR_HOLE, LIGHT_HOLE, SCREW_HOLE, BUTTON_HOLE]
    assert f"a plate of {plate(BoardFile()).width:g} mm" in GUIDE["plate.md"]
    assert f"{BUTTON_ROOM:g} x {BUTTON_ROOM:g} mm, below the buttons" in GUIDE["plate.md"]


def test_what_counts_to_the_gap_is_told_with_and_without_rubber() -> None:
    board, dimensions = BoardFile(), PartDimensions()
    stack, plain = dimensions.stack, board.geometry.gap
    assert f"about {stack.element:g} mm into the sensor" in in_one_line("plate.md")
    assert f"{plain:g} mm with the sheets above" in in_one_line("plate.md")
    rubber = 1.0
    assert f"**{plain + rubber:g} mm with rubber of {rubber:g} mm**" in in_one_line("plate.md")
    assert f"with the parts above `gap_mm = {plain + rubber:g}`" in in_one_line("build.md")
    soft = replace(dimensions, stack=replace(stack, rubber=rubber))
    thicker = replace(board, geometry=replace(board.geometry, gap=plain + rubber))
    assert spacer_height(thicker, soft) == spacer_height(board, dimensions) == 3.0
    assert f"`gap_mm = {plain + rubber:g}` gives spacers of 3 mm" in in_one_line("printed_parts.md")


def test_a_frame_of_wood_has_the_measures_of_the_printed_one() -> None:
    board, dimensions = BoardFile(), PartDimensions()
    frame, text = dimensions.frame, in_one_line("plate.md")
    inside = round(plate_side(board.geometry) + 2 * frame.clearance)
    assert f"Inside it is {inside} x {inside} mm and {frame_depth(board, dimensions):g} mm high" in text
    assert f"{frame.ledge:g} mm wide and {frame.room:g} mm above the table" in text
    assert f"cables of {frame.cable_width:g} x {frame.cable_height:g} mm" in text
    assert f"none reaches more than {frame.room:g} mm below it" in in_one_line("wiring.md")


def test_blocks_beside_lights_are_as_wide_as_the_template_leaves_room_for() -> None:
    pitch = BoardFile().geometry.pitch
    beside = 2 * (LIGHT_INSET + LIGHT_HOLE / 2)
    text = in_one_line("plate.md")
    assert f"blocks up to {pitch - beside:g} mm wide do not cover the lights" in text
    assert f"`pitch_mm` the widest block and {beside:g} mm" in text
    assert f"squares have to be {beside:g} mm wider" in in_one_line("build.md")


def test_the_two_ground_wires_end_where_the_wire_list_has_them() -> None:
    listed = wires(Electronics())
    sensors, lights = re.findall(r"with a Pico (\d+) and (\d+)", in_one_line("wiring.md"))[0]
    for part, number in ((Part.SENSORS, sensors), (Part.LIGHTS, lights)):
        (wire,) = (each for each in listed if (part, "GND") in {(end.part, end.name) for end in each.ends})
        assert (Part.CONTROLLER, int(number)) in {(end.part, end.number) for end in wire.ends}


def test_no_wire_of_a_board_is_where_the_pilot_takes_its_3_3_volts() -> None:
    assert "**Take the wire off `3V3(OUT)` before you add the regulator**" in in_one_line("pilot.md")
    used = {pin.name for wire in wires(Electronics()) for pin in wire.ends if pin.part is Part.CONTROLLER}
    assert used
    assert not used & {"3V3(OUT)", "VBUS"}


def test_every_drawing_is_shown() -> None:
    shown = {picture for text in GUIDE.values() for picture in re.findall(r"pictures/([\w-]+\.svg)\)", text)}
    sheets = {"face.svg", "carrier.svg"}
    assert sheets <= shown
    assert shown - sheets == {
        "printed_parts.svg",
        "scale_foot.svg",
        "stack.svg",
        "taken_apart.svg",
        "template.svg",
        "wiring_pi.svg",
        "wiring_pico.svg",
        "wiring_pico_mcp3208.svg",
        "wiring_ring.svg",
        "wiring_scale.svg",
    }


def commands(page: str) -> list[str]:
    """What a page of the guide says to type where no board is attached yet."""
    lines = (line.split("#")[0].strip() for line in code(GUIDE[page]))
    return [line for line in lines if re.match(r"thera board (describe|template|wiring) ", line)]


def test_what_a_maker_types_before_there_is_a_board_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of the pages, in one folder."""
    monkeypatch.chdir(tmp_path)
    pages = ("build.md", "plate.md", "pilot.md", "wiring.md", "first_hour.md")
    typed = list(dict.fromkeys(line for page in pages for line in commands(page)))
    assert len(typed) >= 5
    for line in typed:
        command, _, into = line.partition(" > ")
        assert main(shlex.split(command)[1:]) == 0
        printed, told = capsys.readouterr()
        assert told == ""
        if into:
            Path(into).write_text(printed, "utf-8")
    cut = {"face.dxf", "carrier.dxf"}
    assert {path.name for path in tmp_path.iterdir()} == {"my-board.toml", "plate.pdf", "plate.svg", *cut}


def test_the_wires_of_the_pilot_are_those_of_the_board() -> None:
    pins, rows = PicoPins(), GUIDE["pilot.md"]
    selects = ", ".join(f"`GP{pin}`" for pin in pins.select)
    assert f"| Pico {selects} | multiplexer S0, S1, S2, S3 |" in rows
    assert f"| Pico `GP{pins.enable}` | multiplexer EN |" in rows
    assert f"| Pico `GP{pins.outputs[0]}` | multiplexer SIG |" in rows
    assert Electronics().wiring.sensors[:3] == (0, 1, 2)
    assert f"as `gap_mm` says, {BoardFile().geometry.gap:g} mm" in rows
    for heading, told in (("## What you need", "In all {} EUR"), ("### 4 x 4 squares", "without solder | {} |")):
        table = rows[rows.rindex(heading) :].split("\n## ")[0]
        prices = re.findall(r"^\| .* \| \d+ \| (\d+) to (\d+) \|$", table, re.MULTILINE)
        least, most_ = (sum(int(row[at]) for row in prices) for at in (0, 1))
        assert f"{least} to {most_}" in rows, told


def test_a_board_of_four_by_four_needs_one_multiplexer_and_no_lights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = re.findall(r"```toml\n(.*?)```", GUIDE["pilot.md"], re.DOTALL)[0]
    board = parse_board_file(text)
    sensors = board.electronics.wiring.sensors
    assert [sensors[square] for square in board.geometry.squares] == list(range(16))
    file = tmp_path / "four.toml"
    file.write_text(text, "utf-8")
    assert main(["board", "describe", str(file)]) == 0
    assert capsys.readouterr().err == ""
    with ExitStack() as stack:
        opened = open_board("virtual", board, seed=0, data=None, stack=stack)
        hands = opened.hands
        assert hands is not None
        hands.act(Lift("blue-1"))
        hands.act(Put("blue-1", 18))
        read = (event.fields[18] for event in opened.board.events() if isinstance(event, Frame))
        assert next(field for field in read if field > 20) > 20


def test_the_guide_asks_for_the_six_measures_that_are_assumed_until_then() -> None:
    step = GUIDE["build.md"].split("## Measure before you order")[1].split("\n## ")[0]
    measured = re.findall(r"^\| .*(?:ruler|kitchen scale) \| .*`(\w+)` \|$", step, re.MULTILINE)
    assert len(measured) == 6
    assert set(measured) == set(BEFORE_THE_PILOT) < set(BoardFile().assumed)
    order = [
        GUIDE["build.md"].index(part) for part in ("## Measure before you order", "## What to buy", "## Assembly,")
    ]
    assert order == sorted(order)
    for number in (GOOD_RATIO, LEAST_RATIO, LEAST_BETWEEN, LIGHT_ROOM, *GOOD_GAP, HEAVIEST):
        assert f"{number:g}" in step

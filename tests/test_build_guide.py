"""The figures of the build guide are those that the program computes, and its pictures are there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.board_file import SEATS, BoardFile
from hardware.drawing.template import BUTTON_HOLE, LIGHT_HOLE, SCREW_HOLE, SENSOR_HOLE, plate
from hardware.electronics import Electronics, PicoPins, PiPins, SpiPins
from hardware.field_model import FieldModel
from hardware.geometry import Geometry, Magnet
from hardware.power_budget import PowerSource, draws, most
from hardware.virtual.field import moment
from tests.house import ROOT, files
from tests.test_documents import code

GUIDE = {path.name: path.read_text("utf-8") for path in files("docs/build.md", "docs/build/*.md")}


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
    assert max(most(plain)[PowerSource.USB], most(with_converter)[PowerSource.USB]) < 192
    frugal = Electronics(budget_ma=300)
    assert sum(most(frugal).values()) < 491


def test_the_fields_of_magnets_are_those_of_the_model() -> None:
    rows = re.findall(r"^\| (\d+) x (\d+) mm \|(.*)\|$", GUIDE["plate.md"], re.MULTILINE)
    assert len(rows) == 4
    for diameter, thickness, numbers in rows:
        model = FieldModel(Geometry(magnet=Magnet(float(diameter), float(thickness))))
        fields = [*(model.field(0, level) for level in range(4)), model.field(45, 0)]
        assert [each.strip() for each in numbers.split("|")] == [f"{field:.3g}" for field in fields]


def test_neighbours_push_as_their_moments_say() -> None:
    told = re.search(r"discs of 15 x 5 mm do so with about (\d+) g \(([^)]*)\), as computed", GUIDE["plate.md"])
    assert told is not None
    discs = [("15", "5", told[1]), *re.findall(r"(\d+) x (\d+) mm: ([\d.]+) g", told[2])]
    assert len(discs) == 4
    for diameter, thickness, grams in discs:
        # Two dipoles side by side, in A m^2 and m: F = 3 mu0 m^2 / (4 pi r^4).
        dipole = moment(Magnet(float(diameter), float(thickness))) * 1e-5
        newtons = 3e-7 * dipole**2 / 0.045**4
        assert f"{newtons / 9.81e-3:.1g}" == f"{float(grams):.1g}"


def test_magnets_are_glued_as_the_board_file_has_them() -> None:
    board = BoardFile()
    north = ", ".join(seat for seat in SEATS if seat in board.north_down)
    south = ", ".join(seat for seat in SEATS if seat not in board.north_down)
    assert f"| {north} | north pole |\n| {south} | south pole |" in GUIDE["plate.md"]


def test_holes_are_as_wide_as_the_template_has_them() -> None:
    told = re.findall(r"^\| [^|]+ \| ([\d.]+) \| (?:yes|no)", GUIDE["plate.md"], re.MULTILINE)
    assert [float(each) for each in told] == [SENSOR_HOLE, LIGHT_HOLE, SCREW_HOLE, BUTTON_HOLE]
    assert f"a plate of {plate(BoardFile()).width:g} mm" in GUIDE["plate.md"]


def test_every_drawing_is_shown() -> None:
    shown = {picture for text in GUIDE.values() for picture in re.findall(r"pictures/([\w-]+\.svg)\)", text)}
    assert shown == {"stack.svg", "template.svg", "wiring_pi.svg", "wiring_pico.svg", "wiring_pico_mcp3208.svg"}


def commands(page: str) -> list[str]:
    """What a page of the guide says to type where no board is attached yet."""
    lines = (line.split("#")[0].strip() for line in code(GUIDE[page]))
    return [line for line in lines if re.match(r"thera board (describe|template|wiring) ", line)]


def test_what_a_maker_types_before_there_is_a_board_works(tmp_path: Path) -> None:
    """In the order of the pages, in one folder, as a shell does it."""
    pages = ("build.md", "plate.md", "wiring.md", "first_hour.md")
    typed = list(dict.fromkeys(line for page in pages for line in commands(page)))
    assert len(typed) >= 5
    thera = f"{shlex.quote(sys.executable)} -m thera.cli"
    script = "set -e\n" + "\n".join(re.sub("^thera", thera, line) for line in typed)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        ["/bin/sh", "-c", script], cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"my-board.toml", "plate.pdf", "plate.svg"}

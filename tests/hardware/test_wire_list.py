"""The list of a board's wires follows its board file, and every wire ends at a pin that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import wire_list as headers
from hardware.board_file import BoardFile, parse_board_file
from hardware.electronics import Electronics, PicoPins
from hardware.wire_list import CELLS, MULTIPLEXERS, HeaderPin, Part, sensor_input, strip, wire_tables, wires
from thera.cli import main

BOARDS = {
    "pico": "",
    "pico with a ring": "[ring]\n",
    "pico with MCP3208": '[electronics]\nconverter = "mcp3208"\n',
    "pico with a scale": "[scale]\n",
    "pi": '[electronics]\ncontroller = "pi"\n',
    "pi, lights by SPI": '[electronics]\ncontroller = "pi"\nlights_by = "spi"\n',
    "pi, lights by PCM": '[electronics]\ncontroller = "pi"\nlights_by = "pcm"\n',
}
EVERY_BOARD = pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)


def electronics(text: str) -> Electronics:
    return parse_board_file(text).electronics


def ends(text: str, part: Part, name: str) -> set[tuple[Part, str]]:
    """What is connected to a pin."""
    return {
        (end.part, end.name)
        for wire in wires(electronics(text))
        if any(end.part is part and end.name == name for end in wire.ends)
        for end in wire.ends
        if not (end.part is part and end.name == name)
    }


def test_the_headers_are_those_of_the_parts() -> None:
    assert [len(header) for header in headers.HEADERS.values()] == [40, 40]
    assert [number for number, name in enumerate(headers.PICO_HEADER, 1) if name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    assert [number for number, name in enumerate(headers.PI_HEADER, 1) if name == "GND"] == [
        *(6, 9, 14, 20, 25, 30, 34, 39)
    ]
    assert sorted(headers.MULTIPLEXER.values()) == list(range(1, 25))
    assert sorted(headers.MCP3208.values()) == list(range(1, 17))
    outputs = (6, 8, 11)
    assert sorted((*headers.LEVEL_SHIFTER.values(), *outputs)) == list(range(1, 15))
    assert list(headers.SENSOR.values()) == [1, 2, 3]


@EVERY_BOARD
def test_no_input_of_the_level_shifter_hangs_in_the_air(text: str) -> None:
    """Data sheets of the family want each one at a level, those of gates without a use, too."""
    for gate in (2, 3, 4):
        for name in (f"{gate}A", f"{gate}OE"):
            assert (Part.GROUND, "GND") in ends(text, Part.SHIFTER, name)


@EVERY_BOARD
def test_no_pin_has_two_wires(text: str) -> None:
    listed = [end for wire in wires(electronics(text)) for end in wire.ends if end.number is not None]
    assert [end for end in listed if listed.count(end) > 1] == []


@EVERY_BOARD
def test_everything_that_a_chip_needs_is_connected(text: str) -> None:
    listed = {(end.part, end.name) for wire in wires(electronics(text)) for end in wire.ends}
    for part in MULTIPLEXERS:
        assert {name for where, name in listed if where is part} == {
            *("S0", "S1", "S2", "S3", "EN", "SIG", "VCC", "GND"),
        }
    converter = {name for where, name in listed if where is Part.CONVERTER}
    needed = {"CLK", "DIN", "DOUT", "CS", "VDD", "VREF", "AGND", "DGND", "CH0", "CH1"}
    own = text in {BOARDS["pico"], BOARDS["pico with a ring"], BOARDS["pico with a scale"]}
    assert converter == (set() if own else needed)
    assert {name for where, name in listed if where is Part.SHIFTER} == set(headers.LEVEL_SHIFTER)
    assert {name for where, name in listed if where is Part.REGULATOR} == set(headers.REGULATOR)


def test_the_pins_of_the_board_file_are_those_of_the_wires() -> None:
    own = BOARDS["pico"] + "[electronics.pins]\nselect = [3, 4, 5, 9]\nlights = 15\n"
    both = {(part, "S0") for part in MULTIPLEXERS}
    assert ends(own, Part.CONTROLLER, "GP3") == both
    assert ends(own, Part.CONTROLLER, "GP15") == {(Part.SHIFTER, "1A")}
    assert ends(BOARDS["pi"], Part.CONTROLLER, "GPIO5") == both
    assert ends(BOARDS["pi"], Part.CONTROLLER, "GPIO10") == {(Part.CONVERTER, "DIN")}
    assert ends(BOARDS["pi, lights by SPI"], Part.CONTROLLER, "GPIO10") == {(Part.SHIFTER, "1A")}
    assert ends(BOARDS["pi, lights by SPI"], Part.CONTROLLER, "GPIO20") == {(Part.CONVERTER, "DIN")}
    assert ends(BOARDS["pi, lights by PCM"], Part.CONTROLLER, "GPIO21") == {(Part.SHIFTER, "1A")}


def test_the_ground_of_the_lights_is_beside_their_data() -> None:
    (pico,) = (end for end in wires(electronics(BOARDS["pico"]))[-1].ends if end.part is Part.CONTROLLER)
    (pi,) = (end for end in wires(electronics(BOARDS["pi"]))[-1].ends if end.part is Part.CONTROLLER)
    assert (pico.number, pi.number) == (3, 14)


def test_a_ring_is_on_two_buses_and_on_the_supply_of_the_sensors() -> None:
    ringed = BOARDS["pico with a ring"]
    assert ends(ringed, Part.CONTROLLER, "GP4") == {(Part.RING, "SDA of sensors A0 to D0")}
    assert ends(ringed, Part.CONTROLLER, "GP19") == {(Part.RING, "SCL of sensors A1 to D1")}
    assert (Part.REGULATOR, "OUT") in ends(ringed, Part.RING, "VCC")
    assert (Part.REGULATOR, "GND") in ends(ringed, Part.RING, "GND")
    assert "2.2 kΩ to 3.3 V" in wire_tables(parse_board_file(ringed))
    assert Part.RING not in {end.part for wire in wires(electronics("")) for end in wire.ends}


def test_a_converter_measures_against_the_supply_of_the_sensors() -> None:
    regulated = (Part.REGULATOR, "OUT")
    assert regulated in ends(BOARDS["pico"], Part.CONTROLLER, "ADC_VREF")
    assert regulated in ends(BOARDS["pi"], Part.CONVERTER, "VREF")
    assert ends(BOARDS["pico with MCP3208"], Part.CONTROLLER, "ADC_VREF") == set()


@pytest.mark.parametrize(("revision", "tied"), [(0, []), (5, ["GP6", "GP8"]), (7, ["GP6", "GP7", "GP8"])])
def test_straps_say_the_revision(revision: int, tied: list[str]) -> None:
    made = Electronics(revision=revision, pins=PicoPins())
    assert [wire.ends[0].name for wire in wires(made) if wire.through == "a strap"] == tied


def test_the_first_sixteen_channels_are_those_of_the_first_multiplexer() -> None:
    assert [(at.multiplexer, at.name) for at in map(sensor_input, (0, 15, 16, 24))] == [
        (Part.MULTIPLEXER_A, "C0"),
        (Part.MULTIPLEXER_A, "C15"),
        (Part.MULTIPLEXER_B, "C0"),
        (Part.MULTIPLEXER_B, "C8"),
    ]


def test_the_strip_is_told_in_its_own_order() -> None:
    assert strip(BoardFile())[:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    small = parse_board_file("[squares]\nsize = 4\n")
    assert strip(small)[:6] == ["a1", "b1", "c1", "d1", "-", "a2"]


def test_the_command_lists_the_wires_of_a_board_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "wiring"]) == 0
    told = capsys.readouterr().out
    assert told == wire_tables(BoardFile())
    lines = [line.split() for line in told.splitlines()]
    assert ["b4", "multiplexer", "B", "C0", "(9)", "GP27", "(32)", "16"] in lines
    assert ["GP10", "(14)", "both", "multiplexers", "S0", "(10)"] in lines
    own = tmp_path / "own.toml"
    own.write_text('[electronics]\ncontroller = "pi"\n', "utf-8")
    assert main(["board", "wiring", "--board-file", str(own)]) == 0
    told = capsys.readouterr().out
    assert "GPIO18 (12)" in told
    assert told.rstrip().endswith("dtparam=audio=off in config.txt.")
    assert max(map(len, told.splitlines()[:-1])) <= 120


def test_pins_without_a_number_are_only_those_of_parts_with_none() -> None:
    without = {end.part for wire in wires(electronics("")) for end in wire.ends if end.number is None}
    assert without == {Part.LIGHTS, Part.SUPPLY, Part.GROUND}
    assert HeaderPin(Part.CONTROLLER, "AGND", 33) in {end for wire in wires(electronics("")) for end in wire.ends}


def test_the_converters_of_a_scale_share_a_clock_and_have_a_line_each() -> None:
    text = "[scale]\n[electronics.pins]\nscale_clock = 0\nscale_outputs = [1, 3, 4, 5]\n"
    assert ends(text, Part.CONTROLLER, "GP0") == {(cell, "SCK") for cell in CELLS}
    for cell, pin in zip(CELLS, ("GP1", "GP3", "GP4", "GP5"), strict=True):
        assert ends(text, cell, "DT") == {(Part.CONTROLLER, pin)}
        assert (Part.CONTROLLER, "3V3(OUT)") in ends(text, cell, "VCC"), "no line to the Pico has 5 V"
    assert "scale" not in wire_tables(BoardFile())

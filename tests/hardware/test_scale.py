"""The scale of a board file: what it may say, what it means, and what cannot work."""

from __future__ import annotations

import pytest

from common.toml_section import FaultyFileError
from firmware_bridge.firmware_image import configuration
from hardware.board_file import BoardFile, describe, parse_board_file
from hardware.board_verdict import board_faults, board_figures
from hardware.electronics import PicoPins, ScalePins
from hardware.magnet_force import magnet_weight
from hardware.scale import LoadCell, PieceMasses, Scale

SCALE = "[scale]\n"
SCALE_PINS = "[scale]\n[electronics.pins]\n"
OWN = """
[scale]
cells = [[0, -40], [180, -40.5], [0, 220], [180, 220]]
counts_per_gram = [2147, -2150.5, 2139, 2144]
range_g = 780
rate_hz = 10
noise_g = 0.05
worker_g = 15.5
block_g = [21, 16.5, 11]
dome_g = 7

[electronics.pins]
scale_clock = 0
scale_outputs = [1, 3, 4, 5]
"""


def scale_of(text: str) -> Scale:
    found = parse_board_file(text, "kitchen.toml").scale
    assert found is not None
    return found


def test_without_a_word_cells_of_1_kg_are_at_the_corners_of_the_plate() -> None:
    scale = scale_of(SCALE)
    assert [(cell.east, cell.north) for cell in scale.cells] == [
        (-31.5, -31.5), (211.5, -31.5), (-31.5, 211.5), (211.5, 211.5)
    ]  # fmt: skip
    assert {round(cell.counts_per_gram) for cell in scale.cells} == {2147}, "1 mV/V, by the data sheet of the HX711"
    assert (scale.range, scale.rate, scale.noise) == (1000.0, 80, 0.018)
    assert scale.masses.worker == pytest.approx(10.0 + magnet_weight(BoardFile().geometry.magnet), abs=0.01)
    pins = parse_board_file(SCALE).electronics.pins
    assert isinstance(pins, PicoPins)
    assert pins.scale == ScalePins()


def test_all_of_it_can_be_said() -> None:
    assert scale_of(OWN) == Scale(
        (LoadCell(0, -40, 2147), LoadCell(180, -40.5, -2150.5), LoadCell(0, 220, 2139), LoadCell(180, 220, 2144)),
        780.0,
        10,
        0.05,
        PieceMasses(15.5, (21, 16.5, 11), 7),
    )


@pytest.mark.parametrize("text", [SCALE, OWN, '[scale]\n[electronics]\nconverter = "mcp3208"\n'])
def test_the_description_of_a_board_is_a_file_for_it(text: str) -> None:
    board = parse_board_file(text)
    again = parse_board_file(describe(board))
    assert (again, describe(again)) == (board, describe(board))


def test_without_a_scale_nothing_speaks_of_one() -> None:
    board = BoardFile()
    assert board.scale is None
    assert "scale" not in describe(board) + configuration(board) + "".join(board_figures(board))


@pytest.mark.parametrize(
    ("text", "scans"),
    [("", 50), ("[electronics]\nsamples = 64\n", 25), ('[electronics]\nconverter = "mcp3208"\n', 32)],
)
def test_a_board_that_weighs_scans_four_fifths_as_often_at_most(text: str, scans: int) -> None:
    assert parse_board_file(SCALE + text).scan_hz == scans


def test_a_supply_of_3_volts_makes_more_noise() -> None:
    assert scale_of(f"{SCALE}supply_v = 3.3").noise == pytest.approx(scale_of(SCALE).noise * 5 / 3.3, rel=0.02)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scale = 4", "scale is a table, written [scale], not 4"),
        ("[scale]\ncell = []", "[scale] cell is not known; did you mean cells?"),
        ("[scale]\ncells = [[0, 0], [1, 1]]", "[scale] cells is a list of four places [east, north] in mm"),
        ("[scale]\ncells = [[0, 0], [60, 60], [90, 90], [200, 200]]", "[scale] cells are at least 50 mm apart from"),
        ("[scale]\ncells = [[0, 0], [10, 0], [0, 180], [10, 180]]", "[scale] cells are at least 50 mm apart from"),
        ("[scale]\ncounts_per_gram = 0", "[scale] counts_per_gram is one number or a list of four, each 1 to 100000"),
        ("[scale]\ncounts_per_gram = [1, 2, 3]", "[scale] counts_per_gram is one number or a list of four"),
        ("[scale]\nrange_g = 5000\ncounts_per_gram = 2147", "range_g = 5000 is more than cell 1 can report: with 2147"),
        ("[scale]\nrate_hz = 50", "[scale] rate_hz is a whole number, 10 or 80, not 50"),
        ("[scale]\nblock_g = [9, 8]", "[scale] block_g is the masses of the blocks of levels 1, 2 and 3, three"),
        ("[scale]\ndome_g = 0", "[scale] dome_g is a number from 1 to 500, not 0"),
        ("scan_hz = 90\n[scale]", 'scan_hz is 10 to 80 with converter = "pico" and samples = 8, beside a [scale]'),
        ("[electronics.pins]\nscale_clock = 3", "[electronics.pins] scale_clock goes only with a [scale]"),
        (SCALE_PINS + "scale_clock = 10", "GPIO 10 is select[0] and scale_clock at once"),
        (SCALE_PINS + "scale_outputs = [9, 15, 20, 28]", "GPIO 20 is done and scale_outputs[2] at once"),
        (SCALE_PINS + "scale_outputs = [9, 15]", "scale_outputs is a list of 4 different whole numbers"),
        ("[scale]\n[electronics]\ncontroller = 'pi'", '[electronics] controller is only "pico" for a board with a'),
        ("[electronics]\ncontroller = 'pi'\n[electronics.pins]\nscale_clock = 3", 'goes only with controller = "pico"'),
    ],
)  # fmt: skip
def test_what_cannot_work_is_reported_with_its_place(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_board_file(text, "kitchen.toml")
    assert str(error.value).startswith("kitchen.toml: ")
    assert told in str(error.value)


def test_the_usual_scale_finds_every_piece_and_its_square() -> None:
    board = parse_board_file(SCALE)
    assert board_faults(board) == ()
    assert "weighs to 0.027 g" in "".join(board_figures(board))


@pytest.mark.parametrize(
    ("text", "fatal", "told"),
    [
        ("range_g = 500", True, "range_g = 500: with all pieces on the plate a cell bears 300 g"),
        ("range_g = 50000\nrate_hz = 10", True, "the place of a dome of 5 g is known to 64 mm, and 11 mm are needed"),
        ("noise_g = 3", True, "a dome of 5 g is lost in the noise of the scale, which weighs to 4.5 g"),
        ("worker_g = 12", False, "a worker (12 g) and a block of level 1 (12 g) may weigh the same"),
        ("dome_g = 6", False, "a dome (6 g) and a block of level 3 (6 g) may weigh the same"),
    ],
)
def test_a_scale_that_is_too_coarse_is_refused_or_warned_of(
    text: str,
    fatal: bool,  # noqa: FBT001 - a row of the table
    told: str,
) -> None:
    first = board_faults(parse_board_file(SCALE + text))[0]
    assert first.fatal is fatal
    assert first.text.startswith(told)

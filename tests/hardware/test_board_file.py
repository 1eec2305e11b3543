"""A board file says what a board is made of; what is wrong in one is said with its place and what is allowed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common.toml_section import FaultyFileError
from engine import Seat
from hardware.board_file import (
    SEATS,
    BoardFile,
    assumed_lines,
    describe,
    parse_board_file,
    read_board_file,
    with_measured,
)
from hardware.calibration import Calibration
from hardware.electronics import PicoPins
from hardware.geometry import Geometry, Magnet
from hardware.magnet_force import WorkerGrip
from hardware.sensor_layout import Axis, Channel, PlacedSensor, Ring
from tests.house import ROOT

OWN = """
name = "Küche"
scan_hz = 25

[squares]
size = 4
pitch_mm = 52
gap_mm = 6.5

[blocks]
heights_mm = [17, 16.5, 15.0]

[magnet]
diameter_mm = 20.0
thickness_mm = 10.0
remanence_t = 1.22
measured_mt = [0, 14.5, 3.9, 1.4]

[sensor]
type = "other"
mv_per_mt = 14.0
range_mt = 100.0
supply_v = 5.0
adc_bits = 10

[workers]
north_down = ["orange"]
weight_g = 12.5
friction = 0.4
"""


def test_an_empty_file_is_the_board_of_the_instructions() -> None:
    board = parse_board_file("")
    assert board == BoardFile()
    assert board.geometry == Geometry()
    assert [board.polarity(seat) for seat in ("blue", "orange", "white", "purple")] == [1, -1, 1, -1]
    assert board.calibration.offsets == Calibration.nominal().offsets
    assert board.calibration.gains[0] == pytest.approx(Calibration.nominal().gains[0], rel=1e-4)


def test_all_of_it_can_be_said() -> None:
    board = parse_board_file(OWN)
    assert board.name == "Küche"
    assert board.geometry == Geometry(4, 52.0, 6.5, (17.0, 16.5, 15.0), Magnet(20.0, 10.0, 1.22))
    assert board.measured == (None, 14.5, 3.9, 1.4)
    assert (board.sensor.range, board.sensor.full_scale) == (100.0, 1023)
    assert board.sensor.counts_per_millitesla == pytest.approx(2.867, abs=0.001)
    assert board.scan_hz == 25
    assert board.grip == WorkerGrip(12.5, 0.4)
    assert [board.polarity(seat) for seat in ("blue", "orange", "white", "purple")] == [-1, 1, -1, -1]


@pytest.mark.parametrize("text", ["", OWN, '[sensor]\ntype = "SS49E"\n'])
def test_the_description_of_a_board_is_a_file_for_it(text: str) -> None:
    board = parse_board_file(text)
    assert parse_board_file(describe(board)) == board


@pytest.mark.parametrize(
    ("kind", "supply", "range_", "counts"),
    [
        ("DRV5055A1", 3.3, 22, 74.47),
        ("DRV5055A2", 3.3, 44, 37.24),
        ("DRV5055A2", 5.0, 42, 40.96),
        ("DRV5055A3", 3.3, 88, 18.62),
        ("DRV5055A4", 5.0, 169, 10.24),
        ("SS49E", 5.0, 100, 11.47),
        ("A1324", 5.0, 40, 40.96),
    ],
)
def test_known_sensors_are_as_their_data_sheets_say(kind: str, supply: float, range_: float, counts: float) -> None:
    sensor = parse_board_file(f'[sensor]\ntype = "{kind}"\nsupply_v = {supply}\n').sensor
    assert sensor.range == pytest.approx(range_)
    assert sensor.counts_per_millitesla == pytest.approx(counts, abs=0.01)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[squares]\nsize = 6", "[squares] size is a whole number, 4 or 5, not 6"),
        ("[squares]\npitch_mm = '45'", '[squares] pitch_mm is a number from 20 to 100, not "45"'),
        ("[squares]\npicth_mm = 40", "[squares] picth_mm is not known; did you mean pitch_mm?"),
        ("[squares]\nzzz = 40", "[squares] zzz is not known; known here: pitch_mm, size, gap_mm"),
        ("[magnets]\n", "magnets is not known; did you mean magnet?"),
        ("magnet = 15", "magnet is a table, written [magnet], not 15"),
        ("[magnet]\ndiameter_mm = 50.0", "[magnet] diameter_mm is a number from 3 to 40, not 50.0"),
        ("[magnet]\nremanence_t = nan", "[magnet] remanence_t is a number from 0.2 to 1.6, not NaN"),
        ("[magnet]\nmeasured_mt = [9, 8, 8, 1]", "[magnet] measured_mt is the fields on 0, 1, 2 and 3 blocks"),
        ("[magnet]\nmeasured_mt = [0, 0, 0, 0]", "[magnet] measured_mt is the fields on"),
        ("[magnet]\nmeasured_mt = [9, 8, 7]", "[magnet] measured_mt is the fields on"),
        ("[blocks]\nstack_mm = [18, 36]", "[blocks] stack_mm is how high one, two and three blocks are, each 5 to 50"),
        ("[blocks]\nstack_mm = [18, 18, 54]", "mm more than the one before, not [18, 18, 54]"),
        (
            "[blocks]\nstack_mm = [18, 36, 54]\nheights_mm = [18, 18, 18]",
            "[blocks] heights_mm goes only with blocks that have no stack_mm",
        ),
        ("[blocks]\nwidth_mm = 2", "[blocks] width_mm is a number from 5 to 100, not 2"),
        ("[workers]\nfoot_mm = 'wide'", '[workers] foot_mm is a number from 3 to 100, not "wide"'),
        ("[blocks]\nheights_mm = [18, 18]", "[blocks] heights_mm is three numbers from 5 to 50, not [18, 18]"),
        ("[sensor]\ntype = 'A3144'", "[sensor] type is one of DRV5055A1, DRV5055A2"),
        ("[sensor]\ntype = 'A1324'\nsupply_v = 3.3", "[sensor] supply_v is a number from 4.5 to 5.5, not 3.3"),
        ("[sensor]\ntype = 'other'\nmv_per_mt = 9", "[sensor] range_mt is missing"),
        ("[sensor]\nrange_mt = 9", '[sensor] range_mt goes only with type = "other"'),
        ("[sensor]\nsaturates_v = 0.1", '[sensor] saturates_v goes only with type = "other"'),
        ("[sensor]\nadc_bits = true", "[sensor] adc_bits is a whole number, 8 to 15, not true"),
        ("[workers]\nnorth_down = ['red']", "[workers] north_down is a list of one to three of blue, orange, white"),
        ("[workers]\nnorth_down = []", "[workers] north_down is a list of one to three of"),
        ("[workers]\nfriction = 0", "[workers] friction is a number from 0.05 to 2, not 0"),
        ("name = ''", 'name is a text of 1 to 60 letters, not ""'),
        ("scan_hz = 1000", "scan_hz is a whole number, 10 to 100, not 1000"),
        ("name = 'a", "is not TOML"),
        (f"name = {'[' * 50_000}", "is not TOML"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_board_file(text, "kitchen.toml")
    assert str(error.value).startswith("kitchen.toml: ")
    assert told in str(error.value)


def test_the_workers_of_a_board_file_are_those_of_the_seats() -> None:
    assert tuple(Seat) == SEATS


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FaultyFileError, match=r"none\.toml: cannot be read: No such file"):
        read_board_file(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(FaultyFileError, match=r"bytes\.toml: is not text in UTF-8"):
        read_board_file(tmp_path / "bytes.toml")


def test_the_page_about_board_files_shows_every_value() -> None:
    page = (ROOT / "docs" / "board_file.md").read_text("utf-8")
    example = page.split("```toml\n", maxsplit=1)[1].split("```", maxsplit=1)[0]
    assert parse_board_file(example) == BoardFile()
    assert example == describe(BoardFile(), for_maker=True)


OLD = "[blocks]\nheights_mm = [17, 16.5, 15]\n[workers]\nweight_g = 12.5\n"


def test_a_stack_that_was_measured_is_as_high_as_its_blocks_together() -> None:
    stacked = parse_board_file("[blocks]\nstack_mm = [17, 33.5, 48.5]\n[workers]\nweight_g = 12.5\n")
    assert stacked == parse_board_file(OLD)
    assert [stacked.geometry.foot_height(level) for level in range(4)] == [8.0, 25.0, 41.5, 56.5]
    assert stacked.geometry.block_heights == (17.0, 16.5, 15.0)


def test_a_file_from_before_stacks_means_what_it_meant() -> None:
    board = parse_board_file(OLD)
    assert (board.block_width, board.foot) == (30.0, 16.0)
    assert board.assumed == ("gap_mm", "width_mm", "foot_mm", "friction")
    assert "heights_mm = [17.0, 16.5, 15.0]" in describe(board, for_maker=True)
    assert "# gap_mm = 8.0" in describe(board, for_maker=True)
    assert "#" not in describe(board).split("gap_mm")[0], "a recorded board has all its values"


def test_a_foot_is_wider_than_its_magnet_if_the_file_does_not_say_how_wide() -> None:
    assert parse_board_file("[magnet]\ndiameter_mm = 20").foot == 24.0
    assert parse_board_file("[magnet]\ndiameter_mm = 20\n[workers]\nfoot_mm = 22.5").foot == 22.5


FOUND = (None, 6.94, 1.7, 0.648)
OWN_FILE = """\
name = "Mine"  # by hand

[magnet]  # from the shop
diameter_mm = 15.0
measured_mt = [0, 9, 2, 1]  # long ago

[sensor]
supply_v = 3.3
"""


@pytest.mark.parametrize("text", ["", 'name = "Mine"\n', OWN_FILE, "[magnet]\n[sensor]\n", describe(BoardFile())])
def test_the_fields_are_read_again_and_all_else_is_as_it_was(text: str) -> None:
    made = with_measured(text, FOUND)
    before, after = parse_board_file(text), parse_board_file(made)
    assert after.measured == FOUND
    assert (after.name, after.geometry, after.sensor) == (before.name, before.geometry, before.sensor)
    kept = [line for line in text.splitlines() if not line.startswith("measured_mt")]
    assert [line for line in made.splitlines() if line in kept][: len(kept)] == kept
    assert with_measured(made, FOUND) == made


def test_what_is_no_board_file_is_left_alone() -> None:
    with pytest.raises(FaultyFileError):
        with_measured("magnet = 3\n", FOUND)
    with pytest.raises(FaultyFileError):
        with_measured("[magnet]\n", (1.0, 2.0, 3.0, 4.0))


def test_the_margin_is_where_an_output_saturates_if_that_is_before_the_end_of_its_range() -> None:
    own = "[sensor]\ntype = 'other'\nmv_per_mt = 30\nrange_mt = 60\n"
    assert parse_board_file(own).calibration.margin == 248 + 8
    assert parse_board_file(own + "saturates_v = 0.5").calibration.margin == 621 + 8
    assert parse_board_file(own + "adc_bits = 15").calibration.margin == 1986 + 64


FURTHER = """
[[further_sensors]]
east_mm = -34.5
north_mm = 90
range_mt = 80

[[further_sensors]]
east_mm = 214.5
north_mm = 0
below_mm = 1.6
axes = ["down", "west"]
range_mt = 40
"""


def test_a_board_may_have_sensors_outside_its_squares() -> None:
    board = parse_board_file(FURTHER)
    assert board.geometry.further == (
        PlacedSensor(-34.5, 90.0, 0.0, (Axis.EAST, Axis.NORTH, Axis.DOWN), 80.0),
        PlacedSensor(214.5, 0.0, 1.6, (Axis.DOWN, Axis.WEST), 40.0),
    )
    assert board.geometry.channel_count == 30
    assert board.geometry.further_channels[3] == Channel(214.5, 0.0, 1.6, Axis.DOWN, 40.0)
    assert parse_board_file(describe(board)) == board


def test_without_a_word_a_board_has_the_sensors_of_its_squares_only() -> None:
    assert BoardFile().geometry.channel_count == 25
    assert "further_sensors" not in describe(BoardFile())


ONE = "[[further_sensors]]\neast_mm = -40\nnorth_mm = 0\nrange_mt = 80\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("further_sensors = 3", "further_sensors are tables, each written [[further_sensors]], not 3"),
        (17 * ONE, "further_sensors is 16 tables at most, not 17"),
        (ONE + ONE.replace("-40", "900"), "[further_sensors.2] east_mm is a number from -222.5 to 402.5, not 900"),
        (ONE.replace("-40", "60"), "[further_sensors.1] east_mm is outside the squares, which reach from -22.5 to"),
        (ONE + "axes = []", "[further_sensors.1] axes is a list of some of east, north, down, west, south"),
        (ONE + 'axes = ["in"]', "[further_sensors.1] axes is a list of some of east, north, down, west, south"),
        (ONE + 'axes = ["down", "down"]', "[further_sensors.1] axes is a list of some of east, north, down, west"),
        (ONE + 'axes = ["up", "down"]', "[further_sensors.1] axes is a list with one of east and west"),
        (ONE + "below_mm = 99", "[further_sensors.1] below_mm is a number from -30 to 50, not 99"),
        (ONE.replace("= 80", "= 0"), "[further_sensors.1] range_mt is a number from 1 to 500, not 0"),
        (ONE.replace("range_mt = 80", ""), "[further_sensors.1] range_mt is missing; this sensor needs it"),
        (ONE + "depth_mm = 1", "[further_sensors.1] depth_mm is not known"),
    ],
)  # fmt: skip
def test_a_further_sensor_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_board_file(text, "kitchen.toml")
    assert told in str(error.value)


RING = "[ring]\noutside_mm = 10\n"


def test_a_ring_is_eight_sensors_around_the_squares() -> None:
    board = parse_board_file(RING + ONE)
    assert board.ring == Ring(outside=10.0)
    assert board.geometry.further[:2] == (PlacedSensor(-20.0, -32.5), PlacedSensor(90.0, -32.5))
    assert board.geometry.further[8:] == (PlacedSensor(-40.0, 0.0),)
    assert board.geometry.channel_count == 25 + 9 * 3
    assert isinstance(board.electronics.pins, PicoPins)
    assert board.electronics.pins.ring == (4, 5, 18, 19)
    assert parse_board_file(describe(board)) == board
    assert "# 212.5 mm east, 90 mm north of a1: a TMAG5273D1 on I2C 0, address 0x44" in describe(board)


def test_a_ring_on_a_small_board_and_beside_a_finer_converter() -> None:
    board = parse_board_file(
        '[ring]\nrange_mt = 133\naxes = ["north", "west", "down"]\n[squares]\nsize = 4\n'
        '[electronics]\nconverter = "mcp3208"\n'
    )
    assert board.geometry.further[2] == PlacedSensor(169.5, -20.0, 0.0, (Axis.NORTH, Axis.WEST, Axis.DOWN), 133.0)
    assert isinstance(board.electronics.pins, PicoPins)
    assert board.electronics.pins.ring == (4, 5, 26, 27)
    assert "TMAG5273A2" in describe(board)
    assert parse_board_file(describe(board)) == board


def test_without_a_word_a_board_has_no_ring() -> None:
    assert BoardFile().ring is None
    assert "[ring]" not in describe(BoardFile())
    assert "ring =" not in describe(BoardFile())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scan_hz = 80\n" + RING, 'with converter = "pico" and samples = 8 and a ring'),
        ("ring = 3", "ring is a table, written [ring], not 3"),
        (RING + "range_mt = 60", "[ring] range_mt is a whole number, 40, 80, 133 or 266, not 60"),
        (RING + 'axes = ["up"]', "[ring] axes is a list of three directions, those of X, Y and Z, not"),
        (RING.replace("10", "0"), "[ring] outside_mm is a number from 1 to 200, not 0"),
        (RING + "buses = 2", "[ring] buses is not known"),
        (RING + 9 * ONE, "further_sensors is 8 tables at most beside a ring, not 9"),
        (RING + '[electronics]\ncontroller = "pi"', '[electronics] controller is "pico" for a board with a [ring]'),
        ("[electronics.pins]\nring = [4, 5, 18, 19]", "[electronics.pins] ring goes only with a section [ring]"),
        (RING + "[electronics.pins]\nring = [4, 5, 6, 7]", "GPIO 6 is straps[0] and ring[2] at once"),
        (RING + "[electronics.pins]\nring = [5, 4, 18, 19]", "ring = [5, 4, 18, 19] is not possible: on a Pico, data"),
        (RING + "[electronics.pins]\nring = [4, 5]", "ring is a list of 4 different whole numbers, 0 to 28, not [4"),
    ],
)
def test_a_ring_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        parse_board_file(text, "kitchen.toml")
    assert told in str(error.value)


def test_a_board_whose_further_sensors_are_not_those_of_its_ring_is_refused() -> None:
    with pytest.raises(ValueError, match="are those of the ring"):
        BoardFile(ring=Ring())


def test_what_only_a_scale_measures_is_assumed_until_somebody_has_measured_it() -> None:
    board = parse_board_file("[scale]\nblock_g = [12, 9, 6]\n")
    missing = ("counts_per_gram", "noise_g", "worker_g", "dome_g")
    assert board.assumed[-4:] == missing
    assert "assumed: dome_g = 5.0" in assumed_lines(board)
    text = describe(board, for_maker=True)
    assert "\n# dome_g = 5.0\n" in text
    assert "\nblock_g = [12.0, 9.0, 6.0]\n" in text
    again = parse_board_file(text)
    assert (again, again.assumed) == (board, board.assumed)
    assert board.scale is not None
    measured = parse_board_file(re.sub(r"^# (?=\w+_g|counts)", "", text, flags=re.MULTILINE))
    assert not set(measured.assumed) & set(missing)
    assert not set(parse_board_file("").assumed) & set(missing), "a board that does not weigh assumes nothing of it"

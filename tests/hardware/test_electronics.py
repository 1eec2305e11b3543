"""The board file says how a board is wired inside; what cannot work together is told before a pin is touched."""

from __future__ import annotations

import pytest

from common.toml_section import FaultyFileError
from hardware.board_file import describe, parse_board_file
from hardware.electronics import Controller, Converter, Electronics, LightsBy, PicoPins, PiPins, SpiPins

PI = '[electronics]\ncontroller = "pi"\n'
PICO_BY_SPI = '[electronics]\nconverter = "mcp3208"\n'
OWN_PI = """
[electronics]
controller = "pi"
lights_by = "pcm"
revision = 3
samples = 16
budget_ma = 1500
sensors = [31, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]
lights = [4, 3, 2, 1, 0, 5, 6, 7, 8, 9, 14, 13, 12, 11, 10, 15, 16, 17, 18, 19, 24, 23, 22, 21, 20]

[electronics.pins]
select = [4, 12, 13, 19]
spi_device = 1
channels = [6, 7]
done = 23
undo = 24
status = 25
"""


def electronics(text: str) -> Electronics:
    return parse_board_file(text, "kitchen.toml").electronics


def test_without_a_word_a_pico_does_it_all() -> None:
    plain = electronics("")
    assert plain == Electronics()
    assert (plain.controller, plain.converter, plain.pins) == (Controller.PICO, Converter.PICO, PicoPins())
    assert plain.notes == ()


def test_a_pico_may_have_a_finer_converter() -> None:
    found = electronics(
        PICO_BY_SPI + "[electronics.pins]\nclock = 10\nmosi = 11\nmiso = 8\nselect = [0, 1, 3, 4]\nstraps = [5, 6, 7]\n"
    )
    assert found.converter is Converter.MCP3208
    assert isinstance(found.pins, PicoPins)
    assert found.pins.spi == SpiPins(clock=10, mosi=11, miso=8)
    assert found.pins.spi.block == 1


@pytest.mark.parametrize(
    ("way", "lights", "bus"), [(LightsBy.PWM, 18, 0), (LightsBy.PCM, 21, 0), (LightsBy.SPI, 10, 1)]
)
def test_each_way_to_the_lights_of_a_pi_has_pins_that_go_together(way: LightsBy, lights: int, bus: int) -> None:
    found = electronics(f'{PI}lights_by = "{way}"\n')
    assert found.controller is Controller.PI
    assert found.pins == PiPins(lights_by=way, lights=lights, spi_bus=bus)


def test_all_of_it_can_be_said() -> None:
    found = electronics(OWN_PI)
    assert (found.revision, found.samples, found.budget_ma) == (3, 16, 1500)
    assert found.wiring.sensors[0] == 31
    assert found.wiring.lights[:5] == (4, 3, 2, 1, 0)
    assert found.pins == PiPins(LightsBy.PCM, (4, 12, 13, 19), 0, 1, (6, 7), 21, 23, 24, 25)


@pytest.mark.parametrize("text", ["", PI, OWN_PI, PICO_BY_SPI, f'{PI}lights_by = "spi"'])
def test_the_description_of_a_board_is_a_file_for_it(text: str) -> None:
    board = parse_board_file(text)
    assert parse_board_file(describe(board)) == board


@pytest.mark.parametrize(
    ("text", "scans"),
    [
        ("", 50),
        ("[electronics]\nsamples = 32", 50),
        ("[electronics]\nsamples = 64", 32),
        (PICO_BY_SPI, 40),
        (f"{PICO_BY_SPI}samples = 32", 13),
        (f"{PI}samples = 64", 50),
    ],
)
def test_without_a_word_a_board_scans_as_often_as_its_controller_can(text: str, scans: int) -> None:
    assert parse_board_file(text).scan_hz == scans


def test_what_the_pins_ask_of_the_pi_is_reported() -> None:
    notes = " ".join(electronics(f'{PI}lights_by = "spi"\n[electronics.pins]\ndone = 3\nundo = 14\n').notes)
    assert "I2C" in notes
    assert "serial console" in notes
    assert "dtoverlay=spi1-1cs" in notes
    assert "dtparam=audio=off" in " ".join(electronics(PI).notes)


PINS = "[electronics.pins]\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[electronics]\ncontroller = 'arduino'", '[electronics] controller is one of pico, pi, not "arduino"'),
        (f"{PI}converter = 'pico'", '[electronics] converter is one of mcp3208, not "pico"'),
        ("[electronics]\nlights_by = 'pwm'", '[electronics] lights_by goes only with controller = "pi"'),
        ("[electronics]\nrevision = 8", "[electronics] revision is a whole number, 0 to 7, not 8"),
        ("[electronics]\nsamples = 12", "[electronics] samples is a whole number, 8, 16, 32 or 64, not 12"),
        ("scan_hz = 50\n[electronics]\nsamples = 64", 'scan_hz is 10 to 32 with converter = "pico" and samples = 64'),
        (f"scan_hz = 50\n{PICO_BY_SPI}", 'scan_hz is 10 to 40 with converter = "mcp3208" and samples = 8, not 50'),
        (f"{PICO_BY_SPI}samples = 64", "[electronics] samples = 64 is not possible with an MCP3208 at a Pico"),
        ("[electronics]\nbudget_ma = 20", "[electronics] budget_ma is a whole number, 100 to 5000, not 20"),
        ("[electronics]\nsensors = [1, 2]", "[electronics] sensors is a list of 25 different whole numbers, 0 to 31"),
        (f"[electronics]\nlights = {[7] * 25}", "[electronics] lights is a list of 25 different whole numbers, 0 to"),
        (f"[electronics]\n{PINS}select = [10, 11, 12, 23]", "[electronics.pins] select is a list of 4 different whole"),
        (f"[electronics]\n{PINS}done = 2", "[electronics.pins] GPIO 2 is lights and done at once"),
        (f"[electronics]\n{PINS}outputs = [2, 26]", "[electronics.pins] outputs are two of 26, 27 and 28"),
        (f"[electronics]\n{PINS}clock = 18", '[electronics.pins] clock goes only with converter = "mcp3208"'),
        (f"[electronics]\n{PINS}status = 18", '[electronics.pins] status goes only with controller = "pi"'),
        (f"{PICO_BY_SPI}{PINS}outputs = [26, 27]", '[electronics.pins] outputs goes only with converter = "pico"'),
        (f"{PICO_BY_SPI}{PINS}mosi = 18", "[electronics.pins] mosi = 18 is not possible: on a Pico, clock, mosi and"),
        (f"{PICO_BY_SPI}{PINS}chip = 20", "[electronics.pins] GPIO 20 is done and chip at once"),
        (f"{PICO_BY_SPI}{PINS}channels = [3, 8]", "[electronics.pins] channels is a list of 2 different whole numbers"),
        (f"{PI}{PINS}straps = [1, 2, 3]", '[electronics.pins] straps goes only with controller = "pico"'),
        (f"{PI}{PINS}done = 1", "[electronics.pins] done is a whole number, 2 to 27, not 1"),
        (f"{PI}{PINS}done = 7", "[electronics.pins] GPIO 7 is done and CE1 of SPI 0 at once"),
        (f"{PI}{PINS}undo = 18", "[electronics.pins] GPIO 18 is undo and lights at once"),
        (f"{PI}{PINS}select = [5, 6, 16, 17]", "[electronics.pins] GPIO 17 is select[3] and done at once"),
        (f"{PI}{PINS}spi_bus = 1", "[electronics.pins] GPIO 18 is CE0 of SPI 1 and lights at once"),
        (f"{PI}{PINS}spi_device = 2", "[electronics.pins] there is no device 2 on SPI 0"),
        (f"{PI}{PINS}lights = 22", '[electronics.pins] lights = 22 cannot be with lights_by = "pwm", which is on 18'),
        (f"{PI}lights_by = 'pcm'\n{PINS}spi_bus = 1", "[electronics.pins] GPIO 21 is the clock of SPI 1 and lights at"),
        (f"{PI}lights_by = 'spi'\n{PINS}spi_bus = 0", 'lights_by = "spi" needs SPI 0 for itself; put the MCP3208 on'),
        (f"{PI}lights_by = 'spi'\n{PINS}spi_device = 1", "[electronics.pins] GPIO 17 is done and CE1 of SPI 1 at once"),
        (f"{PI}lights_by = 'spi'\n{PINS}done = 8", "[electronics.pins] GPIO 8 is done and CE0 of SPI 0 at once"),
    ],
)  # fmt: skip
def test_what_cannot_work_is_reported_with_its_place(text: str, told: str) -> None:
    with pytest.raises(FaultyFileError) as error:
        electronics(text)
    assert str(error.value).startswith("kitchen.toml: ")
    assert told in str(error.value)


def test_a_sensor_past_its_linear_range_is_clipped() -> None:
    calibration = parse_board_file("").calibration
    fields = (0, 43.0, 45.0, -45.0)
    counts = tuple(round(2048 + 37.236 * mt) for mt in fields) + (2048,) * 21
    assert calibration.clipped(counts) == {2, 3}

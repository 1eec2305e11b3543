"""What goes out to the strip is what a WS2812 takes for these colours."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import DARK, Colour
from hardware.electronics import LIGHT_PINS, LightsBy, PiPins
from hardware.gpio.pi_model import LIGHT_LIBRARY, LIGHT_LIBRARY_REVISIONS, PiModel
from hardware.gpio.strip import ALL_DARK, SPI_HZ, STRIP_LENGTH, LibraryStrip, SpiStrip, open_strip, waveform
from tests.hardware.gpio.pi_libraries import Spidev
from tests.hardware.gpio.pi_machines import PI_3, PI_4, PI_5, ZERO_2, ZERO_W, machine
from tests.hardware.gpio.pin_parts import MAKES, NEWER, OLDER, StripOnPort, colours_heard
from tests.house import ROOT

CHANNEL = st.integers(0, 255)
COLOURS = st.lists(st.builds(Colour, CHANNEL, CHANNEL, CHANNEL), max_size=STRIP_LENGTH)
LIBRARY_SPI_HZ = 2_400_000
SPI_BUFFER = 4096
"""The bytes that the kernel's spidev sends at once if nobody changes it."""

CLOCKS = {
    "Pi 3, Zero 2 W: core_freq=250": 250_000_000,
    "Pi 3, Zero 2 W: core_freq=400": 400_000_000,
    "Pi 4: core_freq=500": 500_000_000,
    "Pi 5: RP1": 200_000_000,
}
"""What SPI of each model divides."""


def spi_hz(clock: int, wanted: int) -> float:
    """The bits a second that come of a wish: spi-bcm2835 and spi-dw both divide their clock by the next even number."""
    divider = -(-clock // wanted)
    return clock / (divider + divider % 2)


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("gap", [0, 0.5, 1])
def test_the_bits_of_every_pi_are_within_the_data_sheets_of_every_light(clock: str, gap: float) -> None:
    """With the pause between two bytes, too, that a Pi 4 makes where it sends by direct memory access."""
    colours = [Colour(place, 255 - place, 7 * place % 256) for place in range(STRIP_LENGTH)]
    hz = spi_hz(CLOCKS[clock], SPI_HZ)
    for make in MAKES:
        assert colours_heard(waveform(colours), hz, make, gap) == colours


@pytest.mark.parametrize("clock", CLOCKS)
def test_no_clock_comes_near_the_limits_of_a_pulse(clock: str) -> None:
    bit = 1e6 / spi_hz(CLOCKS[clock], SPI_HZ)
    data = waveform([Colour(0, 255, 0)])
    one, zero = (f"{byte:08b}" for byte in (data[len(data) // 2 - 12], data[len(data) // 2]))
    for high, limits in ((one, [make.one for make in MAKES]), (zero, [make.zero for make in MAKES])):
        lasts = high.count("1") * bit
        assert max(least for least, _ in limits) + 0.02 <= lasts <= min(most for _, most in limits) - 0.02


@given(COLOURS)
def test_the_waveform_is_heard_as_the_colours_by_every_make(colours: list[Colour]) -> None:
    sent = waveform(colours)
    for hz in {spi_hz(clock, SPI_HZ) for clock in CLOCKS.values()}:
        assert [colours_heard(sent, hz, make) for make in MAKES] == [colours] * len(MAKES)


def test_a_wrong_waveform_is_noticed() -> None:
    good = waveform([Colour(1, 2, 3)])
    with pytest.raises(AssertionError, match="is no bit"):
        colours_heard(good, SPI_HZ * 4, NEWER)
    with pytest.raises(AssertionError, match="is no end"):
        colours_heard(good[:-50], SPI_HZ, NEWER)


def test_three_bits_for_a_bit_do_not_stand_a_gap_between_bytes() -> None:
    """So SPI is not left to the library on a Pi 4."""
    bits = "".join("110" if place % 3 else "100" for place in range(24)) + "0" * 1200
    sent = bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))
    assert len(colours_heard(sent, LIBRARY_SPI_HZ, OLDER)) == 1
    with pytest.raises(AssertionError, match=r"low for 0\.2\d* us after a 0"):  # the 1 has become a 0
        colours_heard(sent, LIBRARY_SPI_HZ, OLDER, gap=0.5)


def test_a_frame_fits_what_a_port_of_the_kernel_sends_without_a_gap() -> None:
    assert len(waveform(ALL_DARK)) <= SPI_BUFFER


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2, ZERO_W])
def test_lights_by_spi_are_ours_on_every_pi(model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[Colour]] = []
    monkeypatch.setitem(sys.modules, "spidev", Spidev(lambda _: 0, shown.append))
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    strip = open_strip(_pins(LightsBy.SPI), machine(tmp_path, model))
    strip.show([Colour(9, 8, 7)])
    strip.close()
    assert shown == [[Colour(9, 8, 7)], list(ALL_DARK)]


def test_a_port_that_would_send_the_lights_in_two_parts_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = len(waveform(ALL_DARK))
    monkeypatch.setitem(sys.modules, "spidev", Spidev(lambda _: 0, lambda _: None))
    open_strip(_pins(LightsBy.SPI), machine(tmp_path, PI_4, spi_buffer=needed)).close()
    with pytest.raises(OSError, match=rf"sends {needed - 1} bytes at once, and the lights need {needed}"):
        open_strip(_pins(LightsBy.SPI), machine(tmp_path, PI_4, spi_buffer=needed - 1))


def test_a_strip_is_dark_at_its_end_and_then_shows_nothing_more() -> None:
    shown: list[list[Colour]] = []
    port = StripOnPort(SPI_HZ, shown.append)
    strip = SpiStrip(port)
    strip.show([Colour(9, 8, 7)])
    strip.close()
    strip.close()
    strip.show([Colour(9, 8, 7)])
    assert shown == [[Colour(9, 8, 7)], list(ALL_DARK)]
    assert port.closed


@pytest.mark.parametrize("model", ["", "Dell Inc. Precision", PI_5, "Raspberry Pi 500 Rev 1.0", "Raspberry Pi Model B"])
def test_the_library_makes_no_strip_on_a_machine_that_it_does_not_know(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is only made, and not even begun, lets the process crash at its end."""
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(OSError, match="does not know this machine"):
        LibraryStrip(18, machine(tmp_path, model))


def test_the_revisions_are_those_of_the_library() -> None:
    """Its table is in its compiled module: a kind, a revision, and where the pins and the graphics chip are."""
    module = importlib.util.find_spec("_rpi_ws281x")
    assert module is not None
    assert module.origin is not None
    data = Path(module.origin).read_bytes()
    rows = (struct.unpack_from("<4I", data, at) for at in range(0, len(data) - 16, 4))
    places = {(0x20000000, 0x40000000), (0x3F000000, 0xC0000000), (0xFE000000, 0xC0000000)}
    found = {revision for _, revision, pins, graphics in rows if (pins, graphics) in places}
    assert found == LIGHT_LIBRARY_REVISIONS
    assert f"rpi_ws281x {version('rpi-ws281x')}" == LIGHT_LIBRARY


@pytest.mark.parametrize("way", [LightsBy.PWM, LightsBy.PCM])
def test_a_pi_5_has_lights_by_spi_only(way: LightsBy, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=f"cannot drive lights by {way.upper()}"):
        open_strip(_pins(way), machine(tmp_path, PI_5))


def _pins(way: LightsBy) -> PiPins:
    return PiPins(lights_by=way, lights=LIGHT_PINS[way][0], spi_bus=1 if way is LightsBy.SPI else 0)


# From here on the real library runs, in a process of its own: what it does at the end of a process is part of it.


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that lets rpi_ws281x take this machine for a Pi 3, and keeps what it sends."""
    made = tmp_path_factory.mktemp("shim") / "shim.so"
    source = ROOT / "tests" / "hardware" / "gpio" / "pi_shim.c"
    subprocess.run(["gcc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", made, source, "-ldl"], check=True)
    return made


def _run(machine: PiModel, shim: Path | None, sent: Path, code: str) -> subprocess.CompletedProcess[str]:
    program = f"""
from pathlib import Path
from hardware.board import Colour
from hardware.gpio.pi_model import PiModel
from hardware.gpio.strip import ALL_DARK, LibraryStrip
machine = PiModel(Path({str(machine.root)!r}))
pin = 10  # the library drives it by SPI, which needs no memory of a Pi's own
{code}
"""
    environment = {"PYTHONPATH": str(ROOT), "SENT": str(sent)} | ({"LD_PRELOAD": str(shim)} if shim else {})
    return subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60, env=environment
    )


def _sent(path: Path) -> list[list[Colour]]:
    """The frames in the file: each its length in four bytes, and the bytes that went out by SPI."""
    data, frames = path.read_bytes(), []
    while data:
        length = int.from_bytes(data[:4], sys.byteorder)
        frames.append(colours_heard(data[4 : 4 + length], LIBRARY_SPI_HZ, OLDER))
        data = data[4 + length :]
    return frames


def test_the_library_sends_the_colours_that_it_is_given(shim: Path, tmp_path: Path) -> None:
    code = """
strip = LibraryStrip(pin, machine)
strip.show([Colour(place, 255 - place, 7 * place % 256) for place in range(100)])
strip.show([Colour(255, 0, 0)] + list(ALL_DARK[1:]))
strip.close()
strip.close()
"""
    done = _run(machine(tmp_path, PI_4), shim, tmp_path / "sent", code)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, last = _sent(tmp_path / "sent")
    assert first == [Colour(place, 255 - place, 7 * place % 256) for place in range(STRIP_LENGTH)]
    assert second == [Colour(255, 0, 0)] + [DARK] * (STRIP_LENGTH - 1)
    assert last == list(ALL_DARK)


def test_a_strip_that_the_library_cannot_begin_is_an_error_and_no_crash(tmp_path: Path) -> None:
    code = """
try:
    LibraryStrip(pin, machine)
except OSError as error:
    print(error)
"""
    done = _run(machine(tmp_path, PI_4), None, tmp_path / "sent", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("the lights on GPIO 10 cannot be driven: ws2811_init failed")

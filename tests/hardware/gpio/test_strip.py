"""What goes out to the strip is what a WS2812 takes for these colours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import DARK, Colour
from hardware.electronics import LIGHT_PINS, LightsBy, PiPins
from hardware.gpio.pi_model import PiModel
from hardware.gpio.strip import ALL_DARK, SPI_HZ, STRIP_LENGTH, LibraryStrip, SpiStrip, open_strip, waveform
from tests.hardware.gpio.pi_machines import PI_4, PI_5, machine
from tests.hardware.gpio.pin_parts import NEWER, OLDER, StripOnPort, colours_heard
from tests.house import ROOT

CHANNEL = st.integers(0, 255)
COLOURS = st.lists(st.builds(Colour, CHANNEL, CHANNEL, CHANNEL), max_size=STRIP_LENGTH)
LIBRARY_SPI_HZ = 2_400_000
PI_5_SPI_HZ = 200_000_000 // 32
"""The nearest that a Pi 5 has: its clock is divided by even numbers."""


@given(COLOURS)
def test_the_waveform_is_heard_as_the_colours_by_every_make(colours: list[Colour]) -> None:
    sent = waveform(colours)
    for hz in (SPI_HZ, PI_5_SPI_HZ):
        assert [colours_heard(sent, hz, make) for make in (OLDER, NEWER)] == [colours, colours]


def test_a_wrong_waveform_is_noticed() -> None:
    good = waveform([Colour(1, 2, 3)])
    with pytest.raises(AssertionError, match="is no bit"):
        colours_heard(good, SPI_HZ * 4, NEWER)
    with pytest.raises(AssertionError, match="is no end"):
        colours_heard(good[:-50], SPI_HZ, NEWER)


def test_a_frame_fits_what_a_port_of_the_kernel_sends_without_a_gap() -> None:
    assert len(waveform(ALL_DARK)) <= 4096


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
@pytest.mark.parametrize("way", list(LightsBy))
def test_the_library_makes_no_strip_on_a_machine_that_it_does_not_know(
    model: str, way: LightsBy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is only made, and not even begun, lets the process crash at its end."""
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(OSError, match="does not know this machine"):
        LibraryStrip(_pins(way), machine(tmp_path, model))


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
from hardware.electronics import LightsBy, PiPins
from hardware.gpio.pi_model import PiModel
from hardware.gpio.strip import ALL_DARK, LibraryStrip
machine = PiModel(Path({str(machine.root)!r}))
pins = PiPins(lights_by=LightsBy.SPI, lights=10, spi_bus=1)
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
strip = LibraryStrip(pins, machine)
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
    LibraryStrip(pins, machine)
except OSError as error:
    print(error)
"""
    done = _run(machine(tmp_path, PI_4), None, tmp_path / "sent", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("the lights on GPIO 10 cannot be driven: ws2811_init failed")

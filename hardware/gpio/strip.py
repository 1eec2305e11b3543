"""Drives the lights, a strip of WS2812, by SPI on every Pi, or by PWM or PCM through the library rpi_ws281x."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from typing import Any, Protocol

from hardware.board import DARK, Colour
from hardware.electronics import LightsBy, PiPins
from hardware.gpio.pi_model import PiModel
from hardware.wiring import HIGHEST_PLACE

STRIP_LENGTH = HIGHEST_PLACE + 1
"""The places that a wiring can name; data beyond the end of a shorter strip is lost without harm."""

ALL_DARK = (DARK,) * STRIP_LENGTH

SPI_HZ = 6_000_000
"""The rate to ask for: a byte of SPI for each bit of a WS2812. Each Pi divides a clock of its own by an even number and
comes to 5.88 or 5.95 MHz, so a bit of SPI takes 0.168 or 0.170 us."""

_ONE, _ZERO = 0b11110000, 0b11000000
"""High for 0.67 us or more is a 1, for 0.34 us a 0: within the limits of WS2812B, old and new, and SK6812 (0.65 to 0.75
and 0.25 to 0.38 us). Each byte ends low for as long as any of them asks, so a pause after a byte, as a Pi 4 makes, does
no harm. With three bits of SPI for a bit, as the library sends them, it cuts pulses in two (its issue 499)."""

_PAUSE = bytes(SPI_HZ // 8 * 300 // 1_000_000)
"""Low for 300 us: the strip shows what it has received."""

_DMA = 10
"""The channel for direct memory access; 5 would corrupt the SD card of a Pi 3."""

_SECOND_PWM = (13, 19)
"""The pins of the second PWM."""


class Strip(Protocol):
    """Lights in a row."""

    def show(self, colours: Sequence[Colour]) -> None:
        """Show these colours from the first place on; the lights after them do not change.

        :raises OSError: if the colours cannot be sent.
        """

    def close(self) -> None:
        """Turn all lights off and release the pins. Safe to call again."""


class SpiPort(Protocol):
    """The methods of an open port of spidev that are used here."""

    def writebytes2(self, data: bytes) -> None:
        """Send bytes without a gap."""

    def close(self) -> None:
        """Release the port."""


def _word(channel: int) -> bytes:
    bits = 0
    for place in range(7, -1, -1):
        bits = bits << 8 | (_ONE if channel >> place & 1 else _ZERO)
    return bits.to_bytes(8, "big")


_WORDS = tuple(_word(channel) for channel in range(256))


def waveform(colours: Sequence[Colour]) -> bytes:
    """Return the bytes by which SPI generates the signal of a WS2812: green, red, blue of each, highest bit first,
    between two pauses."""
    words = (_WORDS[colour.green] + _WORDS[colour.red] + _WORDS[colour.blue] for colour in colours)
    return b"".join((_PAUSE, *words, _PAUSE))


class SpiStrip:
    """A strip whose data line is MOSI of an SPI port that is open with ``SPI_HZ``."""

    def __init__(self, port: SpiPort) -> None:
        self._port: SpiPort | None = port

    def show(self, colours: Sequence[Colour]) -> None:
        """Show these colours from the first place on."""
        if self._port is not None:
            self._port.writebytes2(waveform(colours))

    def close(self) -> None:
        """Turn all lights off and release the port."""
        port, self._port = self._port, None
        if port is not None:
            try:
                port.writebytes2(waveform(ALL_DARK))
            finally:
                port.close()


class LibraryStrip:
    """A strip on a pin that rpi_ws281x drives by PWM or PCM, on a machine that it knows.

    The library has two traps: a strip that was never started crashes the process when a colour is set, and a strip that
    could not be started crashes it at its end. So none is created on another machine, and the exit handler of one that
    fails is removed.

    :raises OSError: if the library cannot drive it.
    """

    def __init__(self, pin: int, machine: PiModel) -> None:
        if not machine.has_light_library:
            raise OSError(f"rpi_ws281x does not know this machine ({machine.model or 'no Raspberry Pi'})")
        from rpi_ws281x import PixelStrip  # noqa: PLC0415 - only on a Pi

        strip = PixelStrip(STRIP_LENGTH, pin, dma=_DMA, channel=int(pin in _SECOND_PWM))
        try:
            strip.begin()
        except RuntimeError as error:
            atexit.unregister(strip._cleanup)  # noqa: SLF001 - see above
            raise OSError(f"the lights on GPIO {pin} cannot be driven: {error}") from error
        self._strip: Any = strip

    def show(self, colours: Sequence[Colour]) -> None:
        """Show these colours from the first place on."""
        if self._strip is None:
            return
        for place, colour in enumerate(colours):
            self._strip.setPixelColor(place, colour.red << 16 | colour.green << 8 | colour.blue)
        try:
            self._strip.show()
        except RuntimeError as error:
            raise OSError(f"the lights cannot be driven: {error}") from error

    def close(self) -> None:
        """Turn all lights off and release the pin."""
        strip = self._strip
        if strip is not None:
            try:
                self.show(ALL_DARK)
            finally:
                self._strip = None
                atexit.unregister(strip._cleanup)  # noqa: SLF001 - it is done now
                strip._cleanup()  # noqa: SLF001 - there is no other way to give the pin back


def open_strip(pins: PiPins, machine: PiModel) -> Strip:
    """Open the strip on these pins of this machine: by SPI, or with the library by PWM or PCM.

    :raises OSError: if the strip cannot be driven.
    """
    reason = machine.why_no_lights(pins)
    if reason:
        model = machine.model or "machine that is no Pi"
        raise OSError(f"a {model} cannot drive lights by {pins.lights_by.upper()}: {reason}")
    if pins.lights_by is not LightsBy.SPI:
        return LibraryStrip(pins.lights, machine)
    size, needed = machine.spi_buffer, len(waveform(ALL_DARK))
    if size is not None and size < needed:
        # The kernel would send the rest after a pause, which the strip takes for the end.
        raise OSError(
            f"SPI sends {size} bytes at once, and the lights need {needed}; thera doctor says how to change it"
        )
    from spidev import SpiDev  # noqa: PLC0415 - only on a Pi

    port = SpiDev()
    port.open(0, 0)
    port.max_speed_hz = SPI_HZ
    return SpiStrip(port)

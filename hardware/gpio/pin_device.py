"""Makes a device of the pins of a Pi: opens the pins, and scans 25 sensors one after another through two multiplexers
with shared address lines. The agent of `firmware_bridge` serves it over the wire, as a Pico would."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.board import DARK, SQUARE_COUNT, Button, Colour, Identity, Lights
from hardware.board_file import BoardFile
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, CellCounts, DeviceError, DeviceFault
from hardware.electronics import PiPins
from hardware.gpio.gpio_pins import (
    AddressLines,
    GpioButtons,
    GpiozeroConverter,
    PinFactory,
    SpidevConverter,
    StatusLight,
)
from hardware.gpio.pi_model import PiModel
from hardware.gpio.stored import PinStorage
from hardware.gpio.strip import ALL_DARK, Strip, open_strip
from hardware.wiring import INPUTS, Wiring

# ---- Opening the pins


MCP3208_BITS = 12
_SPI_HZ = 1_000_000
"""The highest rate of an MCP3208 at 3.3 V."""


class PinsError(OSError):
    """The pins cannot be a board; the message is one line with the reason."""


@dataclass(frozen=True, slots=True)
class OpenPins:
    """A device on pins, and its status light."""

    device: PinDevice
    status: StatusLight


@dataclass(frozen=True, slots=True)
class Drivers:
    """The drivers of the pins: the factory for gpiozero, an MCP3208 if gpiozero does not know it, or None, and the
    strip; and the clock for debouncing the buttons, in s."""

    factory: PinFactory
    converter: ChannelReader | None
    strip: Strip
    clock: Callable[[], float] = time.monotonic


def pins_of(board: BoardFile) -> PiPins:
    """Return the pins of the Pi in a board file.

    :raises PinsError: if it names none, or a converter that does not exist, or sensors outside the squares.
    """
    if not isinstance(board.electronics.pins, PiPins):
        raise PinsError(
            'the board file says controller = "pico"; such a board is plugged in by USB and needs no serving (for the'
            ' pins of a Pi: [electronics] controller = "pi")'
        )
    if board.sensor.adc_bits != MCP3208_BITS:
        raise PinsError(
            f"an MCP3208 has {MCP3208_BITS} bits; [sensor] adc_bits = {board.sensor.adc_bits} is not possible"
        )
    if board.geometry.further:
        raise PinsError("the pins of a Pi read no sensors outside the squares: leave [[further_sensors]] out")
    return board.electronics.pins


def check_machine(pins: PiPins, machine: PiModel) -> None:
    """Check that this machine lacks nothing that these pins need.

    :raises PinsError: if it lacks anything.
    """
    lacking = machine.lacks(pins)
    if lacking:
        raise PinsError(" ".join(lacking))


def open_drivers(pins: PiPins, machine: PiModel, scratch: Path, closing: ExitStack) -> Drivers:
    """Open the drivers of the pins of a machine that lacks nothing; ``scratch`` is a folder for small files of lgpio.

    :raises PinsError: if the pins cannot be reached.
    """
    os.environ["LG_WD"] = str(scratch)  # lgpio writes into the current folder otherwise, which may not be writable
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only on a Pi

        factory = LGPIOFactory()
        closing.callback(factory.close)
        converter = None if pins.spi_bus == 0 else _open_converter(pins, closing)
        strip = open_strip(pins, machine)
    except Exception as error:  # these libraries have no common error
        raise PinsError(f"the pins cannot be opened: {error}") from error
    closing.callback(strip.close)
    return Drivers(factory, converter, strip)


def _open_converter(pins: PiPins, closing: ExitStack) -> ChannelReader:
    from spidev import SpiDev  # noqa: PLC0415 - only on a Pi

    port = SpiDev()
    port.open(pins.spi_bus, pins.spi_device)
    closing.callback(port.close)
    port.max_speed_hz = _SPI_HZ
    return SpidevConverter(pins, port)


def open_pins(
    board: BoardFile, drivers: Drivers, stored: PinStorage, identity: Identity, closing: ExitStack
) -> OpenPins:
    """Open the board of this file, with its ``stored`` values; ``closing`` releases the pins.

    :raises PinsError: if a pin cannot be used.
    """
    electronics, pins, factory = board.electronics, pins_of(board), drivers.factory
    problem = ""
    try:
        lines = AddressLines(pins, factory, closing)
        converter = drivers.converter or GpiozeroConverter(pins, factory, closing)
        buttons = GpioButtons(pins, factory, drivers.clock, closing)
        status = StatusLight(pins, factory, closing)
    except OSError as error:
        problem = str(error)
    except Exception as error:  # noqa: BLE001 - gpiozero lets errors of what is below it through as they are
        problem = f"the pins cannot be used: {error}; does another program use them?"
    if problem:
        gc.collect()  # collects what gpiozero has half opened, for the reason in hardware/gpio/gpio_pins.py
        raise PinsError(problem)
    device = PinDevice(
        identity,
        scanner=Scanner(lines, converter, electronics.wiring, electronics.samples),
        strip=drivers.strip,
        buttons=buttons,
        stored=stored,
        calibration=board.calibration,
        clock=drivers.clock,
    )
    return OpenPins(device, status)


# ---- The device


class Presses(Protocol):
    """The rim buttons."""

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call."""


class PinDevice:
    """A Device (`hardware.device`) with a scanner, a strip of lights and buttons. ``stored`` survives restarts;
    ``calibration`` is used until one is stored. ``clock`` is in s."""

    def __init__(  # noqa: PLR0913 - what a board is made of
        self,
        identity: Identity,
        *,
        scanner: Scanner,
        strip: Strip,
        buttons: Presses,
        stored: PinStorage,
        calibration: Calibration,
        clock: Callable[[], float],
    ) -> None:
        self._identity = identity
        self._scanner = scanner
        self._strip = strip
        self._buttons = buttons
        self._stored = stored
        self._calibration = calibration
        self._clock = clock
        self._scanned = float("-inf")
        if stored.wiring is not None:
            scanner.wiring = stored.wiring

    @property
    def identity(self) -> Identity:
        """The identity of this board."""
        return self._identity

    @property
    def revision(self) -> int:
        """The revision is unknown, since a Pi has no straps."""
        return UNKNOWN_REVISION

    @property
    def faults(self) -> DeviceFault:
        """The stored values that are broken."""
        return self._stored.faults

    @property
    def calibration(self) -> Calibration:
        """The stored calibration, or else the one of the data sheets."""
        return self._stored.calibration or self._calibration

    @property
    def calibration_stored(self) -> bool:
        """Whether a calibration is stored."""
        return self._stored.calibration is not None

    @property
    def wiring(self) -> Wiring:
        """The stored wiring, or else the one of the board file."""
        return self._scanner.wiring

    @property
    def wiring_stored(self) -> bool:
        """Whether a wiring is stored."""
        return self._stored.wiring is not None

    @property
    def scanned(self) -> float:
        """The time of the last scan, by its clock; minus infinity before the first."""
        return self._scanned

    def store_calibration(self, calibration: Calibration) -> None:
        """Store a calibration; raises OSError if it cannot be written."""
        self._stored.store_calibration(calibration)

    def store_wiring(self, wiring: Wiring) -> None:
        """Store a wiring, and scan and light by it; raises OSError if it cannot be written."""
        self._stored.store_wiring(wiring)
        self._send(ALL_DARK)  # including lights without a square in the new wiring
        self._scanner.wiring = wiring

    def scan(self) -> tuple[int, ...]:
        """Return the counts of the 25 sensors now, a1 to e5; raises DeviceError if they can no longer be read."""
        with _as_device_error("the sensors can no longer be read"):
            counts = self._scanner.scan()
        self._scanned = self._clock()
        return counts

    @property
    def cells(self) -> int:
        """None: the pins of a Pi read no scale."""
        return 0

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:  # noqa: ARG002 - there is none
        """Return nothing: the pins of a Pi read no scale."""
        return ()

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call; raises as ``scan`` does."""
        with _as_device_error("the buttons can no longer be read"):
            return self._buttons.presses()

    def show(self, lights: Lights) -> None:
        """Show these lights; raises as ``scan`` does."""
        colours = [DARK] * (max(self.wiring.lights) + 1)
        for place, colour in zip(self.wiring.lights, lights.colours, strict=True):
            colours[place] = colour
        self._send(colours)

    def _send(self, colours: Sequence[Colour]) -> None:
        with _as_device_error("the lights can no longer be set"):
            self._strip.show(colours)


@contextmanager
def _as_device_error(trouble: str) -> Iterator[None]:
    """Turn every error here into a DeviceError; the libraries for pins have no common error."""
    try:
        yield
    except Exception as error:
        raise DeviceError(f"{trouble}: {error}") from error


# ---- The scanner


AT_REST = 2
"""The conversions of a reading while nothing changes."""

MOVED = 5
"""A change of a reading, in counts, above which its square is considered to move."""

ATTENTIVE = 10
"""The scans after a change for which its square is read with all conversions."""

_WAY = tuple(number ^ number >> 1 for number in range(INPUTS))
"""All addresses in an order in which only one line changes at each step (a Gray code)."""


class Multiplexer(Protocol):
    """Both multiplexers, which share their address lines."""

    def choose(self, address: int) -> None:
        """Connect the inputs of this address."""


class ChannelReader(Protocol):
    """Measures the outputs of the multiplexers."""

    def read(self, multiplexer: int) -> int:
        """Return the counts at the output of multiplexer 0 or 1.

        :raises OSError: if it cannot be read.
        """


class Scanner:
    """Scans by ``wiring``, which may be replaced. A reading is the mean of ``samples`` conversions if it changes, and
    of fewer otherwise. The first conversion after a change of address is discarded, since the converter still holds a
    charge of the previous square."""

    def __init__(self, multiplexer: Multiplexer, converter: ChannelReader, wiring: Wiring, samples: int) -> None:
        self._multiplexer = multiplexer
        self._converter = converter
        self._samples = samples
        self._counts = [0] * SQUARE_COUNT
        self._attentive = [ATTENTIVE] * SQUARE_COUNT
        self.wiring = wiring

    @property
    def wiring(self) -> Wiring:
        """The input of the sensor of each square."""
        return self._wiring

    @wiring.setter
    def wiring(self, wiring: Wiring) -> None:
        self._wiring = wiring
        squares = {channel: square for square, channel in enumerate(wiring.sensors)}
        self._stops = tuple(
            (address, here)
            for address in _WAY
            if (here := tuple((half, squares[c]) for half in (0, 1) if (c := INPUTS * half + address) in squares))
        )

    def scan(self) -> tuple[int, ...]:
        """Return the counts of the 25 sensors, a1 to e5.

        :raises OSError: if the converter cannot be read.
        """
        for address, here in self._stops:
            self._multiplexer.choose(address)
            for half, square in here:
                self._counts[square] = self._measure(half, square)
        return tuple(self._counts)

    def _measure(self, half: int, square: int) -> int:
        read = self._converter.read
        read(half)
        taken = min(AT_REST, self._samples)
        total = sum(read(half) for _ in range(taken))
        if abs(total - taken * self._counts[square]) > taken * MOVED:
            self._attentive[square] = ATTENTIVE
        if self._attentive[square]:
            self._attentive[square] -= 1
            total += sum(read(half) for _ in range(self._samples - taken))
            taken = self._samples
        return (2 * total + taken) // (2 * taken)

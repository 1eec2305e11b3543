"""Opens the pins of this Pi as a board."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hardware.board import Identity
from hardware.board_file import BoardFile
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
from hardware.gpio.pin_device import PinDevice
from hardware.gpio.scanner import ChannelReader, Scanner
from hardware.gpio.stored import PinStorage
from hardware.gpio.strip import Strip, open_strip

MCP3208_BITS = 12
_SPI_HZ = 1_000_000
"""As fast as an MCP3208 at 3.3 V is."""


class PinsError(OSError):
    """The pins cannot be a board; one line that says why."""


@dataclass(frozen=True, slots=True)
class OpenPins:
    """A device on pins, and its status light."""

    device: PinDevice
    status: StatusLight


@dataclass(frozen=True, slots=True)
class Drivers:
    """What reaches the pins: the factory for gpiozero, an MCP3208 that gpiozero does not know (None: it does), the
    strip; and the clock by which buttons settle, in s."""

    factory: PinFactory
    converter: ChannelReader | None
    strip: Strip
    clock: Callable[[], float] = time.monotonic


def pins_of(board: BoardFile) -> PiPins:
    """The pins of the Pi that a board file names.

    :raises PinsError: if it names none, or a converter that is none.
    """
    if not isinstance(board.electronics.pins, PiPins):
        raise PinsError(
            'the board file says controller = "pico"; such a board is plugged in by USB and needs no serving (for the'
            ' pins of a Pi: [electronics] controller = "pi")'
        )
    if board.sensor.adc_bits != MCP3208_BITS:
        raise PinsError(f"an MCP3208 has {MCP3208_BITS} bits; [sensor] adc_bits = {board.sensor.adc_bits} cannot be")
    return board.electronics.pins


def check_machine(pins: PiPins, machine: PiModel) -> None:
    """Say what this machine lacks before these pins can be opened.

    :raises PinsError: if it lacks anything.
    """
    lacking = machine.lacks(pins)
    if lacking:
        raise PinsError(" ".join(lacking))


def open_drivers(pins: PiPins, machine: PiModel, scratch: Path, closing: ExitStack) -> Drivers:
    """What reaches the pins of this machine, which lacks nothing; ``scratch`` is a folder for small files of lgpio.

    :raises PinsError: if they cannot be reached.
    """
    os.environ["LG_WD"] = str(scratch)  # lgpio writes into the current folder otherwise, which may not be writable
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only on a Pi

        factory = LGPIOFactory()
        closing.callback(factory.close)
        converter = None if pins.spi_bus == 0 else _open_converter(pins, closing)
        strip = open_strip(pins, machine)
    except Exception as error:  # these libraries have no error in common
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
    """The board that this file describes, with what it has ``stored``; ``closing`` gives the pins back.

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
        gc.collect()  # what gpiozero has half opened, for the reason in hardware/gpio/gpio_pins.py
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

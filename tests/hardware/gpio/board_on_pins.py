"""A board whose every wire leads to pins: the fields of the virtual board, two multiplexers, a converter, a strip,
buttons; and what opens the pins as a program on a Pi does."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, repeat
from pathlib import Path

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.board import ALL_DARK, DARK, Button, Colour, Identity, Lights
from hardware.board_file import BoardFile, parse_board_file
from hardware.electronics import PiPins
from hardware.gpio.gpio_pins import SpidevConverter
from hardware.gpio.pin_device import Drivers, OpenPins, open_pins, pins_of
from hardware.gpio.stored import PinStorage
from hardware.gpio.strip import SPI_HZ, STRIP_LENGTH, SpiStrip
from hardware.virtual.virtual_device import VirtualDevice
from tests.hardware.gpio.pin_parts import Mcp3208, Mcp3208OnPins, Mcp3208OnPort, StripOnPort

ON_PINS = parse_board_file("""
[electronics]
controller = "pi"
""")
"""The MCP3208 is on SPI 0, by gpiozero."""

ON_PORTS = parse_board_file("""
[electronics]
controller = "pi"
lights_by = "spi"
""")
"""The lights are on SPI 0, the MCP3208 is on SPI 1."""


class PinBench:
    """All that is on the other side of the pins. The physics goes on by one scan whenever the multiplexers come to
    their first input again; ``built`` says how the wires really lead."""

    def __init__(self, board: BoardFile = ON_PINS) -> None:
        self.board = board
        self.pins: PiPins = pins_of(board)
        self.virtual = VirtualDevice(board.geometry)
        self.built = board.electronics.wiring
        self.factory = MockFactory()
        self.chip = Mcp3208(self._analogue)
        if self.pins.spi_bus == 0:
            self._converter = None
            Mcp3208OnPins(self.factory, self.chip, (8, 7)[self.pins.spi_device])
        else:
            self._converter = SpidevConverter(self.pins, Mcp3208OnPort(self.chip))
        self._strip = [DARK] * STRIP_LENGTH
        self.shown = [ALL_DARK]
        self.strip_port = StripOnPort(SPI_HZ, self._show)
        self._select = [self.factory.pin(pin) for pin in self.pins.select]
        self._address = 0
        self._noise: Iterator[int] = repeat(0)
        self._held: tuple[int, ...] | None = None
        self._failure: Exception | None = None
        self.counts = self.virtual.scan()
        """What the sensors give now."""
        self._changed = threading.Condition()
        self._steps = 0

    def drivers(self) -> Drivers:
        """What reaches these pins."""
        strip = SpiStrip(self.strip_port)
        return Drivers(self.factory, self._converter, strip, clock=lambda: self.virtual.now / 1000)

    @contextmanager
    def opened(self, folder: Path) -> Iterator[OpenPins]:
        """The pins opened as a device that keeps things in this folder."""
        with ExitStack() as closing:
            # The mock's SPI asks for the factory of the process, whatever factory it was given itself.
            closing.callback(setattr, Device, "pin_factory", Device.pin_factory)
            Device.pin_factory = self.factory
            drivers = self.drivers()
            closing.callback(drivers.strip.close)
            stored = PinStorage(folder)
            identity = Identity("pins", "pi-1", "pins 1", stored.boots)
            yield open_pins(self.board, drivers, stored, identity, closing)

    def press(self, button: Button, scans: int = 4) -> None:
        """Hold a button for so many scans."""
        pin = self.factory.pin(self.pins.done if button is Button.DONE else self.pins.undo)
        pin.drive_low()
        self.wait_for_scans(scans)
        pin.drive_high()

    def wait_for_scans(self, more: int) -> None:
        """Until so many more scans have begun."""
        with self._changed:
            wanted = self._steps + more
            assert self._changed.wait_for(lambda: self._steps >= wanted, timeout=30), f"only {self._steps} scans"

    def wait_for_lights(self, lights: Lights) -> None:
        """Until the lamps show this."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.shown[-1] == lights, timeout=30), f"still {self.shown[-1]}"

    def hold_still(self, counts: tuple[int, ...], noise: Sequence[int] = (0,)) -> None:
        """Give these counts from now on, whatever the pieces do, each conversion with the next of this noise."""
        self.counts = self._held = counts
        self._noise = cycle(noise)

    def fail(self, failure: Exception) -> None:
        """Let every conversion fail from now on."""
        self._failure = failure

    def lit(self, square: int) -> bool:
        """Whether the lamp of a square is on."""
        return self.shown[-1].colours[square] != DARK

    def _analogue(self, channel: int) -> int:
        address = sum(int(pin.state) << bit for bit, pin in enumerate(self._select))
        if address == 0 and self._address != 0:
            self._step()
        self._address = address
        sensor = 16 * self.pins.channels.index(channel) + address
        if self._failure is not None:
            raise self._failure
        if sensor not in self.built.sensors:
            return 0
        return self.counts[self.built.sensors.index(sensor)] + next(self._noise)

    def _step(self) -> None:
        with self._changed:
            self.counts = self._held or self.virtual.scan()
            self._steps += 1
            self._changed.notify_all()

    def _show(self, colours: list[Colour]) -> None:
        with self._changed:
            self._strip[: len(colours)] = colours
            self.shown.append(Lights(tuple(self._strip[place] for place in self.built.lights)))
            self._changed.notify_all()

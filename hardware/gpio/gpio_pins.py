"""The parts of a board on pins, through gpiozero: address lines, converter, buttons and the status light. Apart from
`pin_device`, which uses any parts with these methods.

Each takes a pin factory, gpiozero's name for the library that drives the pins.
"""

from __future__ import annotations

import gc
import warnings
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Protocol

from hardware.board import Button
from hardware.electronics import PiPins

SETTLE = 0.015
"""The seconds that a contact must rest before it counts; less than the quickest press of a finger."""

PinFactory = Any
"""A ``gpiozero.Factory``; gpiozero has no types."""


class Debounce:
    """Counts the presses of a contact that opens and closes for some milliseconds before it rests. ``changed`` may be
    called from another thread than ``presses``; times are in s on one clock."""

    def __init__(self, settle: float = SETTLE) -> None:
        self._settle = settle
        self._changes: deque[tuple[float, bool]] = deque()
        self._since = float("-inf")
        self._closed = False
        self._counted = False

    def changed(self, at: float, *, closed: bool) -> None:
        """Note that the contact has closed or opened."""
        self._changes.append((at, closed))

    def presses(self, now: float, *, closed: bool) -> int:
        """Return the number of presses since the last call. ``closed`` is the present state, if a change was missed."""
        found = 0
        while self._changes:
            at, becomes = self._changes.popleft()
            found += self._rested(until=at)
            self._become(at, closed=becomes)
        found += self._rested(until=now)
        self._become(now, closed=closed)
        return found

    def _become(self, at: float, *, closed: bool) -> None:
        if closed is not self._closed:
            self._since, self._closed = at, closed

    def _rested(self, until: float) -> int:
        """Accept a state that has lasted; returns 1 if it is a press."""
        if self._closed is self._counted or until - self._since < self._settle:
            return 0
        self._counted = self._closed
        return int(self._closed)


class AddressLines:
    """The lines that select the input of both multiplexers."""

    def __init__(self, pins: PiPins, factory: PinFactory, closing: ExitStack) -> None:
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - only where there are pins

        self._lines = [
            closing.enter_context(DigitalOutputDevice(pin, initial_value=False, pin_factory=factory))
            for pin in pins.select
        ]
        self._address = 0

    def choose(self, address: int) -> None:
        """Connect the inputs of this address; only lines that change are set."""
        changing = address ^ self._address
        for bit, line in enumerate(self._lines):
            if changing >> bit & 1:
                line.value = address >> bit & 1
        self._address = address


class GpiozeroConverter:
    """An MCP3208 on SPI 0."""

    def __init__(self, pins: PiPins, factory: PinFactory, closing: ExitStack) -> None:
        from gpiozero import MCP3208, SPISoftwareFallback  # noqa: PLC0415 - only where there are pins

        # A closed port of gpiozero closes itself again when it is collected. If that happened while gpiozero released
        # other pins, it would wait for its own lock for ever; so it is collected as soon as it is closed.
        closing.callback(gc.collect)
        with warnings.catch_warnings():
            # Switching lines one by one instead would be a hundred times slower.
            warnings.simplefilter("error", SPISoftwareFallback)
            try:
                self._inputs = [
                    closing.enter_context(
                        MCP3208(channel, port=pins.spi_bus, device=pins.spi_device, pin_factory=factory)
                    )
                    for channel in pins.channels
                ]
            except SPISoftwareFallback as error:
                raise OSError(f"the MCP3208 cannot be reached on SPI {pins.spi_bus}: {error}") from error

    def read(self, multiplexer: int) -> int:
        """Return the counts at the output of multiplexer 0 or 1."""
        return int(self._inputs[multiplexer].raw_value)


class SpiTransfer(Protocol):
    """The method of an open port of spidev that is used here."""

    def xfer2(self, words: list[int]) -> list[int]:
        """Send these bytes and return the same number of received bytes, with the chip selected throughout."""


class SpidevConverter:
    """An MCP3208 on an open port of spidev, for buses other than SPI 0, which gpiozero does not know."""

    def __init__(self, pins: PiPins, port: SpiTransfer) -> None:
        # A start bit, single-ended, three bits of the channel, placed so that the answer ends with the last byte.
        self._questions = [[6 | channel >> 2, (channel & 3) << 6, 0] for channel in pins.channels]
        self._port = port

    def read(self, multiplexer: int) -> int:
        """Return the counts at the output of multiplexer 0 or 1."""
        _, high, low = self._port.xfer2(self._questions[multiplexer])
        return (high & 0x0F) << 8 | low


class GpioButtons:
    """The rim buttons, each between its pin and ground."""

    def __init__(self, pins: PiPins, factory: PinFactory, clock: Callable[[], float], closing: ExitStack) -> None:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - only where there are pins

        self._clock = clock
        self._contacts = {}
        for button, pin in ((Button.DONE, pins.done), (Button.UNDO, pins.undo)):
            contact, device = Debounce(), DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            closing.enter_context(device)
            device.when_activated = self._hear(contact, closed=True)
            device.when_deactivated = self._hear(contact, closed=False)
            self._contacts[button] = contact, device

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call."""
        now = self._clock()
        return tuple(
            button
            for button, (contact, device) in self._contacts.items()
            for _ in range(contact.presses(now, closed=bool(device.is_active)))
        )

    def _hear(self, contact: Debounce, *, closed: bool) -> Callable[[], None]:
        return lambda: contact.changed(self._clock(), closed=closed)


class StatusLight:
    """A light that is steady while a table listens, and blinks while the board waits for one."""

    BLINK = 1.0
    """Half of the period in s."""

    def __init__(self, pins: PiPins, factory: PinFactory, closing: ExitStack) -> None:
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - only where there are pins

        self._light = closing.enter_context(DigitalOutputDevice(pins.status, pin_factory=factory))

    def update(self, now: float, *, listened_to: bool) -> None:
        """Show whether a table listens; ``now`` is in s, for the blinking."""
        self._light.value = listened_to or int(now / self.BLINK) % 2 == 0

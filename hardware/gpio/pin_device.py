"""The pins of a Pi as a device: what the agent of `firmware_bridge` serves over the wire, as a Pico would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from hardware.board import DARK, Button, Colour, Identity, Lights
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, DeviceError, DeviceFault
from hardware.gpio.scanner import Scanner
from hardware.gpio.stored import PinStorage
from hardware.gpio.strip import ALL_DARK, Strip
from hardware.wiring import Wiring


class Presses(Protocol):
    """The rim buttons."""

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""


class PinDevice:
    """A Device (`hardware.device`) made of a scanner, a strip of lights and buttons. ``stored`` survives between
    starts; ``calibration`` is used until one is stored. ``clock`` is in s."""

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
        """Who this board is."""
        return self._identity

    @property
    def revision(self) -> int:
        """A Pi has no straps."""
        return UNKNOWN_REVISION

    @property
    def faults(self) -> DeviceFault:
        """What was stored and is broken."""
        return self._stored.faults

    @property
    def calibration(self) -> Calibration:
        """The calibration that was stored last, or else that of the data sheets."""
        return self._stored.calibration or self._calibration

    @property
    def calibration_stored(self) -> bool:
        """Whether one was stored."""
        return self._stored.calibration is not None

    @property
    def wiring(self) -> Wiring:
        """The wiring that was stored last, or else that of the board file."""
        return self._scanner.wiring

    @property
    def wiring_stored(self) -> bool:
        """Whether one was stored."""
        return self._stored.wiring is not None

    @property
    def scanned(self) -> float:
        """When it was scanned last, by its clock; minus infinity before the first time."""
        return self._scanned

    def store_calibration(self, calibration: Calibration) -> None:
        """Store this calibration; OSError if it cannot be written."""
        self._stored.store_calibration(calibration)

    def store_wiring(self, wiring: Wiring) -> None:
        """Store this wiring, and scan and light by it; OSError if it cannot be written."""
        self._stored.store_wiring(wiring)
        self._send(ALL_DARK)  # including lights that belong to no square in the new wiring
        self._scanner.wiring = wiring

    def scan(self) -> tuple[int, ...]:
        """The counts of the 25 sensors now, a1 to e5; DeviceError if they can no longer be read."""
        with _as_device_error("the sensors can no longer be read"):
            counts = self._scanner.scan()
        self._scanned = self._clock()
        return counts

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call; raises as ``scan`` does."""
        with _as_device_error("the buttons can no longer be read"):
            return self._buttons.presses()

    def show(self, lights: Lights) -> None:
        """Set the lights; raises as ``scan`` does."""
        colours = [DARK] * (max(self.wiring.lights) + 1)
        for place, colour in zip(self.wiring.lights, lights.colours, strict=True):
            colours[place] = colour
        self._send(colours)

    def _send(self, colours: Sequence[Colour]) -> None:
        with _as_device_error("the lights can no longer be set"):
            self._strip.show(colours)


@contextmanager
def _as_device_error(trouble: str) -> Iterator[None]:
    """Turn every error here into a DeviceError; the libraries for pins have no error in common."""
    try:
        yield
    except Exception as error:
        raise DeviceError(f"{trouble}: {error}") from error

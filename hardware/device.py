"""The far end of the wire: sensors to scan, lights to set, buttons, and what a board stores. The agent serves a device;
the virtual board is one, and so are the pins of a Pi."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag
from typing import Protocol

from hardware.board import Button, Identity, Lights
from hardware.calibration import Calibration
from hardware.wiring import Wiring

UNKNOWN_REVISION = 255
"""The revision of a board without straps."""


class DeviceError(Exception):
    """A part of a device can no longer be reached; the message says which, and why."""


class DeviceFault(IntFlag):
    """The faults that a board finds when it starts. ``STRAPS``: its straps do not match its configuration, so it
    drives no pin and makes no scan; ``CALIBRATION`` and ``WIRING``: what was stored is broken, so it uses its default;
    ``CONFIGURATION``: it has none, with the same effect as ``STRAPS``."""

    NONE = 0
    STRAPS = 1
    CALIBRATION = 2
    WIRING = 4
    CONFIGURATION = 8


PINS_UNUSED = DeviceFault.STRAPS | DeviceFault.CONFIGURATION
"""With any of these a board drives no pin and makes no scan."""

_FAULTS = {
    DeviceFault.STRAPS: "its straps do not match its configuration, so it drives no pin: give it the configuration of"
    " this revision with thera board flash",
    DeviceFault.CONFIGURATION: "it has no configuration, so it drives no pin: give it one with thera board flash",
    DeviceFault.CALIBRATION: "the calibration stored on it was broken, so it uses its default",
    DeviceFault.WIRING: "the wiring stored on it was broken, so it uses its default",
}


def fault_lines(faults: DeviceFault) -> tuple[str, ...]:
    """A line for each of these faults, with what to do about it."""
    return tuple(line for fault, line in _FAULTS.items() if faults & fault)


class Device(Protocol):
    """Sensors and lights as a microcontroller sees them. Called from one thread, the one that serves the wire.

    ``scan``, ``presses``, ``show`` and ``store_wiring`` raise DeviceError if a part can no longer be reached.
    """

    @property
    def identity(self) -> Identity:
        """Who this board is."""

    @property
    def revision(self) -> int:
        """The revision by its straps, 0 to 7, or ``UNKNOWN_REVISION``."""

    @property
    def faults(self) -> DeviceFault:
        """What is wrong with it."""

    @property
    def calibration(self) -> Calibration:
        """The calibration that was stored last, or else its default."""

    @property
    def calibration_stored(self) -> bool:
        """Whether ``calibration`` was stored and is not the default."""

    @property
    def wiring(self) -> Wiring:
        """The wiring that was stored last, or else its default."""

    @property
    def wiring_stored(self) -> bool:
        """Whether ``wiring`` was stored and is not the default."""

    def store_calibration(self, calibration: Calibration) -> None:
        """Store this calibration so that it survives a power cut.

        :raises OSError: if it cannot be stored; the old one stays.
        """

    def store_wiring(self, wiring: Wiring) -> None:
        """Store this wiring so that it survives a power cut, and scan and light by it.

        :raises OSError: if it cannot be stored; the old one stays.
        """

    def scan(self) -> tuple[int, ...]:
        """The counts of the 25 sensors now, a1 to e5."""

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""

    def show(self, lights: Lights) -> None:
        """Set the lights."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a board reports that it stores: its calibration and its wiring (None: it cannot report it), and whether each
    was stored by a host or is the default."""

    calibration: Calibration
    calibration_stored: bool
    wiring: Wiring | None = None
    wiring_stored: bool = False


@dataclass(frozen=True, slots=True)
class ToStore:
    """What a board is to store; None: no change."""

    calibration: Calibration | None = None
    wiring: Wiring | None = None


StoragePolicy = Callable[[Identity, StoredState], ToStore]
"""Decides what a board shall store, whenever it has reported who it is and what it stores. It is called from the link's
thread, may write files, and raises nothing."""


def keep_as_stored(_identity: Identity, _stored: StoredState) -> ToStore:
    """Change nothing."""
    return ToStore()

"""The device at the far end of the wire: sensors to scan, lights to set, buttons, and what a board stores; and the port
of a board that can be adjusted. The agent serves a device; the virtual board and the pins of a Pi are devices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag
from typing import Protocol

from hardware.board import Button, Identity, Lights
from hardware.calibration import Calibration, FurtherChannel
from hardware.scale import MeasuredScale, Scale
from hardware.wiring import Wiring

UNKNOWN_REVISION = 255
"""The revision of a board without straps."""


class DeviceError(Exception):
    """A part of a device can no longer be reached; the message says which, and why."""


class DeviceFault(IntFlag):
    """The faults that a board finds when it starts. ``STRAPS``: its straps do not match its configuration, so it drives
    no pin and makes no scan; ``CALIBRATION`` and ``WIRING``: the stored one is broken, so it uses its default;
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
    """Return a line for each of these faults, with what to do about it."""
    return tuple(line for fault, line in _FAULTS.items() if faults & fault)


@dataclass(frozen=True, slots=True)
class CellCounts:
    """A reading of the scale of a device: the count of every cell, complete ``at`` so many ms after the newest scan;
    negative for one before it."""

    at: int
    counts: tuple[int, ...]


class Device(Protocol):
    """Sensors and lights, as a microcontroller has them. Only the thread that serves the wire calls it.

    ``scan``, ``presses``, ``weights``, ``show`` and ``store_wiring`` raise DeviceError if a part can no longer be
    reached.
    """

    @property
    def identity(self) -> Identity:
        """The identity of this board."""

    @property
    def revision(self) -> int:
        """The revision by its straps, 0 to 7, or ``UNKNOWN_REVISION``."""

    @property
    def faults(self) -> DeviceFault:
        """The faults of the board."""

    @property
    def calibration(self) -> Calibration:
        """The stored calibration, or else its default, with the channels of further sensors that ``scan`` gives."""

    @property
    def calibration_stored(self) -> bool:
        """Whether ``calibration`` is stored and not the default."""

    @property
    def wiring(self) -> Wiring:
        """The stored wiring, or else its default."""

    @property
    def wiring_stored(self) -> bool:
        """Whether ``wiring`` is stored and not the default."""

    def store_calibration(self, calibration: Calibration) -> None:
        """Store a calibration so that it survives a power cut. How further channels are converted is no part of it, and
        stays.

        :raises OSError: if it cannot be stored; the old one stays.
        """

    def store_wiring(self, wiring: Wiring) -> None:
        """Store a wiring so that it survives a power cut, and scan and light by it.

        :raises OSError: if it cannot be stored; the old one stays.
        """

    def scan(self) -> tuple[int, ...]:
        """Return the counts of the 25 sensors now, a1 to e5, then those of the channels of further sensors."""

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call."""

    @property
    def cells(self) -> int:
        """The number of load cells of its scale; 0 without one."""

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        """Return the readings of the scale since the last call, oldest first. ``elapsed`` ms have passed since the
        newest scan: a simulated device lets so much time pass, but never more than to its next scan."""

    def show(self, lights: Lights) -> None:
        """Show these lights."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a board reports that it stores: its calibration and its wiring, each None if it cannot report it, and
    whether each was stored by a host or is the default."""

    calibration: Calibration
    calibration_stored: bool
    wiring: Wiring | None = None
    wiring_stored: bool = False


@dataclass(frozen=True, slots=True)
class ToStore:
    """What a board is to store, each None for no change. ``further`` is how this machine converts the counts of further
    channels, and ``scale`` what it has measured of the scale, neither of which a board stores; empty and None for the
    data sheet and the board file."""

    calibration: Calibration | None = None
    wiring: Wiring | None = None
    further: tuple[FurtherChannel, ...] = ()
    scale: MeasuredScale | None = None


StoragePolicy = Callable[[Identity, StoredState], ToStore]
"""Decides what a board stores, whenever it has reported its identity and what it stores. It is called in the link's
thread, may write files, and raises nothing."""


def keep_as_stored(_identity: Identity, _stored: StoredState) -> ToStore:
    """Change nothing."""
    return ToStore()


# ---- An adjustable board


class AdjustableBoard(Protocol):
    """A board that stores its calibration and its wiring, and may weigh (`firmware_bridge.link.SerialBoard`)."""

    @property
    def identity(self) -> Identity | None:
        """The board's identity; None until it has reported it."""

    @property
    def calibration(self) -> Calibration | None:
        """The calibration that converts counts to fields now; None while no board is there."""

    @property
    def calibration_stored(self) -> bool | None:
        """Whether a calibration is stored on the board; None until it has reported it."""

    @property
    def wiring(self) -> Wiring | None:
        """The wiring by which the board scans and lights; None without a board, or if it cannot report it."""

    @property
    def scale(self) -> Scale | None:
        """The scale that converts counts to loads now; None while no board is there that weighs."""

    def weigh_by(self, measured: MeasuredScale) -> None:
        """Convert counts to loads by what was measured of the scale, from now on and as long as this board comes back.
        Returns at once; a `ScaleInUse` among the events says from when on. The board stores nothing of it."""

    def store_calibration(self, calibration: Calibration) -> None:
        """Store a calibration on the board, and convert counts with it; waits until it is stored.

        :raises BoardRefusedError: if it is not stored; the message says why.
        """

    def store_wiring(self, wiring: Wiring) -> None:
        """Store a wiring on the board, which then scans and lights by it; waits until it is stored.

        :raises BoardRefusedError: if it is not stored; the message says why.
        """

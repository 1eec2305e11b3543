"""What a board is asked to store while it works, and what it says to that, in plain words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.messages import (
    CalibrationStored,
    Capability,
    Hello,
    NakCode,
    StoreCalibration,
    StoreWiring,
    WiringStored,
)
from hardware.device import DeviceFault

_WHY = {
    NakCode.UNKNOWN_KIND: "it does not know how",
    NakCode.MALFORMED: "it makes no sense to it",
    NakCode.BAD_CHECKSUM: "the checksum was wrong when it got there",
    NakCode.CANNOT_STORE: "its memory cannot be written",
}
_FAULTS = {
    DeviceFault.STRAPS: "its straps do not match its configuration, so it drives no pin: give it the configuration of"
    " this revision with thera board flash",
    DeviceFault.CONFIGURATION: "it has no configuration, so it drives no pin: give it one with thera board flash",
    DeviceFault.CALIBRATION: "the calibration stored on it was broken, so it uses its default",
    DeviceFault.WIRING: "the wiring stored on it was broken, so it uses its default",
}


@dataclass(slots=True)
class StorageOrder:
    """Something that a board is to store. ``told`` is called once: with None when it is stored, or with a line that
    says why it is not. An order that was ``given_up`` before it was sent is not sent."""

    message: StoreCalibration | StoreWiring
    told: Callable[[str | None], None]
    given_up: bool = False

    def judge(self, reply: CalibrationStored | WiringStored) -> bool:
        """The board says that it is stored: but was it this?"""
        right = reply.checksum == self.message.values.checksum
        self.told(None if right else f"the board has stored another {self.what} than it was given")
        return right

    def refused(self, code: NakCode) -> None:
        """The board says that it is not stored."""
        self.told(f"the board does not store its {self.what}: {_WHY[code]}")

    @property
    def what(self) -> str:
        """What it is about."""
        return "calibration" if isinstance(self.message, StoreCalibration) else "wiring"


def cannot(hello: Hello, order: StorageOrder) -> str | None:
    """Why this board can never carry out this order; None if it can."""
    needed = Capability.STORES_CALIBRATION if order.what == "calibration" else Capability.STORES_WIRING
    if hello.capabilities & needed:
        return None
    return f"{hello.name}, firmware {hello.firmware}, stores no {order.what}"


def fault_lines(faults: DeviceFault) -> tuple[str, ...]:
    """What a board finds wrong with itself, a line for each."""
    return tuple(line for fault, line in _FAULTS.items() if faults & fault)

"""What sits at the far end of the wire: sensors to scan, lights to set, buttons. The agent serves one; the virtual
board is one, and so will the Pi's own pins be."""

from __future__ import annotations

from typing import Protocol

from hardware.board import Button, Identity, Lights
from hardware.calibration import Calibration


class Device(Protocol):
    """Sensors and lights as a microcontroller sees them. Called from one thread, the one that serves the wire."""

    @property
    def identity(self) -> Identity:
        """Who this board is."""

    @property
    def calibration(self) -> Calibration:
        """What the board has stored about its sensors (its own factory calibration)."""

    def scan(self) -> tuple[int, ...]:
        """The counts of the 25 sensors now, a1 to e5."""

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""

    def show(self, lights: Lights) -> None:
        """Set the lights."""

"""What the converter reads of each sensor, and where that sensor is connected: for finding faults in wires."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import Frame
from hardware.calibration import Calibration
from hardware.wiring import INPUTS, Wiring


@dataclass(frozen=True, slots=True)
class SensorReading:
    """The reading of the sensor of a ``square``: ``counts`` of the converter, ``volts`` at its pin, and the ``input``
    of the sensor, such as A:C15 for C15 of multiplexer A (empty: the board cannot say how it is wired)."""

    square: int
    counts: int
    volts: float
    input: str


@dataclass(frozen=True, slots=True)
class Converting:
    """How a board turns voltages into fields: its calibration, the reference of its converter in V, and its wiring
    (None: it cannot report it)."""

    calibration: Calibration
    reference: float
    wiring: Wiring | None = None

    def readings(self, frame: Frame) -> tuple[SensorReading, ...]:
        """The counts that gave the fields of a frame, a1 to e5, and what they are in V."""
        counts = self.calibration.counts(frame.fields)
        scale = self.reference / (self.calibration.full_scale + 1)
        return tuple(
            SensorReading(square, count, count * scale, self._input(square)) for square, count in enumerate(counts)
        )

    def _input(self, square: int) -> str:
        if self.wiring is None:
            return ""
        multiplexer, number = divmod(self.wiring.sensors[square], INPUTS)
        return f"{'AB'[multiplexer]}:C{number}"  # the names of `hardware.wire_list.sensor_input`

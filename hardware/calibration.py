"""Converts the counts of 25 sensors to fields in mT."""

from __future__ import annotations

import math
import struct
from binascii import crc_hqx
from dataclasses import dataclass, replace

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT
from hardware.sensor_types import Sensor

_FORM = struct.Struct(f"<HH{2 * SQUARE_COUNT}f")
CALIBRATION_BYTES = _FORM.size


@dataclass(frozen=True, slots=True)
class Calibration:
    """For each sensor, a1 to e5: the counts at no field and the counts per mT. ``full_scale`` is the largest count; a
    reading within ``margin`` counts of 0 or of it is clipped."""

    offsets: tuple[float, ...]
    gains: tuple[float, ...]
    full_scale: int = 4095
    margin: int = 8

    def __post_init__(self) -> None:
        for name, values in (("offsets", self.offsets), ("gains", self.gains)):
            if len(values) != SQUARE_COUNT:
                raise ValueError(f"calibration {name}: {SQUARE_COUNT} values are needed, not {len(values)}")
        if any(gain == 0 for gain in self.gains):
            raise ValueError("calibration gains: a gain of 0 counts per mT is not possible")

    @classmethod
    def nominal(cls, counts_per_millitesla: float = 37.24, full_scale: int = 4095) -> Calibration:
        """Return a data sheet's calibration: DRV5055A2 at 3.3 V gives 30 mV/mT around half the supply, with 12 bits."""
        middle = (full_scale + 1) / 2
        return cls((middle,) * SQUARE_COUNT, (counts_per_millitesla,) * SQUARE_COUNT, full_scale)

    def clipping_as(self, sensor: Sensor) -> Calibration:
        """Return this calibration with at least the margin of ``sensor``: a reading beyond the range of the sensor is
        clipped, whatever margin the calibration had."""
        return replace(self, margin=max(self.margin, sensor.margin_of(self.full_scale)))

    @property
    def packed(self) -> bytes:
        """The 204 bytes that are sent and stored: full scale and margin in 16 bits, offsets and gains in single
        precision, little-endian.

        :raises ValueError: for a number that its field cannot hold.
        """
        try:
            return _FORM.pack(self.full_scale, self.margin, *self.offsets, *self.gains)
        except (struct.error, OverflowError) as error:
            raise ValueError(f"calibration: a value does not fit its field: {error}") from error

    @classmethod
    def unpacked(cls, data: bytes) -> Calibration:
        """Unpack the output of ``packed``, with offsets and gains in single precision.

        :raises ValueError: if these are not 204 bytes, or not a calibration.
        """
        if len(data) != CALIBRATION_BYTES:
            raise ValueError(f"a calibration is {CALIBRATION_BYTES} bytes, not {len(data)}")
        full_scale, margin, *numbers = _FORM.unpack(data)
        if not all(math.isfinite(number) for number in numbers):
            raise ValueError("a calibration holds finite numbers only")
        return cls(tuple(numbers[:SQUARE_COUNT]), tuple(numbers[SQUARE_COUNT:]), full_scale, margin)

    @property
    def checksum(self) -> int:
        """The CRC-16 of ``packed``, by which both ends compare calibrations; raises the same errors."""
        return crc_hqx(self.packed, CRC16_START)

    def fields(self, counts: tuple[int, ...]) -> tuple[float, ...]:
        """Convert 25 counts to fields in mT, in whole thousandths, which a trace holds exactly as whole numbers."""
        each = zip(counts, self.offsets, self.gains, strict=True)
        return tuple(round(1000 * (count - zero) / gain) / 1000 for count, zero, gain in each)

    def counts(self, fields: tuple[float, ...]) -> tuple[int, ...]:
        """Return the counts nearest to 25 fields in mT; they invert ``fields`` up to 1000 counts per mT."""
        each = zip(fields, self.offsets, self.gains, strict=True)
        return tuple(round(zero + gain * field) for field, zero, gain in each)

    def clipped(self, counts: tuple[int, ...]) -> frozenset[int]:
        """Return the squares whose sensor is at the end of its range."""
        low, high = self.margin, self.full_scale - self.margin
        return frozenset(square for square, count in enumerate(counts) if not low < count < high)

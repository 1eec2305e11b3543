"""Converts the counts of sensors to fields in mT: those of the 25 squares, and those of further sensors."""

from __future__ import annotations

import math
import struct
from binascii import crc_hqx
from collections.abc import Sequence
from dataclasses import dataclass, replace

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT
from hardware.sensor_layout import FURTHER_FULL_SCALE, Channel
from hardware.sensor_types import Sensor

_FORM = struct.Struct(f"<HH{2 * SQUARE_COUNT}f")
CALIBRATION_BYTES = _FORM.size


_NEAR_FURTHER_END = 32
"""A reading of a further sensor within so many counts of either end counts as clipped, for noise."""


@dataclass(frozen=True, slots=True)
class FurtherChannel:
    """The counts at no field in a channel of a further sensor, and its counts per mT."""

    offset: float
    gain: float

    @classmethod
    def nominal(cls, channel: Channel) -> FurtherChannel:
        """Return what the data sheet of its sensor says."""
        return cls(0.0, FURTHER_FULL_SCALE / channel.range)


@dataclass(frozen=True, slots=True)
class Calibration:
    """For each sensor, a1 to e5: the counts at no field and the counts per mT. ``full_scale`` is the largest count; a
    reading within ``margin`` counts of 0 or of it is clipped. ``further`` are the channels of further sensors; a board
    stores none of them."""

    offsets: tuple[float, ...]
    gains: tuple[float, ...]
    full_scale: int = 4095
    margin: int = 8
    further: tuple[FurtherChannel, ...] = ()

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

    def with_further(self, channels: Sequence[Channel]) -> Calibration:
        """Return this calibration for a board that has these channels besides its squares: those that it has, if it has
        so many, or else those of the data sheet."""
        if len(self.further) == len(channels):
            return self
        return replace(self, further=tuple(map(FurtherChannel.nominal, channels)))

    def with_further_zeros(self, fields: Sequence[float]) -> Calibration:
        """Return this calibration, with which further channels gave these ``fields`` in mT on an empty board, so that
        they give none there. A channel at the end of its range keeps its zero, as one whose sensor did not answer."""
        end = FURTHER_FULL_SCALE - _NEAR_FURTHER_END
        counts = (each.offset + each.gain * field for each, field in zip(self.further, fields, strict=True))
        further = tuple(
            replace(each, offset=count) if abs(count) < end else each
            for each, count in zip(self.further, counts, strict=True)
        )
        return replace(self, further=further)

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
    def _squares_alone(self) -> Calibration:
        return replace(self, further=())

    @property
    def checksum(self) -> int:
        """The CRC-16 of ``packed``, by which both ends compare calibrations; raises the same errors."""
        return crc_hqx(self.packed, CRC16_START)

    def fields(self, counts: tuple[int, ...]) -> tuple[float, ...]:
        """Convert counts to fields in mT, in whole thousandths, which a trace holds exactly as whole numbers.

        :raises ValueError: unless there is a count for each square and each channel of further sensors.
        """
        if self.further:
            return self._squares_alone.fields(counts[:SQUARE_COUNT]) + tuple(
                round(1000 * (count - each.offset) / each.gain) / 1000
                for count, each in zip(counts[SQUARE_COUNT:], self.further, strict=True)
            )
        each = zip(counts, self.offsets, self.gains, strict=True)
        return tuple(round(1000 * (count - zero) / gain) / 1000 for count, zero, gain in each)

    def counts(self, fields: tuple[float, ...]) -> tuple[int, ...]:
        """Return the counts nearest to fields in mT; they invert ``fields`` up to 1000 counts per mT."""
        if self.further:
            return self._squares_alone.counts(fields[:SQUARE_COUNT]) + tuple(
                round(each.offset + each.gain * field)
                for field, each in zip(fields[SQUARE_COUNT:], self.further, strict=True)
            )
        each = zip(fields, self.offsets, self.gains, strict=True)
        return tuple(round(zero + gain * field) for field, zero, gain in each)

    def clipped(self, counts: tuple[int, ...]) -> frozenset[int]:
        """Return the squares whose sensor is at the end of its range, and the channels of further sensors that are."""
        if self.further:
            end = FURTHER_FULL_SCALE - _NEAR_FURTHER_END
            return self._squares_alone.clipped(counts[:SQUARE_COUNT]) | frozenset(
                channel for channel, count in enumerate(counts) if channel >= SQUARE_COUNT and abs(count) >= end
            )
        low, high = self.margin, self.full_scale - self.margin
        return frozenset(square for square, count in enumerate(counts) if not low < count < high)

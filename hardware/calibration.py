"""From the counts of 25 sensors to fields in mT."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import SQUARE_COUNT


@dataclass(frozen=True, slots=True)
class Calibration:
    """Per sensor, a1 to e5: the counts at no field and the counts for each mT. ``full_scale`` is the largest count;
    a reading within ``margin`` counts of either end is clipped."""

    offsets: tuple[float, ...]
    gains: tuple[float, ...]
    full_scale: int = 4095
    margin: int = 8

    def __post_init__(self) -> None:
        for name, values in (("offsets", self.offsets), ("gains", self.gains)):
            if len(values) != SQUARE_COUNT:
                raise ValueError(f"calibration {name}: {SQUARE_COUNT} values are needed, not {len(values)}")
        if any(gain == 0 for gain in self.gains):
            raise ValueError("calibration gains: a gain of 0 counts per mT cannot be")

    @classmethod
    def nominal(cls, counts_per_millitesla: float = 37.24, full_scale: int = 4095) -> Calibration:
        """That of a data sheet: DRV5055A2 at 3.3 V gives 30 mV/mT around half the supply, read with 12 bits."""
        middle = (full_scale + 1) / 2
        return cls((middle,) * SQUARE_COUNT, (counts_per_millitesla,) * SQUARE_COUNT, full_scale)

    def fields(self, counts: tuple[int, ...]) -> tuple[float, ...]:
        """The fields in mT of 25 counts, in whole thousandths: so a trace holds them exactly, as whole numbers."""
        each = zip(counts, self.offsets, self.gains, strict=True)
        return tuple(round(1000 * (count - zero) / gain) / 1000 for count, zero, gain in each)

    def clipped(self, counts: tuple[int, ...]) -> frozenset[int]:
        """The squares whose sensor is at the end of its range."""
        low, high = self.margin, self.full_scale - self.margin
        return frozenset(square for square, count in enumerate(counts) if not low < count < high)

"""The types of linear Hall sensors for boards, by their data sheets."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt


@dataclass(frozen=True, slots=True)
class SensorType:
    """A type of sensor: the lowest and highest supply in V, and at two supplies (V) its sensitivity in mV/mT and the
    field in mT up to which it is linear. At other supplies both lie on the line through these. ``densities`` are its
    noise at these two supplies in nT per root of a hertz, None if its data sheet has none."""

    supplies: tuple[float, float]
    points: tuple[tuple[float, float, float], tuple[float, float, float]]
    densities: tuple[float, float] | None = None

    def sensitivity(self, supply: float) -> float:
        """Return the sensitivity in mV/mT."""
        (low, less, _), (high, more, _) = self.points
        return less + (more - less) * (supply - low) / (high - low)

    def range(self, supply: float) -> float:
        """Return the range in mT, either way."""
        (low, _, less), (high, _, more) = self.points
        return less + (more - less) * (supply - low) / (high - low)

    def noise(self, supply: float) -> float:
        """Return the noise of one conversion in mT rms: that of the whole bandwidth of the sensor.

        >>> round(SENSOR_TYPES["DRV5055A2"].noise(3.3), 4)
        0.0304

        :raises ValueError: if the data sheet of this type does not tell it.
        """
        if self.densities is None:
            raise ValueError("the data sheet of this type of sensor gives no density of its noise")
        (low, *_), (high, *_) = self.points
        at_low, at_high = self.densities
        density = at_low + (at_high - at_low) * (supply - low) / (high - low)
        return density * 1e-6 * sqrt(_BANDWIDTH)


_BANDWIDTH = 20_000.0
"""The bandwidth of a DRV5055 in Hz, by its data sheet (SBAS640)."""


def _drv5055(sensitivity: float, range_low: float, range_high: float) -> SensorType:
    """Make a Texas Instruments DRV5055: ``sensitivity`` at 5 V, the ranges at 3.3 V and at 5 V.
    Its noise is 215 nT per root of a hertz at 3.3 V and 130 at 5 V (its data sheet, SBAS640)."""
    points = (3.3, 0.6 * sensitivity, range_low), (5.0, sensitivity, range_high)
    return SensorType((3.0, 5.5), points, (215.0, 130.0))


def _ratiometric(supplies: tuple[float, float], sensitivity: float, range_: float) -> SensorType:
    """Make a sensor whose sensitivity (given at 5 V) grows with the supply while its range stays."""
    return SensorType(supplies, ((2.5, sensitivity / 2, range_), (5.0, sensitivity, range_)))


SENSOR_TYPES = {
    "DRV5055A1": _drv5055(100.0, 22.0, 21.0),
    "DRV5055A2": _drv5055(50.0, 44.0, 42.0),
    "DRV5055A3": _drv5055(25.0, 88.0, 85.0),
    "DRV5055A4": _drv5055(12.5, 176.0, 169.0),
    "SS49E": _ratiometric((2.7, 6.5), 14.0, 100.0),
    "A1324": _ratiometric((4.5, 5.5), 50.0, 40.0),
    "A1325": _ratiometric((4.5, 5.5), 31.25, 64.0),
    "A1326": _ratiometric((4.5, 5.5), 25.0, 80.0),
}
"""The sensors by the names on their data sheets."""


_SATURATES = 0.2
"""The distance from the rails at which outputs saturate, in V, by data sheets."""
_NEAR_END = 8 / 4096
"""A reading within this part of the converter's range from the end may be at the end: noise moves it."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The sensors of a board: their type, their supply in V, which is also the converter's reference, the bits of the
    converter, and the resulting sensitivity (mV/mT) and range (mT, either way). Their output saturates ``saturates`` V
    before either rail."""

    type: str = "DRV5055A2"
    supply: float = 3.3
    adc_bits: int = 12
    sensitivity: float = 30.0
    range: float = 44.0
    saturates: float = _SATURATES

    @property
    def full_scale(self) -> int:
        """The largest count."""
        return (1 << self.adc_bits) - 1

    @property
    def margin(self) -> int:
        """The counts from either end of the converter within which readings are clipped: the sensor is beyond its
        linear range there, or saturates.

        >>> Sensor().margin
        418
        """
        end = max(self.saturates, self.supply / 2 - self.range * self.sensitivity / 1000)
        scale = self.full_scale + 1
        return round(end / self.supply * scale) + ceil(_NEAR_END * scale)

    def margin_of(self, full_scale: int) -> int:
        """Return the margin in counts of a converter whose largest count is ``full_scale``, rounded up.

        >>> Sensor().margin_of(1023)
        105
        """
        return ceil(self.margin * (full_scale + 1) / (self.full_scale + 1))

    @property
    def counts_per_millitesla(self) -> float:
        """The counts of the converter per mT.

        >>> round(Sensor().counts_per_millitesla, 2)
        37.24
        """
        return self.sensitivity / (1000 * self.supply) * (1 << self.adc_bits)


USUAL_SENSOR = Sensor()
"""The sensors of a board without a board file."""

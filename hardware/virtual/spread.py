"""The errors of the parts of a virtual board and of its hands, with random values within these limits."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random

from hardware.electronics import Electronics, PicoPins
from hardware.sensor_types import SENSOR_TYPES, Sensor

# ---- The spread


LARGEST_FRACTION = 0.25
"""The largest spread of gains and magnets; with three deviations they would vanish or change sign beyond it."""

LARGEST_PLACEMENT = 50.0
"""The largest placement error of hands, in mm; beyond it they find no square."""

LARGEST_SHIFT = 5.0
"""The largest shift of a sensor or block from its place, in mm."""

LARGEST_LEAN = 15.0
"""The largest lean of a sensor, magnet or block, in degrees."""

LARGEST_HEADROOM = 1.0
"""The largest distance from the ends of its supply at which a sensor saturates, in V."""


@dataclass(frozen=True, slots=True)
class SensorSpread:
    """The spread of sensors, magnets, blocks and hands around the ideal.

    Standard deviations: ``offset`` in counts of 4096 and ``gain`` as a fraction, from sensor to sensor; ``noise`` in mT
    at each reading; ``pink_noise`` in mT, of noise whose power falls with the frequency; ``stored_offset`` and
    ``stored_gain`` (as ``offset`` and ``gain``) are the errors that the board's own calibration has left; ``magnet`` is
    the difference in strength between the magnets of workers, as a fraction. ``placement`` is the distance from the
    middle at which a hand puts a worker, in mm (root mean square). ``upside_down`` are squares whose sensors are
    mounted the other way up, which the calibration knows.

    Limits of even distributions: ``sensor_shift`` in mm and ``sensor_tilt`` in degrees are the distance of a sensor
    from its place and from upright, ``magnet_tilt`` in degrees the angle between the axes of a magnet and its worker,
    ``block_shift`` in mm and ``block_tilt`` in degrees the offset of a block from the one below it.

    ``headroom`` is the distance in V from either end of its supply at which a sensor saturates; None is the end of the
    range of its data sheet. ``converter`` has the errors of the converter, which only rounds if it is None.
    """

    offset: float = 20.0
    gain: float = 0.02
    noise: float = 0.03
    placement: float = 2.0
    stored_offset: float = 1.0
    stored_gain: float = 0.005
    magnet: float = 0.02
    upside_down: frozenset[int] = frozenset()
    pink_noise: float = 0.0
    sensor_shift: float = 0.0
    sensor_tilt: float = 0.0
    magnet_tilt: float = 0.0
    block_shift: float = 0.0
    block_tilt: float = 0.0
    headroom: float | None = None
    converter: ConverterErrors | None = None

    def __post_init__(self) -> None:
        for what in ("offset", "noise", "stored_offset", "pink_noise"):
            _check(what, getattr(self, what), float("inf"), "")
        for what in ("gain", "stored_gain", "magnet"):
            _check(what, getattr(self, what), LARGEST_FRACTION, "")
        for what in ("sensor_shift", "block_shift"):
            _check(what, getattr(self, what), LARGEST_SHIFT, " mm")
        for what in ("sensor_tilt", "magnet_tilt", "block_tilt"):
            _check(what, getattr(self, what), LARGEST_LEAN, " degrees")
        _check("placement", self.placement, LARGEST_PLACEMENT, " mm")
        if self.headroom is not None:
            _check("headroom", self.headroom, LARGEST_HEADROOM, " V")

    @classmethod
    def none(cls) -> SensorSpread:
        """Return ideal sensors, magnets and hands; only the converter's steps and the clipping are left."""
        return cls(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @classmethod
    def handmade(cls, placement: float = 3.0, noise: float = 0.03) -> SensorSpread:
        """Return the spread of a board and pieces that a careful maker has built, before they are calibrated."""
        return cls(
            offset=18.6,  # 0.5 mT
            gain=0.05,
            noise=noise,
            placement=placement,
            stored_offset=0.0,
            stored_gain=0.0,
            magnet=0.05,
            pink_noise=0.015,
            sensor_shift=1.0,
            sensor_tilt=3.0,
            magnet_tilt=2.0,
            block_shift=2.0,
            block_tilt=1.0,
            headroom=0.2,
        )


def _check(what: str, value: float, most: float, unit: str) -> None:
    if not 0 <= value < float("inf"):
        raise ValueError(f"the spread of {what} is a number from 0 up, not {value}")
    if value > most:
        raise ValueError(f"the spread of {what} is {most}{unit} at most, not {value}")


def within_three(chance: Random) -> float:
    """Draw a normal deviate of at most three deviations: sensors beyond that do not leave the factory."""
    return min(max(chance.gauss(0.0, 1.0), -3.0), 3.0)


# ---- The converter
#
# The errors that a converter adds to the output of sensors: noise, and codes that are wider than others.


_SCALE = 4096


@dataclass(frozen=True, slots=True)
class ConverterErrors:
    """The errors of a 12-bit converter, in counts: the ``noise`` (rms) of a reading, which is the mean of some
    conversions, and the excess width of the codes in ``wide``. Offset and gain are correct at both ends of the range,
    so all other codes are a little narrower."""

    noise: float
    wide: tuple[int, ...]
    width: float

    def __post_init__(self) -> None:
        if not 0 <= self.noise < _SCALE or not 0 <= self.width * len(self.wide) < _SCALE / 2:
            raise ValueError(
                f"a converter with a noise of {self.noise} and codes wider by {self.width} measures nothing"
            )

    def read(self, level: float) -> float:
        """Return the code, not yet rounded, for a voltage in 4096ths of the reference.

        >>> pico_converter(8).read(0.0), pico_converter(8).read(4096.0)
        (0.0, 4096.0)
        """
        slope = _SCALE / (_SCALE - self.width * len(self.wide))
        before = 0.0
        for code in self.wide:
            begins = code / slope + before
            if level < begins:
                break
            if level < begins + self.width:
                return float(code)
            before += self.width
        return (level - before) * slope


_CONVERSION_NOISE = 0.8
"""An effective number of bits of 8.9 (measured at pico-adc.markomo.me) is an error of 2.5 counts rms. The wide codes
make an error of up to 4 counts either way, 2.3 rms; the rest is noise of a single conversion."""


def pico_converter(samples: int) -> ConverterErrors:
    """Return the converter of an RP2040 whose firmware averages ``samples`` conversions: the codes 512, 1536, 2560 and
    3584 are some nine counts wide (its data sheet, erratum RP2040-E11), which averaging does not change."""
    return ConverterErrors(_CONVERSION_NOISE / sqrt(samples), (512, 1536, 2560, 3584), 8.0)


def sensor_noise(sensor: Sensor, samples: int) -> float:
    """Return the noise in mT of a reading of such a sensor by its data sheet, without that of the converter. It is
    white: the mean of ``samples`` conversions has their root less of it.

    >>> round(sensor_noise(Sensor(), 8), 4), round(sensor_noise(Sensor(), 64), 4)
    (0.0107, 0.0038)

    :raises ValueError: for a sensor whose type is not known, or whose data sheet does not tell its noise.
    """
    known = SENSOR_TYPES.get(sensor.type)
    if known is None:
        raise ValueError(f"the noise of a sensor of type {sensor.type} is not known")
    return known.noise(sensor.supply) / sqrt(samples)


def converter_errors(electronics: Electronics) -> ConverterErrors | None:
    """Return the errors of a board's converter; None for an MCP3208, which has an error of one count."""
    own = isinstance(electronics.pins, PicoPins) and electronics.pins.spi is None
    return pico_converter(electronics.samples) if own else None

"""How far the parts of a virtual board and the hands at it are from ideal, and the chance from which they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hardware.virtual.converter import ConverterErrors

LARGEST_FRACTION = 0.25
"""No gain or magnet spreads more than this; with three deviations it would be nothing, or turned over."""

LARGEST_PLACEMENT = 50.0
"""Hands that miss by more than this, in mm, find no square."""

LARGEST_SHIFT = 5.0
"""No sensor and no block is further off its place than this, in mm."""

LARGEST_LEAN = 15.0
"""No sensor, magnet or block leans more than this, in degrees."""

LARGEST_HEADROOM = 1.0
"""More than this from the ends of its supply no sensor saturates, in V."""


@dataclass(frozen=True, slots=True)
class SensorSpread:
    """How far sensors, magnets, blocks and hands are from ideal.

    Standard deviations: ``offset`` in counts of 4096 and ``gain`` as a fraction, from sensor to sensor; ``noise`` in mT
    at each reading; ``pink_noise`` in mT, of noise whose power falls with the frequency; ``stored_offset`` and
    ``stored_gain`` (as ``offset`` and ``gain``) are the errors that the board's own calibration has left; ``magnet`` is
    how much the magnets of workers differ in strength, as a fraction. ``placement`` is how far off the middle a hand
    puts a worker, in mm: the root mean square of the distance. ``upside_down`` are squares whose sensors are mounted
    the other way up, which the calibration knows.

    Limits, up to which all values are as likely: ``sensor_shift`` in mm and ``sensor_tilt`` in degrees are how far a
    sensor is from its place and from upright, ``magnet_tilt`` how far in degrees the axis of a magnet is from that of
    its worker, ``block_shift`` in mm and ``block_tilt`` in degrees how far a block is off the one below it.

    ``headroom`` is how many V from either end of its supply a sensor saturates (None: at the end of the range of its
    data sheet). ``converter`` are the errors of the converter (None: it only rounds).
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
        """Ideal sensors, magnets and hands; only the converter's steps and the clipping are left."""
        return cls(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @classmethod
    def handmade(cls, placement: float = 3.0, noise: float = 0.03) -> SensorSpread:
        """A board and pieces as a careful maker builds them, before they are calibrated."""
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
    """A normal deviate, at most three deviations off: sensors beyond that do not leave the factory."""
    return min(max(chance.gauss(0.0, 1.0), -3.0), 3.0)

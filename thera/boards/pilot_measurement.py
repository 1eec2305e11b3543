"""What three sensors of a pilot read while nothing moves, and what a wrong wire looks like in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from hardware.sensor_types import Sensor

SENSORS = 3
"""A pilot has so many sensors, at the inputs C0, C1 and C2 of multiplexer A."""

Counts = tuple[int, ...]
Values = tuple[float, ...]

_LEAST = 8
_DEAD_END = 0.1
"""A sensor whose output is so near to a rail, in V, is no sensor at work: it saturates 0.2 V before either."""
_OFF_HALF = 0.25
"""The zero of a sensor differs less from half of its supply, in V, than this: the data sheet allows 0.06 V."""
_LOUD = 0.5
"""An open input is louder than this, in mT rms; a sensor has some 0.03."""
_REACTS = 5.0
"""A worker on the face changes the sensor under it by more, in mT; one a square further off by less than 2."""
_ALIKE = 0.8
"""Two sensors that change by as large a part of the strongest are connected with each other."""
_STILL = 6.0
_STILL_COUNTS = 3.0


@dataclass(frozen=True, slots=True)
class SensorRest:
    """Each sensor's mean and noise (rms) in counts over so many frames, and whether something moved meanwhile."""

    means: Values
    noise: Values
    frames: int
    moved: bool

    @classmethod
    def of(cls, frames: Sequence[Counts]) -> SensorRest:
        """What these counts of the sensors say.

        :raises ValueError: for fewer than eight frames.
        """
        if len(frames) < _LEAST:
            raise ValueError(f"{len(frames)} frames are too few to tell noise from movement")
        columns = tuple(zip(*frames, strict=True))
        half = len(frames) // 2
        means = tuple(fmean(column) for column in columns)
        noise = tuple(pstdev(column) for column in columns)
        moved = any(
            abs(fmean(column[:half]) - fmean(column[half:])) > _STILL_COUNTS + _STILL * each / sqrt(half)
            for column, each in zip(columns, noise, strict=True)
        )
        return cls(means, noise, len(frames), moved)

    def change(self, zero: SensorRest, sensor: Sensor) -> Values:
        """How far each sensor is from where it was without a magnet, in mT by the data sheet."""
        scale = sensor.counts_per_millitesla
        return tuple((mean - before) / scale for mean, before in zip(self.means, zero.means, strict=True))

    def clipped(self, sensor: Sensor) -> tuple[bool, ...]:
        """Which sensors are at the end of their range."""
        return tuple(not sensor.margin < mean < sensor.full_scale - sensor.margin for mean in self.means)


def zero_faults(zero: SensorRest, sensor: Sensor) -> tuple[str, ...]:
    """What is wrong with sensors that have no magnet near; empty if nothing is."""
    faults = []
    for number, (mean, noise) in enumerate(zip(zero.means, zero.noise, strict=True), 1):
        volts = mean * sensor.supply / (sensor.full_scale + 1)
        seen = f"sensor {number} reads {volts:.2f} V"
        loud = noise / sensor.counts_per_millitesla
        if volts < _DEAD_END:
            faults.append(f"{seen}: it has no 3.3 V, its output is at ground, or SIG is not at the Pico's pin")
        elif volts > sensor.supply - _DEAD_END:
            faults.append(f"{seen}: it has no ground, or its output is at 3.3 V")
        elif abs(volts - sensor.supply / 2) > _OFF_HALF:
            faults.append(f"{seen} and not {sensor.supply / 2:.2f}: a magnet is near, or its output is not connected")
        elif loud > _LOUD:
            faults.append(f"sensor {number} has {loud:.1f} mT of noise: its output is not connected, or no 100 nF")
    return tuple(faults)


def reaction_fault(number: int, change: Values) -> str:
    """What is wrong if a worker right over sensor ``number`` (1 to 3) changes the three by so many mT; empty if nothing
    is."""
    sizes = [abs(each) for each in change]
    strongest = max(sizes)
    if strongest < _REACTS:
        return (
            f"no sensor reacts (at most {strongest:.1f} mT): the worker has no magnet or is not over sensor {number},"
            f" that sensor's output is not at C{number - 1}, or EN is not at its pin"
        )
    alike = [other for other, size in enumerate(sizes, 1) if size > _ALIKE * strongest]
    if len(alike) > 1:
        names = " and ".join(map(str, alike))
        return f"sensors {names} react alike: S0 or S1 does not reach the multiplexer, or two inputs are connected"
    if alike != [number]:
        return (
            f"sensor {alike[0]} reacts instead of sensor {number}: their wires to C{alike[0] - 1} and C{number - 1} are"
            " exchanged, or S0 and S1 are"
        )
    return ""

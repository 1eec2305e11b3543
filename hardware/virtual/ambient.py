"""Fields that do not come from workers: of the earth, thermal drift, the current of the lights, and stray magnets."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sin, sqrt

from common.numbers import seeded
from hardware.board import ALL_DARK, SQUARE_COUNT, Lights
from hardware.geometry import Geometry
from hardware.lights import current
from hardware.sensor_layout import Axis

MINUTE = 60_000
DRIFT_STEP = 200
"""The ms between updates of the sensors' drift, which is far slower."""

_SHORTEST, _LONGEST = 8.0, 20.0
"""The range in minutes of the periods of the drift."""


@dataclass(frozen=True, slots=True)
class AmbientConditions:
    """The surroundings of a board, in mT.

    ``earth`` is the vertical part of the earth's field, downwards. ``drift`` is the drift of a sensor's zero in a
    minute (root mean square; different for each sensor, none at the start). ``lights`` is the field of one ampere of
    the lights' current at a sensor (root mean square over the sensors; different for each). ``ground`` is the common
    shift of all sensors by an ampere through the lights: its voltage on the shared ground wire.
    """

    earth: float = 0.0
    drift: float = 0.0
    lights: float = 0.0
    ground: float = 0.0

    def __post_init__(self) -> None:
        if not abs(self.earth) < inf:
            raise ValueError(f"the earth's field is a number of mT, not {self.earth}")
        for what in ("drift", "lights", "ground"):
            if not 0 <= getattr(self, what) < inf:
                raise ValueError(f"the field of {what} is a number from 0 up, not {getattr(self, what)}")


class AmbientField:
    """The fields of a board's surroundings in the channels of its sensors, in mT, as they change. The ground
    that lights shift is that of the sensors of squares; further ones send numbers."""

    def __init__(self, surroundings: AmbientConditions, geometry: Geometry, seed: int) -> None:
        chance = seeded("surroundings", seed)
        self._geometry = geometry
        self._earth = [surroundings.earth] * SQUARE_COUNT
        self._per_ampere = [
            surroundings.ground + surroundings.lights * chance.gauss(0.0, 1.0) for _ in range(SQUARE_COUNT)
        ]
        self._drifts = [
            _Drift.of(surroundings.drift, chance.uniform(_SHORTEST, _LONGEST), chance.choice((-1.0, 1.0)))
            for _ in range(SQUARE_COUNT)
        ]
        chance = seeded("surroundings of further sensors", seed)
        for channel in geometry.further_channels:
            self._earth.append(channel.sign * surroundings.earth if channel.line == Axis.DOWN.line else 0.0)
            self._per_ampere.append(surroundings.lights * chance.gauss(0.0, 1.0))
            speed, sign = chance.uniform(_SHORTEST, _LONGEST), chance.choice((-1.0, 1.0))
            self._drifts.append(_Drift.of(surroundings.drift, speed, sign))
        self._drifting = surroundings.drift > 0
        self._amperes = current(ALL_DARK) / 1000
        self._drifted_at = 0
        self._drifted = [0.0] * geometry.channel_count
        self._total: list[float] | None = None

    def tilt(self, uniform: float, east: float, north: float) -> None:
        """Change the earth's field by ``uniform`` mT, and by ``east`` and ``north`` mT per mm from the board's
        middle."""
        middle = (self._geometry.size - 1) * self._geometry.pitch / 2
        for square in range(SQUARE_COUNT):
            x, y = self._geometry.centre(square)
            self._earth[square] += uniform + east * (x - middle) + north * (y - middle)
        for number, channel in enumerate(self._geometry.further_channels, start=SQUARE_COUNT):
            if channel.line == Axis.DOWN.line:
                more = uniform + east * (channel.east - middle) + north * (channel.north - middle)
                self._earth[number] += channel.sign * more
        self._total = None

    def set_lights(self, lights: Lights) -> None:
        """Set the lights, whose current has a field."""
        self._amperes = current(lights) / 1000
        self._total = None

    def fields(self, now: int) -> list[float]:
        """Return the field at each sensor at a time in ms, without strays; do not change the list."""
        if self._drifting and now - self._drifted_at >= DRIFT_STEP:
            self._drifted_at = now
            self._drifted = [drift.at(now) for drift in self._drifts]
            self._total = None
        if self._total is None:
            self._total = [
                earth + self._amperes * each + drift
                for earth, each, drift in zip(self._earth, self._per_ampere, self._drifted, strict=True)
            ]
        return self._total


@dataclass(frozen=True, slots=True)
class _Drift:
    """The periodic drift of the zero of one sensor."""

    height: float
    rate: float

    @classmethod
    def of(cls, speed: float, minutes: float, sign: float) -> _Drift:
        """Draw a drift of ``speed`` mT in a minute (root mean square) with a period of ``minutes``."""
        rate = 2 * pi / minutes
        return cls(sign * speed * sqrt(2) / rate, rate / MINUTE)

    def at(self, now: int) -> float:
        """Return the drift in mT."""
        return self.height * sin(self.rate * now)

"""Boards as they are built: what a calibration measures on them, from a physics of its own.

Sensors are displaced and tilted, gains and zeros differ and wander, and the worker's magnet is tilted. The magnet is
two faces of point charges, and a sensor measures the part of the field along its own axis.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry, Magnet
from perception.calibration.calibration_result import PlannedPlacement
from perception.calibration.gain_fit import MeasuredPlacement

Vector = tuple[float, float, float]

_CHARGES = 40
_GOLDEN = pi * (3 - sqrt(5))
_REACH = 44.0
"""The field in mT at which sensors are at their end."""
_SECONDS = 6.0
"""How long a placement takes."""


@dataclass(frozen=True, slots=True)
class Flaws:
    """How far a board is from ideal.

    The largest displacement of a sensor (mm) and its largest tilt (degrees), the largest tilt of the magnet and of the
    tower (degrees); the standard deviations of gains and of the magnet's strength (fractions), of the gap and of each
    block (mm), and of placements (mm, the root mean square of the distance). The noise of a mean (mT), the largest
    drift of a zero (mT for each minute), and by how much a light shifts its own sensor, up or down (mT).
    """

    displaced: float = 1.0
    sensor_tilt: float = 3.0
    magnet_tilt: float = 2.0
    gain: float = 0.05
    strength: float = 0.05
    gap: float = 0.7
    block: float = 0.4
    placement: float = 4.0
    noise: float = 0.016
    drift: float = 0.02
    light: float = 0.02


@dataclass(frozen=True, slots=True)
class UnevenBoard:
    """One board: the true gains, the places and the axes of its sensors, the true heights of its magnet's base over the
    sensors' plane, the drift of each zero in mT for each second, and by how many mT a light shifts its own sensor."""

    geometry: Geometry
    flaws: Flaws
    gains: tuple[float, ...]
    places: tuple[Vector, ...]
    axes: tuple[Vector, ...]
    feet: tuple[float, ...]
    drifts: tuple[float, ...]
    light: float
    charges: tuple[tuple[Vector, float], ...]

    def field(self, sensor: int, x: float, y: float, level: int, lean: tuple[float, float] = (0.0, 0.0)) -> float:
        """What an ideal sensor in the place of this one measures, in mT, of a worker at x, y (mm)."""
        sx, sy, sz = self.places[sensor]
        ax, ay, az = self.axes[sensor]
        foot, (tilt_x, tilt_y) = self.feet[level], lean
        felt = 0.0
        for (cx, cy, cz), charge in self.charges:
            dx, dy = sx - (x + cx + tilt_x * cz), sy - (y + cy + tilt_y * cz)
            dz = sz - (foot + cz - tilt_x * cx - tilt_y * cy)
            far = dx * dx + dy * dy + dz * dz
            felt += charge * (ax * dx + ay * dy + az * dz) / (far * sqrt(far))
        return felt

    def placements(self, stands: tuple[PlannedPlacement, ...], chance: Random) -> tuple[MeasuredPlacement, ...]:
        """What is measured of a worker on each of these squares, one after another."""
        return tuple(self._placement(stand, number, chance) for number, stand in enumerate(stands))

    def _placement(self, stand: PlannedPlacement, number: int, chance: Random) -> MeasuredPlacement:
        flaws = self.flaws
        x, y = self.geometry.centre(stand.square)
        aside = flaws.placement / sqrt(2)
        x, y = x + chance.gauss(0, aside), y + chance.gauss(0, aside)
        lean = _tilt(flaws.magnet_tilt, chance)
        fields = []
        for sensor in range(SQUARE_COUNT):
            zero = self.drifts[sensor] * _SECONDS * (number + 1) + chance.gauss(0, flaws.noise)
            zero += self.light if sensor == stand.square else 0.0
            fields.append(self.gains[sensor] * self.field(sensor, x, y, stand.level, lean) + zero)
        deaf = frozenset(sensor for sensor, field in enumerate(fields) if abs(field) > 0.95 * _REACH)
        variance = (0.03**2 * (1 / 50 + 1 / 100),) * SQUARE_COUNT
        minutes = _SECONDS * (number + 1) / 60
        return MeasuredPlacement(stand.square, stand.level, tuple(fields), variance, deaf, minutes)


def uneven_board(seed: int, flaws: Flaws | None = None, geometry: Geometry | None = None) -> UnevenBoard:
    """The board of this seed."""
    flaws, geometry = flaws or Flaws(), geometry or Geometry()
    chance = seeded("uneven board", seed)
    places, axes = [], []
    for square in range(SQUARE_COUNT):
        x, y = geometry.centre(square)
        east, north, up = _in_ball(flaws.displaced, chance)
        places.append((x + east, y + north, up))
        tilt_x, tilt_y = _tilt(flaws.sensor_tilt, chance)
        axes.append((tilt_x, tilt_y, -sqrt(1 - tilt_x**2 - tilt_y**2)))
    heights = tuple(height + chance.gauss(0, flaws.block) for height in geometry.block_heights)
    true = replace(
        geometry, gap=geometry.gap + chance.gauss(0, flaws.gap), block_heights=(heights[0], heights[1], heights[2])
    )
    return UnevenBoard(
        geometry,
        flaws,
        tuple(1 + chance.gauss(0, flaws.gain) for _ in range(SQUARE_COUNT)),
        tuple(places),
        tuple(axes),
        tuple(true.foot_height(level) for level in range(4)),
        tuple(chance.uniform(-flaws.drift, flaws.drift) / 60 for _ in range(SQUARE_COUNT)),
        chance.choice((-flaws.light, flaws.light)),
        _charges(geometry.magnet, 1 + chance.gauss(0, flaws.strength)),
    )


def _charges(magnet: Magnet, strength: float) -> tuple[tuple[Vector, float], ...]:
    """The faces of a magnet with its north pole down, from the middle of its base up, each with its charge in mT
    mm^2."""
    radius = magnet.diameter / 2
    each = strength * 1000 * magnet.remanence * radius**2 / 4 / _CHARGES
    spots = [(sqrt((number + 0.5) / _CHARGES) * radius, number * _GOLDEN) for number in range(_CHARGES)]
    faces = ((0.0, each), (magnet.thickness, -each))
    return tuple(((away * cos(turn), away * sin(turn), up), charge) for up, charge in faces for away, turn in spots)


def _in_ball(radius: float, chance: Random) -> Vector:
    while True:
        point = (chance.uniform(-1, 1), chance.uniform(-1, 1), chance.uniform(-1, 1))
        if hypot(*point) <= 1:
            return radius * point[0], radius * point[1], radius * point[2]


def _tilt(most: float, chance: Random) -> tuple[float, float]:
    angle, turn = radians(chance.uniform(0, most)), chance.uniform(0, 2 * pi)
    return sin(angle) * cos(turn), sin(angle) * sin(turn)

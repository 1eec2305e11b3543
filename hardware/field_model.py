"""The field of a worker's magnet at a sensor, as the recogniser believes it.

A disc magnetised along its axis acts as two discs of magnetic charge, its two faces. The vertical field of a charged
disc is its remanence times the solid angle under which the sensor sees it, over 4 pi. The radial part of that solid
angle is integrated in closed form, the angular part by the midpoint rule, which converges fast since the integrand is
periodic. The virtual board takes its fields from elsewhere, so that the recogniser is not tested on its own formula.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, cos, pi, sqrt

from hardware.geometry import Geometry, Magnet

STEP = 0.5
"""The spacing in mm of the tabulated distances; between them the field is interpolated linearly."""

LEVELS = 5
"""Heights that are tabulated: on 0 to 3 blocks, and on a dome that tops three (taken to be as high as a block)."""

Row = tuple[float, ...]


def disc_field(magnet: Magnet, distance: float, height: float) -> float:
    """The vertical field in mT, N down positive, ``distance`` mm beside the axis and ``height`` mm under the base.

    >>> round(disc_field(Magnet(), 0.0, 5.0))
    159

    :raises ValueError: if the sensor would not lie under the magnet (height not above 0).
    """
    if height <= 0:
        raise ValueError(f"a sensor {height} mm under the magnet: the height must be above 0")
    near = _solid_angle(magnet.diameter / 2, distance, height)
    far = _solid_angle(magnet.diameter / 2, distance, height + magnet.thickness)
    return 1000.0 * magnet.remanence * (near - far) / (4 * pi)


def _solid_angle(radius: float, distance: float, depth: float) -> float:
    square = distance * distance + depth * depth
    # The integrand is smooth on the scale of the way from the sensor to the rim: far away few points are enough.
    points = 8 if square > (6 * radius) ** 2 else 40
    total = 0.0
    for index in range(points):
        along = distance * cos(pi * (index + 0.5) / points)
        across = square - along * along
        edge = sqrt(radius * radius - 2 * along * radius + square)
        total += ((along * radius - square) / edge + sqrt(square)) / across
    return 2 * depth * total * pi / points


class FieldModel:
    """Tabulated fields of one kind of magnet over one board; takes some 20 ms to make, and lookups are quick."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._held: dict[int, Row] = {}
        self._count = ceil(geometry.pitch * 5 * 1.5 / STEP) + 2
        self._rows: tuple[Row, ...] = tuple(self._tabulate(self.height(level)) for level in range(LEVELS))

    def height(self, level: int) -> float:
        """How far the base of a worker on this level (4: on a complete tower's dome) is above the sensor, in mm."""
        if level <= 3:
            return self.geometry.foot_height(level)
        return self.geometry.foot_height(3) + self.geometry.block_heights[2]

    def field(self, distance: float, level: int) -> float:
        """The field in mT of an N-down magnet that stands on ``level``, ``distance`` mm beside the sensor."""
        return _interpolated(self._rows[level], distance)

    def around(self, x: float, y: float, level: int) -> tuple[float, ...]:
        """The fields in mT at all 25 sensors of an N-down magnet on ``level`` at x, y (mm from the centre of a1)."""
        return self._spread(x, y, lambda distance: self.field(distance, level))

    def held(self, x: float, y: float, height: int) -> tuple[float, ...]:
        """As ``around``, for a magnet ``height`` mm above the sensors, as in a hand."""
        row = self._held.get(height)
        if row is None:
            row = self._held[height] = self._tabulate(float(height))
        return self._spread(x, y, lambda distance: _interpolated(row, distance))

    def _spread(self, x: float, y: float, at: Callable[[float], float]) -> tuple[float, ...]:
        pitch = self.geometry.pitch
        columns = tuple((x - file * pitch) ** 2 for file in range(5))
        return tuple(at(sqrt((y - rank * pitch) ** 2 + column)) for rank in range(5) for column in columns)

    def _tabulate(self, height: float) -> Row:
        return tuple(disc_field(self.geometry.magnet, index * STEP, height) for index in range(self._count))


def _interpolated(row: Row, distance: float) -> float:
    place = distance / STEP
    index = int(place)
    if index + 1 >= len(row):
        return 0.0
    low = row[index]
    return low + (place - index) * (row[index + 1] - low)

"""Models the field of a worker's magnet at a sensor, for the recogniser.

A disc magnetised along its axis acts as two discs of magnetic charge, its two faces. The vertical field of a charged
disc is its remanence times the solid angle under which the sensor sees it, over 4 pi. The radial part of that solid
angle is integrated in closed form, the angular part by the midpoint rule, which converges fast since the integrand is
periodic. A few diameters away the first two terms of the field's expansion in the distance give the same in less time.
The virtual board has another source of fields, so that the recogniser is not tested on its own formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, pi, sin, sqrt

from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry, Magnet
from hardware.sensor_layout import Axis

STEP = 0.5
"""The spacing in mm of the tabulated distances; between them the field is interpolated linearly."""

LEVELS = 5
"""The tabulated heights: on 0 to 3 blocks, and on a dome on top of three (assumed as high as a block)."""

TALLEST = 3
"""The highest level that a worker can stay on."""

Row = tuple[float, ...]

Measured = tuple[float | None, ...]
"""The fields in mT under a worker in the middle of a square, on 0, 1, 2 and 3 blocks, each None if it was not measured;
empty if none was."""

_EAST, _DOWN = Axis.EAST.line, Axis.DOWN.line
_PLACES_AROUND = 12
_MORE_BETWEEN = 0.1
"""Fields between places that are compared exceed theirs by less than this share of how they differ."""

_FAR = 3.0
"""The distance in diameters beyond which the expansion is exact to some thousandths."""


def disc_field(magnet: Magnet, distance: float, height: float) -> float:
    """Compute the vertical field in mT, N down positive, ``distance`` mm beside the axis, ``height`` mm below the base.

    >>> round(disc_field(Magnet(), 0.0, 5.0))
    141

    :raises ValueError: if the sensor is not under the magnet (height not above 0).
    """
    if height <= 0:
        raise ValueError(f"a sensor {height} mm under the magnet: the height must be above 0")
    near = _solid_angle(magnet.diameter / 2, distance, height)
    far = _solid_angle(magnet.diameter / 2, distance, height + magnet.thickness)
    return 1000.0 * magnet.remanence * (near - far) / (4 * pi)


def _solid_angle(radius: float, distance: float, depth: float) -> float:
    square = distance * distance + depth * depth
    # The integrand is smooth on the scale of the distance from the sensor to the rim: far away few points are enough.
    points = 8 if square > (6 * radius) ** 2 else 16 if depth > 2 * radius else 40
    total = 0.0
    for index in range(points):
        along = distance * cos(pi * (index + 0.5) / points)
        across = square - along * along
        edge = sqrt(radius * radius - 2 * along * radius + square)
        total += ((along * radius - square) / edge + sqrt(square)) / across
    return 2 * depth * total * pi / points


@dataclass(frozen=True, slots=True)
class FeltField:
    """The fields of an N-down magnet in the channels of a board, in mT, and their slopes, in mT per mm of the magnet to
    the east, to the north and up."""

    fields: list[float]
    by_east: list[float]
    by_north: list[float]
    by_height: list[float]


class FieldModel:
    """The tabulated fields of one kind of magnet over one board. It takes some 20 ms to make; lookups are quick.

    ``measured`` are the fields in mT directly under a worker on 0, 1, 2 and 3 blocks, as measured on a square of this
    board, or None for a level at which the sensor is clipped. Each level's fields are scaled to them.

    :raises ValueError: if a measured field is not above 0.
    """

    def __init__(self, geometry: Geometry, measured: Measured = ()) -> None:
        self.geometry = geometry
        self.measured = measured
        self.channels = geometry.channel_count
        """The number of values in a frame: 25, and those of further sensors."""
        self._further = geometry.further_channels
        magnet = geometry.magnet
        radius, half = magnet.diameter / 2, magnet.thickness / 2
        self._half = half
        self._moment = 1000.0 * magnet.remanence * radius * radius * magnet.thickness / 4
        self._second = half * half - 0.75 * radius * radius
        self._count = ceil(geometry.pitch * 5 * 1.5 / STEP) + 2
        scales = self._scales = tuple(self._scale(level, measured) for level in range(LEVELS))
        self._rows = tuple(self._tabulate(self.height(level), scale) for level, scale in enumerate(scales))
        self._rises = tuple(
            tuple(
                above - here for above, here in zip(self._tabulate(self.height(level) + 1.0, scale), row, strict=True)
            )
            for level, (scale, row) in enumerate(zip(scales, self._rows, strict=True))
        )

    def height(self, level: int) -> float:
        """Return the height in mm of a worker's base on this level (4: on a complete tower's dome) above the sensor."""
        if level <= 3:
            return self.geometry.foot_height(level)
        return self.geometry.foot_height(3) + self.geometry.block_heights[2]

    def field(self, distance: float, level: int) -> float:
        """Return the field in mT of an N-down magnet that stands on ``level``, ``distance`` mm beside the sensor."""
        row = self._rows[level]
        place = distance / STEP
        index = int(place)
        if index + 1 >= len(row):
            return 0.0
        low = row[index]
        return low + (place - index) * (row[index + 1] - low)

    def range(self, nearest: float, farthest: float, level: int) -> tuple[float, float]:
        """Return the least and the largest field in mT of an N-down magnet in this range of distances in mm."""
        row = self._rows[level]
        part = row[int(nearest / STEP) : int(farthest / STEP) + 2]
        return min(part), max(part)

    def around(self, x: float, y: float, level: int) -> tuple[float, ...]:
        """Return the fields in mT at the 25 sensors of an N-down magnet on ``level`` at x, y (mm from the middle of
        a1)."""
        pitch = self.geometry.pitch
        columns = tuple((x - file * pitch) ** 2 for file in range(5))
        return tuple(
            self.field(sqrt((y - rank * pitch) ** 2 + column), level) for rank in range(5) for column in columns
        )

    def felt(self, x: float, y: float, level: int) -> FeltField:
        """Return the fields as ``around``, with the slopes, for a magnet within the board's squares."""
        row, rises, pitch = self._rows[level], self._rises[level], self.geometry.pitch
        columns = [(x - file * pitch, (x - file * pitch) ** 2) for file in range(5)]
        fields: list[float] = []
        by_east: list[float] = []
        by_north: list[float] = []
        by_height: list[float] = []
        for rank in range(5):
            north = y - rank * pitch
            square = north * north
            for east, column in columns:
                distance = sqrt(square + column)
                place = distance / STEP
                index = int(place)
                low = row[index]
                change = row[index + 1] - low
                fields.append(low + (place - index) * change)
                slope = change / STEP / distance if distance > STEP else change / STEP / STEP
                by_east.append(slope * east)
                by_north.append(slope * north)
                by_height.append(rises[index])
        felt = FeltField(fields, by_east, by_north, by_height)
        if self._further:
            self._add_further(felt, x, y, self.height(level), self._scales[level])
        return felt

    def held(self, x: float, y: float, height: float) -> FeltField:
        """Return the fields as ``felt``, for a magnet ``height`` mm above the sensors, as in a hand; from 25 mm on."""
        moment, second, pitch = self._moment, self._second, self.geometry.pitch
        up = height + self._half
        above = up * up
        columns = [(x - file * pitch, (x - file * pitch) ** 2) for file in range(5)]
        fields: list[float] = []
        by_east: list[float] = []
        by_north: list[float] = []
        by_height: list[float] = []
        for rank in range(5):
            north = y - rank * pitch
            square = north * north
            for east, column in columns:
                beside = square + column
                inverse = 1.0 / (beside + above)
                share = above * inverse
                strength = moment * inverse * sqrt(inverse)
                fields.append(strength * (3 * share - 1 + second * inverse * ((17.5 * share - 15) * share + 1.5)))
                steep = strength * inverse * inverse
                slope = steep * (3 * beside - 12 * above)
                by_east.append(slope * east)
                by_north.append(slope * north)
                by_height.append(steep * up * (9 * beside - 6 * above))
        felt = FeltField(fields, by_east, by_north, by_height)
        if self._further:
            self._add_further(felt, x, y, height, 1.0)
        return felt

    def _add_further(self, felt: FeltField, x: float, y: float, height: float, scale: float) -> None:
        """Add the channels of further sensors. These are a few diameters off every square, so their fields are the
        first two terms of the expansion, and their slopes those of a dipole, as in `held`."""
        moment, second, up = scale * self._moment, self._second, height + self._half
        for channel in self._further:
            east, north, above = channel.east - x, channel.north - y, up + channel.below
            beside, high = east * east + north * north, above * above
            far = beside + high
            inverse = 1.0 / far
            share = high * inverse
            strength = moment * inverse * sqrt(inverse)
            steep = strength * inverse * inverse
            if channel.line == _DOWN:
                field = strength * (3 * share - 1 + second * inverse * ((17.5 * share - 15) * share + 1.5))
                slope = steep * (12 * high - 3 * beside)
                by_east, by_north, by_height = slope * east, slope * north, steep * above * (9 * beside - 6 * high)
            else:
                along, aside = (east, north) if channel.line == _EAST else (north, east)
                field = strength * inverse * above * along * (3 + second * inverse * (17.5 * share - 7.5))
                own, other = 3 * steep * above * (5 * along * along - far), 15 * steep * above * along * aside
                by_east, by_north = (own, other) if channel.line == _EAST else (other, own)
                by_height = 3 * steep * along * (far - 5 * high)
            felt.fields.append(channel.sign * field)
            felt.by_east.append(channel.sign * by_east)
            felt.by_north.append(channel.sign * by_north)
            felt.by_height.append(channel.sign * by_height)

    def further_fields(self, x: float, y: float, level: int) -> list[float]:
        """Return the fields in mT in the channels of further sensors of an N-down magnet on ``level`` at x, y."""
        felt = FeltField([], [], [], [])
        self._add_further(felt, x, y, self.height(level), self._scales[level])
        return felt.fields

    def further_ranges(self, x: float, y: float, reach: float, level: int) -> list[tuple[float, float]]:
        """Return about the least and the largest field in mT in each channel of further sensors, of an N-down magnet
        that stands on ``level`` up to ``reach`` mm from x, y: those at places around it, and a little more."""
        if not self._further:
            return []
        places = [(0.0, 0.0)]
        for step in range(_PLACES_AROUND):
            angle = 2 * pi * step / _PLACES_AROUND
            places += [(far * reach * cos(angle), far * reach * sin(angle)) for far in (0.5, 1.0)]
        rows = [self.further_fields(x + east, y + north, level) for east, north in places]
        found = []
        for values in zip(*rows, strict=True):
            low, high = min(values), max(values)
            more = _MORE_BETWEEN * (high - low)
            found.append((low - more, high + more))
        return found

    def across(self, x: float, y: float, level: int) -> list[tuple[float, float]]:
        """Return the change of the fields at the 25 sensors, in mT per rad, if the magnet is tilted to the east and to
        the north, which equals a tilt of the sensors. It is the change of a dipole, within some percent."""
        pitch, up = self.geometry.pitch, self.height(level) + self._half
        found = []
        for square in range(SQUARE_COUNT):
            east, north = x - square % 5 * pitch, y - square // 5 * pitch
            far = east * east + north * north + up * up
            slope = 3 * self._moment * up / (far * far * sqrt(far))
            found.append((slope * east, slope * north))
        return found

    def _scale(self, level: int, measured: Measured) -> float:
        """Return the ratio of the measured to the modelled field on a level, or else on the one below."""
        known = [each for each in enumerate(measured[: level + 1]) if each[1] is not None]
        if not known:
            return 1.0
        on, field = known[-1]
        if field is None or field <= 0:
            raise ValueError(f"the field measured on level {on} is {field} mT: it must be above 0")
        return field / disc_field(self.geometry.magnet, 0.0, self.height(on))

    def _tabulate(self, height: float, scale: float) -> Row:
        near = max(0, ceil(sqrt(max(0.0, (_FAR * self.geometry.magnet.diameter) ** 2 - height * height)) / STEP))
        row = [scale * disc_field(self.geometry.magnet, index * STEP, height) for index in range(near)]
        up = height + self._half
        above = up * up
        for index in range(near, self._count):
            inverse = 1.0 / ((index * STEP) ** 2 + above)
            share = above * inverse
            value = 3 * share - 1 + self._second * inverse * ((17.5 * share - 15) * share + 1.5)
            row.append(scale * self._moment * inverse * sqrt(inverse) * value)
        return tuple(row)

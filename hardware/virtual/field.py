"""The field of a worker's magnet, from a table computed by an independent magnetics library.

A disc magnetised along its axis acts as two discs of magnetic charge, its faces, which differ only in size. So one
table is enough for every magnet: the field of a charged disc of unit radius. It is in the package, so that a lookup
needs only Python. Its values are weighted to be smooth and nearly level. Its grid is even in warped coordinates (dense
near the disc and its edge, sparse far away), and interpolation is cubic in both. Beyond the table a magnet is a dipole.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.geometry import Magnet

TABLE_PATH = Path(__file__).with_name("field_table.json")
EDGE = 0.3
"""The distance from the edge of the disc (1), in radii, within which the grid over the distance is even."""
NEAR = 0.3
"""The depth under the disc, in radii, within which the grid over the depth is even."""
FARTHEST_DISTANCE = 150.0
FARTHEST_DEPTH = 100.0
"""The depth at which the table ends, in radii."""

_EDGE_PLACE = math.asinh(1.0 / EDGE)

LOWEST = 1.0
"""The least distance of a sensor under a worker's magnet, in mm."""
_HEIGHT_STEP = 0.1
"""The logarithm of the ratio of heights between two rows of a disc's grid."""
_COLUMN_STEP = 0.08
_COLUMNS = 128
_ROWS = 58
_LOW = LOWEST * math.exp(_HEIGHT_STEP)
_AROUND = tuple(math.cos(math.pi * (index + 0.5) / 16) for index in range(16))
"""Cosines around half of the rim of a disc; the other half is alike."""


def warped_distance(distance: float) -> float:
    """Return the place on the even grid of a distance in radii."""
    return math.asinh((distance - 1.0) / EDGE) + _EDGE_PLACE


def unwarped_distance(place: float) -> float:
    """Return the distance in radii of a place on the even grid."""
    return 1.0 + EDGE * math.sinh(place - _EDGE_PLACE)


def warped_depth(depth: float) -> float:
    """Return the place on the even grid of a depth in radii."""
    return math.asinh(depth / NEAR)


def unwarped_depth(place: float) -> float:
    """Return the depth in radii of a place on the even grid."""
    return NEAR * math.sinh(place)


def weight(distance: float, depth: float) -> float:
    """Return the factor of the table's values relative to the field of a face, at a place in radii."""
    deep = 1.0 + depth * depth
    return 4.0 * float((distance * distance + deep) ** 1.5) / math.sqrt(deep)


@dataclass(frozen=True, slots=True)
class FaceTable:
    """The vertical field under a disc of magnetic charge of unit radius, as a part of its remanence."""

    _rows: tuple[tuple[float, ...], ...]
    _distance_step: float
    _depth_step: float

    @classmethod
    @cache
    def load(cls) -> FaceTable:
        """Read the table of the package."""
        content = json.loads(TABLE_PATH.read_text(encoding="utf-8"))
        rows = tuple(tuple(value / content["unit"] for value in row) for row in content["rows"])
        return cls(
            rows,
            warped_distance(FARTHEST_DISTANCE) / (len(rows[0]) - 1),
            warped_depth(FARTHEST_DEPTH) / (len(rows) - 1),
        )

    def at(self, distance: float, depth: float) -> float:
        """Return the field ``depth`` radii under the face (or over it) and ``distance`` radii beside its axis."""
        if depth < 0:
            return -self.at(distance, -depth)
        if distance >= FARTHEST_DISTANCE or depth >= FARTHEST_DEPTH:
            return depth / (4.0 * math.hypot(distance, depth) ** 3)
        column, along = _cell(warped_distance(distance) / self._distance_step, len(self._rows[0]))
        row, down = _cell(warped_depth(depth) / self._depth_step, len(self._rows))
        w0, w1, w2, w3 = _cubic(along)
        total = 0.0
        for share, values in zip(_cubic(down), self._rows[row : row + 4], strict=True):
            total += share * (
                w0 * values[column] + w1 * values[column + 1] + w2 * values[column + 2] + w3 * values[column + 3]
            )
        return total / weight(distance, depth)


class DiscField:
    """The vertical field of one kind of upright disc magnet, in mT downwards, magnetised downwards.

    For quick lookups it has its own grid over the distance and the height, whose rows are computed when they are first
    needed.
    """

    def __init__(self, magnet: Magnet) -> None:
        self.magnet = magnet
        self._face = FaceTable.load()
        self._radius = magnet.diameter / 2
        self._square = self._radius * self._radius
        self._rows: list[list[float] | None] = [None] * _ROWS

    @classmethod
    @cache
    def of(cls, magnet: Magnet) -> DiscField:
        """Return the field of this magnet; the same object each time."""
        return cls(magnet)

    def at(self, distance: float, height: float) -> float:
        """Return the field in mT; ``distance`` is from the disc's axis and ``height`` from the sensor up to the disc's
        lower face, both in mm. Below 0, the sensor is above that face."""
        radius, thickness = self._radius, self.magnet.thickness
        aside, depth, deeper = distance / radius, height / radius, (height + thickness) / radius
        if aside >= FARTHEST_DISTANCE or deeper >= FARTHEST_DEPTH:
            return self._dipole(distance, height + thickness / 2)
        return 1000.0 * self.magnet.remanence * (self._face.at(aside, depth) - self._face.at(aside, deeper))

    def around(self, squares: Sequence[float], height: float) -> list[float]:
        """Return the fields in mT at one height in mm, at distances whose squares are given in mm^2."""
        middle = height + self.magnet.thickness / 2
        place = math.log(height / LOWEST) / _HEIGHT_STEP if height >= LOWEST else -1.0
        if not 0.0 <= place < _ROWS - 1:
            return [self.at(math.sqrt(square), height) for square in squares]
        first, up = _cell(place, _ROWS)
        r0, r1, r2, r3 = (self._row(first + number) for number in range(4))
        h0, h1, h2, h3 = _cubic(up)
        scale, deep = 1.0 / self._square, self._square + middle * middle
        log1p, sqrt, fields, last = math.log1p, math.sqrt, [], _COLUMNS - 4
        for square in squares:
            along = log1p(square * scale) / _COLUMN_STEP
            a = int(along) - 1
            if a < 0:
                a = 0
            elif a > last:
                fields.append(self._dipole(sqrt(square), middle))
                continue
            b, c, d = a + 1, a + 2, a + 3
            # The weights of the cubic as in `_cubic`, written out, since a simulation spends most of its time here.
            p = along - a
            q, r, s = p - 1, p - 2, p - 3
            pq, rs = p * q, r * s
            value = (
                (h0 * r0[a] + h1 * r1[a] + h2 * r2[a] + h3 * r3[a]) * q * rs * -_SIXTH
                + (h0 * r0[b] + h1 * r1[b] + h2 * r2[b] + h3 * r3[b]) * p * rs * 0.5
                + (h0 * r0[c] + h1 * r1[c] + h2 * r2[c] + h3 * r3[c]) * pq * s * -0.5
                + (h0 * r0[d] + h1 * r1[d] + h2 * r2[d] + h3 * r3[d]) * pq * r * _SIXTH
            )
            far = square + deep
            fields.append(value / (far * sqrt(far)))
        return fields

    def each(self, squares: Sequence[float], heights: Sequence[float]) -> list[float]:
        """Return the fields as `around`, with a height for each distance."""
        log, log1p, sqrt, fields, rows = math.log, math.log1p, math.sqrt, [], self._rows
        half, radius_square, last = self.magnet.thickness / 2, self._square, _COLUMNS - 4
        scale, high = 1.0 / radius_square, LOWEST * math.exp((_ROWS - 3) * _HEIGHT_STEP)
        for square, height in zip(squares, heights, strict=True):
            p = log1p(square * scale) / _COLUMN_STEP
            a = int(p) - 1
            if a > last or not _LOW <= height < high:
                fields.append(self.at(sqrt(square), height))
                continue
            a = max(a, 0)
            b, c, d = a + 1, a + 2, a + 3
            # Both cubics are written out, as in `around`.
            p -= a
            q, r, s = p - 1, p - 2, p - 3
            wa, wb, wc, wd = q * r * s * -_SIXTH, p * r * s * 0.5, p * q * s * -0.5, p * q * r * _SIXTH
            p = log(height / LOWEST) / _HEIGHT_STEP
            row = int(p) - 1
            p -= row
            q, r, s = p - 1, p - 2, p - 3
            r0, r1, r2, r3 = rows[row : row + 4]
            if r0 is None or r1 is None or r2 is None or r3 is None:
                r0, r1, r2, r3 = map(self._row, range(row, row + 4))
            value = (
                (wa * r0[a] + wb * r0[b] + wc * r0[c] + wd * r0[d]) * q * r * s * -_SIXTH
                + (wa * r1[a] + wb * r1[b] + wc * r1[c] + wd * r1[d]) * p * r * s * 0.5
                + (wa * r2[a] + wb * r2[b] + wc * r2[c] + wd * r2[d]) * p * q * s * -0.5
                + (wa * r3[a] + wb * r3[b] + wc * r3[c] + wd * r3[d]) * p * q * r * _SIXTH
            )
            far = square + radius_square + (height + half) ** 2
            fields.append(value / (far * sqrt(far)))
        return fields

    def outward(self, distance: float, height: float) -> float:
        """Return the field in mT away from the disc's axis, of a disc magnetised downwards; arguments as for `at`."""
        radius, radius_square = self._radius, self._square
        near, deep = distance * distance + height * height + radius_square, height + self.magnet.thickness
        far, total = distance * distance + deep * deep + radius_square, 0.0
        for along in _AROUND:
            short = 2 * distance * radius * along
            total += along * (1 / math.sqrt(near - short) - 1 / math.sqrt(far - short))
        return 1000.0 * self.magnet.remanence * radius * total / (2 * len(_AROUND))

    def _row(self, number: int) -> list[float]:
        row = self._rows[number]
        if row is None:
            height = LOWEST * math.exp(number * _HEIGHT_STEP)
            deep = self._square + (height + self.magnet.thickness / 2) ** 2
            squares = [self._square * math.expm1(column * _COLUMN_STEP) for column in range(_COLUMNS)]
            row = [self.at(math.sqrt(square), height) * (square + deep) ** 1.5 for square in squares]
            self._rows[number] = row
        return row

    def _dipole(self, distance: float, height: float) -> float:
        far = distance * distance + height * height
        return moment(self.magnet) * (3.0 * height * height / far - 1.0) / (far * math.sqrt(far))


def moment(magnet: Magnet) -> float:
    """Return the moment of a disc magnet in mT mm^3: its field is that over r^3 beside it, twice that at its poles."""
    return 250.0 * magnet.remanence * (magnet.diameter / 2) ** 2 * magnet.thickness


_SIXTH = 1.0 / 6.0


def _cell(place: float, count: int) -> tuple[int, float]:
    """Return the first of the four grid points around a place, and the distance of the place beyond the second of them.

    At an edge of the grid the four are the nearest, and the place lies outside the middle two.
    """
    first = min(max(int(place) - 1, 0), count - 4)
    return first, place - first - 1


def _cubic(place: float) -> tuple[float, float, float, float]:
    """Return the weights of the values at -1, 0, 1 and 2 in the cubic through them (Lagrange), at ``place``."""
    below, here, above, beyond = place + 1, place, place - 1, place - 2
    return (
        -here * above * beyond / 6,
        below * above * beyond / 2,
        -below * here * beyond / 2,
        below * here * above / 6,
    )

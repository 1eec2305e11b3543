"""The field of a worker's magnet, from a table that an independent magnetics library computed.

The table is in the package, so that nothing but Python is needed to look a field up. What it holds is the field times
the third power of the distance, which is a smooth and nearly level function; its grid is even in warped coordinates
(close together near the magnet, wide far away), and values between are cubic in both.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.geometry import Magnet

TABLE_PATH = Path(__file__).with_name("field_table.json")
DISTANCE_SCALE = 6.0
"""Where the grid over the distance turns from even to logarithmic, in mm."""


def weight(distance: float, height: float) -> float:
    """What the table multiplies a field by, in mm^3: the third power of the way to the middle of a thin disc."""
    return float((distance * distance + (height + 2.5) ** 2) ** 1.5)


def unwarped_distance(place: float) -> float:
    """The distance in mm at a place on the even grid."""
    return DISTANCE_SCALE * math.sinh(place)


@dataclass(frozen=True, slots=True)
class DiscField:
    """The vertical field under a disc magnet with its axis upright."""

    magnet: Magnet
    nearest_height: float
    farthest_height: float
    farthest_distance: float
    _rows: tuple[tuple[float, ...], ...]
    _distance_step: float
    _height_step: float

    @classmethod
    @cache
    def load(cls) -> DiscField:
        """The table of the package."""
        content = json.loads(TABLE_PATH.read_text(encoding="utf-8"))
        rows = tuple(tuple(float(value) for value in row) for row in content["rows"])
        nearest, farthest = content["heights"]
        reach = content["farthest_distance"]
        return cls(
            magnet=Magnet(content["diameter"], content["thickness"], content["remanence"]),
            nearest_height=nearest,
            farthest_height=farthest,
            farthest_distance=reach,
            _rows=rows,
            _distance_step=math.asinh(reach / DISTANCE_SCALE) / (len(rows[0]) - 1),
            _height_step=math.log(farthest / nearest) / (len(rows) - 1),
        )

    def at(self, distance: float, height: float) -> float:
        """The field in mT, counted downwards, of a disc magnetised downwards.

        ``distance`` is from the disc's axis and ``height`` from the sensor up to the disc's lower face, both in mm.
        Beyond ``farthest_distance`` or ``farthest_height`` there is none (there it is below 0.002 and 0.02 mT).

        :raises ValueError: if the height is less than the table's first.
        """
        if distance > self.farthest_distance or height > self.farthest_height:
            return 0.0
        if height < self.nearest_height:
            raise ValueError(f"a magnet {height:g} mm above a sensor: the table begins at {self.nearest_height:g}")
        column, along = _cell(math.asinh(distance / DISTANCE_SCALE) / self._distance_step, len(self._rows[0]))
        row, up = _cell(math.log(height / self.nearest_height) / self._height_step, len(self._rows))
        w0, w1, w2, w3 = _cubic(along)
        total = 0.0
        for share, values in zip(_cubic(up), self._rows[row : row + 4], strict=True):
            total += share * (
                w0 * values[column] + w1 * values[column + 1] + w2 * values[column + 2] + w3 * values[column + 3]
            )
        return total / weight(distance, height)


def _cell(place: float, count: int) -> tuple[int, float]:
    """The first of the four grid points around a place, and how far the place is beyond the second of them.

    At an edge of the grid the four are the nearest, and the place lies outside the middle two.
    """
    first = min(max(int(place) - 1, 0), count - 4)
    return first, place - first - 1


def _cubic(place: float) -> tuple[float, float, float, float]:
    """The weights of the values at -1, 0, 1 and 2 in the cubic through them (Lagrange), at ``place``."""
    below, here, above, beyond = place + 1, place, place - 1, place - 2
    return (
        -here * above * beyond / 6,
        below * above * beyond / 2,
        -below * here * beyond / 2,
        below * here * above / 6,
    )

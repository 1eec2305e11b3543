"""Writes the table of a charged disc's field, computed by a magnetics library (magpylib, needed only here).

Run ``python -m hardware.virtual.make_field_table`` after a change of the grid; it prints for some magnets the largest
error at points between those of the grid.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import magpylib

from common.numbers import seeded
from hardware.geometry import Magnet
from hardware.virtual.field import (
    FARTHEST_DEPTH,
    FARTHEST_DISTANCE,
    TABLE_PATH,
    DiscField,
    unwarped_depth,
    unwarped_distance,
    warped_depth,
    warped_distance,
    weight,
)

DISTANCE_COUNT = 110
DEPTH_COUNT = 72
UNIT = 1_000_000
"""The table has whole numbers; this one stands for 1."""

COMMON_MAGNETS = tuple(Magnet(*size) for size in ((6, 3), (10, 3), (12, 5), (15, 5), (20, 5), (20, 10)))
"""Discs that builders use, diameter and thickness in mm."""

ENDLESS = 1e6
"""The length in radii of a cylinder whose other face is too far away to matter."""


def reference_field(magnet: Magnet, points: list[tuple[float, float]]) -> list[float]:
    """Compute the vertical field in mT, by magpylib, at (distance, height) points in mm under a disc's lower face.

    The distance is from the axis, the height from the point up to the face. The disc is magnetised downwards and the
    field counts downwards, so that the value on the axis is positive.
    """
    return [down for _, down in reference_vectors(magnet, points)]


def reference_vectors(magnet: Magnet, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Compute the radial field, away from the axis, and the vertical field; as ``reference_field``."""
    disc = magpylib.magnet.Cylinder(  # type: ignore[no-untyped-call]  # the library has no types
        polarization=(0.0, 0.0, -magnet.remanence),
        dimension=(magnet.diameter / 1000, magnet.thickness / 1000),
        position=(0.0, 0.0, magnet.thickness / 2000),
    )
    places = [(distance / 1000, 0.0, -height / 1000) for distance, height in points]
    field = disc.getB(places)  # type: ignore[no-untyped-call]  # the library has no types
    return [(1000.0 * float(x), -1000.0 * float(z)) for x, _, z in field.reshape(len(points), 3)]


def face_field(points: list[tuple[float, float]]) -> list[float]:
    """Compute the vertical field at (distance, depth) points in radii under a charged disc, as a part of the remanence:
    by magpylib, as the end of a very long cylinder."""
    cylinder = magpylib.magnet.Cylinder(  # type: ignore[no-untyped-call]  # the library has no types
        polarization=(0.0, 0.0, -1.0), dimension=(2.0, ENDLESS), position=(0.0, 0.0, ENDLESS / 2)
    )
    places = [(distance, 0.0, -depth) for distance, depth in points]
    field = cylinder.getB(places)  # type: ignore[no-untyped-call]  # the library has no types
    return [-float(vector[2]) for vector in field.reshape(len(points), 3)]


def write_table(path: Path) -> None:
    """Compute the whole table and write it as JSON."""
    last_distance, last_depth = warped_distance(FARTHEST_DISTANCE), warped_depth(FARTHEST_DEPTH)
    distances = [unwarped_distance(last_distance * step / (DISTANCE_COUNT - 1)) for step in range(DISTANCE_COUNT)]
    depths = [unwarped_depth(last_depth * step / (DEPTH_COUNT - 1)) for step in range(DEPTH_COUNT)]
    rows = []
    for depth in depths:
        points = [(distance, depth) for distance in distances]
        fields = face_field(points)
        rows.append([round(UNIT * value * weight(*at)) for value, at in zip(fields, points, strict=True)])
    content = {
        "about": "weighted vertical field of a charged disc of unit radius by depth (rows) and distance; see field.py",
        "unit": UNIT,
        "rows": rows,
    }
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def worst_error(magnet: Magnet, count: int) -> float:
    """Return the largest error of lookups at random places where a worker can be, relative to the field there; where
    the field is below 0.02 mT, relative to 0.02 mT."""
    field, chance = DiscField.of(magnet), seeded("points between the grid")
    points = [(chance.uniform(0, 300), math.exp(chance.uniform(math.log(4.0), math.log(160)))) for _ in range(count)]
    worst = 0.0
    for (distance, height), (aside, down) in zip(points, reference_vectors(magnet, points), strict=True):
        scale = max(math.hypot(aside, down), 0.02)
        (quick,) = field.around((distance * distance,), height)
        worst = max(worst, abs(field.at(distance, height) - down) / scale, abs(quick - down) / scale)
    return worst


def main() -> None:
    """Write the package's table and print its interpolation errors."""
    write_table(TABLE_PATH)
    for magnet in COMMON_MAGNETS:
        error = worst_error(magnet, 20_000)
        size = f"{magnet.diameter:g} x {magnet.thickness:g} mm"
        print(f"{size}: worst error {error:.1e} of the field")  # noqa: T201 - a script


if __name__ == "__main__":
    main()

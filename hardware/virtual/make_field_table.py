"""Writes the table of a disc magnet's field from an independent magnetics library (magpylib, needed only here).

Run ``python -m hardware.virtual.make_field_table`` after a change of the grid or the magnet; it prints the largest
error at points between those of the grid.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import magpylib

from hardware.geometry import Magnet
from hardware.virtual.chance import seeded
from hardware.virtual.field import DISTANCE_SCALE, TABLE_PATH, DiscField, unwarped_distance, weight

NEAREST_HEIGHT = 2.0
FARTHEST_HEIGHT = 220.0
FARTHEST_DISTANCE = 420.0
DISTANCE_COUNT = 150
HEIGHT_COUNT = 56


def reference_field(magnet: Magnet, points: list[tuple[float, float]]) -> list[float]:
    """The vertical field in mT, by magpylib, at (distance, height) points in mm under a disc's lower face.

    Distance is counted from the axis, height from the point up to the face. The disc is magnetised downwards and
    the field counts downwards, so that the value on the axis is positive.
    """
    disc = magpylib.magnet.Cylinder(  # type: ignore[no-untyped-call]  # the library has no types
        polarization=(0.0, 0.0, -magnet.remanence),
        dimension=(magnet.diameter / 1000, magnet.thickness / 1000),
        position=(0.0, 0.0, magnet.thickness / 2000),
    )
    places = [(distance / 1000, 0.0, -height / 1000) for distance, height in points]
    field = disc.getB(places)  # type: ignore[no-untyped-call]  # the library has no types
    return [-1000.0 * float(vector[2]) for vector in field.reshape(len(points), 3)]


def write_table(path: Path, magnet: Magnet) -> None:
    """Compute the whole table and write it as JSON."""
    last = math.asinh(FARTHEST_DISTANCE / DISTANCE_SCALE)
    distances = [unwarped_distance(last * step / (DISTANCE_COUNT - 1)) for step in range(DISTANCE_COUNT)]
    span = math.log(FARTHEST_HEIGHT / NEAREST_HEIGHT)
    heights = [NEAREST_HEIGHT * math.exp(span * step / (HEIGHT_COUNT - 1)) for step in range(HEIGHT_COUNT)]
    rows = []
    for height in heights:
        points = [(distance, height) for distance in distances]
        fields = reference_field(magnet, points)
        rows.append([float(f"{value * weight(*at):.7g}") for value, at in zip(fields, points, strict=True)])
    content = {
        "about": "weighted vertical field (mT mm^3) of a disc by height (rows) and distance; see field.py",
        "diameter": magnet.diameter,
        "thickness": magnet.thickness,
        "remanence": magnet.remanence,
        "heights": [NEAREST_HEIGHT, FARTHEST_HEIGHT],
        "farthest_distance": FARTHEST_DISTANCE,
        "rows": rows,
    }
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Write the package's table and say how well it interpolates."""
    magnet = Magnet()
    write_table(TABLE_PATH, magnet)
    field = DiscField.load()
    chance = seeded("points between the grid")
    points = [(chance.uniform(0, 200), math.exp(chance.uniform(math.log(2.0), math.log(150)))) for _ in range(20_000)]
    worst = 0.0
    for (distance, height), true in zip(points, reference_field(magnet, points), strict=True):
        worst = max(worst, abs(field.at(distance, height) - true) / max(0.01 * abs(true), 0.005))
    print(f"{TABLE_PATH.name}: worst error {worst:.2f} of what is allowed (1 % or 0.005 mT)")  # noqa: T201 - a script


if __name__ == "__main__":
    main()

"""A ruler on the sheet, to hold a real one against: no printer's scale is to be trusted."""

from __future__ import annotations

from hardware.drawing.drawing_shapes import DrawnLine, Layer, Point, Shape, TextAnchor, Words


def ruler(start: Point, length: float) -> tuple[Shape, ...]:
    """A ruler to the right of a point: its edge is at the point's height, its marks go up, the numbers are below."""
    left, edge = start
    shapes: list[Shape] = [DrawnLine(Layer.NOTE, start, (left + length, edge))]
    for millimetre in range(int(length) + 1):
        tall = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 1.8
        shapes.append(DrawnLine(Layer.NOTE, (left + millimetre, edge), (left + millimetre, edge - tall)))
    shapes += [Words(Layer.NOTE, (left + ten, edge + 3.0), f"{ten}", 2.6) for ten in range(0, int(length), 10)]
    shapes.append(Words(Layer.NOTE, (left + length - 2.2, edge + 3.0), f"{length:g} mm", 2.6, TextAnchor.START))
    return tuple(shapes)

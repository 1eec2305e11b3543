"""What a drawing is made of: lines, circles and words on a sheet. All measures are mm; x goes right and y down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Point = tuple[float, float]


class Layer(Enum):
    """What a shape is for. Programs that drive cutters take each layer separately."""

    CUT = "cut"
    """Material ends here: the outline and the holes."""
    MARK = "mark"
    """Drawn or engraved on the material: squares, middles of holes, letters."""
    NOTE = "note"
    """For the reader of the sheet."""


class TextAnchor(Enum):
    """Which part of a line of words is at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A straight line; ``dashed`` where the material shows nothing."""

    layer: Layer
    start: Point
    end: Point
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    layer: Layer
    centre: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words of this size; ``at`` is on its base line."""

    layer: Layer
    at: Point
    text: str
    size: float
    anchor: TextAnchor = TextAnchor.MIDDLE


Shape = DrawnLine | Circle | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of this size with its upper left corner at 0, 0."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(layer: Layer, corner: Point, width: float, height: float) -> tuple[DrawnLine, ...]:
    """Its four sides, clockwise from the upper left corner."""
    left, top = corner
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return tuple(DrawnLine(layer, corners[side], corners[(side + 1) % 4]) for side in range(4))


def cross(layer: Layer, centre: Point, size: float) -> tuple[DrawnLine, DrawnLine]:
    """Two lines that meet at the point, each ``size`` long."""
    x, y = centre
    half = size / 2
    return DrawnLine(layer, (x - half, y), (x + half, y)), DrawnLine(layer, (x, y - half), (x, y + half))


def ruler(start: Point, length: float) -> tuple[Shape, ...]:
    """A ruler to the right of a point, to compare with a real one, since printers may scale: its edge is at the point's
    height, its marks go up, the numbers are below."""
    left, edge = start
    shapes: list[Shape] = [DrawnLine(Layer.NOTE, start, (left + length, edge))]
    for millimetre in range(int(length) + 1):
        tall = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 1.8
        shapes.append(DrawnLine(Layer.NOTE, (left + millimetre, edge), (left + millimetre, edge - tall)))
    shapes += [Words(Layer.NOTE, (left + ten, edge + 3.0), f"{ten}", 2.6) for ten in range(0, int(length), 10)]
    shapes.append(Words(Layer.NOTE, (left + length - 2.2, edge + 3.0), f"{length:g} mm", 2.6, TextAnchor.START))
    return tuple(shapes)

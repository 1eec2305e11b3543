"""Solids as they are seen from above a corner, in isometric view: what of each face is visible, exactly.

A face that looks towards the viewer is hidden where a part of the solid lies in front of its plane. So its picture is
its own outline without that of the solid cut along that plane.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sqrt

from manifold3d import CrossSection, FillRule, Manifold

Vector = tuple[float, float, float]
Contour = tuple[tuple[float, float], ...]

RIGHT: Vector = (1 / sqrt(2), -1 / sqrt(2), 0.0)
UP: Vector = (1 / sqrt(6), 1 / sqrt(6), 2 / sqrt(6))
TOWARDS: Vector = (-1 / sqrt(3), -1 / sqrt(3), 1 / sqrt(3))
"""What is right, up and towards the viewer, who is above the south-west corner."""

LIGHT: Vector = (0.25, 0.55, 0.8)
"""Where light comes from, as the picture has it: right, up and towards the viewer."""

SMOOTH = cos(radians(40))
"""Faces whose directions differ less than this are one curved surface, and no edge is drawn between them."""

SHADES = 16
"""How many shades of a colour there are."""

IN_FRONT = 1e-3
"""How far in front of a face something is that hides it, in mm."""

SPECK = 0.02
"""An area in mm^2 that is left out: it is less than a pixel."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The parts of a surface that are equally bright, from 0 to 1; holes are contours of their own."""

    brightness: float
    contours: tuple[Contour, ...]


@dataclass(frozen=True, slots=True)
class Surface:
    """A flat or curved surface as far as it is seen: its shades, and its outline."""

    shades: tuple[Shade, ...]
    outline: tuple[Contour, ...]


@dataclass(slots=True)
class _Plane:
    """The faces of a solid in one plane: its direction, its distance from the origin, and their corners."""

    normal: Vector
    distance: float
    corners: list[list[tuple[float, float]]]


def on_picture(point: Vector) -> tuple[float, float]:
    """Where a point is seen: right and up of the origin, in mm."""
    return _dot(RIGHT, point), _dot(UP, point)


def seen(solid: Manifold) -> tuple[Surface, ...]:
    """The surfaces of a solid that the viewer sees."""
    turned = solid.transform([[*RIGHT, 0.0], [*UP, 0.0], [*TOWARDS, 0.0]])
    planes, neighbours = _planes(turned)
    visible = {number: _visible(turned, plane) for number, plane in enumerate(planes) if plane.normal[2] > IN_FRONT}
    found = (_surface([(planes[number], visible[number]) for number in group]) for group in _curved(planes, neighbours))
    return tuple(surface for surface in found if surface.outline)


def _planes(turned: Manifold) -> tuple[list[_Plane], list[tuple[int, int]]]:
    """The planes of a solid's faces, and which of them share an edge."""
    mesh = turned.to_mesh64()
    points = [(float(x), float(y), float(z)) for x, y, z in mesh.vert_properties[:, :3]]
    numbers: dict[tuple[float, ...], int] = {}
    planes: list[_Plane] = []
    edges: dict[tuple[int, int], list[int]] = defaultdict(list)
    for first, second, third in mesh.tri_verts.tolist():
        normal = _normal(points[first], points[second], points[third])
        if normal is None:
            continue
        distance = _dot(normal, points[first])
        key = (*(round(each, 3) for each in normal), round(distance, 2))
        if key not in numbers:
            numbers[key] = len(planes)
            planes.append(_Plane(normal, distance, []))
        planes[numbers[key]].corners.append([points[each][:2] for each in (first, second, third)])
        for one, other in pairwise((first, second, third, first)):
            edges[min(one, other), max(one, other)].append(numbers[key])
    return planes, [(both[0], both[1]) for both in edges.values() if len(both) == 2 and both[0] != both[1]]


def _visible(turned: Manifold, plane: _Plane) -> CrossSection:
    face = CrossSection(plane.corners, FillRule.Positive)
    hiding = turned.trim_by_plane(plane.normal, plane.distance + IN_FRONT)
    return face if hiding.is_empty() else face - CrossSection(hiding.project().to_polygons(), FillRule.Positive)


def _curved(planes: list[_Plane], neighbours: list[tuple[int, int]]) -> list[list[int]]:
    """The planes that the viewer sees, by the surface that they belong to."""
    group = [number if plane.normal[2] > IN_FRONT else -1 for number, plane in enumerate(planes)]
    smooth: dict[int, list[int]] = defaultdict(list)
    for one, other in neighbours:
        if min(group[one], group[other]) >= 0 and _dot(planes[one].normal, planes[other].normal) > SMOOTH:
            smooth[one].append(other)
            smooth[other].append(one)
    groups, done = [], set[int]()
    for start in group:
        if start < 0 or start in done:
            continue
        members, waiting = [], [start]
        while waiting:
            number = waiting.pop()
            if number not in done:
                done.add(number)
                members.append(number)
                waiting += smooth[number]
        groups.append(sorted(members))
    return groups


def _surface(parts: Iterable[tuple[_Plane, CrossSection]]) -> Surface:
    shades: dict[float, CrossSection] = {}
    whole = CrossSection()
    for plane, visible in parts:
        brightness = round(SHADES * max(0.0, _dot(plane.normal, LIGHT)) / sqrt(_dot(LIGHT, LIGHT))) / SHADES
        shades[brightness] = shades.get(brightness, CrossSection()) + visible
        whole += visible
    return Surface(
        tuple(Shade(brightness, found) for brightness, area in shades.items() if (found := _contours(area))),
        _contours(whole),
    )


def _contours(area: CrossSection) -> tuple[Contour, ...]:
    found = (tuple((float(x), float(y)) for x, y in polygon) for polygon in area.simplify(0.02).to_polygons())
    return tuple(contour for contour in found if abs(_area(contour)) > SPECK)


def _area(contour: Contour) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*contour, contour[0]))) / 2


def _normal(first: Vector, second: Vector, third: Vector) -> Vector | None:
    """The direction of a triangle; None if it has no area."""
    (ax, ay, az), (bx, by, bz) = _minus(second, first), _minus(third, first)
    across = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    length = sqrt(_dot(across, across))
    return None if length < 1e-9 else (across[0] / length, across[1] / length, across[2] / length)


def _minus(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

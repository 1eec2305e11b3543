"""The few solids that parts are made of. All measures are mm; z goes up."""

from __future__ import annotations

from collections.abc import Iterable

from manifold3d import CrossSection, Manifold, OpType

SEGMENTS = 64
"""So many straight pieces stand for a circle: at 20 mm they are 0.02 mm off it, less than a printer sees."""

BEYOND = 1.0
"""How far what is cut away goes beyond a surface, so that no skin of no thickness stays."""


def cylinder(diameter: float, height: float, upper: float | None = None) -> Manifold:
    """A cylinder that stands on 0, 0, 0, or a cone with another diameter above."""
    return Manifold.cylinder(height, diameter / 2, (diameter if upper is None else upper) / 2, SEGMENTS)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Manifold:
    """The box between two of its corners."""
    size = (high[0] - low[0], high[1] - low[1], high[2] - low[2])
    return Manifold.cube(size).translate(low)


def upright(points: Iterable[tuple[float, float]], height: float) -> Manifold:
    """A prism over this polygon, counter-clockwise, from z = 0 up."""
    return CrossSection([list(points)]).extrude(height)


def along_x(profile: Iterable[tuple[float, float]], start: float, end: float) -> Manifold:
    """A bar along x with this profile in y and z, counter-clockwise as seen from its end."""
    # Upright it has y and z of the profile as x and y: one turn makes x of z, y of x and z of y.
    return upright(profile, end - start).rotate((90.0, 0.0, 90.0)).translate((start, 0.0, 0.0))


def union(solids: Iterable[Manifold]) -> Manifold:
    """All of them in one."""
    return Manifold.batch_boolean(list(solids), OpType.Add)


def swapped(solid: Manifold) -> Manifold:
    """With x and y exchanged: what is along x is along y then."""
    return solid.mirror((1.0, -1.0, 0.0))

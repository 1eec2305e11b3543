"""Computes the forces between the magnets of two workers, and whether the workers stay in place.

Two discs with upright axes, side by side at a distance of r, act as dipoles of the moment m: one pulls or pushes the
other with F = 3 mu0 m^2 / (4 pi r^4). With different poles down they pull, with the same pole down they push. The
friction of its foot holds a worker. A pulling pair that begins to slide snaps together, since the force grows while the
friction does not; a pushing pair slides until the friction holds it.

The size of the discs is left out: for 12 x 5 mm it adds a twentieth at 45 mm and a fifth at 25 mm, for 15 x 5 mm twice
as much.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from hardware.geometry import Geometry, Magnet, check_positive

MU0 = 4e-7 * pi
"""The permeability of empty space in T m/A."""

GRAVITY = 9.81e-3
"""The weight of a gram, in N."""

NEODYMIUM = 7.5e-3
"""The weight of a mm^3 of a magnet, in g."""

OFF_MIDDLE = 3.0
"""The distance in mm by which both workers are off the middle of their squares, towards each other, when a pair must
hold: people place them so."""

FOOT_RIM = 2.0
"""The width in mm of a worker's foot beyond its magnet, all around."""


LEAST_FRICTION, MOST_FRICTION = 0.05, 2.0
"""The range of the friction of any foot on any face."""


@dataclass(frozen=True, slots=True)
class WorkerGrip:
    """The resistance of a worker against sliding: its weight in g without the magnet, and the friction of its foot,
    which is the tangent of the angle at which it begins to slide on a tilted face. Both are estimates: a small plastic
    figure with a thin rubber disc under its foot."""

    weight: float = 10.0
    friction: float = 0.6

    def __post_init__(self) -> None:
        check_positive("the weight of a worker", self.weight)
        check_positive("the friction of a worker's foot", self.friction)

    def holds(self, magnet: Magnet) -> float:
        """Return the force in N that the worker with this magnet withstands.

        >>> round(WorkerGrip().holds(Magnet(12.0, 5.0)), 4)
        0.0838
        """
        return GRAVITY * self.friction * (self.weight + magnet_weight(magnet))


def magnet_weight(magnet: Magnet) -> float:
    """Return the weight of a disc in g.

    >>> round(magnet_weight(Magnet(12.0, 5.0)), 1)
    4.2
    """
    return NEODYMIUM * pi * (magnet.diameter / 2) ** 2 * magnet.thickness


def dipole_moment(magnet: Magnet) -> float:
    """Return the moment of a disc in A m^2."""
    return magnet.remanence * pi * (magnet.diameter / 2000) ** 2 * magnet.thickness / 1000 / MU0


def side_force(magnet: Magnet, distance: float) -> float:
    """Return the force in N between two such magnets side by side, ``distance`` mm from middle to middle.

    >>> round(side_force(Magnet(12.0, 5.0), 45.0), 4)
    0.025
    """
    return 3 * MU0 * dipole_moment(magnet) ** 2 / (4 * pi * (distance / 1000) ** 4)


def sideways_force(magnet: Magnet, distance: float, rise: float) -> float:
    """Return the repulsive force in N, in the plane of the board, of two such magnets with the same pole down, one of
    which is ``rise`` mm higher. From some height on they attract, and the force is negative."""
    far = distance * distance + rise * rise
    return side_force(magnet, 1.0) * distance / (far * far * sqrt(far)) * (1 - 5 * rise * rise / far)


def lifting_force(magnet: Magnet, distance: float) -> float:
    """Return the most in N by which a worker that is lifted straight up pulls up one of another seat, ``distance`` mm
    beside it: F = 3 mu0 m^2 z (3 - 5 z^2 / R^2) / (4 pi R^5) at the rise z, with R^2 = r^2 + z^2.

    >>> round(lifting_force(Magnet(12.0, 5.0), 45.0) / side_force(Magnet(12.0, 5.0), 45.0), 1)
    0.6
    """
    most = 0.0
    for step in range(1, 100):
        rise = step / 100
        far = 1 + rise * rise
        most = max(most, rise * (3 - 5 * rise * rise / far) / (far * far * sqrt(far)))
    return side_force(magnet, distance) * most


def holding_distance(magnet: Magnet, grip: WorkerGrip) -> float:
    """Return the distance in mm between the middles of two workers from which they stay in place.

    >>> round(holding_distance(Magnet(12.0, 5.0), WorkerGrip()), 1)
    33.3
    """
    return float((side_force(magnet, 1.0) / grip.holds(magnet)) ** 0.25)


def pair_warning(geometry: Geometry, grip: WorkerGrip) -> str:
    """Return what two workers on neighbouring squares would do instead of staying; empty if they stay."""
    magnet, pitch = geometry.magnet, geometry.pitch
    least, close = holding_distance(magnet, grip), pitch - 2 * OFF_MIDDLE
    if least <= close:
        return ""
    always = least > pitch
    where = "on" if always else f"that are {OFF_MIDDLE:g} mm off the middle of"
    force = side_force(magnet, pitch if always else close)
    return (
        f"workers {where} neighbouring squares do not stay: {as_grams(force):.2g} g act on them, and friction holds"
        f" {as_grams(grip.holds(magnet)):.2g} g. Two of different seats snap together, two of one seat slide apart:"
        " take smaller magnets, or put rubber under their feet"
    )


def as_grams(newtons: float) -> float:
    """Return a force as a weight in grams."""
    return newtons / GRAVITY

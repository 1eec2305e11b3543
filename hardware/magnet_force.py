"""How hard the magnets of two workers pull and push each other, and whether the workers stay where they were put.

Two discs with upright axes, side by side at a distance of r, act as dipoles of the moment m: one pulls or pushes the
other with F = 3 mu0 m^2 / (4 pi r^4). With different poles down they pull, with the same pole down they push. What
holds a worker is the friction of its foot. Once a pair that pulls begins to slide it snaps together, since the force
grows while the friction does not; a pair that pushes slides until the friction holds it.

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
"""What a mm^3 of a magnet weighs, in g."""

OFF_MIDDLE = 3.0
"""A pair has to hold with both workers so many mm off the middle of their squares, towards each other: so people put
them."""

FOOT_RIM = 2.0
"""A worker's foot is so many mm wider than its magnet, all around."""


LEAST_FRICTION, MOST_FRICTION = 0.05, 2.0
"""Between these is the friction of any foot on any face."""


@dataclass(frozen=True, slots=True)
class WorkerGrip:
    """What holds a worker in its place: its weight in g without the magnet, and the friction of its foot, which is the
    tangent of the angle at which it begins to slide on a tilted face. Both are estimates: a small figure of plastic,
    with a thin disc of rubber under its foot."""

    weight: float = 10.0
    friction: float = 0.6

    def __post_init__(self) -> None:
        check_positive("the weight of a worker", self.weight)
        check_positive("the friction of a worker's foot", self.friction)

    def holds(self, magnet: Magnet) -> float:
        """The force in N that the worker with this magnet withstands.

        >>> round(WorkerGrip().holds(Magnet(12.0, 5.0)), 4)
        0.0838
        """
        return GRAVITY * self.friction * (self.weight + magnet_weight(magnet))


def magnet_weight(magnet: Magnet) -> float:
    """What a disc weighs, in g.

    >>> round(magnet_weight(Magnet(12.0, 5.0)), 1)
    4.2
    """
    return NEODYMIUM * pi * (magnet.diameter / 2) ** 2 * magnet.thickness


def dipole_moment(magnet: Magnet) -> float:
    """The moment of a disc in A m^2."""
    return magnet.remanence * pi * (magnet.diameter / 2000) ** 2 * magnet.thickness / 1000 / MU0


def side_force(magnet: Magnet, distance: float) -> float:
    """The force in N between two such magnets side by side, ``distance`` mm from middle to middle.

    >>> round(side_force(Magnet(12.0, 5.0), 45.0), 4)
    0.025
    """
    return 3 * MU0 * dipole_moment(magnet) ** 2 / (4 * pi * (distance / 1000) ** 4)


def sideways_force(magnet: Magnet, distance: float, rise: float) -> float:
    """The force in N away from each other, in the plane of the board, of two such magnets with the same pole down, one
    of which is ``rise`` mm higher. From some height on they pull, and the force is negative."""
    far = distance * distance + rise * rise
    return side_force(magnet, 1.0) * distance / (far * far * sqrt(far)) * (1 - 5 * rise * rise / far)


def holding_distance(magnet: Magnet, grip: WorkerGrip) -> float:
    """The distance in mm between the middles of two workers from which on they stay where they are.

    >>> round(holding_distance(Magnet(12.0, 5.0), WorkerGrip()), 1)
    33.3
    """
    return float((side_force(magnet, 1.0) / grip.holds(magnet)) ** 0.25)


def pair_warning(geometry: Geometry, grip: WorkerGrip) -> str:
    """What two workers on neighbouring squares would do that they should not; empty if they hold."""
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
    """A force as the weight of so many grams."""
    return newtons / GRAVITY

"""What a magnet that comes near a board for a while is to its sensors."""

from __future__ import annotations

from math import cos, hypot, sin

from hardware.geometry import Geometry
from hardware.virtual.sensor_poses import SensorPose, dipole_fields
from hardware.virtual.world import StrayMagnet
from hardware.virtual_hands import MagnetVisit

VISITOR = "visitor"
"""The name of the magnet among the stray magnets."""

_OUTSIDE = 250.0
"""From so much further away it comes, in mm."""


def stray_of(visit: MagnetVisit, geometry: Geometry) -> StrayMagnet:
    """The magnet in its place beside a board of these measures."""
    moment = (cos(visit.dip) * cos(visit.heading), cos(visit.dip) * sin(visit.heading), sin(visit.dip))
    sensors = tuple(SensorPose(*geometry.centre(square)) for square in geometry.squares)
    strongest = max(map(abs, dipole_fields(moment, (visit.x, visit.y, visit.height), sensors)))
    east, north, down = (part * visit.field / strongest for part in moment)
    return StrayMagnet(VISITOR, visit.x, visit.y, visit.height, east, north, down, visit.worn)


def outside(visit: MagnetVisit, geometry: Geometry) -> tuple[float, float, float]:
    """Where it comes from: further away on its own side of the board, in mm east and north of the middle of a1 and
    above the sensors."""
    middle = (geometry.size - 1) * geometry.pitch / 2
    east, north = visit.x - middle, visit.y - middle
    share = _OUTSIDE / hypot(east, north)
    return visit.x + share * east, visit.y + share * north, visit.height + _OUTSIDE / 3

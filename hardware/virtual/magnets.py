"""Magnets at a virtual board: those in the feet of workers, and those that come near for a while."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin, sqrt

from common.numbers import seeded
from hardware.geometry import Geometry
from hardware.hand_actions import MagnetVisit, StrayMagnet
from hardware.virtual.field import moment
from hardware.virtual.sensor_poses import SensorField, SensorPose, dipole_fields
from hardware.virtual.spread import SensorSpread, within_three
from hardware.virtual.world import PieceInHand, WorkerPiece

VISITOR = "visitor"
"""The name of a visiting magnet among the stray magnets."""

_OUTSIDE = 250.0
"""From so much further away it comes, in mm."""


@dataclass(frozen=True, slots=True)
class WorkerMagnet:
    """A magnet of so many times the usual strength, negative with south down; its axis leans so many radians to the
    east and to the north from that of its worker."""

    strength: float
    east: float = 0.0
    north: float = 0.0


def drawn_magnets(seed: int, spread: SensorSpread, workers: tuple[WorkerPiece, ...]) -> tuple[WorkerMagnet, ...]:
    """The magnets of these workers; the same seed gives the same ones."""
    strengths, tilts = seeded("magnets", seed), seeded("magnet tilts", seed)
    magnets = []
    for worker in workers:
        strength = worker.polarity * (1 + spread.magnet * within_three(strengths))
        tilt, heading = radians(spread.magnet_tilt) * sqrt(tilts.random()), tilts.uniform(-pi, pi)
        magnets.append(WorkerMagnet(strength, tilt * cos(heading), tilt * sin(heading)))
    return tuple(magnets)


class MagnetFields:
    """What sensors feel of workers."""

    def __init__(self, geometry: Geometry, sensors: SensorField, magnets: tuple[WorkerMagnet, ...]) -> None:
        self._sensors = sensors
        self._magnets = magnets
        self._moment = moment(geometry.magnet)
        self._half = geometry.magnet.thickness / 2

    def of(self, number: int, at: PieceInHand, lean_east: float = 0.0, lean_north: float = 0.0) -> list[float]:
        """The 25 fields in mT of the magnet of a worker there; ``lean_east`` and ``lean_north`` are how far the wood
        under it leans, in radians."""
        magnet = self._magnets[number]
        along, aside = cos(at.tilt), sin(at.tilt)
        east = aside * cos(at.heading) + magnet.east + lean_east
        north = aside * sin(at.heading) + magnet.north + lean_north
        if not east and not north:
            return self._sensors.disc(magnet.strength, at.x, at.y, at.height)
        # A disc that leans is one that is upright and, of what lies, a dipole in its middle.
        upright = self._sensors.disc(magnet.strength * along, at.x, at.y, at.height)
        pull = -magnet.strength * self._moment
        middle = (at.x + east * self._half, at.y + north * self._half, at.height + along * self._half)
        lying = self._sensors.dipole((pull * east, pull * north, 0.0), middle)
        return [part + rest for part, rest in zip(upright, lying, strict=True)]


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

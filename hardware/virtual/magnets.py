"""The magnets at a virtual board, in workers' feet and of visitors, and the fields that the sensors measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random
from typing import Protocol

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from hardware.hand_actions import MagnetVisit, StrayMagnet
from hardware.virtual.field import DiscField, moment
from hardware.virtual.spread import SensorSpread, within_three
from hardware.virtual.world import PieceInHand, WorkerPiece

# ---- The sensors
#
# Where the sensors are and where they point, and the fields of magnets that they measure there.


Vector = tuple[float, float, float]
"""East, north and down for moments and axes; east, north and up for places in mm from the middle of a1."""


@dataclass(frozen=True, slots=True)
class SensorPose:
    """The place of a sensor, in mm east and north of the middle of a1 and above its nominal height, and its axis: the
    direction (east, north, down) of positive fields, of length 1."""

    x: float
    y: float
    up: float = 0.0
    east: float = 0.0
    north: float = 0.0
    down: float = 1.0


class SensorField(Protocol):
    """The fields in mT that the sensors of a board measure along their axes, one for each channel."""

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """Return the fields of a worker's upright magnet with ``strength`` times the usual strength, ``height`` mm
        above the sensors."""

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """Return the fields of a dipole given in mT mm^3."""


def sensor_field(geometry: Geometry, spread: SensorSpread, seed: int) -> SensorField:
    """Return the sensors of a board; the same seed gives the same board."""
    disc = DiscField.of(geometry.magnet)
    squares: SensorField = (
        PosedSensors(drawn_poses(geometry, spread, seeded("sensor poses", seed)), disc)
        if spread.sensor_shift or spread.sensor_tilt
        else UprightSensors(geometry, disc)
    )
    if not geometry.further:
        return squares
    poses = drawn_further_poses(geometry, spread, seeded("further sensor poses", seed))
    return AllSensors(squares, PosedSensors(poses, disc, FURTHER_NEAR))


def drawn_poses(geometry: Geometry, spread: SensorSpread, chance: Random) -> tuple[SensorPose, ...]:
    """Draw the poses of 25 sensors, each off its place and off upright within the limits of the spread."""
    return tuple(_drawn_pose(geometry.centre(square), spread, chance) for square in range(SQUARE_COUNT))


def drawn_further_poses(geometry: Geometry, spread: SensorSpread, chance: Random) -> tuple[SensorPose, ...]:
    """Draw the poses of the channels of further sensors. All axes of a sensor are shifted alike and lean alike."""
    poses = []
    for sensor in geometry.further:
        leaning = _drawn_pose((sensor.east, sensor.north), spread, chance)
        to_east, to_north, down = leaning.east, leaning.north, leaning.down
        # To first order: what the vertical axis leans to a side, the axis of that side leans up.
        lines = ((down, 0.0, -to_east), (0.0, down, -to_north), (to_east, to_north, down))
        for axis in sensor.axes:
            east, north, below = (axis.sign * part for part in lines[axis.line])
            poses.append(SensorPose(leaning.x, leaning.y, leaning.up - sensor.below, east, north, below))
    return tuple(poses)


def _drawn_pose(centre: tuple[float, float], spread: SensorSpread, chance: Random) -> SensorPose:
    while True:
        shift = [chance.uniform(-spread.sensor_shift, spread.sensor_shift) for _ in range(3)]
        if hypot(*shift) <= spread.sensor_shift:
            break
    tilt = radians(spread.sensor_tilt) * sqrt(chance.random())
    heading = chance.uniform(-pi, pi)
    return SensorPose(
        centre[0] + shift[0],
        centre[1] + shift[1],
        shift[2],
        sin(tilt) * cos(heading),
        sin(tilt) * sin(heading),
        cos(tilt),
    )


class UprightSensors:
    """Sensors in the middle of their squares that measure the vertical field."""

    def __init__(self, geometry: Geometry, disc: DiscField) -> None:
        self._pitch = geometry.pitch
        self._disc = disc
        self._poses = tuple(SensorPose(*geometry.centre(square)) for square in range(SQUARE_COUNT))

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """Return the fields as in `SensorField`."""
        pitch = self._pitch
        columns = [(x - file * pitch) ** 2 for file in range(5)]
        squares = [column + rank for rank in [(y - rank * pitch) ** 2 for rank in range(5)] for column in columns]
        return [strength * field for field in self._disc.around(squares, height)]

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """Return the fields as in `SensorField`."""
        return dipole_fields(dipole, at, self._poses)


NEAR = 30.0
"""The distance from its axis, in mm, below which the sideways field of a magnet is not a dipole's."""


FURTHER_NEAR = 100.0
"""The same for sensors that measure along a horizontal axis, and not only as far as they lean."""


class PosedSensors:
    """Sensors that each have their own pose. Within ``near`` mm the sideways field is not taken for a dipole's."""

    def __init__(self, poses: tuple[SensorPose, ...], disc: DiscField, near: float = NEAR) -> None:
        self._poses = poses
        self._disc = disc
        self._moment = moment(disc.magnet)
        self._half = disc.magnet.thickness / 2
        self._near = near

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """Return the fields as in `SensorField`."""
        offsets = [(pose.x - x, pose.y - y) for pose in self._poses]
        squares = [east * east + north * north for east, north in offsets]
        heights = [height - pose.up for pose in self._poses]
        felt = []
        usual, half, near = 3 * self._moment, self._half, self._near * self._near
        for pose, (east, north), square, up, field in zip(
            self._poses, offsets, squares, heights, self._disc.each(squares, heights), strict=True
        ):
            if square < near and up < self._near:
                aside = sqrt(square)
                outward = self._disc.outward(aside, up) / aside if aside else 0.0
            else:
                middle = up + half
                far = square + middle * middle
                outward = usual * middle / (far * far * sqrt(far))
            felt.append(strength * (pose.down * field + outward * (pose.east * east + pose.north * north)))
        return felt

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """Return the fields as in `SensorField`."""
        return dipole_fields(dipole, at, self._poses)


class AllSensors:
    """The sensors under the squares and the channels of further ones, in this order."""

    def __init__(self, squares: SensorField, further: SensorField) -> None:
        self._squares, self._further = squares, further

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """Return the fields as in `SensorField`."""
        return self._squares.disc(strength, x, y, height) + self._further.disc(strength, x, y, height)

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """Return the fields as in `SensorField`."""
        return self._squares.dipole(dipole, at) + self._further.dipole(dipole, at)


def dipole_fields(dipole: Vector, at: Vector, poses: Sequence[SensorPose]) -> list[float]:
    """Return the fields in mT, along the axes of sensors, of a dipole in mT mm^3 at a place."""
    east, north, down = dipole
    x, y, height = at
    fields = []
    for pose in poses:
        away_east, away_north, below = pose.x - x, pose.y - y, height - pose.up
        square = away_east * away_east + away_north * away_north + below * below
        along = east * away_east + north * away_north + down * below
        towards = pose.east * away_east + pose.north * away_north + pose.down * below
        aligned = pose.east * east + pose.north * north + pose.down * down
        fields.append((3 * along * towards / square - aligned) / (square * sqrt(square)))
    return fields


# ---- The magnets


VISITOR = "visitor"
"""The name of a visiting magnet among the stray magnets."""

_OUTSIDE = 250.0
"""The additional distance, in mm, from which it comes."""


@dataclass(frozen=True, slots=True)
class WorkerMagnet:
    """A magnet with a multiple of the usual strength, negative with south down; its axis leans by two angles in radians
    to the east and to the north from its worker's axis."""

    strength: float
    east: float = 0.0
    north: float = 0.0


def drawn_magnets(seed: int, spread: SensorSpread, workers: tuple[WorkerPiece, ...]) -> tuple[WorkerMagnet, ...]:
    """Draw the magnets of these workers; the same seed gives the same ones."""
    strengths, tilts = seeded("magnets", seed), seeded("magnet tilts", seed)
    magnets = []
    for worker in workers:
        strength = worker.polarity * (1 + spread.magnet * within_three(strengths))
        tilt, heading = radians(spread.magnet_tilt) * sqrt(tilts.random()), tilts.uniform(-pi, pi)
        magnets.append(WorkerMagnet(strength, tilt * cos(heading), tilt * sin(heading)))
    return tuple(magnets)


class MagnetFields:
    """The fields that sensors measure of workers."""

    def __init__(self, geometry: Geometry, sensors: SensorField, magnets: tuple[WorkerMagnet, ...]) -> None:
        self._sensors = sensors
        self._magnets = magnets
        self._moment = moment(geometry.magnet)
        self._half = geometry.magnet.thickness / 2

    def of(self, number: int, at: PieceInHand, lean_east: float = 0.0, lean_north: float = 0.0) -> list[float]:
        """Return the fields in mT of a worker's magnet at this place; ``lean_east`` and ``lean_north`` are the lean
        of the wood under it in radians."""
        magnet = self._magnets[number]
        along, aside = cos(at.tilt), sin(at.tilt)
        east = aside * cos(at.heading) + magnet.east + lean_east
        north = aside * sin(at.heading) + magnet.north + lean_north
        if not east and not north:
            return self._sensors.disc(magnet.strength, at.x, at.y, at.height)
        # A leaning disc is computed as an upright one plus, for its lying part, a dipole in its middle.
        upright = self._sensors.disc(magnet.strength * along, at.x, at.y, at.height)
        pull = -magnet.strength * self._moment
        middle = (at.x + east * self._half, at.y + north * self._half, at.height + along * self._half)
        lying = self._sensors.dipole((pull * east, pull * north, 0.0), middle)
        return [part + rest for part, rest in zip(upright, lying, strict=True)]


def stray_of(visit: MagnetVisit, geometry: Geometry) -> StrayMagnet:
    """Return the visiting magnet in its place beside a board with these measures."""
    moment = (cos(visit.dip) * cos(visit.heading), cos(visit.dip) * sin(visit.heading), sin(visit.dip))
    sensors = tuple(SensorPose(*geometry.centre(square)) for square in geometry.squares)
    strongest = max(map(abs, dipole_fields(moment, (visit.x, visit.y, visit.height), sensors)))
    east, north, down = (part * visit.field / strongest for part in moment)
    return StrayMagnet(VISITOR, visit.x, visit.y, visit.height, east, north, down, visit.worn)


def outside(visit: MagnetVisit, geometry: Geometry) -> tuple[float, float, float]:
    """Return the place that it comes from: farther away on its side of the board, in mm east and north of the middle of
    a1 and above the sensors."""
    middle = (geometry.size - 1) * geometry.pitch / 2
    east, north = visit.x - middle, visit.y - middle
    share = _OUTSIDE / hypot(east, north)
    return visit.x + share * east, visit.y + share * north, visit.height + _OUTSIDE / 3

"""Where the sensors of a virtual board are and where they point, and the fields of magnets that they feel there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random
from typing import Protocol

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from hardware.virtual.field import DiscField, moment
from hardware.virtual.spread import SensorSpread

Vector = tuple[float, float, float]
"""East, north and down for moments and axes; east, north and up for places in mm from the middle of a1."""


@dataclass(frozen=True, slots=True)
class SensorPose:
    """The place of a sensor in mm east and north of the middle of a1 and above where it should be, and its axis: the
    direction (east, north, down) in which a field counts as positive, of length 1."""

    x: float
    y: float
    up: float = 0.0
    east: float = 0.0
    north: float = 0.0
    down: float = 1.0


class SensorField(Protocol):
    """The fields in mT that 25 sensors feel along their axes."""

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """Of a worker's magnet that is upright, ``strength`` times the usual one; ``height`` mm above the sensors."""

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """Of a dipole of so many mT mm^3."""


def sensor_field(geometry: Geometry, spread: SensorSpread, seed: int) -> SensorField:
    """What the sensors of a board feel; the same seed gives the same board."""
    disc = DiscField.of(geometry.magnet)
    if not spread.sensor_shift and not spread.sensor_tilt:
        return UprightSensors(geometry, disc)
    return PosedSensors(drawn_poses(geometry, spread, seeded("sensor poses", seed)), disc)


def drawn_poses(geometry: Geometry, spread: SensorSpread, chance: Random) -> tuple[SensorPose, ...]:
    """The poses of 25 sensors, each off its place and off upright by no more than the spread allows."""
    return tuple(_drawn_pose(geometry.centre(square), spread, chance) for square in range(SQUARE_COUNT))


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
    """Sensors in the middle of their squares that feel the vertical field."""

    def __init__(self, geometry: Geometry, disc: DiscField) -> None:
        self._pitch = geometry.pitch
        self._disc = disc
        self._poses = tuple(SensorPose(*geometry.centre(square)) for square in range(SQUARE_COUNT))

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """As in `SensorField`."""
        pitch = self._pitch
        columns = [(x - file * pitch) ** 2 for file in range(5)]
        squares = [column + rank for rank in [(y - rank * pitch) ** 2 for rank in range(5)] for column in columns]
        return [strength * field for field in self._disc.around(squares, height)]

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """As in `SensorField`."""
        return dipole_fields(dipole, at, self._poses)


NEAR = 30.0
"""Nearer to its axis than this, in mm, the sideways field of a magnet is not that of a dipole."""


class PosedSensors:
    """Sensors each with a pose of its own."""

    def __init__(self, poses: tuple[SensorPose, ...], disc: DiscField) -> None:
        self._poses = poses
        self._disc = disc
        self._moment = moment(disc.magnet)
        self._half = disc.magnet.thickness / 2

    def disc(self, strength: float, x: float, y: float, height: float) -> list[float]:
        """As in `SensorField`."""
        offsets = [(pose.x - x, pose.y - y) for pose in self._poses]
        squares = [east * east + north * north for east, north in offsets]
        heights = [height - pose.up for pose in self._poses]
        felt = []
        usual, half, near = 3 * self._moment, self._half, NEAR * NEAR
        for pose, (east, north), square, up, field in zip(
            self._poses, offsets, squares, heights, self._disc.each(squares, heights), strict=True
        ):
            if square < near and up < NEAR:
                aside = sqrt(square)
                outward = self._disc.outward(aside, up) / aside if aside else 0.0
            else:
                middle = up + half
                far = square + middle * middle
                outward = usual * middle / (far * far * sqrt(far))
            felt.append(strength * (pose.down * field + outward * (pose.east * east + pose.north * north)))
        return felt

    def dipole(self, dipole: Vector, at: Vector) -> list[float]:
        """As in `SensorField`."""
        return dipole_fields(dipole, at, self._poses)


def dipole_fields(dipole: Vector, at: Vector, poses: Sequence[SensorPose]) -> list[float]:
    """The fields in mT along the axes of sensors of a dipole of so many mT mm^3 at a place."""
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

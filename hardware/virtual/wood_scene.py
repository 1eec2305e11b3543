"""All that acts on the sensors of a virtual board, how actions change it, and the fields that the sensors measure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import add
from random import Random

from hardware.board import SQUARE_COUNT, Button, Lights
from hardware.geometry import Geometry
from hardware.virtual.ambient import AmbientField, dipole_fields, stray_fields
from hardware.virtual.field import DiscField, moment
from hardware.virtual.journey import HandRest, Journey, Tremor, check_duration
from hardware.virtual.motion import (
    Action,
    Arrange,
    Break,
    Clear,
    Mend,
    MoveStray,
    Pause,
    Press,
    PutStray,
    Stack,
    TakeStray,
    Tilt,
    Unstack,
)
from hardware.virtual.planner import Planner
from hardware.virtual.sensors import Sensors
from hardware.virtual.world import TABLE_TOP, PieceInHand, PieceWorld, Place, StrayMagnet


@dataclass(frozen=True, slots=True)
class _Still:
    """The fields of all that no hand holds, and the parts of which they are the sum."""

    ambient: list[float]
    levels: tuple[int, ...]
    strays: tuple[StrayMagnet, ...]
    places: tuple[Place, ...]
    total: list[float]


class VirtualScene:
    """The world of a virtual board and all that acts on its sensors. ``version`` changes with what can be seen."""

    def __init__(  # noqa: PLR0913 - the parts of a scene
        self,
        geometry: Geometry,
        world: PieceWorld,
        *,
        sensors: Sensors,
        ambient: AmbientField,
        planner: Planner,
        strengths: tuple[float, ...],
        tremors: tuple[Tremor, ...],
    ) -> None:
        self.world = world
        self.version = 1
        self._geometry = geometry
        self._sensors = sensors
        self._ambient = ambient
        self._planner = planner
        self._tremors = tremors
        self._wrist = tremors[-1]
        self._presses: list[Button] = []
        self._centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
        self._disc = DiscField.of(geometry.magnet)
        per_worker = zip(world.workers, strengths, strict=True)
        self._strengths = tuple(worker.polarity * strength for worker, strength in per_worker)
        self._still: _Still | None = None

    def become(self, world: PieceWorld) -> None:
        """Replace the world by this one."""
        if world is not self.world and world != self.world:
            self.world = world
            self.version += 1

    def begun(self, action: Action) -> Journey:
        """Do what takes no time, or plan what does.

        :raises HandError: if hands cannot do it as the world is now, or it would take them too long.
        """
        journey = self._begun(action)
        check_duration(journey)
        return journey

    def _begun(self, action: Action) -> Journey:
        match action:
            case Pause(duration):
                return HandRest(duration)
            case PutStray() | MoveStray() | TakeStray():
                return self._planner.stray_trip(action, self.world)
            case Stack(square, dome):
                self.become(self.world.stacked(square, dome=dome))
            case Unstack(square):
                self.become(self.world.unstacked(square))
            case Arrange(levels, domes):
                self.become(self.world.arranged(levels, domes))
            case Clear():
                self.become(self.world.cleared())
            case Press(button):
                self._presses.append(button)
            case Tilt(uniform, east, north):
                self._ambient.tilt(uniform, east, north)
            case Break(failure):
                for square in failure.squares:
                    self.world.check_square(square)
                self._sensors.fail(failure)
            case Mend(square):
                self.world.check_square(square)
                self._sensors.mend(square)
            case _:
                return self._planner.trip(action, self.world)
        return HandRest(0.0)

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""
        pressed, self._presses = tuple(self._presses), []
        return pressed

    def set_lights(self, lights: Lights) -> None:
        """Set the lights, whose current has a field."""
        self._ambient.set_lights(lights)
        self.version += 1

    def counts(self, now: int, chance: Random) -> tuple[int, ...]:
        """What the converter reads at a time in ms."""
        return self._sensors.counts(self.fields(now), chance)

    def fields(self, now: int) -> list[float]:
        """The 25 fields in mT at a time in ms, before any sensor."""
        total = self._still_fields(self._ambient.fields(now))
        for number, place in enumerate(self.world.places):
            if isinstance(place, PieceInHand):
                total = list(map(add, total, self._feel(self._trembling(number, place, now), number)))
        for stray in self.world.strays:
            if stray.worn:
                offset = self._wrist.at(now, stray.height)
                total = list(map(add, total, stray_fields(stray, offset, self._centres)))
        return total

    def _still_fields(self, ambient: list[float]) -> list[float]:
        """The fields of all that no hand holds, summed again only when some of it has changed."""
        world, still = self.world, self._still
        if (
            still is None
            or still.ambient is not ambient
            or still.levels is not world.levels
            or still.strays is not world.strays
            or any(
                place is not known and not (isinstance(place, PieceInHand) and isinstance(known, PieceInHand))
                for place, known in zip(world.places, still.places, strict=True)
            )
        ):
            still = self._still = _Still(ambient, world.levels, world.strays, world.places, self._summed(ambient))
        return still.total

    def _summed(self, ambient: list[float]) -> list[float]:
        total = ambient
        for number, place in enumerate(self.world.places):
            magnet = None if isinstance(place, PieceInHand) else self.world.magnet(number, self._geometry)
            if magnet is not None:
                total = list(map(add, total, self._feel(magnet, number)))
        for stray in self.world.strays:
            if not stray.worn:
                total = list(map(add, total, stray_fields(stray, (0.0, 0.0, 0.0), self._centres)))
        return total

    def _trembling(self, number: int, held: PieceInHand, now: int) -> PieceInHand:
        if held.tilt:
            return held
        east, north, up = self._tremors[number].at(now, held.height - self._wood_under(held))
        return PieceInHand(held.x + east, held.y + north, held.height + up)

    def _wood_under(self, held: PieceInHand) -> float:
        """How high the wood, or the table beside the board, is under a worker, in mm above the sensors."""
        file, rank = round(held.x / self._geometry.pitch), round(held.y / self._geometry.pitch)
        if not (0 <= file < self._geometry.size and 0 <= rank < self._geometry.size):
            return TABLE_TOP
        square = 5 * rank + file
        return self._geometry.top_height(self.world.levels[square], self.world.domes[square])

    def _feel(self, magnet: PieceInHand, number: int) -> list[float]:
        """The fields of a worker's magnet at the 25 sensors; of one that leans, its upright and its lying part."""
        strength, disc = self._strengths[number], self._disc.magnet
        if not magnet.tilt:
            return [strength * field for field in self._disc.around(self._squares(magnet), magnet.height)]
        along, aside = math.cos(magnet.tilt), math.sin(magnet.tilt)
        east, north = math.cos(magnet.heading), math.sin(magnet.heading)
        half = disc.thickness / 2
        middle = (magnet.x + aside * east * half, magnet.y + aside * north * half, magnet.height + along * half)
        pull = -strength * moment(disc) * aside
        lying = dipole_fields((pull * east, pull * north, 0.0), middle, self._centres)
        upright = self._disc.around(self._squares(magnet), magnet.height)
        return [strength * along * part + rest for part, rest in zip(upright, lying, strict=True)]

    def _squares(self, magnet: PieceInHand) -> list[float]:
        """The squares of the distances of the 25 sensors from a magnet's axis."""
        x, y, pitch = magnet.x, magnet.y, self._geometry.pitch
        columns = [(x - file * pitch) ** 2 for file in range(5)]
        return [column + rank for rank in [(y - rank * pitch) ** 2 for rank in range(5)] for column in columns]

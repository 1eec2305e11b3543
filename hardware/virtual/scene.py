"""What is on and around a virtual board, what happens to it, and what its sensors feel of it."""

from __future__ import annotations

import math
from random import Random

from hardware.board import SQUARE_COUNT, Button, Lights
from hardware.geometry import Geometry
from hardware.virtual.ambient import Ambient, dipole_fields, stray_fields
from hardware.virtual.field import DiscField
from hardware.virtual.journey import Journey, Rest
from hardware.virtual.motion import (
    Action,
    Break,
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
from hardware.virtual.tremor import Tremor
from hardware.virtual.world import TABLE_TOP, Held, Place, World

_Felt = tuple[Place, int, list[float]]


class Scene:
    """The world of a virtual board and all that acts on its sensors. ``version`` changes with what can be seen."""

    def __init__(  # noqa: PLR0913 - the parts of a scene
        self,
        geometry: Geometry,
        world: World,
        *,
        sensors: Sensors,
        ambient: Ambient,
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
        self._presses: list[Button] = []
        self._centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
        self._disc = DiscField.load()
        per_worker = zip(world.workers, strengths, strict=True)
        self._strengths = tuple(worker.polarity * strength for worker, strength in per_worker)
        self._felt: list[_Felt | None] = [None] * len(world.workers)

    def become(self, world: World) -> None:
        """Let the world be this one."""
        if world is not self.world and world != self.world:
            self.world = world
            self.version += 1

    def begun(self, action: Action) -> Journey:
        """Do what takes no time, or plan what does.

        :raises HandError: if hands cannot do it as the world is now.
        """
        match action:
            case Pause(duration):
                return Rest(duration)
            case PutStray() | MoveStray() | TakeStray():
                return self._planner.stray_trip(action, self.world)
            case Stack(square, dome):
                self.become(self.world.stacked(square, dome=dome))
            case Unstack(square):
                self.become(self.world.unstacked(square))
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
        return Rest(0.0)

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""
        pressed, self._presses = tuple(self._presses), []
        return pressed

    def shine(self, lights: Lights) -> None:
        """Let the current of these lights flow."""
        self._ambient.shine(lights)
        self.version += 1

    def counts(self, now: int, chance: Random) -> tuple[int, ...]:
        """What the converter reads at a time in ms."""
        return self._sensors.counts(self.fields(now), chance)

    def fields(self, now: int) -> list[float]:
        """The 25 fields in mT at a time in ms, before any sensor."""
        total = self._ambient.fields(now)
        levels = self.world.levels
        for number, place in enumerate(self.world.places):
            if isinstance(place, Held):
                at = self._trembling(number, place, now)
                total = [sum_so_far + part for sum_so_far, part in zip(total, self._feel(at, number), strict=True)]
                continue
            square = getattr(place, "square", 0)
            felt = self._felt[number]
            if felt is None or felt[0] is not place or felt[1] != levels[square]:
                magnet = self.world.magnet(number, self._geometry)
                feels = [0.0] * SQUARE_COUNT if magnet is None else self._feel(magnet, number)
                felt = self._felt[number] = (place, levels[square], feels)
            total = [sum_so_far + part for sum_so_far, part in zip(total, felt[2], strict=True)]
        for stray in self.world.strays:
            offset = self._tremors[-1].at(now, stray.height) if stray.worn else (0.0, 0.0, 0.0)
            parts = stray_fields(stray, offset, self._centres)
            total = [sum_so_far + part for sum_so_far, part in zip(total, parts, strict=True)]
        return total

    def _trembling(self, number: int, held: Held, now: int) -> Held:
        if held.tilt:
            return held
        east, north, up = self._tremors[number].at(now, held.height - self._wood_under(held))
        return Held(held.x + east, held.y + north, held.height + up)

    def _wood_under(self, held: Held) -> float:
        """How high the wood, or the table beside the board, is under a worker, in mm above the sensors."""
        file, rank = round(held.x / self._geometry.pitch), round(held.y / self._geometry.pitch)
        if not (0 <= file < self._geometry.size and 0 <= rank < self._geometry.size):
            return TABLE_TOP
        square = 5 * rank + file
        return self._geometry.top_height(self.world.levels[square], self.world.domes[square])

    def _feel(self, magnet: Held, number: int) -> list[float]:
        disc = self._geometry.magnet
        strength = self._strengths[number]
        along, aside = math.cos(magnet.tilt), math.sin(magnet.tilt)
        east, north = math.cos(magnet.heading), math.sin(magnet.heading)
        middle = (
            magnet.x + aside * east * disc.thickness / 2,
            magnet.y + aside * north * disc.thickness / 2,
            magnet.height + along * disc.thickness / 2,
        )
        moment = strength * 250.0 * disc.remanence * (disc.diameter / 2) ** 2 * disc.thickness
        if magnet.tilt or magnet.height < self._disc.nearest_height:
            return dipole_fields(
                (-moment * aside * east, -moment * aside * north, moment * along), middle, self._centres
            )
        field = self._disc.at
        strength *= disc.remanence / self._disc.magnet.remanence
        return [strength * field(math.hypot(magnet.x - x, magnet.y - y), magnet.height) for x, y in self._centres]

"""The scene of a virtual board: everything that acts on its sensors, the actions that change it, and the fields that
the sensors measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import add
from random import Random

from hardware.board import Button, Lights
from hardware.geometry import Geometry, square_name
from hardware.hand_actions import (
    Arrange,
    Break,
    Clear,
    HandAction,
    HandError,
    Lean,
    Loading,
    Mend,
    MoveStray,
    Pause,
    Press,
    PutStray,
    PutThing,
    SetUp,
    Stack,
    StrayMagnet,
    TakeStray,
    TakeThing,
    Tilt,
    Unstack,
)
from hardware.scale import PieceMasses
from hardware.virtual.ambient import AmbientField
from hardware.virtual.journey import (
    GROUND,
    HandRest,
    Journey,
    Leaning,
    TowerTop,
    Tremor,
    UnevenWood,
    WoodTrip,
    check_duration,
)
from hardware.virtual.magnets import MagnetFields, SensorField
from hardware.virtual.planner import Planner
from hardware.virtual.sensors import Sensors
from hardware.virtual.world import (
    BOXED,
    TABLE_TOP,
    LyingPiece,
    PieceInBox,
    PieceInHand,
    PieceWorld,
    Place,
    PlateLoad,
    StandingPiece,
)

# ---- The scene


TOUCHING = 1.0
"""The height over the wood, in mm, below which a worker starts to lean with the wood."""


@dataclass(frozen=True, slots=True)
class _Still:
    """The fields of everything that no hand holds, and the parts of this sum."""

    levels: tuple[int, ...]
    strays: tuple[StrayMagnet, ...]
    places: tuple[Place, ...]
    total: list[float]


@dataclass(frozen=True, slots=True)
class _Standing:
    """The fields of a worker that no hand holds, in its place on ``level`` blocks (0 beside the board)."""

    place: Place
    level: int
    fields: list[float]


class VirtualScene:
    """The world of a virtual board and everything that acts on its sensors. ``version`` changes with the picture. With
    the ``masses`` of its pieces the board weighs: then wood does not appear at once, but is put down by a hand."""

    def __init__(  # noqa: PLR0913 - the parts of a scene
        self,
        geometry: Geometry,
        world: PieceWorld,
        *,
        sensors: Sensors,
        ambient: AmbientField,
        planner: Planner,
        sensor_field: SensorField,
        magnets: MagnetFields,
        wood: UnevenWood,
        tremors: tuple[Tremor, ...],
        masses: PieceMasses | None = None,
    ) -> None:
        self.world = world
        self._masses = masses
        self.version = 1
        self._geometry = geometry
        self._channels = geometry.channel_count
        self._sensors = sensors
        self._ambient = ambient
        self._planner = planner
        self._tremors = tremors
        self._wrist = tremors[-1]
        self._presses: list[Button] = []
        self._sensor_field = sensor_field
        self._magnets = magnets
        self._wood = wood
        self._still: _Still | None = None
        self._standing: dict[int, _Standing] = {}

    def become(self, world: PieceWorld) -> None:
        """Replace the world."""
        if world is not self.world and world != self.world:
            self.world = world
            self.version += 1

    def begun(self, action: HandAction) -> Journey:
        """Carry out an action without duration, or plan one with a duration.

        :raises HandError: if hands cannot carry it out in the present world, or it would take too long.
        """
        journey = self._begun(action)
        check_duration(journey)
        return journey

    def _begun(self, action: HandAction) -> Journey:
        match action:
            case Pause(duration):
                return HandRest(duration)
            case PutStray() | MoveStray() | TakeStray():
                return self._planner.stray_trip(action, self.world)
            case Lean() | PutThing() | TakeThing():
                return self._loaded(action)
            case Stack() | Unstack() if self._masses is not None:
                return self._wood_trip(action, self._masses)
            case Stack() | Unstack() | Arrange() | SetUp() | Clear():
                self.become(self._rearranged(action))
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

    def _loaded(self, action: Loading) -> Journey:
        """Plan how a hand leans on the plate, or put a thing there, or take it off."""
        match action:
            case Lean(x, y, force, duration):
                return Leaning(PlateLoad(f"hand at {x:g}, {y:g}", x, y, force, is_hand=True), duration)
            case PutThing(name, x, y, mass):
                if any(load.name == name for load in self.world.loads):
                    raise HandError(f"{name!r} is on the plate already")
                self.become(self.world.with_load(PlateLoad(name, x, y, mass)))
            case TakeThing(name):
                self.become(self.world.without_load(name))
        return HandRest(0.0)

    def _wood_trip(self, action: Stack | Unstack, masses: PieceMasses) -> WoodTrip:
        """Plan how a hand puts wood down or takes it off."""
        self._rearranged(action)  # whether it can be done
        square = action.square
        level, dome = self.world.levels[square], self.world.domes[square]
        if isinstance(action, Unstack):
            return WoodTrip(square, level, dome, came=False)
        pushed, middle = None, self._geometry.centre(square)
        if action.spot is not None:
            mass = masses.dome if action.dome else masses.blocks[level]
            place = (middle[0] + action.spot[0], middle[1] + action.spot[1])
            pushed = PlateLoad(f"wood for {square_name(square)}", *place, mass)
        return WoodTrip(square, level, dome, came=True, is_dome=action.dome, pushed=pushed, middle=middle)

    def _rearranged(self, action: Stack | Unstack | Arrange | SetUp | Clear) -> PieceWorld:
        match action:
            case Stack(square, dome):
                return self.world.stacked(square, dome=dome)
            case Unstack(square):
                return self.world.unstacked(square)
            case Arrange(levels, domes):
                return self.world.arranged(levels, domes)
            case SetUp():
                return put_right(self.world, action, self._planner.spot)
            case Clear():
                return self.world.cleared()

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call."""
        pressed, self._presses = tuple(self._presses), []
        return pressed

    def set_lights(self, lights: Lights) -> None:
        """Set the lights, whose current has a field."""
        self._ambient.set_lights(lights)
        self.version += 1

    def counts(self, now: int, chance: Random) -> tuple[int, ...]:
        """Return the counts of the converter at a time in ms."""
        return self._sensors.counts(self.fields(now), chance)

    def fields(self, now: int) -> list[float]:
        """Return the fields in mT at a time in ms, before any sensor."""
        total = list(map(add, self._ambient.fields(now), self._still_fields()))
        for number, place in enumerate(self.world.places):
            if isinstance(place, PieceInHand):
                total = list(map(add, total, self._of_held(number, place, now)))
        for stray in self.world.strays:
            if stray.worn:
                total = list(map(add, total, self._of_stray(stray, self._wrist.at(now, stray.height))))
        return total

    def _still_fields(self) -> list[float]:
        """Return the fields of everything that no hand holds, summed again only after a change."""
        world, still = self.world, self._still
        if (
            still is None
            or still.levels is not world.levels
            or still.strays is not world.strays
            or any(
                place is not known and not (isinstance(place, PieceInHand) and isinstance(known, PieceInHand))
                for place, known in zip(world.places, still.places, strict=True)
            )
        ):
            still = self._still = _Still(world.levels, world.strays, world.places, self._summed())
        return still.total

    def _summed(self) -> list[float]:
        total = [0.0] * self._channels
        for number, place in enumerate(self.world.places):
            if not isinstance(place, (PieceInHand, PieceInBox)):
                total = list(map(add, total, self._of_standing(number, place)))
        for stray in self.world.strays:
            if not stray.worn:
                total = list(map(add, total, self._of_stray(stray, (0.0, 0.0, 0.0))))
        return total

    def _of_standing(self, number: int, place: Place) -> list[float]:
        """Return the fields of a worker that no hand holds."""
        level = self.world.levels[place.square] if isinstance(place, (StandingPiece, LyingPiece)) else 0
        known = self._standing.get(number)
        if known is None or known.place is not place or known.level != level:
            magnet, top = self.world.magnet(number, self._geometry), self._under(place)
            fields = [0.0] * self._channels
            if magnet is not None:
                fields = self._magnets.of(number, magnet, top.lean_east, top.lean_north)
            known = self._standing[number] = _Standing(place, level, fields)
        return known.fields

    def _under(self, place: Place) -> TowerTop:
        """Return the top of the tower on which a worker stands or lies; level ground for any other."""
        if not isinstance(place, (StandingPiece, LyingPiece)):
            return GROUND
        return self._wood.top(place.square, self.world.levels[place.square])

    def _of_held(self, number: int, held: PieceInHand, now: int) -> list[float]:
        """Return the fields of a worker in a hand, which trembles in the air and leans with the wood on it."""
        square = self._geometry.square_at(held.x, held.y)
        if square is None:
            wood, top = TABLE_TOP, GROUND
        else:
            level = self.world.levels[square]
            wood, top = self._geometry.top_height(level, self.world.domes[square]), self._wood.top(square, level)
        above = held.height - wood
        if not held.tilt:
            east, north, up = self._tremors[number].at(now, above)
            held = PieceInHand(held.x + east, held.y + north, held.height + up)
        share = min(max(1 - above / TOUCHING, 0.0), 1.0)
        return self._magnets.of(number, held, share * top.lean_east, share * top.lean_north)

    def _of_stray(self, stray: StrayMagnet, offset: tuple[float, float, float]) -> list[float]:
        """Return the fields of a stray magnet that is ``offset`` mm east, north and above its place."""
        at = stray.x + offset[0], stray.y + offset[1], stray.height + offset[2]
        return self._sensor_field.dipole((stray.east, stray.north, stray.down), at)


# ---- Setting up a position


def put_right(world: PieceWorld, wanted: SetUp, spot: Callable[[int, PieceWorld], StandingPiece]) -> PieceWorld:
    """Set up a position in a world, with as few moves as possible; stray magnets stay. ``spot`` returns the place on a
    square where hands put a worker; a worker on a suitable square stays.

    :raises HandError: if a board cannot have this wood.
    """
    arranged = world.arranged(wanted.levels, wanted.domes)
    free = {square: seat for square, seat in wanted.standing if not wanted.domes[square]}
    for square in free:
        world.check_square(square)
    places: dict[int, Place] = {}
    for number, place in enumerate(arranged.places):
        if isinstance(place, StandingPiece) and free.get(place.square) == world.workers[number].seat:
            places[number] = place
            del free[place.square]
    # A worker that a hand holds is moved before one is taken out of the box.
    waiting = sorted(set(range(len(world.workers))) - set(places), key=lambda each: arranged.places[each] == BOXED)
    for square, seat in sorted(free.items()):
        found = next((each for each in waiting if world.workers[each].seat == seat), None)
        if found is not None:
            places[found] = spot(square, arranged)
            waiting.remove(found)
    return replace(arranged, places=tuple(places.get(number, BOXED) for number in range(len(world.workers))))

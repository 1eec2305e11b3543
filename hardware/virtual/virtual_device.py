"""The virtual board: a Device whose sensors measure the magnets of a simulated world, hands that act on it, and a file
that stores its pieces.

Its clock advances by ``scan_period`` ms at each scan, however soon the next one comes, and between two scans by what
whoever reads its scale says has passed. So a simulation at full speed and a page at 50 scans a second see the same
physics.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from math import hypot
from pathlib import Path
from typing import Final

import msgspec

from common.atomic_files import write_whole
from common.json_reader import JsonReader
from common.numbers import is_whole, seeded
from common.threads import News
from hardware.board import ALL_DARK, SQUARE_COUNT, Button, Frame, Identity, Lights, Weighed
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, CellCounts, DeviceFault
from hardware.geometry import Geometry
from hardware.hand_actions import (
    PHONE,
    Arrange,
    Clear,
    HandAction,
    Lift,
    Pause,
    Put,
    PutInBox,
    SetUp,
    StrayMagnet,
)
from hardware.magnet_force import WorkerGrip, sideways_force
from hardware.scale import Scale
from hardware.sensor_types import Sensor
from hardware.virtual.ambient import AmbientConditions, AmbientField
from hardware.virtual.hand import Hand, HandTask
from hardware.virtual.journey import HandStyle, Tremor, UnevenWood
from hardware.virtual.magnets import MagnetFields, drawn_magnets, sensor_field
from hardware.virtual.planner import Planner
from hardware.virtual.sensors import Sensors, Wires
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_scale import ScaleSpread, VirtualScale
from hardware.virtual.wood_scene import VirtualScene
from hardware.virtual.world import (
    BOXED,
    OFF_THE_BLOCK,
    TALLEST,
    TWO_SEATS,
    LyingPiece,
    PieceBeside,
    PieceInHand,
    PieceWorld,
    Place,
    StandingPiece,
    WorkerPiece,
    foot_radius,
)
from hardware.virtual_hands import BoardPicture, PieceSeen, SettingUp
from hardware.wiring import Wiring

# ---- The device


_log = logging.getLogger(__name__)


HANDS = 3
"""The hands at a board: two of the players, and a third for accidents meanwhile."""

LETTING_GO_MS = 250
"""The rest of a hand after it has put a worker down, in ms of the board's clock, before `VirtualDevice.act` starts
another action: no one lets go and lifts again at once, however quickly the requests of a page arrive."""

SMALLEST_GAP = 2.0
"""The least distance in mm from the sensors to the playing face."""


class VirtualDevice:
    """A Device (`hardware.device`) and hands to play at it. Every call is safe from any thread.

    Each of the ``HANDS`` hands has its own queue of tasks. ``act`` and ``arrange`` use the first hand and return when
    it is done, which takes scans: by another thread, or by the function given to `scan_by`. ``enqueue`` returns at
    once, for a program that scans in the same thread. Without a scan for ``patience`` seconds hands still finish their
    actions, as they would at an unplugged board.

    The same ``seed`` gives the same sensors, magnets, blocks, noise, placement errors and trembling; ``made_by`` is the
    seed of the sensors, magnets and blocks if it differs. With ``memory``, a file, a new board has the pieces and stray
    magnets where the last one left them; failures of sensors, the tilt of the board, and its stored calibration and
    wiring are forgotten. ``wired`` is the true wiring of its sensors and lights; the board starts with the default
    wiring, in the order of the squares. ``grip`` holds workers against the magnets of others; without it they stay
    where they are put. With a ``scale`` the board weighs, with cells and pieces of this ``scale_spread``, and hands
    take time to put down blocks and domes.

    :raises ValueError: if the playing face is too near the sensors.
    :raises OSError: if the memory cannot be read. One that cannot be written, as on a full disk, is reported as
        ``trouble``.
    """

    def __init__(  # noqa: PLR0913 - the parts of a board, each with a default
        self,
        geometry: Geometry | None = None,
        spread: SensorSpread | None = None,
        *,
        seed: int = 0,
        made_by: int | None = None,
        memory: Path | None = None,
        workers: tuple[WorkerPiece, ...] = TWO_SEATS,
        style: HandStyle | None = None,
        surroundings: AmbientConditions | None = None,
        sensor: Sensor | None = None,
        wired: Wiring | None = None,
        grip: WorkerGrip | None = None,
        scan_period: int = 20,
        patience: float = 1.0,
        scale: Scale | None = None,
        scale_spread: ScaleSpread | None = None,
    ) -> None:
        self._geometry = geometry or Geometry()
        if self._geometry.gap < SMALLEST_GAP:
            raise ValueError(f"a gap of {self._geometry.gap:g} mm is less than the {SMALLEST_GAP:g} of a virtual board")
        spread = spread or SensorSpread()
        style = style or HandStyle()
        size = self._geometry.size
        self._scan_period = scan_period
        self._patience = patience
        self._pull = None if grip is None else MagnetPull(self._geometry, grip)
        self._memory = memory
        found = SavedPieces(PieceWorld.new(workers, size), 0) if memory is None else load_pieces(memory, workers, size)
        self._trouble, self._unsaved = found.trouble, False
        self._follows = found.follows
        if found.trouble is not None:
            _log.warning("%s", found.trouble)
        self._identity = Identity("Virtual board", f"virtual-{seed:08x}", "virtual 1", found.boots + 1)
        boots, made_by = self._identity.boots, seed if made_by is None else made_by
        self._noise = seeded("noise", seed, boots)
        self._sensors = Sensors.drawn(made_by, spread, size, sensor or Sensor(), self._geometry.further_channels)
        self._wires = Wires(wired or Wiring.straight())
        own = self._wires.calibration(self._sensors.stored)
        self._calibration = own.with_further(self._geometry.further_channels)
        self._calibration_stored = self._wiring_stored = False
        trembling = seeded("tremor", seed)
        sensing, wood = sensor_field(self._geometry, spread, made_by), UnevenWood.drawn(spread, made_by)
        self._scene = VirtualScene(
            self._geometry,
            found.world,
            sensors=self._sensors,
            ambient=AmbientField(surroundings or AmbientConditions(), self._geometry, seed),
            planner=Planner(self._geometry, style, spread.placement, wood, seeded("placement", seed, boots)),
            sensor_field=sensing,
            magnets=MagnetFields(self._geometry, sensing, drawn_magnets(made_by, spread, workers)),
            wood=wood,
            tremors=tuple(Tremor.drawn(style.tremor, trembling) for _ in range(len(workers) + 1)),
            masses=None if scale is None else scale.masses,
        )
        self._cells = () if scale is None else scale.cells
        self._scale = (
            None if scale is None else VirtualScale(scale, self._geometry, len(workers), seed, made_by, scale_spread)
        )
        self._changed = News()
        self._step: Callable[[], None] | None = None
        self._now = 0
        self._since_scan = 0
        self._letting_go_until = 0.0
        self._number = 0
        self._wanted = self._lights = ALL_DARK
        self._hands = tuple(Hand() for _ in range(HANDS))
        self._tasks: list[HandTask] = []
        self._save()

    # The Device.

    @property
    def identity(self) -> Identity:
        """The identity of this board."""
        return self._identity

    @property
    def revision(self) -> int:
        """The revision, which is unknown: the board has no straps."""
        return UNKNOWN_REVISION

    @property
    def faults(self) -> DeviceFault:
        """The faults of the board: none."""
        return DeviceFault.NONE

    @property
    def calibration(self) -> Calibration:
        """The calibration that the board has of its sensors, which is near the true one."""
        with self._changed:
            return self._calibration

    @property
    def calibration_stored(self) -> bool:
        """Whether the calibration was stored since this board started."""
        with self._changed:
            return self._calibration_stored

    @property
    def wiring(self) -> Wiring:
        """The wiring that the board uses."""
        with self._changed:
            return self._wires.believed

    @property
    def wiring_stored(self) -> bool:
        """Whether the wiring was stored since this board started."""
        with self._changed:
            return self._wiring_stored

    def store_calibration(self, calibration: Calibration) -> None:
        """Use this calibration from now on."""
        with self._changed:
            further = self._geometry.further_channels
            self._calibration, self._calibration_stored = calibration.with_further(further), True

    def store_wiring(self, wiring: Wiring) -> None:
        """Scan and light by this wiring from now on."""
        with self._changed:
            self._wires.believe(wiring)
            self._wiring_stored = True
            self._shine()

    def scan(self) -> tuple[int, ...]:
        """Return the counts of the sensors ``scan_period`` ms after the last scan: a1 to e5, then further channels."""
        with self._changed:
            self._pass_to(self._scan_period)
            self._since_scan = 0
            counts = self._wires.counts(self._scene.counts(self._now, self._noise))
            self._number += 1
            self._changed.notify_all()
            return counts

    @property
    def cells(self) -> int:
        """The number of load cells of its scale; 0 without one."""
        return len(self._cells)

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        """Return the readings of the scale since the last call as counts, oldest first. So that they come between scans
        as from a real scale, the time since the newest scan passes to ``elapsed`` ms, but not beyond the next one."""
        with self._changed:
            if self._scale is None:
                return ()
            self._pass_to(min(elapsed, self._scan_period))
            scanned = self._now - self._since_scan
            return tuple(
                CellCounts(
                    weighed.at - scanned,
                    tuple(
                        round(load * cell.counts_per_gram)
                        for load, cell in zip(weighed.loads, self._cells, strict=True)
                    ),
                )
                for weighed in self._scale.take()
            )

    def presses(self) -> tuple[Button, ...]:
        """Return the buttons pressed since the last call."""
        with self._changed:
            return self._scene.presses()

    def show(self, lights: Lights) -> None:
        """Set the lights."""
        with self._changed:
            if lights != self._wanted:
                self._wanted = lights
                self._shine()

    # For a simulation in one thread, and for tests.

    def frame(self) -> Frame:
        """Scan and calibrate: return the frame that a link to this board would give."""
        with self._changed:
            counts = self.scan()
            believed = self._calibration
            return Frame(self._now, self._number, believed.fields(counts), believed.clipped(counts))

    def weighings(self) -> tuple[Weighed, ...]:
        """Return what a link to this board would give of the scale since the last call; nothing on a board without
        one."""
        with self._changed:
            return () if self._scale is None else self._scale.take()

    def enqueue(self, action: HandAction, hand: int = 0) -> HandTask:
        """Give a task to one of the hands, after its present ones, and return at once.

        An idle hand begins now, so that an impossible task has its error at once. Hands act at the same time; two
        cannot move the same worker at once, and of two that come to one square the later fails.

        :raises ValueError: if there is no such hand.
        """
        if not 0 <= hand < HANDS:
            raise ValueError(f"there is no hand {hand}; hands are 0 to {HANDS - 1}")
        task = HandTask(action)
        with self._changed:
            self._hands[hand].give(task)
            self._tasks.append(task)
            self._pass(0)
        return task

    @property
    def idle(self) -> bool:
        """Whether no hand has a task."""
        with self._changed:
            return all(hand.idle for hand in self._hands)

    def scan_by(self, step: Callable[[], None]) -> None:
        """Set the function that every wait for a hand calls until the hand is done; it must make the board scan. For a
        program in which no other thread scans."""
        self._step = step

    def hand_is_idle(self, hand: int) -> bool:
        """Whether this hand has no task."""
        with self._changed:
            return self._hands[hand].idle

    @property
    def now(self) -> int:
        """The board's clock in ms."""
        with self._changed:
            return self._now

    @property
    def world(self) -> PieceWorld:
        """The true state of the board."""
        with self._changed:
            return self._scene.world

    @property
    def geometry(self) -> Geometry:
        """The measures of this board."""
        return self._geometry

    @property
    def trouble(self) -> str | None:
        """A sentence about a memory that could not be used; None if it could."""
        with self._changed:
            return self._trouble

    def true_fields(self) -> tuple[float, ...]:
        """Return the fields in mT now, before any sensor."""
        with self._changed:
            return tuple(self._scene.fields(self._now))

    # The hands.

    def act(self, action: HandAction) -> None:
        """Carry out an action with the first hand, and return when it is done.

        :raises HandError: if hands cannot do it.
        """
        with self._changed:
            if (rest := self._letting_go_until - self._now) > 0:
                self.enqueue(Pause(rest))
            task = self.enqueue(action)
            self._wait_for(task)
            task.check()
            if isinstance(action, Put):
                self._letting_go_until = task.ended + LETTING_GO_MS

    def arrange(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> None:
        """Change the wood to this; workers on changed squares are lifted meanwhile and put back."""
        with self._changed:
            in_the_way = self._scene.world.on_other_wood(levels, domes)
            for piece, _ in in_the_way:
                self.enqueue(Lift(piece))
            arranging = self.enqueue(Arrange(levels, domes))
            for piece, square in in_the_way:
                self.enqueue(PutInBox(piece) if domes[square] else Put(piece, square))
            self._wait_for(self.enqueue(Pause(0)))
            arranging.check()  # another hand's action with a worker meanwhile does not change the wood

    def clear(self) -> None:
        """Put all workers and all wood into the box, as soon as the first hand is free. Returns at once."""
        self.enqueue(Clear())

    def set_up(self, position: SetUp) -> SettingUp:
        """Set up this position, as soon as the first hand is free. Returns at once."""
        return self.enqueue(position)

    def follow_game(self, *, on: bool) -> None:
        """Let the pieces follow the game by themselves from now on, or not."""
        with self._changed:
            if on != self._follows:
                self._follows = on
                self._scene.version += 1
                self._save()
                self._changed.notify_all()

    def look(self) -> BoardPicture:
        """Return the pieces, where they stand, and the lights that are on now."""
        with self._changed:
            picture = _seen(self._scene.version, self._scene.world, self._lights, self._geometry)
            return replace(picture, follows=self._follows)

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """While the context is open, call ``wake`` whenever the board may look different."""
        return self._changed.telling(wake)

    def wait(self, version: int, timeout: float) -> BoardPicture:
        """As ``look``, but wait up to ``timeout`` seconds for a version other than ``version``."""
        end = time.monotonic() + timeout
        with self._changed:
            while self._scene.version == version and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
            return self.look()

    # What happens as time passes; all with the lock held.

    def _wait_for(self, task: HandTask) -> None:
        while not task.done:
            if self._step is not None:
                self._step()
            elif not self._changed.wait(self._patience):
                while not task.done:
                    self._pass(self._scan_period)

    def _shine(self) -> None:
        """Set the lights to the requested ones, by the true wiring."""
        lights = self._wires.lights(self._wanted)
        if lights != self._lights:
            self._lights = lights
            self._scene.set_lights(lights)
            self._changed.notify_all()

    def _pass_to(self, elapsed: int) -> None:
        """Let the time pass to so many ms after the newest scan, if it has not."""
        if elapsed > self._since_scan:
            self._pass(elapsed - self._since_scan)
            self._since_scan = elapsed

    def _pass(self, duration: int) -> None:
        """Let time pass, in small parts for a scale, which feels what happens between scans."""
        if self._scale is None or not duration:
            self._act_for(duration)
            return
        end = self._now + duration
        while self._now < end:
            part = self._scale.tick(self._now, end) - self._now
            self._act_for(part)
            self._scale.feel(self._scene.world, self._now, part)

    def _act_for(self, duration: int) -> None:
        """Let hands and magnets act for so many ms."""
        self._now += duration
        ended = False
        for hand in self._hands:
            others = [other for other in self._hands if other is not hand]
            ended |= hand.pass_time(duration, self._now, self._scene, others)
        if self._pull is not None:
            self._scene.become(self._pull.after(self._scene.world, duration))
        if ended:
            for task in self._tasks:
                task.scans_before = self._number if task.done else None
            self._tasks = [task for task in self._tasks if not task.done]
            self._save()
            self._changed.notify_all()

    def _save(self) -> None:
        if self._memory is None:
            return
        try:
            store_pieces(self._memory, self._scene.world, self._identity.boots, follows=self._follows)
        except OSError as error:
            # The simulation goes on. The error is logged once, and is the trouble of the board until the pieces are
            # saved.
            if not self._unsaved:
                _log.error("the virtual board cannot store its pieces: %s", error)
            self._trouble, self._unsaved = f"the virtual board cannot store its pieces: {error}", True
        else:
            if self._unsaved:
                self._trouble, self._unsaved = None, False


def _seen(version: int, world: PieceWorld, lights: Lights, geometry: Geometry) -> BoardPicture:
    """Return the picture of this world and these lights from above."""
    pieces = []
    for number, worker in enumerate(world.workers):
        place, at = world.places[number], world.magnet(number, geometry)
        pieces.append(
            PieceSeen(
                worker.name,
                worker.seat,
                place.square if isinstance(place, (StandingPiece, LyingPiece)) else None,
                at.x if at else 0.0,
                at.y if at else 0.0,
                isinstance(place, PieceInHand),
                isinstance(place, LyingPiece),
            )
        )
    colours = tuple((colour.red, colour.green, colour.blue) for colour in lights.colours)
    phone = next(((stray.x, stray.y) for stray in world.strays if stray.name == PHONE), None)
    return BoardPicture(version, geometry.size, world.levels, world.domes, tuple(pieces), colours, phone)


# ---- The stored pieces
#
# A small JSON file has the pieces while no process runs. The pieces of a real board stay where they are; after a
# restart, those of a virtual board are in their places too.


_STRAYS: Final = JsonReader(tuple[StrayMagnet, ...])
FORMAT = 1
LOWEST_HAND = 2.0
"""The least height above the sensors of a worker in a hand, in mm."""

FARTHEST_OFF = 100.0
"""The largest distance of a worker from the middle of its square, in mm."""

FARTHEST = 1000.0
"""The largest distance of anything from the middle of a1, in mm: hands bring and take pieces from beyond their reach,
but not from farther."""


@dataclass(frozen=True, slots=True)
class SavedPieces:
    """The content of a file: the world, the number of starts of the board before, and, if the file was unusable, a
    sentence with its new name. ``follows``: the pieces follow the game by themselves."""

    world: PieceWorld
    boots: int
    trouble: str | None = None
    follows: bool = True


def load_pieces(path: Path, workers: tuple[WorkerPiece, ...], size: int = 5) -> SavedPieces:
    """Read the pieces of a board of ``size`` x ``size`` squares. Without a file the board is empty; a broken file is
    renamed and the board is empty.

    :raises OSError: if the file cannot be read or renamed.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return _read(text, workers, size)
    except FileNotFoundError:
        return SavedPieces(PieceWorld.new(workers, size), 0)
    except (ValueError, msgspec.ValidationError) as error:
        broken = _free_name(path)
        path.rename(broken)
        trouble = (
            f"{path} is not a memory of a virtual board ({error}); it is now {broken.name}, and the board starts empty"
        )
        return SavedPieces(PieceWorld.new(workers, size), 0, trouble)


def store_pieces(path: Path, world: PieceWorld, boots: int, *, follows: bool = True) -> None:
    """Write the file to the disk, whole or not at all.

    :raises OSError: if it cannot be written; the file is then unchanged.
    """
    content = {
        "format": FORMAT,
        "boots": boots,
        "levels": world.levels,
        "domes": world.domes,
        "workers": {worker.name: _written(place) for worker, place in zip(world.workers, world.places, strict=True)},
        "strays": [asdict(stray) for stray in world.strays],
        "follows": follows,
    }
    write_whole(path, json.dumps(content) + "\n")


def _read(text: str, workers: tuple[WorkerPiece, ...], size: int) -> SavedPieces:
    content = _object(json.loads(text))
    if content.get("format") != FORMAT:
        raise ValueError(f"its format is {content.get('format')!r}, not {FORMAT}")
    boots = content.get("boots")
    if not isinstance(boots, int) or boots < 0:
        raise ValueError("its number of starts is wrong")
    levels, domes = content.get("levels"), content.get("domes")
    if not isinstance(levels, list) or len(levels) != SQUARE_COUNT or not all(is_whole(v, 0, TALLEST) for v in levels):
        raise ValueError("its blocks are not 25 heights")
    if not isinstance(domes, list) or len(domes) != SQUARE_COUNT or not all(isinstance(dome, bool) for dome in domes):
        raise ValueError("its domes are not 25 of true and false")
    world = PieceWorld(
        workers, (BOXED,) * len(workers), tuple(levels), tuple(domes), _strays(content.get("strays", [])), size
    )
    for square in (square for square, full in enumerate(map(max, levels, domes)) if full):
        world.check_square(square)
    for piece, place in _object(content.get("workers")).items():
        world = world.moved(piece, _place(_object(place)))
    follows = content.get("follows", True)
    if not isinstance(follows, bool):
        raise ValueError("whether its pieces follow the game is neither true nor false")  # noqa: TRY004 - bad text
    return SavedPieces(world, boots, follows=follows)


def _strays(content: object) -> tuple[StrayMagnet, ...]:
    strays = _STRAYS.convert(content)
    for stray in strays:
        if not _is_near(stray.x, stray.y, stray.height):
            raise ValueError(f"{stray} is not a stray magnet of this board")
    return strays


def _place(content: dict[str, object]) -> Place:
    match content:
        case {"square": int(square), "east": float(east), "north": float(north), "heading": float(heading)} if (
            max(abs(east), abs(north), abs(heading)) < FARTHEST_OFF
        ):
            return LyingPiece(square, east, north, heading)
        case {"square": int(square), "east": float(east), "north": float(north), **rest} if (
            max(abs(east), abs(north)) < FARTHEST_OFF and not rest
        ):
            return StandingPiece(square, east, north)
        case {"beside": [float(x), float(y)]} if _is_near(x, y):
            return PieceBeside(x, y)
        case {"x": float(x), "y": float(y), "height": float(height)} if height >= LOWEST_HAND and _is_near(
            x, y, height
        ):
            return PieceInHand(x, y, height)
        case {"box": True}:
            return BOXED
        case _:
            raise ValueError(f"{content} is not a place for a worker")


def _written(place: Place) -> dict[str, float | bool | list[float]]:
    match place:
        case StandingPiece(square, east, north):
            return {"square": square, "east": float(east), "north": float(north)}
        case LyingPiece(square, east, north, heading):
            return {"square": square, "east": float(east), "north": float(north), "heading": float(heading)}
        case PieceBeside(x, y):
            return {"beside": [float(x), float(y)]}
        case PieceInHand(x, y, height):
            # With two hands one may be moving while the other finishes; its piece is stored as held.
            return {"x": float(x), "y": float(y), "height": max(float(height), LOWEST_HAND)}
        case _:
            return {"box": True}


def _object(content: object) -> dict[str, object]:
    if not isinstance(content, dict):
        raise ValueError(f"{content!r} is there instead of names and values")  # noqa: TRY004 - bad text, not a bad call
    return content


def _is_near(*measures: float) -> bool:
    return all(abs(measure) <= FARTHEST for measure in measures)


def _free_name(path: Path) -> Path:
    number = 1
    while (broken := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    return broken


# ---- Magnets that move workers
#
# Pairs with different poles down snap together, others slide apart. Each magnet pulls and pushes as a dipole with an
# upright axis (`hardware.magnet_force`). A worker slides while the force exceeds the friction of its foot. It stays on
# its square: on a block it would fall off the edge, and on the ground it meets the other one half way. That a magnet
# above makes a worker lighter is ignored, and so are workers that lie.


SLIDING_SPEED = 0.25
"""The speed of a sliding worker, in mm/ms."""

STEP = 0.5
"""The longest distance in mm between two calculations of the forces."""


class MagnetPull:
    """The pull of the magnets on one board, whose workers have this ``grip`` on its face."""

    def __init__(self, geometry: Geometry, grip: WorkerGrip) -> None:
        self._geometry = geometry
        self._holds = grip.holds(geometry.magnet)
        self._apart = 2 * foot_radius(geometry)
        self._at_rest: PieceWorld | None = None

    def after(self, world: PieceWorld, ms: float) -> PieceWorld:
        """Return the world after the magnets have acted for ``ms``; the same one if nothing slides."""
        rest, left = self._at_rest, ms * SLIDING_SPEED
        if rest is not None and rest.places is world.places and rest.levels is world.levels:
            return world
        while left > 0:
            way = min(left, STEP)
            moved = dict(self._slides(world, way))
            if not moved:
                self._at_rest = world
                break
            for number, place in moved.items():
                world = world.moved(world.workers[number].name, place)
            left -= way
        return world

    def _slides(self, world: PieceWorld, way: float) -> Iterator[tuple[int, StandingPiece]]:
        """Generate the workers that slide, each with its place after ``way`` mm."""
        magnets = [
            (number, world.workers[number].polarity, at)
            for number, place in enumerate(world.places)
            if not isinstance(place, LyingPiece) and (at := world.magnet(number, self._geometry)) is not None
        ]
        for number, polarity, at in magnets:
            place = world.places[number]
            if not isinstance(place, StandingPiece):
                continue
            others = [(polarity * other, there) for which, other, there in magnets if which != number]
            east, north = self._pull(at, others)
            force = hypot(east, north)
            if force <= self._holds:
                continue
            there = StandingPiece(place.square, place.east + way * east / force, place.north + way * north / force)
            if hypot(there.east, there.north) <= OFF_THE_BLOCK and not self._in_the_way(at, place, there, others):
                yield number, there

    def _pull(self, at: PieceInHand, others: list[tuple[int, PieceInHand]]) -> tuple[float, float]:
        """Return the force in N to the east and to the north on the magnet ``at`` from the others, each with +1 for the
        same pole down and -1 otherwise."""
        east = north = 0.0
        for alike, there in others:
            aside, along = at.x - there.x, at.y - there.y
            far = hypot(aside, along)
            if far > 0:
                force = alike * sideways_force(self._geometry.magnet, far, there.height - at.height) / far
                east, north = east + force * aside, north + force * along
        return east, north

    def _in_the_way(
        self, at: PieceInHand, place: StandingPiece, there: StandingPiece, others: list[tuple[int, PieceInHand]]
    ) -> bool:
        """Whether the foot of another worker is where this one would come nearer to it."""
        x, y = at.x + there.east - place.east, at.y + there.north - place.north
        return any(
            hypot(x - other.x, y - other.y) < min(self._apart, hypot(at.x - other.x, at.y - other.y))
            for _, other in others
        )

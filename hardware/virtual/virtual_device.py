"""The virtual board: a Device whose sensors feel the magnets of a simulated world, and hands that act on it.

Its clock is its scanning: each scan lets ``scan_period`` ms pass, however soon the next one comes. So a simulation that
scans as fast as it can and a page that is served 50 scans a second see the same physics.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from common.numbers import seeded
from hardware.board import ALL_DARK, Button, Frame, Identity, Lights
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, DeviceFault
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
)
from hardware.magnet_force import WorkerGrip
from hardware.sensor_types import Sensor
from hardware.virtual.ambient import AmbientConditions, AmbientField
from hardware.virtual.hand import Hand, HandTask
from hardware.virtual.journey import HandStyle, Tremor
from hardware.virtual.magnets import MagnetFields, drawn_magnets
from hardware.virtual.piece_memory import SavedPieces, load_pieces, store_pieces
from hardware.virtual.planner import Planner
from hardware.virtual.pulling import MagnetPull
from hardware.virtual.sensor_poses import sensor_field
from hardware.virtual.sensors import Sensors, Wires
from hardware.virtual.spread import SensorSpread
from hardware.virtual.wood import UnevenWood
from hardware.virtual.wood_scene import VirtualScene
from hardware.virtual.world import TWO_SEATS, LyingPiece, PieceInHand, PieceWorld, StandingPiece, WorkerPiece
from hardware.virtual_hands import BoardPicture, PieceSeen, SettingUp
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)


HANDS = 3
"""The hands at a board: two of the players, and a third for accidents at the board meanwhile."""

LETTING_GO_MS = 250
"""How long a hand rests that has put a worker down, in ms of the board's clock, before `VirtualDevice.act` lets it do
anything else: nobody lets go and lifts again at once, however quickly the requests of a page come."""

SMALLEST_GAP = 2.0
"""The least distance in mm from the sensors to the playing face."""


class VirtualDevice:
    """A Device (`hardware.device`) and hands to play at it. Every call is safe from any thread.

    Each of the ``HANDS`` hands has its own queue of tasks. ``act`` and ``arrange`` are for the first hand and return
    when all is done, which takes scans: by another thread, or by what was given to `scan_by`. ``enqueue`` returns at
    once, for whoever scans in the same thread. If nobody scans for ``patience`` seconds, hands finish what they do all
    the same, as they would at a board whose plug is out.

    The same ``seed`` gives the same sensors, magnets, blocks, noise, placement errors and trembling; ``made_by`` is the
    seed of the sensors, magnets and blocks if it is another. With ``memory``, a file, a
    new board finds the pieces and stray magnets where the last one left them; what was wrong with sensors, how the
    board was tilted, and a calibration and wiring that were stored on it are forgotten. ``wired`` is how its sensors
    and lights are connected; it begins with the default wiring, in the order of the squares. ``grip`` is what holds
    workers against the magnets of others; without it they stay where they are put, whatever pulls at them.

    :raises ValueError: if the playing face is too near to the sensors.
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
        self._sensors = Sensors.drawn(made_by, spread, size, sensor or Sensor())
        self._wires = Wires(wired or Wiring.straight())
        self._calibration = self._wires.calibration(self._sensors.stored)
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
        )
        self._changed = threading.Condition()
        self._step: Callable[[], None] | None = None
        self._now = 0
        self._letting_go_until = 0.0
        self._number = 0
        self._wanted = self._lights = ALL_DARK
        self._hands = tuple(Hand() for _ in range(HANDS))
        self._tasks: list[HandTask] = []
        self._save()

    # The Device.

    @property
    def identity(self) -> Identity:
        """Who this board is."""
        return self._identity

    @property
    def revision(self) -> int:
        """It has no straps."""
        return UNKNOWN_REVISION

    @property
    def faults(self) -> DeviceFault:
        """It has no faults."""
        return DeviceFault.NONE

    @property
    def calibration(self) -> Calibration:
        """The calibration that the board has of its sensors; near the truth, not the truth."""
        with self._changed:
            return self._calibration

    @property
    def calibration_stored(self) -> bool:
        """Whether it was stored since this board began."""
        with self._changed:
            return self._calibration_stored

    @property
    def wiring(self) -> Wiring:
        """The wiring that the board goes by."""
        with self._changed:
            return self._wires.believed

    @property
    def wiring_stored(self) -> bool:
        """Whether it was stored since this board began."""
        with self._changed:
            return self._wiring_stored

    def store_calibration(self, calibration: Calibration) -> None:
        """Use this calibration from now on."""
        with self._changed:
            self._calibration, self._calibration_stored = calibration, True

    def store_wiring(self, wiring: Wiring) -> None:
        """Scan and light by this wiring from now on."""
        with self._changed:
            self._wires.believe(wiring)
            self._wiring_stored = True
            self._shine()

    def scan(self) -> tuple[int, ...]:
        """Let ``scan_period`` ms pass and give the counts of the 25 sensors then, a1 to e5."""
        with self._changed:
            self._pass(self._scan_period)
            counts = self._wires.counts(self._scene.counts(self._now, self._noise))
            self._number += 1
            self._changed.notify_all()
            return counts

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""
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
        """Scan and calibrate: the frame that a link to this board would give."""
        with self._changed:
            counts = self.scan()
            believed = self._calibration
            return Frame(self._now, self._number, believed.fields(counts), believed.clipped(counts))

    def enqueue(self, action: HandAction, hand: int = 0) -> HandTask:
        """Give one of the hands a task after those that it has already, and return at once.

        An idle hand begins now, so that an impossible task has its error already. Hands act at
        the same time; no two can move the same worker at once, and of two that come to one square the later fails.

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
        """From now on, whoever waits for a hand calls this until the hand is done; it is to have the board scanned. For
        a program in which no other thread scans."""
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
        """The 25 fields in mT now, before any sensor."""
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
        """Make the wood so; workers that stand on what changes are lifted meanwhile and put back."""
        with self._changed:
            in_the_way = self._scene.world.on_other_wood(levels, domes)
            for piece, _ in in_the_way:
                self.enqueue(Lift(piece))
            arranging = self.enqueue(Arrange(levels, domes))
            for piece, square in in_the_way:
                self.enqueue(PutInBox(piece) if domes[square] else Put(piece, square))
            self._wait_for(self.enqueue(Pause(0)))
            arranging.check()  # what another hand has done with a worker meanwhile does not change the wood

    def clear(self) -> None:
        """Put all workers and all wood into the box, as soon as the first hand is free. Returns at once."""
        self.enqueue(Clear())

    def set_up(self, position: SetUp) -> SettingUp:
        """Set up this position, as soon as the first hand is free. Returns at once."""
        return self.enqueue(position)

    def follow_game(self, *, on: bool) -> None:
        """Have the pieces follow the game by themselves from now on, or not."""
        with self._changed:
            if on != self._follows:
                self._follows = on
                self._scene.version += 1
                self._save()
                self._changed.notify_all()

    def look(self) -> BoardPicture:
        """What stands where, and which lights are on, now."""
        with self._changed:
            picture = _seen(self._scene.version, self._scene.world, self._lights, self._geometry)
            return replace(picture, follows=self._follows)

    def wait(self, version: int, timeout: float) -> BoardPicture:
        """As ``look``, but waits up to ``timeout`` seconds for a version other than ``version``."""
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
        """Set the lights to those wanted, by the true wiring."""
        lights = self._wires.lights(self._wanted)
        if lights != self._lights:
            self._lights = lights
            self._scene.set_lights(lights)
            self._changed.notify_all()

    def _pass(self, duration: int) -> None:
        """Let time pass."""
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
    """How this world and these lights look from above."""
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

"""The virtual board: a Device whose sensors feel the magnets of a simulated world, and hands that act on it.

Its clock is its scanning: each scan lets ``scan_period`` ms pass, however soon the next one comes. So a simulation that
scans as fast as it can and a page that is served 50 scans a second see the same physics.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from pathlib import Path

from hardware.board import ALL_DARK, SQUARE_COUNT, Button, Frame, Identity, Lights
from hardware.calibration import Calibration
from hardware.geometry import Geometry
from hardware.virtual.bench import BenchSeen, seen
from hardware.virtual.chance import seeded
from hardware.virtual.field import DiscField
from hardware.virtual.memory import Remembered, recall, remember
from hardware.virtual.motion import (
    Action,
    Box,
    Carry,
    HandStyle,
    Lift,
    Pause,
    Planner,
    Press,
    Put,
    Slide,
    Stack,
    Tap,
    Trip,
    Unstack,
)
from hardware.virtual.sensors import Sensors, SensorSpread
from hardware.virtual.world import TWO_SEATS, HandError, Held, Worker, World

_log = logging.getLogger(__name__)


class Errand:
    """An action given to the hands: whether it is done, and what was wrong with it."""

    __slots__ = ("action", "done", "error")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.done = False
        self.error: HandError | None = None

    def check(self) -> None:
        """Say that the action could not be done.

        :raises HandError: if so.
        """
        if self.error is not None:
            raise self.error


class VirtualBoard:
    """A Device (`hardware.device`) and hands to play at it. Every call is safe from any thread.

    Hands do one thing after another. The calls named after actions return when the action is done, which takes
    scans by another thread; ``enqueue`` returns at once, for whoever scans in the same thread. If nobody scans for
    ``patience`` seconds, hands finish what they do all the same, as they would at a board whose plug is out.

    The same ``seed`` gives the same sensors, noise and placement errors. With ``memory``, a file, a new board finds
    the pieces where the last one left them.

    :raises ValueError: if there is no field table for the geometry's magnet, or it is too near to the sensors.
    :raises OSError: if the memory can neither be read nor written.
    """

    def __init__(  # noqa: PLR0913 - the parts of a board, each with a default
        self,
        geometry: Geometry | None = None,
        spread: SensorSpread | None = None,
        *,
        seed: int = 0,
        memory: Path | None = None,
        workers: tuple[Worker, ...] = TWO_SEATS,
        style: HandStyle | None = None,
        scan_period: int = 20,
        patience: float = 1.0,
    ) -> None:
        self._geometry = geometry or Geometry()
        self._table = DiscField.load()
        self._strength = _strength(self._geometry, self._table)
        self._centres = tuple(self._geometry.centre(square) for square in range(SQUARE_COUNT))
        spread = spread or SensorSpread()
        self._sensors = Sensors.drawn(seed, spread)
        self._scan_period = scan_period
        self._patience = patience
        self._memory = memory
        found = Remembered(World.new(workers), 0) if memory is None else recall(memory, workers)
        self._world = found.world
        self._trouble = found.trouble
        if found.trouble is not None:
            _log.warning("%s", found.trouble)
        self._identity = Identity("Virtual board", f"virtual-{seed:08x}", "virtual 1", found.boots + 1)
        if memory is not None:
            remember(memory, self._world, self._identity.boots)
        self._noise = seeded("noise", seed, self._identity.boots)
        placing = seeded("placement", seed, self._identity.boots)
        self._planner = Planner(
            self._geometry,
            style or HandStyle(),
            lambda: (placing.gauss(0.0, spread.placement), placing.gauss(0.0, spread.placement)),
        )
        self._changed = threading.Condition()
        self._now = 0
        self._number = 0
        self._version = 1
        self._lights = ALL_DARK
        self._presses: list[Button] = []
        self._queue: deque[Errand] = deque()
        self._busy: Errand | None = None
        self._trip: Trip | None = None
        self._elapsed = 0.0
        self._duration = 0.0
        self._felt: list[tuple[Held, tuple[float, ...]] | None] = [None] * len(workers)

    # The Device.

    @property
    def identity(self) -> Identity:
        """Who this board is."""
        return self._identity

    @property
    def calibration(self) -> Calibration:
        """What the board has stored about its sensors; near the truth, not the truth."""
        return self._sensors.stored

    def scan(self) -> tuple[int, ...]:
        """Let ``scan_period`` ms pass and give the counts of the 25 sensors then, a1 to e5."""
        with self._changed:
            self._pass(self._scan_period)
            counts = self._sensors.counts(self._fields(), self._noise)
            self._number += 1
            self._changed.notify_all()
            return counts

    def presses(self) -> tuple[Button, ...]:
        """The buttons pressed since the last call."""
        with self._changed:
            pressed, self._presses = tuple(self._presses), []
            return pressed

    def show(self, lights: Lights) -> None:
        """Set the lights."""
        with self._changed:
            if lights != self._lights:
                self._lights = lights
                self._version += 1
                self._changed.notify_all()

    # For a simulation in one thread, and for tests.

    def frame(self) -> Frame:
        """Scan and calibrate: the frame that a link to this board would give."""
        with self._changed:
            counts = self.scan()
            stored = self._sensors.stored
            return Frame(self._now, self._number, stored.fields(counts), stored.clipped(counts))

    def enqueue(self, action: Action) -> Errand:
        """Give the hands something to do after what they do already, and return at once.

        Idle hands begin now, so that the errand of a thing that cannot be done has its error already.
        """
        errand = Errand(action)
        with self._changed:
            self._queue.append(errand)
            self._pass(0)
        return errand

    @property
    def idle(self) -> bool:
        """Whether the hands have nothing to do."""
        with self._changed:
            return self._busy is None and not self._queue

    @property
    def now(self) -> int:
        """The board's clock in ms."""
        with self._changed:
            return self._now

    @property
    def world(self) -> World:
        """The truth: what stands where."""
        with self._changed:
            return self._world

    @property
    def geometry(self) -> Geometry:
        """The measures of this board."""
        return self._geometry

    @property
    def trouble(self) -> str | None:
        """A sentence about a memory that could not be used, if that is so."""
        with self._changed:
            return self._trouble

    def true_fields(self) -> tuple[float, ...]:
        """The 25 fields in mT now, before any sensor."""
        with self._changed:
            return tuple(self._fields())

    # The hands.

    def lift(self, piece: str) -> None:
        """Take a standing worker, or one from the box, into the hand."""
        self._do(Lift(piece))

    def carry(self, piece: str, x: float, y: float) -> None:
        """Hold a lifted worker over a place, in mm from the centre of a1."""
        self._do(Carry(piece, x, y))

    def put(self, piece: str, square: int) -> None:
        """Put a lifted worker down on a square, off-centre by the placement error."""
        self._do(Put(piece, square))

    def slide(self, piece: str, squares: tuple[int, ...]) -> None:
        """Push a standing worker over these squares without lifting it; it ends on the last."""
        self._do(Slide(piece, squares))

    def tap(self, piece: str, square: int) -> None:
        """Lift a standing worker, touch ``square`` with it and put it back where it stood."""
        self._do(Tap(piece, square))

    def box(self, piece: str) -> None:
        """Take a worker off the board, back into the box."""
        self._do(Box(piece))

    def stack(self, square: int, dome: bool) -> None:  # noqa: FBT001 - a piece is a block or a dome
        """Put a block or a dome from the supply on top of a square."""
        self._do(Stack(square, dome))

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""
        self._do(Unstack(square))

    def press(self, button: str) -> None:
        """Press a rim button: ``done`` or ``undo``."""
        if button not in tuple(Button):
            raise HandError(f"there is no button {button!r}; the buttons are {' and '.join(Button)}")
        self._do(Press(Button(button)))

    def look(self) -> BenchSeen:
        """What stands where, and which lights are on, now."""
        with self._changed:
            return seen(self._version, self._world, self._lights, self._geometry)

    def wait(self, version: int, timeout: float) -> BenchSeen:
        """As ``look``, but waits up to ``timeout`` seconds for a version other than ``version``."""
        end = time.monotonic() + timeout
        with self._changed:
            while self._version == version and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
            return self.look()

    # What happens as time passes; all with the lock held.

    def _do(self, action: Action) -> None:
        with self._changed:
            errand = self.enqueue(action)
            while not errand.done:
                if not self._changed.wait(self._patience):
                    while not errand.done:
                        self._pass(self._scan_period)
            errand.check()

    def _pass(self, duration: int) -> None:
        """Let time pass; what a hand leaves of it goes to what it does next."""
        self._now += duration
        left = float(duration)
        while True:
            if self._busy is None:
                if not self._queue:
                    return
                self._begin(self._queue.popleft())
                continue
            self._elapsed += left
            if self._elapsed < self._duration:
                self._follow()
                return
            left = self._elapsed - self._duration
            self._end()

    def _begin(self, errand: Errand) -> None:
        self._busy, self._trip = errand, None
        self._elapsed = self._duration = 0.0
        try:
            match errand.action:
                case Stack(square, dome):
                    self._become(self._world.stacked(square, dome=dome))
                case Unstack(square):
                    self._become(self._world.unstacked(square))
                case Press(button):
                    self._presses.append(button)
                case Pause(duration):
                    self._duration = duration
                case _:
                    self._trip = self._planner.trip(errand.action, self._world)
                    self._duration = self._trip.duration
                    self._follow()
        except HandError as error:
            errand.error = error  # raised by `check`, in the thread that asked
            self._finish()

    def _follow(self) -> None:
        if self._trip is not None:
            self._become(self._world.moved(self._trip.piece, self._trip.at(self._elapsed)))

    def _end(self) -> None:
        if self._trip is not None:
            self._become(self._world.moved(self._trip.piece, self._trip.end))
        self._save()
        self._finish()

    def _finish(self) -> None:
        if self._busy is not None:
            self._busy.done = True
        self._busy = self._trip = None
        self._changed.notify_all()

    def _become(self, world: World) -> None:
        if world != self._world:
            self._world = world
            self._version += 1

    def _save(self) -> None:
        if self._memory is None:
            return
        try:
            remember(self._memory, self._world, self._identity.boots)
        except OSError as error:
            # The pieces stand where they stand; that they will be forgotten is said once and kept for the status.
            if self._trouble is None:
                _log.error("the virtual board cannot remember its pieces: %s", error)
            self._trouble = f"the virtual board cannot remember its pieces: {error}"

    def _fields(self) -> list[float]:
        total = [0.0] * SQUARE_COUNT
        for number, worker in enumerate(self._world.workers):
            at = self._world.magnet(number, self._geometry)
            if at is None:
                continue
            felt = self._felt[number]
            if felt is None or felt[0] != at:
                felt = self._felt[number] = (at, self._feel(at, worker.polarity))
            total = [sum_so_far + part for sum_so_far, part in zip(total, felt[1], strict=True)]
        return total

    def _feel(self, magnet: Held, polarity: int) -> tuple[float, ...]:
        field, strength = self._table.at, polarity * self._strength
        return tuple(strength * field(math.hypot(magnet.x - x, magnet.y - y), magnet.height) for x, y in self._centres)


def _strength(geometry: Geometry, table: DiscField) -> float:
    """How much stronger the geometry's magnet is than the table's."""
    magnet, known = geometry.magnet, table.magnet
    if (magnet.diameter, magnet.thickness) != (known.diameter, known.thickness):
        raise ValueError(
            f"the virtual board knows discs of {known.diameter:g} x {known.thickness:g} mm,"
            f" not {magnet.diameter:g} x {magnet.thickness:g} mm"
        )
    if geometry.gap < table.nearest_height:
        raise ValueError(f"a gap of {geometry.gap:g} mm is less than the virtual board knows, {table.nearest_height:g}")
    return magnet.remanence / known.remanence

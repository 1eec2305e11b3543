"""Follows touches that nobody has read yet: which workers hands lift, where one seems to be put down briefly, and which
touches are decoded again.

A touch may be too short or too restless to be read. What is noted here is no reading: it is the reason to ask whether a
square was touched. A board that is cleared in a second may never rest while it is empty. That each worker was lifted
shows that the next one is another.

A worker that touches the ground may rock there, so that its sensor never rests. No hand holds a worker so low: one that
hovers over a square keeps at least a centimetre over it, where its field is a fifth of that on the ground. So where a
square has no blocks, a field nearer to that for a sixth of a second is a touch. On blocks it proves nothing: one of
them may be missing.

Other touches were not understood because a magnet came to lie beside the board. To find it takes longer than a touch
lasts. Once it is known, the touch is decoded again, with the magnet's field; by then the worker may be home again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from common.numbers import total
from hardware.board import Frame
from hardware.field_model import FieldModel
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    PlacedMagnet,
    ReferenceReading,
    StandingMagnet,
    outline,
)
from perception.counted_work import IncrementalTask
from perception.findings import Interference, SensorFault, Shifted, StrayField
from perception.fitting.residual import Fields
from perception.recognition.recogniser import Recogniser
from perception.sensors.limits import KEPT_FRAMES
from perception.sensors.movement import Rest, RestRecord
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking import limits
from perception.tracking.reading_change import EndedRest, ReadingChange


class TouchWatch:
    """Watches the squares of one board that a worker may touch.

    ``noted`` is the last square where one seems to have been put since `forget`, with the level of its tower and the
    polarity of the worker. ``lifted`` are the magnets that were lifted since `begin_game`, and ``is_any_lifted`` says
    that one is lifted now. ``is_any_down`` says that one seems to be put down now where it may touch. ``on_ground`` is
    one that is so low over a square without blocks that it stands there now, however it rocks.
    """

    def __init__(self, model: FieldModel) -> None:
        self._model = model
        self._over: tuple[StandingMagnet, int] | None = None
        self._lowest: list[float] = []
        self._highest: list[float] = []
        self._on_ground = abs(model.held(0.0, 0.0, model.height(0) + limits.NEAR_SQUARE).fields[0])
        self.on_ground: StandingMagnet | None = None
        self.noted: StandingMagnet | None = None
        self.lifted: Arrangement = frozenset()
        self.is_any_lifted = False
        self.is_any_down = False

    def begin_game(self) -> None:
        """Forget which magnets were lifted."""
        self.lifted = frozenset()

    def forget(self) -> None:
        """Forget what was noted."""
        self._over, self.noted, self.is_any_down = None, None, False

    def feed(self, frame: Frame, reference: ReferenceReading, expected: ExpectedArrangements) -> None:
        """Take in a frame of a board that reads as ``reference`` while nobody touches it."""
        lifted = [each for each in reference.placed if each.fields and is_lifted(each, frame.fields, reference)]
        self.is_any_lifted, self.is_any_down, self.on_ground = bool(lifted), False, None
        if not lifted:
            self._over, self._lowest, self._highest = None, [], []
            return
        self.lifted = self.lifted.union(each.standing for each in lifted)
        over, rise = next(self._low_over(frame, reference, expected, lifted), (None, 0.0))
        if over is not None and over.level == 0 and rise >= self._on_ground:
            self.on_ground = over
        if over is None:
            self._over = None
        elif self._over is None or self._over[0] != over:
            self._over = over, frame.at
        elif frame.at - self._over[1] >= limits.BRIEF_TOUCH:
            self.noted, self.is_any_down = over, True

    def _low_over(
        self,
        frame: Frame,
        reference: ReferenceReading,
        expected: ExpectedArrangements,
        lifted: Sequence[PlacedMagnet],
    ) -> Iterator[tuple[StandingMagnet, float]]:
        """Return the squares over which one of the lifted workers is as low as at a touch, and by how many mT the
        sensor there has come to feel more since a worker was lifted: by more than any other."""
        occupied = {each.square for each in reference.arrangement}
        changes = [
            field - before + total(each.fields[square] for each in lifted)
            for square, (field, before) in enumerate(zip(frame.fields, reference.reading.fields, strict=True))
        ]
        self._lowest = list(map(min, self._lowest or changes, changes))
        self._highest = list(map(max, self._highest or changes, changes))
        for polarity in sorted({each.standing.polarity for each in lifted}):
            ends = self._lowest if self._sign(polarity) > 0 else self._highest
            rises = [abs(change - end) for change, end in zip(changes, ends, strict=True)]
            strongest = max((rise for square, rise in enumerate(rises) if square not in occupied), default=0.0)
            for square in expected.tapped - occupied:
                level = expected.levels[square]
                top = self._model.height(level + (square in expected.awaited))  # its new block may be there already
                least = abs(self._model.held(0.0, 0.0, top + limits.NEAR_SQUARE).fields[0])
                if rises[square] >= max(least, strongest):
                    yield StandingMagnet(square, level, polarity), rises[square]

    def _sign(self, polarity: int) -> float:
        """Return the sign of the field right under a worker."""
        return polarity if self._model.field(0.0, 0) > 0 else -polarity


def is_lifted(each: PlacedMagnet, fields: Fields, reference: ReferenceReading) -> bool:
    """Check whether the sensor under a magnet has lost most of its field, where sensors read these fields in mT."""
    square = each.standing.square
    before = abs(reference.reading.fields[square])
    return before - abs(fields[square]) > limits.LIFTED_SHARE * abs(each.fields[square])


class LiftDetector:
    """Looks at one board every ``period`` ms of its clock until it finds a lift. ``lifting`` is the magnet that a hand
    is lifting, if it is known."""

    def __init__(self, recogniser: Recogniser, sensors: SensorFilter, period: int) -> None:
        self._recogniser = recogniser
        self._sensors = sensors
        self._period = period
        self._looked_at = 0
        self.lifting: StandingMagnet | None = None

    def forget(self) -> None:
        """Forget the lift: what stands is known, or nothing is."""
        self.lifting = None

    def look(self, reference: ReferenceReading | None, believed: Arrangement | None, work: int) -> bool:
        """Look at the last frame, with this much ``work`` at most. True if a magnet of the reference was found to be
        lifted, and none was before, while it was ``believed`` that all of them stand."""
        at = self._sensors.at
        if reference is None or reference.arrangement != believed:
            return False
        if self.lifting is not None or at - self._looked_at < self._period:
            return False
        reading = self._sensors.lift_likely(reference)
        if reading is None:
            return False
        self._looked_at = at
        # A search that takes longer than this frame is about a moment that is over.
        search = IncrementalTask(self._recogniser.lifting(reading, reference), self._recogniser.work)
        self.lifting = search.advance(work)
        return self.lifting is not None


@dataclass(frozen=True, slots=True)
class RockingTouch:
    """The frames in which ``worker`` was on the ground; of a long touch, the last ones."""

    worker: StandingMagnet
    frames: tuple[Frame, ...]

    @property
    def rest(self) -> Rest:
        """When that was."""
        return Rest(self.frames[0].at, self.frames[-1].at)

    def change(
        self,
        sensors: SensorFilter,
        reference: ReferenceReading,
        believed: Arrangement | None,
        expected: ExpectedArrangements,
    ) -> ReadingChange:
        """Return what these sensors read meanwhile as a change. The half of the frames counts in which the sensor under
        the worker felt it most: it stood on its whole foot, or nearly."""
        square = self.worker.square
        by_field = sorted(self.frames, key=lambda each: -abs(each.fields[square]))
        reading = sensors.mean_of(by_field[: (len(by_field) + 1) // 2])
        record = RestRecord(self.rest.until - self.rest.since, sensors.noise)
        return ReadingChange(reading, reference, believed, expected, record)

    def is_in(self, arrangement: Arrangement) -> bool:
        """Check whether the worker stands on its square in this arrangement."""
        return outline(frozenset({self.worker})) <= outline(arrangement)


class RockingTouches:
    """Finds touches of the ground in the frames of one board."""

    def __init__(self) -> None:
        self._worker: StandingMagnet | None = None
        self._frames: deque[Frame] = deque(maxlen=KEPT_FRAMES)

    def feed(self, frame: Frame, on_ground: StandingMagnet | None) -> RockingTouch | None:
        """Take in a frame in which a lifted worker seems to be ``on_ground``. Gives the touch that has just ended, if
        it lasted long enough."""
        if on_ground is not None and on_ground == self._worker:
            self._frames.append(frame)
            return None
        worker, frames = self._worker, tuple(self._frames)
        self._worker = on_ground
        self._frames.clear()
        if on_ground is not None:
            self._frames.append(frame)
        if worker is None or frames[-1].at - frames[0].at < limits.ROCKED:
            return None
        return RockingTouch(worker, frames)


@dataclass(frozen=True, slots=True)
class MissedTouch:
    """A touch that is to be decoded now: the ``rest`` in which it was, and its reading as a ``change``. If the worker
    rocked there, it is ``on_ground``."""

    rest: Rest
    change: ReadingChange
    on_ground: StandingMagnet | None = None


class MissedTouches:
    """The longest rests in which a worker seemed to touch a square, while nothing explained what the board showed.
    Those that are ``due`` are decoded again, in this order. ``rocked`` is the last touch of the ground in which a
    worker rocked, if it was not read."""

    def __init__(self) -> None:
        self._rocking = RockingTouches()
        self.rocked: RockingTouch | None = None
        self._touches: tuple[EndedRest, ...] = ()
        self.due: tuple[EndedRest, ...] = ()

    def watch(self, change: ReadingChange, rest: Rest, shortest: int) -> None:
        """Keep this rest, if it has lasted for ``shortest`` ms."""
        if change.rest.rested < shortest:
            return
        others = [each for each in self._touches if each.rest.since != rest.since]
        longest = sorted((*others, EndedRest(change, rest)), key=lambda each: each.change.rest.rested)[
            -limits.MOST_MISSED :
        ]
        self._touches = tuple(sorted(longest, key=lambda each: each.rest.since))

    def watch_ground(self, frame: Frame, on_ground: StandingMagnet | None, believed: Arrangement | None) -> None:
        """Take in a frame in which a lifted worker seems to be ``on_ground``; this is ``believed`` to stand."""
        touch = self._rocking.feed(frame, on_ground)
        if touch is not None and not touch.is_in(believed or frozenset()):
            self.rocked = touch

    def explain(self, found: Interference | SensorFault, since: int) -> None:
        """Note that interference was found in the rest that began at ``since``: in earlier ones it may have been there,
        too."""
        if isinstance(found, StrayField | Shifted):
            self.due = tuple(each for each in self._touches if each.rest.since != since)

    def take(
        self,
        sensors: SensorFilter,
        reference: ReferenceReading,
        believed: Arrangement | None,
        expected: ExpectedArrangements,
    ) -> MissedTouch | None:
        """Return the next touch that is due, or None. It is compared with what the board reads now, where this is
        ``believed`` to stand."""
        if self.due:
            touch, *others = self.due
            self.due = tuple(others)
            return MissedTouch(touch.rest, replace(touch.change, reference=reference, believed=believed))
        rocked, self.rocked = self.rocked, None
        if rocked is None:
            return None
        change = rocked.change(sensors, reference, believed, expected)
        return MissedTouch(rocked.rest, change, rocked.worker)

    def understood(self, arrangement: Arrangement) -> None:
        """Note that the board is understood as this: what is not due yet need not be decoded again."""
        self._touches = ()
        if self.rocked is not None and self.rocked.is_in(arrangement):
            self.rocked = None

    def forget(self) -> None:
        """Forget all touches: something else is expected now."""
        self._touches = self.due = ()
        self._rocking, self.rocked = RockingTouches(), None

"""Notes which workers hands lift, so that lights can answer at once, and where one seems to be put down for a moment:
all before anything is at rest.

A touch may be too short or too restless to be read. What is noted here is no reading: it is the reason to ask whether a
square was touched. A board that is cleared in a second may never rest while it is empty; that each worker was lifted
shows that the next one is another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.numbers import total
from hardware.board import Frame
from hardware.field_model import FieldModel
from perception.arrangements import Arrangement, PlacedMagnet, ReferenceReading, StandingMagnet
from perception.counted_work import IncrementalTask
from perception.expected_arrangements import ExpectedArrangements
from perception.fitting.residual import Fields
from perception.recognition.recogniser import Recogniser
from perception.sensors.sensor_filter import SensorFilter

NEAR = 8.0
"""A worker whose field is at least that of one held so many mm over the middle of a square may have been put there.
Hands that hesitate stay higher."""

BRIEF = 80
"""It was put there for so many ms at least: a hand on its way over the square is quicker."""

_LIFTED = 0.5


class TouchWatch:
    """Watches the squares of one board that a worker may touch. ``noted`` is the last square where one seems to have
    been put since `forget`, with the level of its tower and the polarity of the worker; None if there is none.
    ``lifted`` are the magnets that were lifted since `begin_game`, ``is_any_lifted`` whether one is lifted now,
    ``is_any_down`` whether one seems to be put down now where it may touch, and ``on_ground`` one that is so low over a
    square without blocks that it stands there now, however it rocks (None: there is none)."""

    def __init__(self, model: FieldModel) -> None:
        self._model = model
        self._over: tuple[StandingMagnet, int] | None = None
        self._lowest: list[float] = []
        self._highest: list[float] = []
        self._on_ground = abs(model.held(0.0, 0.0, model.height(0) + NEAR).fields[0])
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
        elif frame.at - self._over[1] >= BRIEF:
            self.noted, self.is_any_down = over, True

    def _low_over(
        self,
        frame: Frame,
        reference: ReferenceReading,
        expected: ExpectedArrangements,
        lifted: Sequence[PlacedMagnet],
    ) -> Iterator[tuple[StandingMagnet, float]]:
        """The squares over which one of the lifted workers is as low as at a touch, and by how many mT the sensor there
        has come to feel more since a worker was lifted: by more than any other."""
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
                least = abs(self._model.held(0.0, 0.0, top + NEAR).fields[0])
                if rises[square] >= max(least, strongest):
                    yield StandingMagnet(square, level, polarity), rises[square]

    def _sign(self, polarity: int) -> float:
        """The sign of the field right under a worker."""
        return polarity if self._model.field(0.0, 0) > 0 else -polarity


def is_lifted(each: PlacedMagnet, fields: Fields, reference: ReferenceReading) -> bool:
    """Whether the sensor under a magnet has lost most of its field, where sensors read these fields in mT."""
    square = each.standing.square
    before = abs(reference.reading.fields[square])
    return before - abs(fields[square]) > _LIFTED * abs(each.fields[square])


class LiftDetector:
    """Looks at one board every ``period`` ms of its clock, as long as no lift is found. ``lifting`` is the magnet that
    a hand lifts at this moment (None: not known of any)."""

    def __init__(self, recogniser: Recogniser, sensors: SensorFilter, period: int) -> None:
        self._recogniser = recogniser
        self._sensors = sensors
        self._period = period
        self._looked_at = 0
        self.lifting: StandingMagnet | None = None

    def look(self, reference: ReferenceReading | None, believed: Arrangement | None, work: int) -> bool:
        """Look at the last frame, with so much work at most. True if a magnet of the reference was found to be lifted,
        and none was before, while it was ``believed`` that all of them stand."""
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

"""A worker that touches the ground and rocks there, so that its sensor never rests.

No hand holds a worker so low: one that hovers over a square keeps at least a centimetre over it, where its field is a
fifth of that on the ground. So where a square has no blocks, a field nearer to that for a sixth of a second is a touch,
whatever else the worker does. On blocks it proves nothing: one of them may be missing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from hardware.board import Frame
from perception.arrangements import Arrangement, ReferenceReading, StandingMagnet, outline
from perception.expected_arrangements import ExpectedArrangements
from perception.sensors.movement import KEPT, Rest, RestRecord
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.reading_change import ReadingChange

_LEAST = 160
"""For how many ms it is there at least: one that is pushed over the square passes it in less."""


@dataclass(frozen=True, slots=True)
class RockingTouch:
    """What was seen of ``worker`` while it was on the ground: these frames, the last ones of a long touch."""

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
        """What these sensors read meanwhile as a change. Of the frames that half counts in which the sensor under the
        worker felt it most: it stood on its whole foot, or nearly."""
        square = self.worker.square
        by_field = sorted(self.frames, key=lambda each: -abs(each.fields[square]))
        reading = sensors.mean_of(by_field[: (len(by_field) + 1) // 2])
        record = RestRecord(self.rest.until - self.rest.since, sensors.noise)
        return ReadingChange(reading, reference, believed, expected, record)

    def is_in(self, arrangement: Arrangement) -> bool:
        """Whether the worker stands on its square in this arrangement."""
        return outline(frozenset({self.worker})) <= outline(arrangement)


class RockingTouches:
    """Follows the frames of one board."""

    def __init__(self) -> None:
        self._worker: StandingMagnet | None = None
        self._frames: deque[Frame] = deque(maxlen=KEPT)

    def feed(self, frame: Frame, on_ground: StandingMagnet | None) -> RockingTouch | None:
        """Take in a frame in which a lifted worker seems to be ``on_ground``; the touch that has just ended, if it
        lasted long enough."""
        if on_ground is not None and on_ground == self._worker:
            self._frames.append(frame)
            return None
        worker, frames = self._worker, tuple(self._frames)
        self._worker = on_ground
        self._frames.clear()
        if on_ground is not None:
            self._frames.append(frame)
        if worker is None or frames[-1].at - frames[0].at < _LEAST:
            return None
        return RockingTouch(worker, frames)

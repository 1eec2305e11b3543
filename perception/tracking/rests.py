"""Schedules when a rest of the board is decoded: the work on it, which may take longer than a frame, and when it is
tried again."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from hardware.board import Frame
from perception.arrangements import Arrangement
from perception.counted_work import IncrementalTask, TaskSteps, WorkCount
from perception.limits import DecisionThresholds
from perception.sensors.movement import Rest, RestRecord
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking import limits
from perception.tracking.reading_change import EndedRest, ReadingChange
from perception.tracking.touches import MissedTouches


class FrameResult(StrEnum):
    """What a frame led to: nothing new, motion, a reading that was decoded, or one that is unclear."""

    SAME = "same"
    MOVING = "moving"
    READ = "read"
    UNCLEAR = "unclear"


Result = TypeVar("Result")


class RestTask(Generic[Result]):
    """At most one task at a time, whose work is counted by ``work``.

    Once the board has moved on, the task is about ``past_rest``; ``was_touch`` says that a worker seemed to touch a
    square at its end. ``shown`` is what the rest has shown since the task began, if it has. A task that
    ``outlives_rest`` runs to its end even if the board moves meanwhile.
    """

    def __init__(self, work: WorkCount) -> None:
        self._work = work
        self._task: IncrementalTask[Result] | None = None
        self.outlives_rest = False
        self.past_rest: Rest | None = None
        self.was_touch = False
        self.shown: RestRecord | None = None
        self._waits_from = 0

    @property
    def is_running(self) -> bool:
        """Whether there is work left to do."""
        return self._task is not None

    def start(self, steps: TaskSteps[Result], *, outlives_rest: bool) -> None:
        """Start a task; the next `advance` does its first steps."""
        self._task, self.outlives_rest, self.shown = IncrementalTask(steps, self._work), outlives_rest, None

    def start_about(self, rest: Rest, steps: TaskSteps[Result], waits_from: int = 0) -> None:
        """Start a task about an earlier rest, in which a worker seemed to touch a square. The present one waits from
        when it has rested for ``waits_from`` ms: until then it was decoded itself."""
        self.start(steps, outlives_rest=True)
        self.past_rest, self.was_touch, self._waits_from = rest, True, waits_from

    def lasted(self, rest: RestRecord) -> int:
        """Return how many ms the board rests or, if the rest is over and will not be decoded again, has rested in
        all."""
        return rest.rested if self.past_rest is None or self.shown is None else self.shown.rested

    def give_way(self, rested: int, *, is_touch: bool) -> None:
        """Drop the task if it is about an earlier rest, and the present one has waited for too long, in ms;
        ``is_touch`` says that a worker seems to touch a square in it."""
        waits = limits.TOUCH_WAITS if is_touch and not self.was_touch else limits.REST_WAITS
        if self.past_rest is not None and rested - self._waits_from >= waits:
            self.cancel()

    def bind_to_rest(self, *, may_outlive: bool) -> bool:
        """Let the task that is under way end with its rest, unless it ``may_outlive`` that. True if it may go on."""
        self.outlives_rest = self.outlives_rest and may_outlive
        return self.past_rest is None or may_outlive

    def cancel(self) -> None:
        """Drop the task and its rest."""
        self._task, self.past_rest = None, None

    def begin_frame(self) -> None:
        """Begin a frame: the result of a task that has ended belongs to an earlier one."""
        if self._task is None:
            self.past_rest = None

    def note_rest(self, sensors: SensorFilter) -> None:
        """Note what the present rest has shown until now, if the task is about that."""
        if self.is_running and self.past_rest is None:
            self.shown = sensors.record

    def end_rest(self, rest: Rest, *, was_touch: bool) -> None:
        """End the rest, since the board moves: a task that does not outlive its rest is dropped."""
        self._waits_from = 0
        if self._task is None or not self.outlives_rest:
            self._task = None
        elif self.past_rest is None:
            self.past_rest, self.was_touch = rest, was_touch

    def advance(self, work: int) -> Result | None:
        """Do this much work at most. Gives the result, or None while there is more to do or no task."""
        result = None if self._task is None else self._task.advance(work)
        if result is not None:
            self._task = None
        return result


class RetrySchedule:
    """When a reading of one board is tried, in ms of its clock. The board has been at rest and unclear since
    ``unclear_since``, unless that is None. Since the last reading that was decoded, frames were lost
    (``frames_missing``), or a rest ended unclear in which workers may have stood elsewhere (``rest_missed``)."""

    def __init__(self, thresholds: DecisionThresholds) -> None:
        self._thresholds = thresholds
        self._tried_at = 0
        self._awaits_tremor = False
        self._cold_started_at, self._cold_starts = 0, 0
        self.unclear_since: int | None = None
        self.frames_missing = self.rest_missed = False

    def note_gap(self) -> None:
        """Note that frames were lost."""
        self.frames_missing = True

    def forget_gap(self) -> None:
        """Forget that frames were lost: nothing is known from before."""
        self.frames_missing = False

    def is_due(self, at: int, *, has_reference: bool) -> bool:
        """Check whether to decode a reading now: at once, or, if it was unclear, after a while."""
        if self.unclear_since is None:
            return True
        unclear = at - self.unclear_since
        soon = self._thresholds.tremor_wait if self._awaits_tremor else self._thresholds.patience
        if unclear < soon and has_reference:
            wait = self._thresholds.retry
        else:
            wait = min(max(self._thresholds.patience, unclear // 2), limits.LONGEST_RETRY)
        return at - self._tried_at >= wait

    def needs_cold_start(self, at: int) -> bool:
        """Check whether to decode the board without the reference: frames are missing, or it has been unclear for
        long."""
        if self.frames_missing or self.unclear_since is None:
            return self.frames_missing
        patience = min(self._thresholds.cold_start_after << self._cold_starts, limits.LONGEST_COLD_RETRY)
        return at - max(self.unclear_since, self._cold_started_at) >= patience

    def decode_at_once(self) -> None:
        """Decode the next reading, however soon it comes."""
        self._tried_at = -limits.LONGEST_COLD_RETRY

    def was_tried(self, at: int) -> bool:
        """Check whether a reading was decoded at this time or later."""
        return at <= self._tried_at

    def tried(self, at: int) -> None:
        """Note that a reading is being decoded."""
        self._tried_at = at

    def cold_started(self, at: int) -> None:
        """Note that a reading is being decoded without the reference."""
        self._cold_started_at, self._cold_starts, self.frames_missing = at, self._cold_starts + 1, False

    def moved(self, at: int) -> None:
        """Note that the board moves: what was unclear is over."""
        self.went_on()
        self._cold_starts, self._tried_at = 0, at

    def went_on(self) -> None:
        """Note that a rest is over. It stayed unclear if it still is."""
        self.rest_missed |= self.unclear_since is not None
        self.unclear_since = None

    def stayed_unclear(self, since: int, *, awaits_tremor: bool) -> None:
        """Note that the reading of a rest that began at ``since`` is unclear. It ``awaits_tremor`` if a longer rest
        would show the tremor of a hand."""
        if self.unclear_since is None:
            self.unclear_since = since
        self._awaits_tremor = awaits_tremor

    def decoded(self) -> None:
        """Note that a reading was decoded."""
        self.unclear_since, self.frames_missing, self.rest_missed, self._cold_starts = None, False, False, 0


class DecodingQueue:
    """What is still to be decoded on one board: the ``task`` under way, the ``schedule`` of further tries, the touches
    that were ``missed``, and a brief rest that waits for what follows it."""

    def __init__(self, work: WorkCount, sensors: SensorFilter, thresholds: DecisionThresholds) -> None:
        self._sensors = sensors
        self._ended: EndedRest | None = None
        self.task = RestTask[FrameResult](work)
        self.schedule = RetrySchedule(thresholds)
        self.missed = MissedTouches()

    @property
    def rest(self) -> Rest:
        """The rest that is decoded: an earlier one while the task is about that, else the present one."""
        return self.task.past_rest or self._sensors.rest

    @property
    def needs_cold_start(self) -> bool:
        """Whether to decode the board without the reference."""
        return self.schedule.needs_cold_start(self._sensors.at)

    def cold_started(self) -> None:
        """Note that the present reading is being decoded without the reference."""
        self.schedule.cold_started(self._sensors.at)

    def reconsider(self) -> None:
        """Drop all that is under way, and decode the next reading."""
        self.task.cancel()
        self.missed.forget()
        self._ended = None
        self.schedule.decode_at_once()

    def end_rest(self, change: ReadingChange, rest: Rest, *, awaits_what_follows: bool) -> bool:
        """End a rest whose reading is unclear, as this change. True if it is to be decoded at once: not if it
        ``awaits_what_follows``, or if a task about its first frames is still under way, which may understand it."""
        self._ended = EndedRest(change, rest) if awaits_what_follows or self.task.is_running else None
        return self._ended is None

    def followed(self, frame: Frame) -> EndedRest | None:
        """Take in a frame. Gives the brief rest that has ended, once what follows is known and no other rest is being
        decoded."""
        ended = self._ended
        if ended is None or not ended.feed(frame) or self.task.past_rest is not None:
            return None
        self._ended = None
        return ended

    def decoded(self, arrangement: Arrangement) -> None:
        """Note that a reading was decoded as this arrangement."""
        self._ended = None
        self.schedule.decoded()
        self.missed.understood(arrangement)

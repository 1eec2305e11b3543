"""Work on one rest of the board that takes longer than a frame."""

from __future__ import annotations

from typing import Generic, TypeVar

from perception.counted_work import IncrementalTask, TaskSteps, WorkCount
from perception.sensors.movement import Rest, RestRecord
from perception.sensors.sensor_filter import SensorFilter

_REST_WAITS, _TOUCH_WAITS = 1000, 120
"""For how many ms a rest waits at most while the one before is judged; and one in which a worker touches a square that
was in a hand in the one before."""

Result = TypeVar("Result")


class RestTask(Generic[Result]):
    """At most one task at a time, whose work is counted by ``work``. ``past_rest`` is the rest that it is about, once
    the board has moved on, ``was_touch`` whether a worker seemed to touch a square at its end, and ``shown`` what that
    rest has shown since the task began (None: nothing more). A task that ``outlives_rest`` runs to its end even if the
    board moves meanwhile."""

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
        """Start a task; its first steps are done by the next `advance`."""
        self._task, self.outlives_rest, self.shown = IncrementalTask(steps, self._work), outlives_rest, None

    def start_about(self, rest: Rest, steps: TaskSteps[Result], waits_from: int = 0) -> None:
        """Start a task about an earlier rest, in which a worker seemed to touch a square. The present one waits from
        when it has rested for ``waits_from`` ms: until then it was judged itself."""
        self.start(steps, outlives_rest=True)
        self.past_rest, self.was_touch, self._waits_from = rest, True, waits_from

    def note_rest(self, sensors: SensorFilter) -> None:
        """Note what the present rest has shown until now, if the task is about that."""
        if self.is_running and self.past_rest is None:
            self.shown = sensors.record

    def lasted(self, rest: RestRecord) -> int:
        """For how many ms the board rests or, if the rest is over and will not be judged again, has rested in all."""
        return rest.rested if self.past_rest is None or self.shown is None else self.shown.rested

    def give_way(self, rested: int, *, is_touch: bool) -> None:
        """Drop the task if it is about an earlier rest, and the present one has waited for too long, in ms;
        ``is_touch`` says that a worker seems to touch a square in it."""
        waits = _TOUCH_WAITS if is_touch and not self.was_touch else _REST_WAITS
        if self.past_rest is not None and rested - self._waits_from >= waits:
            self.cancel()

    def bind_to_rest(self, *, may_outlive: bool) -> bool:
        """Let the task that is under way end with its rest, unless it ``may_outlive`` that. Whether it may go on."""
        self.outlives_rest = self.outlives_rest and may_outlive
        return self.past_rest is None or may_outlive

    def cancel(self) -> None:
        """Drop the task and its rest."""
        self._task, self.past_rest = None, None

    def begin_frame(self) -> None:
        """A frame has come: the result of a task that has ended belongs to an earlier one."""
        if self._task is None:
            self.past_rest = None

    def end_rest(self, rest: Rest, *, was_touch: bool) -> None:
        """The board moves: a task that does not outlive its rest is dropped."""
        self._waits_from = 0
        if self._task is None or not self.outlives_rest:
            self._task = None
        elif self.past_rest is None:
            self.past_rest, self.was_touch = rest, was_touch

    def advance(self, work: int) -> Result | None:
        """Do this much work at most; the result, or None while there is more to do or no task."""
        result = None if self._task is None else self._task.advance(work)
        if result is not None:
            self._task = None
        return result

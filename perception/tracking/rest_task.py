"""Work on one rest of the board that takes longer than a frame."""

from __future__ import annotations

from typing import Generic, TypeVar

from perception.counted_work import IncrementalTask, TaskSteps, WorkCount
from perception.sensors.movement import Rest

Result = TypeVar("Result")


class RestTask(Generic[Result]):
    """At most one task at a time, whose work is counted by ``work``. ``past_rest`` is the rest that it is about, once
    the board has moved on. A task that ``outlives_rest`` runs to its end even if the board moves meanwhile."""

    def __init__(self, work: WorkCount) -> None:
        self._work = work
        self._task: IncrementalTask[Result] | None = None
        self.outlives_rest = False
        self.past_rest: Rest | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is work left to do."""
        return self._task is not None

    def start(self, steps: TaskSteps[Result], *, outlives_rest: bool) -> None:
        """Start a task; its first steps are done by the next `advance`."""
        self._task, self.outlives_rest = IncrementalTask(steps, self._work), outlives_rest

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

    def end_rest(self, rest: Rest) -> None:
        """The board moves: a task that does not outlive its rest is dropped."""
        if self._task is not None and self.outlives_rest:
            self.past_rest = self.past_rest or rest
        else:
            self._task = None

    def advance(self, work: int) -> Result | None:
        """Do this much work at most; the result, or None while there is more to do or no task."""
        result = None if self._task is None else self._task.advance(work)
        if result is not None:
            self._task = None
        return result

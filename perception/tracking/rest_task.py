"""Work on one rest of the board that takes longer than a frame."""

from __future__ import annotations

from typing import Generic, TypeVar

from perception.recognition.incremental_task import IncrementalTask, TaskSteps
from perception.sensors.rest_detector import Rest

Result = TypeVar("Result")


class RestTask(Generic[Result]):
    """At most one task at a time. ``past_rest`` is the rest that it is about, once the board has moved on."""

    def __init__(self) -> None:
        self._task: IncrementalTask[Result] | None = None
        self._outlives_rest = False
        self.past_rest: Rest | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is work left to do."""
        return self._task is not None

    def start(self, steps: TaskSteps[Result], *, outlives_rest: bool) -> None:
        """Start a task. One that ``outlives_rest`` runs to its end even if the board moves meanwhile."""
        self._task, self._outlives_rest = IncrementalTask(steps), outlives_rest

    def cancel(self) -> None:
        """Drop the task and its rest."""
        self._task, self.past_rest = None, None

    def begin_frame(self) -> None:
        """A frame has come: the result of a task that has ended belongs to an earlier one."""
        if self._task is None:
            self.past_rest = None

    def end_rest(self, rest: Rest) -> None:
        """The board moves: a task that does not outlive its rest is dropped."""
        if self._task is not None and self._outlives_rest:
            self.past_rest = self.past_rest or rest
        else:
            self._task = None

    def advance(self, work: int) -> Result | None:
        """Do about this much work; the result, or None while there is more to do or no task."""
        result = None if self._task is None else self._task.advance(work)
        if result is not None:
            self._task = None
        return result

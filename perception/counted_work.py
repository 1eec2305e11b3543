"""Work that may take longer than a frame: how it is counted and done in parts (see `perception`)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

from perception.limits import LARGEST_STEP

Result = TypeVar("Result")

TaskSteps = Generator[None, None, Result]
"""A task that is to be done: what a function gives that may take long."""


class WorkCount:
    """Counts work. ``done`` is the number of units done so far."""

    def __init__(self) -> None:
        self.done = 0


class IncrementalTask(Generic[Result]):
    """A task that is under way. ``work`` counts what it does."""

    def __init__(self, steps: TaskSteps[Result], work: WorkCount) -> None:
        self._steps = steps
        self._work = work

    def advance(self, share: int) -> Result | None:
        """Do this ``share`` of units of work at most. Gives the result, or None while there is more to do."""
        last = self._work.done + share - LARGEST_STEP
        while self._work.done <= last:
            try:
                next(self._steps)
            except StopIteration as end:
                result: Result = end.value
                return result
        return None


def run_to_end(steps: TaskSteps[Result]) -> Result:
    """Run a task without a stop, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


class FrameBudget:
    """The work that a frame may do. The time since the last frame that worked earns it, up to ``most``, which is the
    work of ``period`` ms."""

    def __init__(self, work: WorkCount, most: int, period: int) -> None:
        self._work = work
        self._most = most
        self._period = period
        self._at: int | None = None
        self._allowed = 0
        self._begun = work.done

    def begin_frame(self, at: int) -> None:
        """Begin a frame that may have work to do. ``at`` is its time in ms of the board's clock."""
        passed = self._period if self._at is None or at < self._at else at - self._at
        earned = self._most * passed // self._period
        self._allowed = min(self._most, self.left + earned)
        self._at, self._begun = at, self._work.done

    @property
    def left(self) -> int:
        """The work that may still be done in this frame; negative where too much was done."""
        return self._allowed - (self._work.done - self._begun)

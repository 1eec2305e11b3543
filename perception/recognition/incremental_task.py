"""Work that takes longer than the time between two frames, done in parts.

A task is a generator. It stops where it may wait for the next frame, yields the work done since its last stop, and
returns its result. The work in a frame is counted, not timed, so that the same frames always lead to the same
decisions.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

FIT_COST = 1
"""The work of explaining a reading by one arrangement, the unit of all work: about 0.3 ms on a desktop machine."""

SCORING_COST = 40
"""The work of scoring all hypotheses."""

Result = TypeVar("Result")

TaskSteps = Generator[int, None, Result]
"""Yields the work done since its last stop, and returns its result."""


class IncrementalTask(Generic[Result]):
    """A task that is under way."""

    def __init__(self, steps: TaskSteps[Result]) -> None:
        self._steps = steps

    def advance(self, share: int) -> Result | None:
        """Do about this much work. The result, or None while there is more to do."""
        done = 0
        while done < share:
            try:
                done += next(self._steps)
            except StopIteration as end:
                result: Result = end.value
                return result
        return None


def run_to_end(steps: TaskSteps[Result]) -> Result:
    """The result of a task, run without a stop."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result

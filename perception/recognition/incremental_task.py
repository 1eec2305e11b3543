"""Thinking that takes longer than the time between two frames, done in shares.

A thought is a generator: it stops at places where it may wait for the next frame, says there how much work it has done
since the last one, and returns what it came to. How much is done in a frame is counted, not timed, so that the same
frames always lead to the same decisions.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

FIT_COST = 1
"""The work of explaining a reading by one arrangement, the unit of all work: some 0.3 ms on a desktop machine."""

SCORING_COST = 40
"""The work of weighing all arrangements that may be."""

Result = TypeVar("Result")

TaskSteps = Generator[int, None, Result]
"""Yields the work done since it last stopped, and returns what it came to."""


class IncrementalTask(Generic[Result]):
    """A thought on its way."""

    def __init__(self, steps: TaskSteps[Result]) -> None:
        self._steps = steps

    def advance(self, share: int) -> Result | None:
        """Think on until about this much work is done; what it came to, None while it is not at its end."""
        done = 0
        while done < share:
            try:
                done += next(self._steps)
            except StopIteration as end:
                result: Result = end.value
                return result
        return None


def run_to_end(steps: TaskSteps[Result]) -> Result:
    """What a thought comes to, thought to its end at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result

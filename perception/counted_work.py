"""Work that takes longer than the time between two frames: counted, and done in parts.

A task is a generator. It stops wherever it may wait for the next frame, and returns its result. The work of a frame is
counted, not timed, so that the same frames lead to the same decisions on every computer. The unit is small: comparing a
magnet at one position with a reading takes `TRIAL` units.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

TRIAL = 20
"""The work of comparing one position of a magnet with a reading: about 50 µs on a desktop machine of 2020."""

HELD_TRIAL = 18
"""As ``TRIAL``, for a magnet in a hand."""

PLACE = 1
"""The work of comparing a tabulated position, or the range of a magnet's field, with a reading."""

HAND_PLACES = 20
"""The work of comparing the tabulated positions of a hand with a reading."""

HYPOTHESIS = 1
"""The work of making one hypothesis."""

RESIDUAL = 8
"""The work of subtracting the magnets that stay from a reading."""

MINUS = 1
"""The work of subtracting the field of one magnet."""

DIPOLE = 6
"""The work of fitting the strength and direction of a dipole at one position."""

FIELD = 4
"""The work of computing the fields of a dipole."""

DOUBT = 6
"""The work of computing how unsure the fields of a dipole are."""

LARGEST_STEP = 120
"""The most work of a task between two of its stops."""

Result = TypeVar("Result")

TaskSteps = Generator[None, None, Result]
"""Stops where it may wait for the next frame, and returns its result."""


class WorkCount:
    """Counts work. ``done`` is how many units were done so far."""

    def __init__(self) -> None:
        self.done = 0


class IncrementalTask(Generic[Result]):
    """A task that is under way. ``work`` counts what it does."""

    def __init__(self, steps: TaskSteps[Result], work: WorkCount) -> None:
        self._steps = steps
        self._work = work

    def advance(self, share: int) -> Result | None:
        """Do so many units of work at most. The result, or None while there is more to do."""
        last = self._work.done + share - LARGEST_STEP
        while self._work.done <= last:
            try:
                next(self._steps)
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


class FrameBudget:
    """How much work a frame may do: what the time since the frames that worked before allows, and no more than
    ``most``, which is the work of ``period`` ms."""

    def __init__(self, work: WorkCount, most: int, period: int) -> None:
        self._work = work
        self._most = most
        self._period = period
        self._at: int | None = None
        self._allowed = 0
        self._begun = work.done

    def begin_frame(self, at: int) -> None:
        """A frame that may have work to do has come at this time, in ms of the board's clock."""
        passed = self._period if self._at is None or at < self._at else at - self._at
        earned = self._most * passed // self._period
        self._allowed = min(self._most, self.left + earned)
        self._at, self._begun = at, self._work.done

    @property
    def left(self) -> int:
        """The work that may still be done in this frame; negative where too much was done."""
        return self._allowed - (self._work.done - self._begun)

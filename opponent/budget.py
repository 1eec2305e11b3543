"""Limits how long a player may think: by nodes, by time, or until it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import cut_short

CHECK_EVERY = 16
"""The nodes between two looks at the clock and the stop flag."""

NO_LIMIT = 1 << 60
MOST = 10**9
LONGEST = 3600
"""The most seconds of a turn."""


class OutOfBudget(Exception):
    """The budget is spent."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The allowance of a turn: the most nodes (evaluated positions) and the most seconds; None is no limit.

    With nodes alone every computer finds the same turn.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise ValueError("an allowance needs nodes or seconds")


def processor_seconds() -> float:
    """Return the seconds that this thread has computed. A browser tab has no such clock, but nothing thinks there."""
    return time.thread_time()


def count_of(text: str) -> int:
    """Parse a whole number from 1.

    :raises ValueError: with what is allowed.
    """
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:10]) < MOST:
        raise ValueError(f"{cut_short(text)} is not a whole number from 1 to {MOST - 1}")
    return int(text)


def seconds_of(text: str) -> float:
    """Parse seconds for thinking.

    :raises ValueError: with what is allowed.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"{cut_short(text)} is not a number of seconds above 0, up to {LONGEST}")
    return seconds


class Budget:
    """The rest of an allowance, from now on.

    ``clock`` counts seconds, by default of the processor in this thread, so that other programs on the computer take
    none away. ``is_stopped`` is polled and ends the budget at once.
    """

    def __init__(
        self,
        allowance: Allowance,
        clock: Callable[[], float] = processor_seconds,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.spent = 0
        self._most = NO_LIMIT if allowance.nodes is None else allowance.nodes
        self._clock = clock
        self._deadline = None if allowance.seconds is None else clock() + allowance.seconds
        self._half_time = None if allowance.seconds is None else clock() + allowance.seconds / 2
        self._is_stopped = is_stopped
        self._next = min(self._most, CHECK_EVERY)

    def spend(self) -> None:
        """Count one more node before it is evaluated.

        :raises OutOfBudget: if none is left.
        """
        if self.spent >= self._next:
            self._check()
        self.spent += 1

    @property
    def is_half_spent(self) -> bool:
        """Whether half of the nodes or of the time is used."""
        return 2 * self.spent >= self._most or (self._half_time is not None and self._clock() >= self._half_time)

    def _check(self) -> None:
        late = self._deadline is not None and self._clock() >= self._deadline
        if self.spent >= self._most or late or self._is_stopped():
            raise OutOfBudget
        self._next = min(self._most, self.spent + CHECK_EVERY)

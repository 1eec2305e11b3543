"""How much a player may think: so many nodes, so long, or until it is told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import cut_short

CHECK_EVERY = 16
"""The clock and the stop flag are looked at once in so many nodes."""

NO_LIMIT = 1 << 60
MOST = 10**9
LONGEST = 3600
"""The most seconds that a turn may be thought about."""


class OutOfBudget(Exception):
    """Nothing is left to think with."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a turn may cost: at most so many nodes (evaluated positions), and so many seconds; None is no limit.

    With nodes alone the same turn is found on every computer.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise ValueError("an allowance needs nodes or seconds")


def processor_seconds() -> float:
    """How long this thread has computed. A tab of a browser cannot tell; nothing thinks there."""
    return time.thread_time()


def count_of(text: str) -> int:
    """A whole number from 1 that is written so.

    :raises ValueError: with what is allowed.
    """
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:10]) < MOST:
        raise ValueError(f"{cut_short(text)} is not a whole number from 1 to {MOST - 1}")
    return int(text)


def seconds_of(text: str) -> float:
    """Seconds to think that are written so.

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
    """What is left of an allowance, from now on.

    ``clock`` counts seconds: those of the processor in this thread, so that other programs on the computer take nothing
    away. ``is_stopped`` is asked now and then whether to end at once.
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
        """One more node is to be evaluated.

        :raises OutOfBudget: if nothing is left for it.
        """
        if self.spent >= self._next:
            self._check()
        self.spent += 1

    @property
    def is_half_spent(self) -> bool:
        """Whether half of the nodes or of the time is gone."""
        return 2 * self.spent >= self._most or (self._half_time is not None and self._clock() >= self._half_time)

    def _check(self) -> None:
        late = self._deadline is not None and self._clock() >= self._deadline
        if self.spent >= self._most or late or self._is_stopped():
            raise OutOfBudget
        self._next = min(self._most, self.spent + CHECK_EVERY)

"""How fast this machine runs Python, so that figures of different machines can be compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

LOOPS = 2_000_000


def loop_figure() -> float:
    """Millions of turns of an empty counting loop per second: the median of five."""
    return median(LOOPS / seconds(_count) / 1e6 for _ in range(5))


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def rate(work: Callable[[], int], least: float = 1.0) -> float:
    """How many of what ``work`` counts are done per second: the median of its runs in at least so many seconds."""
    rates: list[float] = []
    begun = time.perf_counter()
    while len(rates) < 3 or time.perf_counter() - begun < least:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return median(rates)


def _count() -> None:
    total = 0
    for number in range(LOOPS):
        total += number

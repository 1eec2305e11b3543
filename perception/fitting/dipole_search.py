"""Searches the position of a dipole that explains a residual best, near one that explains it already."""

from __future__ import annotations

from collections.abc import Callable

from perception.counted_work import DIPOLE, FIELD, TaskSteps, WorkCount
from perception.fitting.dipole_fit import DipoleFit, Spot

FitAt = Callable[[Spot], DipoleFit]
"""Fits a dipole at one position to the residual."""

_GAINED = 0.1
"""How much log-likelihood a position has to gain to be better than another."""
_WAYS = tuple((axis, sign) for axis in range(3) for sign in (1.0, -1.0))


class DipoleSearch:
    """Searches by steps along the axes that are ``first`` mm long and then half as long each time, down to ``finest``.
    ``work`` counts what that takes."""

    def __init__(self, work: WorkCount, *, first: float, finest: float) -> None:
        self._work = work
        self._first, self._finest = first, finest

    def best_near(self, spot: Spot, fit: FitAt, may_lie: Callable[[Spot], bool]) -> TaskSteps[tuple[Spot, DipoleFit]]:
        """The best position that steps lead to from ``spot``, and its fit. Only positions where it ``may_lie`` are
        tried."""
        best = self._fitted(fit, spot)
        step = self._first
        while step >= self._finest:
            moved = True
            while moved:
                moved = False
                for axis, sign in _WAYS:
                    there = _moved(spot, axis, sign * step)
                    if not may_lie(there):
                        continue
                    found = self._fitted(fit, there)
                    yield
                    if found.gain > best.gain + _GAINED:
                        spot, best, moved = there, found, True
            step /= 2
        return spot, best

    def _fitted(self, fit: FitAt, spot: Spot) -> DipoleFit:
        self._work.done += DIPOLE + FIELD
        return fit(spot)


def _moved(spot: Spot, axis: int, way: float) -> Spot:
    east, north, height = (place + way * (index == axis) for index, place in enumerate(spot))
    return (east, north, height)

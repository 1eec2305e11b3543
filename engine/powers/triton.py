"""Triton (29).

Each move that ends on the edge of the board gives the same worker another one, as often as that happens (Your Move).

- Optional each time; spaces may repeat; each move obeys the height limit and can win (rulings 29).
- Only where the move itself ends matters, not where the worker is forced to (rulings G7, 29). Where a whirlpool's
  second half counts as a move, its end matters, else the first whirlpool's space (rulings OPEN-23).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.effects import Effect, Grant, Moved
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import is_perimeter
from engine.state import Step, StepKind


class Triton(Power):
    """Walk along the edge."""

    name = PowerName("triton")
    win_reach = 5

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """Another move from the edge."""
        by_landing = h.rulings.hop_ends_on_perimeter
        last = landed if (landed.counts if by_landing is None else by_landing) else moved
        if is_perimeter(last.to, h.state.size):
            yield Grant(Step(StepKind.MOVE, h.seat, self.name, optional=True, worker=moved.worker))

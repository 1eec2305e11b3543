"""Atalanta (48).

Once in the game, the worker that moved makes as many further moves as its player likes (Your Move).

- Each is a normal move and may win; spaces may be visited again (rulings 48).
- The power is used up when the second move is made (rulings 48).
- A hero's power: only its owner's, never demanded of her (rulings 10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.effects import Effect, Grant, Moved
from engine.hero import SPENT, Hero
from engine.power import Holding
from engine.setup import PowerName
from engine.state import Step
from engine.views import StepKind


class Atalanta(Hero):
    """Once, run as far as you like."""

    name = PowerName("atalanta")

    def witness_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """The second move uses the power up."""
        if moved.step.power == self.name and self.is_unused(h):
            yield SPENT

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """Another move of the same worker, and after it more of them."""
        del landed
        if moved.step.power == self.name or self.is_unused(h):
            yield Grant(Step(StepKind.MOVE, h.seat, self.name, optional=True, worker=moved.worker))

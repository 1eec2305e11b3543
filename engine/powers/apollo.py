"""Apollo (1).

A neighboring opponent's worker does not stop yours: your worker takes its space, and it is forced onto the one that
yours came from (Your Move).

- Only the mover is bound by the height limit; the other worker may be forced any number of levels up and never wins
  by it (rulings 1).
- Own workers and a teammate's cannot be swapped with (rulings 1).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Move
from engine.effects import Option
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import are_neighbors
from engine.state import Step, StepKind


class Apollo(Power):
    """Swap places with an opponent's worker by moving."""

    name = PowerName("apollo")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Moves into neighboring opponent workers' spaces."""
        if step.kind is not StepKind.MOVE:
            return
        for worker in h.my_workers:
            if step.worker is None or step.worker == worker.number:
                for other in h.opponent_workers:
                    if are_neighbors(worker.square, other.square):
                        move = Move(worker.square, other.square)
                        yield Option(move, worker.number, self.name, forced=((other.number, worker.square),))

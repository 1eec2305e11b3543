"""Bellerophon (49).

Once in the game, a move of his goes up two levels (Your Move).

- From the ground to the second level, or from the first to the third, which wins (rulings 49). All other prohibitions
  hold for that move too.
- The power is used up only by such a move (rulings 49).
- A hero's power: only its owner's, never demanded of him (rulings G10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Move
from engine.effects import Clause, Effect, Moved, Option
from engine.mortal import movers
from engine.power import SPENT, Hero, Holding
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import Step, StepKind


class Bellerophon(Hero):
    """Once, climb two levels."""

    name = PowerName("bellerophon")
    win_reach = 2

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Moves up two levels."""
        if step.kind is not StepKind.MOVE or not self.is_unused(h):
            return
        levels = h.state.levels
        for worker in movers(h, step):
            for to in neighbors(worker.square, h.state.size):
                if levels[to] - levels[worker.square] == 2:
                    yield Option(Move(worker.square, to), worker.number, self.name, waives=frozenset({Clause.HEIGHT}))

    def note_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """Such a move uses the power up."""
        if moved.seat == h.seat and moved.rise == 2 and not moved.hop:
            yield SPENT

"""Achilles (46).

Once in the game, the worker that acts builds before its move as well as after it (Your Turn).

- The same worker builds, moves (up too, also onto what it just built) and builds again, unless the move wins
  (rulings 46).
- A hero's power: only its owner's, never demanded of him (rulings G10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import SPENT, Hero, Holding
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import Step, StepKind


class Achilles(Hero):
    """Once, build before and after the move."""

    name = PowerName("achilles")

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A build before the move; the move is then due with the same worker."""
        if not step.opens_turn or not self.is_unused(h):
            return
        for worker in h.my_workers:
            then = (Step(StepKind.MOVE, h.seat, self.name, worker=worker.number),)
            for on in neighbors(worker.square, h.state.size):
                build = Build(worker.square, on, natural_piece(h.state, on))
                yield Option(build, worker.number, self.name, then=then, effects=(SPENT,))

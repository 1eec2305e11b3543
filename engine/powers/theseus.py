"""Theseus (55), a hero.

Once in the game an opponent's worker that stands exactly two levels above one of his beside it is removed (End of Your
Turn).

- Any worker of his counts, moved or not; of several such opponents the player picks one (rulings 55).
- A worker on a coin of an opponent's is not there for him (rulings G7); nor is a secret one (rulings OPEN-29).
- A player who loses the last worker stays in the game until the own next turn (rulings OPEN-03).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import RemoveWorker
from engine.effects import Effect, Grant, Option, Remove
from engine.hero import SPENT, Hero
from engine.power import Holding
from engine.setup import PowerName
from engine.squares import are_neighbors
from engine.state import Step, StepKind

HIGHER = 2
"""How many levels above his worker the victim stands."""


class Theseus(Hero):
    """Once: bring down who stands two levels above."""

    name = PowerName("theseus")

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The removal, if the power is unused."""
        if self.is_unused(h):
            yield Grant(Step(StepKind.REMOVE, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Each opponent's worker two levels above a neighbor of his."""
        if step.power != self.name or step.kind is not StepKind.REMOVE:
            return
        levels = h.state.levels
        for worker in h.opponent_workers:
            below = (mine for mine in h.my_workers if are_neighbors(mine.square, worker.square))
            if any(levels[mine.square] + HIGHER == levels[worker.square] for mine in below):
                effects = (Remove(worker.number), SPENT)
                yield Option(RemoveWorker(worker.square), power=self.name, effects=effects)

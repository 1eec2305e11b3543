"""Theseus (55), a hero.

Once in the game an opponent's worker that stands exactly two levels above one of his beside it is removed (End of Your
Turn).

- Any worker of his counts, moved or not; of several such opponents the player picks one (rulings 55).
- A worker on a coin of an opponent's is not there for him (rulings G7); nor is a secret one (rulings OPEN-29).
- A player who loses the last worker stays in the game until the own next turn (rulings OPEN-03).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, RemoveWorker
from engine.casting.cast import no_opponent
from engine.effects import Effect, Grant, Option, Remove
from engine.power import SPENT, Hero, Holding
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import are_neighbors, square_name
from engine.state import Step, StepKind, Worker

HIGHER = 2
"""The number of levels between his worker and the victim."""


class Theseus(Hero):
    """Once: bring down a worker two levels above."""

    name = PowerName("theseus")
    wins_by_first_move = True
    removes_workers = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The removal, if the power is unused."""
        if self.is_unused(h):
            yield Grant(Step(StepKind.REMOVE, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Each opponent's worker two levels above a neighbor of his."""
        if step.power != self.name or step.kind is not StepKind.REMOVE:
            return
        for worker in h.opponent_workers:
            if self._is_above_mine(h, worker):
                effects = (Remove(worker.number), SPENT)
                yield Option(RemoveWorker(worker.square), power=self.name, effects=effects)

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """No opponent's worker that can be named stands there, or it is not two levels above a neighbor of his."""
        if step.power != self.name or not isinstance(action, RemoveWorker):
            return None
        named = square_name(action.square)
        return no_opponent(h, action.square, self.name) or Reason.of("theseus.not_above", square=named)

    def _is_above_mine(self, h: Holding, worker: Worker) -> bool:
        levels = h.state.levels
        near = (mine for mine in h.my_workers if are_neighbors(mine.square, worker.square))
        return any(levels[mine.square] + HIGHER == levels[worker.square] for mine in near)

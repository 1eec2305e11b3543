"""Adonis (47).

Once in the game, he names an opponent's worker: at the end of the opponent's next turn it has to stand beside one of
his workers, if possible (End of Your Turn).

- Possible means that some complete legal turn ends so, hero's powers left aside; then only such turns are legal,
  winning ones included unless the table excuses them (rulings 47, OPEN-32). If not, the players are told, and the
  power is used up all the same.
- The named worker need not move, and forces count: only where it stands in the end matters. Nobody escapes by removing
  a worker (rulings 47).
- A worker on a coin cannot be named. An additional turn is not the opponent's next turn (rulings 7, 47).
- Revised: he names one of his own as well, and these two have to be neighbors (rulings 47).
- A hero's power: only its owner's, never demanded of him (rulings 10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Choose
from engine.effects import Effect, Grant, Note, Option, Remember
from engine.power import Demand, Holding, Power
from engine.setup import PowerName
from engine.squares import Square, are_neighbors
from engine.state import Memory, Step
from engine.views import StepKind

if TYPE_CHECKING:
    from engine.cast import Cast


@dataclass(frozen=True, slots=True)
class Oath(Memory):
    """Whether the power is used; until the opponent's next turn is over, where the named workers stood before it."""

    used: bool = False
    target: Square | None = None
    ally: Square | None = None


@dataclass(frozen=True, slots=True)
class Sworn(Memory):
    """The workers (by number) that have to be neighbors when this turn ends; None for any of his."""

    target: int
    ally: int | None


class Adonis(Power):
    """Once, bid an opponent's worker come near."""

    name = PowerName("adonis")
    hero = True
    may_be_taken = False
    demand = Demand.IF_POSSIBLE
    demand_reason = "adonis.come_near"

    def memory_at_start(self, cast: Cast, index: int) -> Oath:
        """Not yet used."""
        del cast, index
        return Oath()

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The choice."""
        if h.card.memory == Oath():
            yield Grant(Step(StepKind.CHOOSE, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any of the opponent's workers; then, in the revised wording, one of his own."""
        if step.power != self.name or step.kind is not StepKind.CHOOSE:
            return
        if step.anchor is None:
            for worker in h.opponent_workers:
                ally = (step._replace(optional=False, anchor=worker.square),) if h.revised else ()
                oath = Remember(Oath(used=True, target=worker.square))
                yield Option(Choose(worker.square), power=self.name, then=ally, effects=(oath,))
        else:
            for worker in h.my_workers:
                oath = Remember(Oath(used=True, target=step.anchor, ally=worker.square))
                yield Option(Choose(worker.square), power=self.name, effects=(oath,))

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """From now on the named workers are known by their numbers, wherever they go."""
        oath = h.card.memory
        if not isinstance(oath, Oath) or oath.target is None or h.turn.driven:
            return
        target = h.state.worker_on(oath.target)
        ally = None if oath.ally is None else h.state.worker_on(oath.ally)
        if target is not None:
            yield Note(Sworn(target.number, None if ally is None else ally.number))

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """The opponent's turn is over, and the oath with it."""
        if isinstance(h.card.notes, Sworn):
            yield Remember(Oath(used=True))

    def meets_demand(self, h: Holding) -> bool:
        """The named worker stands beside one of his, or beside the one named."""
        sworn, outcome = h.card.notes, h.state.outcome
        if not isinstance(sworn, Sworn):
            return True
        if h.rulings.win_excuses_oath and outcome is not None and h.turn.seat in outcome.winners:
            return True
        allies = [worker.square for worker in h.my_workers if sworn.ally in (None, worker.number)]
        targets = [worker.square for worker in h.state.workers if worker.number == sworn.target]
        return any(are_neighbors(target, ally) for target in targets for ally in allies)

    def can_still_meet_demand(self, h: Holding) -> bool:
        """As long as something else than a build is to come, or something at the end of the turn."""
        if self.meets_demand(h) or h.rulings.win_excuses_oath:
            return True
        if any(step.kind is not StepKind.BUILD for step in h.state.agenda):
            return True
        return any(seat == h.turn.seat for _, _, seat in h.state.roles.of(Power.end_of_turn))

    def tells_when_void(self, h: Holding) -> bool:
        """Whether somebody was named for this turn."""
        return isinstance(h.card.notes, Sworn)

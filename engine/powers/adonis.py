"""Adonis (47).

Once in the game, he names an opponent's worker: at the end of the opponent's next turn it has to stand beside one of
his workers, if possible (End of Your Turn).

- Possible means that some complete legal turn ends so, hero's powers left aside; then only such turns are legal,
  winning ones too unless the table excuses them (rulings 47, OPEN-32). If not, the players learn it, and the power is
  used up all the same.
- Forces count, and the named worker need not move; nobody escapes by removing a worker (rulings 47).
- A worker on a coin cannot be named; an additional turn is not the next turn (rulings G7, 47).
- Revised: he names one of his own too; these two have to be neighbors.
- A hero's power: only its owner's (rulings G10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action, Choose
from engine.casting.cast import no_opponent, not_own
from engine.effects import Effect, Grant, Note, Option, Remember
from engine.power import Demand, Hero, Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Square, distance, square_name
from engine.state import Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


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


class Adonis(Hero):
    """Once, bid an opponent's worker come near."""

    name = PowerName("adonis")
    wins_by_first_move = True
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
        if step.power != self.name:
            return
        first = step.anchor is None
        for _, _, square, _ in h.opponent_workers if first else h.my_workers:
            oath = Oath(True, square) if first else Oath(True, step.anchor, square)  # noqa: FBT003 - used
            then = (step._replace(optional=False, anchor=square),) if first and h.revised else ()
            yield Option(Choose(square), power=self.name, then=then, effects=(Remember(oath),))

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """No opponent's worker that can be named stands there; or, for the second one, none of his."""
        if step.power != self.name or not isinstance(action, Choose):
            return None
        first = step.anchor is None
        return no_opponent(h, action.worker, self.name) if first else not_own(h.state, h.team, action.worker)

    def memory_objection(self, h: Holding) -> Reason | None:
        """The named worker stands there: an opponent's, and in the revised wording one of his own. A second card of his
        may bring them elsewhere in the same turn."""
        oath = h.card.memory
        if not isinstance(oath, Oath) or oath.target is None or h.state.cast.owners.count(h.seat) > 1:
            return None
        if h.opponent_on(oath.target) is None:
            return Reason.of("position.named", power=self.name, square=square_name(oath.target))
        if oath.ally is not None and oath.ally not in {worker.square for worker in h.my_workers}:
            named = square_name(oath.ally)
            return Reason.of("position.named_ally", power=self.name, square=named, seat=h.seat)
        return None

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """From now on the named workers are known by their numbers, wherever they go."""
        oath = h.card.memory
        if isinstance(oath, Oath) and not h.turn.driven:
            numbers = {worker.square: worker.number for worker in h.state.workers}
            if oath.target in numbers:
                yield Note(Sworn(numbers[oath.target], None if oath.ally is None else numbers.get(oath.ally)))

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """The opponent's turn is over, and the oath with it."""
        if isinstance(h.card.notes, Sworn):
            yield Remember(Oath(used=True))

    def is_demanding(self, h: Holding) -> bool:
        """A worker was named for this turn."""
        return isinstance(h.card.notes, Sworn)

    def meets_demand(self, h: Holding) -> bool:
        """The named worker stands beside one of his, or beside the one named."""
        return self.distance_to_demand(h) == 0

    def distance_to_demand(self, h: Holding) -> int:
        """The steps that the named worker is away from standing so."""
        if not isinstance(sworn := h.card.notes, Sworn):
            return 0
        allies = [worker.square for worker in h.my_workers if sworn.ally in (None, worker.number)]
        targets = [worker.square for worker in h.state.workers if worker.number == sworn.target]
        return min((distance(target, ally) - 1 for target in targets for ally in allies), default=1)

    def excuses_demand(self, h: Holding) -> bool:
        """Who wins by the turn, where the table has it so (rulings OPEN-32)."""
        outcome = h.state.outcome
        return h.rulings.win_excuses_oath and outcome is not None and h.turn.seat in outcome.winners

    def can_still_meet_demand(self, h: Holding) -> bool:
        """As long as something is to come that can bring a worker elsewhere."""
        if h.rulings.win_excuses_oath or any(step.relocates for step in h.state.agenda):
            return True
        ending = (role.power for role in h.state.roles.of(Power.end_of_turn) if h.opposes(role.seat))
        return self.meets_demand(h) or any(power.relocates_at_end for power in ending)

    def announces_void_demand(self, h: Holding) -> bool:
        """Always."""
        return self.is_demanding(h)

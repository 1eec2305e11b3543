"""Aphrodite (11).

Opponents' workers that stand beside one of hers when their turn begins are held: if such a worker moves, its final move
of the turn has to end beside one of hers again (Any Move).

- Who is bound is fixed at the start of the opponent's turn; a bound worker that does not move is not affected
  (rulings 11).
- Judged on the positions once the move is fully carried out, swaps and pushes included; where a worker is forced to
  afterwards does not matter. A winning move is the last move (rulings 11).
- A whirlpool's second half is the last move where it counts as one (rulings OPEN-14).
- No "if possible": a player left without a compliant turn loses (rulings 11).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.effects import Effect, Moved, Note
from engine.power import Demand, Holding, Power
from engine.setup import PowerName
from engine.squares import are_neighbors, distance
from engine.state import Memory, StepKind


@dataclass(frozen=True, slots=True)
class Bound(Memory):
    """The workers (by number) bound this turn, and those of them whose last move led away."""

    workers: frozenset[int]
    astray: frozenset[int] = frozenset()


class Aphrodite(Power):
    """Who begins beside her stays beside her."""

    name = PowerName("aphrodite")
    demand = Demand.MUST
    demand_reason = "aphrodite.stay_near"

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """Bind the workers that neighbor hers."""
        mine = [worker.square for worker in h.my_workers]
        bound = (
            worker.number
            for worker in h.state.workers
            if worker.team == h.state.cast.team(h.turn.seat)
            and any(are_neighbors(worker.square, square) for square in mine)
        )
        yield Note(Bound(frozenset(bound)))

    def note_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """Note whether a bound worker's move ended beside one of hers."""
        bound = h.card.notes
        if not isinstance(bound, Bound) or moved.worker not in bound.workers or not h.opposes(moved.seat):
            return
        by_landing = h.rulings.hop_is_last_move
        if moved.hop and not (moved.counts if by_landing is None else by_landing):
            return
        near = any(are_neighbors(moved.to, worker.square) for worker in h.my_workers)
        astray = bound.astray - {moved.worker} if near else bound.astray | {moved.worker}
        if astray != bound.astray:
            yield Note(Bound(bound.workers, astray))

    def meets_demand(self, h: Holding) -> bool:
        """No bound worker's last move led away."""
        return not isinstance(h.card.notes, Bound) or not h.card.notes.astray

    def distance_to_demand(self, h: Holding) -> int:
        """The steps by which bound workers away from her can come back."""
        if self.meets_demand(h) or not isinstance(h.card.notes, Bound):
            return 0
        mine = [worker.square for worker in h.my_workers]
        astray = h.card.notes.astray
        away = (worker.square for worker in h.state.workers if worker.number in astray)
        return sum(min((distance(square, each) for each in mine), default=0) for square in away)

    def can_still_meet_demand(self, h: Holding) -> bool:
        """A bound worker away from her can come back only by a further move."""
        return self.meets_demand(h) or any(step.kind is StepKind.MOVE for step in h.state.agenda)

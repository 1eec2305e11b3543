"""Persephone (26).

In an opponent's turn some move has to go up, whenever a turn with such a move exists (Opponent's Turn).

- Possible means that some complete legal turn holds a move up, gods' powers included; then every turn without one is
  illegal. A winning one is no exception, unless the table wants it so (rulings 26, OPEN-21).
- A hero need not use his power for her; but once he does, and could then move up, he must (rulings G10).
- Forces do not count; which worker moves up is free, and it may go down again (rulings 26).
- What nobody may do is not possible; and a "must" goes before her "if possible" (rulings G4, G7).
- An additional turn is one more turn; its moves are the active player's, whosever the workers are
  (rulings 18).
"""

from __future__ import annotations

from engine.power import Demand, Holding, Power
from engine.setup import PowerName
from engine.state import Rise, StepKind


class Persephone(Power):
    """Somebody climbs."""

    name = PowerName("persephone")
    counts_climbs = True
    demand = Demand.IF_POSSIBLE
    demand_reason = "persephone.must_climb"

    def meets_demand(self, h: Holding) -> bool:
        """A move of this turn went up."""
        return h.turn.climbed

    def excuses_demand(self, h: Holding) -> bool:
        """Who wins by the turn, where the table has it so (rulings OPEN-21)."""
        outcome = h.state.outcome
        return h.rulings.other_wins_excuse and outcome is not None and h.turn.seat in outcome.winners

    def can_still_meet_demand(self, h: Holding) -> bool:
        """As long as a move that may go up is still to come."""
        if h.turn.climbed or h.rulings.other_wins_excuse:
            return True
        return any(step.kind is StepKind.MOVE and step.rise is Rise.ANY for step in h.state.agenda)

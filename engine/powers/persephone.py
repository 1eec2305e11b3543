"""Persephone (26).

In an opponent's turn some move has to go up, whenever a turn with such a move exists (Opponent's Turn).

- Possible means that some complete legal turn holds a move up, powers included; then every turn without one is
  illegal, a winning one too (rulings 26, OPEN-21).
- Forces do not count; which worker moves up is free, and it may go down again (rulings 26).
"""

from __future__ import annotations

from engine.power import Demand, Holding, Power
from engine.setup import PowerName
from engine.state import Rise
from engine.views import StepKind


class Persephone(Power):
    """Somebody climbs."""

    name = PowerName("persephone")
    counts_climbs = True
    demand = Demand.IF_POSSIBLE
    demand_reason = "persephone.must_climb"

    def meets_demand(self, h: Holding) -> bool:
        """A move of this turn went up."""
        return h.turn.climbed

    def can_still_meet_demand(self, h: Holding) -> bool:
        """As long as a move that may go up is still to come."""
        return h.turn.climbed or any(step.kind is StepKind.MOVE and step.rise is Rise.ANY for step in h.state.agenda)

"""Chronus (16).

Besides the usual way the holder wins as soon as five Complete Towers stand (Win Condition).

- At any time in anybody's turn, whoever built; nobody wins in an additional turn, so there the win comes with
  the start of the next regular one (rulings 16).
- Only three blocks with a dome count. Towers taken back to the supply are gone, unless the table counts them on
  (rulings OPEN-05).
"""

from __future__ import annotations

from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName

TOWERS = 5


class Chronus(Power):
    """Win by the towers that stand."""

    name = PowerName("chronus")

    def wins_at_any_time(self, h: Holding) -> Reason | None:
        """Five Complete Towers."""
        towers = h.state.complete_towers + (h.state.recycled if h.rulings.recycled_towers_count else 0)
        return Reason.of("chronus.win", towers=towers) if towers >= TOWERS else None

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
from engine.squares import BITS
from engine.state import State

TOWERS = 5

MOST_PIECES = 8
"""More than a turn builds."""


class Chronus(Power):
    """Win by the towers that stand."""

    name = PowerName("chronus")

    def wins_at_any_time(self, h: Holding) -> Reason | None:
        """Five Complete Towers."""
        towers = h.state.complete_towers + (h.state.recycled if h.rulings.recycled_towers_count else 0)
        return Reason.of("chronus.win", towers=towers) if towers >= TOWERS else None

    def win_is_far(self, state: State) -> bool:
        """More pieces are lacking than a turn builds."""
        lacking = TOWERS - state.complete_towers - state.recycled
        if lacking <= 0:
            return False
        open_to = sorted(4 - level for level, bit in zip(state.levels, BITS, strict=True) if not state.domes & bit)
        return sum(open_to[:lacking]) > MOST_PIECES

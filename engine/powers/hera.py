"""Hera (20).

A move onto the perimeter does not win for an opponent (Opponent's Turn).

- Every win by a move is denied, those by other powers' texts too; wins by what stands on the board, or because
  everybody else has lost, are not (rulings 20).
- The move is legal and the turn goes on. Each half of a way through whirlpools is judged where it ends (rulings 20).
"""

from __future__ import annotations

from engine.effects import Moved
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import is_perimeter


class Hera(Power):
    """No opponent wins at the edge."""

    name = PowerName("hera")

    def denies_win(self, h: Holding, moved: Moved) -> bool:
        """The space entered lies on the perimeter."""
        return is_perimeter(moved.to, h.state.size)

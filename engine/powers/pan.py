"""Pan (9).

Besides the usual way the holder wins by a move that drops two levels or three (Win Condition).

- One single move of the holder's own turn; drops by force and drops added up over several moves do not count
  (rulings 9).
"""

from __future__ import annotations

from engine.effects import Moved
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name


class Pan(Power):
    """Win by jumping down."""

    name = PowerName("pan")
    wins_by_moves = True

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """A move down two or more levels."""
        del h
        return Reason.of("pan.win", square=square_name(moved.to)) if moved.rise <= -2 else None

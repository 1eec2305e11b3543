"""Hecate, Goddess of Magic (39).

Setup: her two workers are tokens on a hidden map; they are placed last.
Your Turn: she moves a token as if it were on the board, then builds on the board.
Any Time: an opponent's action that her secret workers make illegal is cancelled, and the rest of that turn is lost.

- Opponents' options are those of the pieces they can see; the choice is judged on the true position, where their own
  power may make it legal without their being told (rulings 39). ``engine.secrets`` and ``engine.game`` do this for
  every power that conceals.
- She obeys every restriction on her true positions (rulings 39).
"""

from __future__ import annotations

from engine.power import Holding, Placement, Power
from engine.setup import PowerName
from engine.state import Worker


class Hecate(Power):
    """Workers that nobody sees."""

    name = PowerName("hecate")
    placement = Placement.LAST

    def conceals(self, h: Holding, worker: Worker) -> bool:
        """All of hers."""
        return worker.team == h.team

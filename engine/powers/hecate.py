"""Hecate (39).

Her two workers exist only on a map that nobody else sees; they are placed after all others (Setup). She moves them
there, and builds on the board for all to see (Your Turn). What an opponent tries against one of them comes to nothing
and ends that opponent's turn (Any Time).

- Opponents' options are those of the pieces they can see; the choice is judged on the true position, where their own
  power may make it legal without their learning of it (rulings 39). ``engine.secrets`` and ``engine.game`` do this for
  every power that conceals.
- She obeys every restriction on her true positions (rulings 39).
"""

from __future__ import annotations

from engine.actions import Action, Done, Point, Resign, Use
from engine.power import Holding, Placement, Power
from engine.setup import PowerName
from engine.state import Worker


class Hecate(Power):
    """Workers that nobody sees."""

    name = PowerName("hecate")
    placement = Placement.LAST

    may_be_taken = False

    def conceals(self, h: Holding, worker: Worker) -> bool:
        """All of hers."""
        return worker.team == h.team

    def tests_secret(self, h: Holding, action: Action) -> bool:
        """Whatever puts a worker or a piece somewhere, or takes one, is tried against her workers."""
        del h
        return not isinstance(action, Done | Point | Use | Resign)

"""Bia (13).

Her workers are placed before all others (Setup). When one of them moves and the next space along the same line holds
an opponent's worker, that worker leaves the game (Your Move).

- It happens automatically, at any height, to one worker for each move; it is neither a force nor a move (rulings 13).
- After a whirlpool the landing counts once more, in the same direction, where the hop is a move (rulings OPEN-15).
- A worker that nobody sees is hit as well (rulings OPEN-29), one on a coin is spared (rulings G7).
- In the Spin Master edition and the revised wording she places on the perimeter, and so does her teammate (rulings 13,
  OPEN-02). Beside the Ram the card has no say in placing (OPEN-07).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Place
from engine.effects import Effect, Moved, Option, Remove
from engine.power import Holding, Placement, Power
from engine.reasons import Reason
from engine.secrets import struck_workers
from engine.setup import Edition, PowerName
from engine.squares import is_perimeter, square_name, step_from
from engine.state import Step


class Bia(Power):
    """Run down the worker behind the space that is entered."""

    name = PowerName("bia")
    wins_by_first_move = True
    removes_workers = True
    placement = Placement.FIRST

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Placing away from the edge, where the edition wants it there."""
        if h.state.turn is not None or not isinstance(option.action, Place) or not self._keeps_to_edge(h):
            return None
        if not h.places(step) or is_perimeter(option.action.square, h.state.size):
            return None
        return Reason.of("bia.perimeter", square=square_name(option.action.square))

    def _keeps_to_edge(self, h: Holding) -> bool:
        profile = h.state.setup.profile
        if h.card.owner is None:
            return False
        if profile.perimeter_setup is not None:
            return profile.perimeter_setup
        return profile.edition is Edition.SPIN_MASTER or h.revised

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """Remove the opponent's worker behind the space."""
        if not h.is_mine(moved.seat) or h.turn.driven or (moved.hop and not self._hop_runs_down(h, moved)):
            return
        behind = step_from(moved.to, moved.direction, h.state.size)
        for worker in struck_workers(h):
            if worker.square == behind:
                yield Remove(worker.number)

    def _hop_runs_down(self, h: Holding, moved: Moved) -> bool:
        return moved.counts if h.rulings.hop_runs_down is None else h.rulings.hop_runs_down

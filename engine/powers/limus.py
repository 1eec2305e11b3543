"""Limus (23).

Opponents' workers cannot build beside any of the holder's workers, except for the dome that completes a Complete
Tower (Opponent's Turn).

- Every build counts, by whatever text; tokens and the taking of blocks do not (rulings 23).
- In the revised wording a dome may be built there at any level (rulings 23).
- It may leave an opponent without a complete turn, which loses. The holder's own workers are free, whoever moves them
  (rulings G7, 23).
"""

from __future__ import annotations

from engine.actions import Build, Piece
from engine.effects import Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step


class Limus(Power):
    """Nothing grows around her workers."""

    name = PowerName("limus")

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No build of an opponent beside a worker of hers."""
        if not isinstance(option.action, Build) or not h.restricts(step, option):
            return None
        on, piece = option.action.on, option.action.piece
        if piece is Piece.DOME and (h.revised or h.state.levels[on] == 3):
            return None
        if not h.neighbors_mine(on):
            return None
        return Reason.of("limus.only_domes" if h.revised else "limus.barren", square=square_name(on))

"""Hades (37).

Opponents' workers cannot move down (Opponent's Turn).

- Each single move counts, also one in the middle; being forced down is no move (rulings 37).
- His own workers are free, whoever leads them (rulings G7).
"""

from __future__ import annotations

from engine.actions import Move
from engine.effects import Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step


class Hades(Power):
    """No way down."""

    name = PowerName("hades")

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No moves down for opponents."""
        if not isinstance(option.action, Move) or not h.restricts(step, option):
            return None
        if h.state.levels[option.action.to] < h.state.levels[option.action.worker]:
            return Reason.of("hades.no_descent", square=square_name(option.action.to))
        return None

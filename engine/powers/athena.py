"""Athena (3).

A move up by one of the holder's workers keeps every opponent from moving up until the holder's next turn is over
(Opponent's Turn).

- Every move of the last turn counts, also one in the middle; being forced up does not (rulings 3).
- What counts is the plain fact about the present holder's own last turn, whoever had the power then; a table may want
  it to count only from when the power came to the holder (rulings 3, OPEN-11).
- In a team the holder's own turns count, not the teammate's; both opponents are bound until the next of them
  (rulings G8).
- Her own workers climb freely when an opponent moves them in an additional turn, and bind nobody by it (rulings 3, G7).
- The second half of a way through whirlpools is a move up like any other where it counts as a move, so a step that
  leads up in the end is not allowed (rulings OPEN-25).
"""

from __future__ import annotations

from engine.actions import Move
from engine.effects import Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step


class Athena(Power):
    """Nobody follows her up."""

    name = PowerName("athena")
    recalls_climbs = True

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No moves up for opponents while she has just climbed."""
        if h.seat not in h.state.climbed or not isinstance(option.action, Move) or not h.restricts(step, option):
            return None
        if h.state.levels[option.action.to] > h.state.levels[option.action.worker]:
            return Reason.of("athena.no_climb", square=square_name(option.action.to))
        return None

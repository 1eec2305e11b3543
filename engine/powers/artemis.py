"""Artemis (2).

The worker that moved may make another move, to any space but the one it stood on when the turn began (Your Move).

- Each of the two moves obeys the height limit, and each can win (rulings 2).
- The space it may not return to is where its first move began, wherever it was forced to in between (rulings 2).
- A whirlpool that carries a move on uses up nothing, and may end on that space (rulings 2).
- One additional move a turn, even where another power of the same player grants more (rulings OPEN-10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Move
from engine.effects import Effect, Grant, Moved, Note, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Square, square_name
from engine.state import Memory, Step, StepKind


@dataclass(frozen=True, slots=True)
class Began(Memory):
    """Where the first move of this turn began."""

    square: Square


class Artemis(Power):
    """A second move of the same worker."""

    name = PowerName("artemis")
    win_reach = 2

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """The additional move."""
        del landed
        if h.card.notes is None:
            yield Note(Began(moved.origin))
            yield Grant(Step(StepKind.MOVE, h.seat, self.name, optional=True, worker=moved.worker))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Not back to the initial space."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Move) or option.hop:
            return None
        if h.card.notes == Began(option.action.to):
            return Reason.of("artemis.not_back", square=square_name(option.action.to))
        return None

"""Atalanta (48).

Once in the game, the worker that moved makes as many further moves as its player likes (Your Move).

- Each is a normal move and may win; spaces may be visited again (rulings 48).
- The power is used up when she makes the first further move by it (rulings 48): not by one that a god beside her gives.
- Only the worker that moved last goes on so.
- A hero's power: only its owner's, never demanded of her (rulings G10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Move
from engine.effects import Effect, Grant, Moved, Option
from engine.power import SPENT, Hero, Holding
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step, StepKind


class Atalanta(Hero):
    """Once, run as far as you like."""

    name = PowerName("atalanta")
    win_reach = 5

    def note_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """The second move uses the power up."""
        if moved.step.power == self.name and self.is_unused(h):
            yield SPENT

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """Another move of the same worker, and after it more of them; declined once for all."""
        del landed
        further = Step(StepKind.MOVE, h.seat, self.name, optional=True, worker=moved.worker)
        if further not in h.state.agenda and (moved.step.power == self.name or self.is_unused(h)):
            yield Grant(further)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Another worker than the one that moved last."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Move):
            return None
        if option.worker != h.turn.actor:
            runner = ",".join(square_name(each.square) for each in h.my_workers if each.number == h.turn.actor)
            return Reason.of("worker.not_this", square=square_name(option.action.worker), workers=runner)
        return None

"""Demeter (5).

After a build the same worker may make a second one, on another space than the first (Your Build).

- Whatever comes next on that space, a dome included; the height counts after what others did in between (rulings 5).
- Neither a build before the move nor one at the end of the turn is the build of her text, nor that of an opponent's
  worker in an additional turn (rulings G1, 18).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import BuiltPiece, Effect, Grant, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step, StepKind


class Demeter(Power):
    """A second build on another space."""

    name = PowerName("demeter")
    wins_by_first_move = True

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """The additional build."""
        if h.made(built):
            yield Grant(Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=built.worker, anchor=built.on))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Not on the same space."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Build):
            return None
        if option.action.on == step.anchor:
            return Reason.of("demeter.other_space", square=square_name(option.action.on))
        return None

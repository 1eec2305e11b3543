"""Hestia (21).

After a build the same worker may make a second one, but not on the perimeter (Your Build).

- The first build may be anywhere; the second may be on the same space, and may be a dome (rulings 21).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import BuiltPiece, Effect, Grant, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import is_perimeter, square_name
from engine.state import Step, StepKind


class Hestia(Power):
    """A second build, inland."""

    name = PowerName("hestia")
    wins_by_first_move = True

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """The additional build."""
        if h.made(built):
            yield Grant(Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=built.worker))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Not on the perimeter."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Build):
            return None
        if is_perimeter(option.action.on, h.state.size):
            return Reason.of("hestia.not_perimeter", square=square_name(option.action.on))
        return None

"""Prometheus (10).

A worker that will not climb this turn may build once before its move, besides the build after it (Your Turn).

- The same worker builds, moves and builds; whether it moves up is judged on the heights after the first build
  (rulings 10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Move
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import MORTAL, PowerName
from engine.squares import neighbors, square_name
from engine.state import Step
from engine.views import StepKind


class Prometheus(Power):
    """Build before moving."""

    name = PowerName("prometheus")

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A build before the move; the move is then due with the same worker."""
        if step.kind is not StepKind.MOVE or step.power != MORTAL:
            return
        for worker in h.my_workers:
            then = (Step(StepKind.MOVE, h.seat, self.name, worker=worker.number),)
            for on in neighbors(worker.square, h.state.size):
                build = Build(worker.square, on, natural_piece(h.state, on))
                yield Option(build, worker.number, self.name, then=then)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """After a build before it, the move may not go up."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Move):
            return None
        if h.state.levels[option.action.to] > h.state.levels[option.action.worker]:
            return Reason.of("prometheus.no_climb", square=square_name(option.action.to))
        return None

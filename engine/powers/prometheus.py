"""Prometheus (10).

A worker that will not climb this turn may build once before its move, besides the build after it (Your Turn).

- The same worker builds, moves and builds; whether it moves up is judged on the heights after the first build
  (rulings 10).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import Rise, Step
from engine.views import StepKind


class Prometheus(Power):
    """Build before moving."""

    name = PowerName("prometheus")

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A build before the move; the move is then due with the same worker."""
        if not step.opens_turn:
            return
        for worker in h.my_workers:
            then = (Step(StepKind.MOVE, h.seat, self.name, worker=worker.number, rise=Rise.NOT_UP),)
            for on in neighbors(worker.square, h.state.size):
                build = Build(worker.square, on, natural_piece(h.state, on))
                yield Option(build, worker.number, self.name, then=then)

"""Graeae (36).

Three workers are placed (Setup). Whichever of them the player picks makes the build of the turn (Your Build).

- Printed: the one that moved may be picked as well. Revised: only one that did not move, so that a last worker cannot
  build (rulings 36).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import MORTAL, PowerName
from engine.squares import neighbors, square_name
from engine.state import Step, StepKind


class Graeae(Power):
    """Any of three builds."""

    name = PowerName("graeae")
    wins_by_first_move = True
    workers = 3
    asks_who_moved = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Builds by the other workers."""
        if step.kind is not StepKind.BUILD or step.power != MORTAL:
            return
        for worker in h.my_workers:
            if worker.number != h.turn.actor:
                for on in neighbors(worker.square, h.state.size):
                    build = Build(worker.square, on, natural_piece(h.state, on))
                    yield Option(build, worker.number, self.name)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Revised: not by a worker that moved."""
        if not h.revised or step.seat != h.seat or step.power != MORTAL or not isinstance(option.action, Build):
            return None
        if option.worker in h.turn.moved:
            return Reason.of("graeae.moved", square=square_name(option.action.worker))
        return None

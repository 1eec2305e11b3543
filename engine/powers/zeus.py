"""Zeus (30).

The worker that builds may put a block under itself and rise with it (Your Build).

- A block, so not from the third level. It is forced up: no move, and no win on the third level (rulings 30).
- His own space is a build space like others: what bars builds there bars this one, and a token there leaves
  (rulings 30).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Build
from engine.effects import Clause, Option
from engine.mortal import builders
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step, StepKind

HIGHEST = 3
"""Blocks under a worker."""


class Zeus(Power):
    """Build beneath yourself."""

    name = PowerName("zeus")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A block under the builder."""
        if step.kind is StepKind.BUILD:
            for worker in builders(h, step):
                if h.state.levels[worker.square] < HIGHEST:
                    build = Build(worker.square, worker.square)
                    yield Option(build, worker.number, self.name, waives=frozenset({Clause.OCCUPIED}))

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """A dome beneath himself: on three blocks nothing else would be next."""
        if step.kind is not StepKind.BUILD or not isinstance(action, Build) or action.on != action.worker:
            return None
        for worker in builders(h, step):
            if worker.square == action.on and h.state.levels[action.on] == HIGHEST:
                return Reason.of("zeus.only_blocks", square=square_name(action.on))
        return None

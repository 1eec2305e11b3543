"""Zeus (30).

The worker that builds may put a block under itself and rise with it (Your Build).

- A block, so not from the third level. It is forced up: no move, and no win on the third level (rulings 30).
- His own space is a build space like others: what bars builds there bars this one, and a token there leaves
  (rulings 30).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import Clause, Option
from engine.mortal import builders
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.state import Step, StepKind


class Zeus(Power):
    """Build beneath yourself."""

    name = PowerName("zeus")

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A block under the builder."""
        if step.kind is StepKind.BUILD:
            for worker in builders(h, step):
                build = Build(worker.square, worker.square)
                yield Option(build, worker.number, self.name, waives=frozenset({Clause.OCCUPIED}))

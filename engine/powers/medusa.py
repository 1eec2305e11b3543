"""Medusa (24).

When her turn ends, every opponent's worker that stands beside one of hers and lower than it turns to stone: it leaves
the game, and her worker builds a block on its space (End of Your Turn).

- Mandatory, and all at once: who is lower is settled before the first block is put (rulings 24).
- "If possible" is the build: where she may not build, the worker is spared. By the later edition turning to stone is
  no build, and only the supply could stop it (rulings 24, OPEN-09).
- It hits secret workers as well (rulings OPEN-29); those on a coin are not there for her (rulings G7).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build
from engine.effects import Clause, Effect, Option, PutBlock, Remove
from engine.mortal import BASE
from engine.power import Holding, Power
from engine.secrets import struck_workers
from engine.setup import Edition, PowerName
from engine.squares import are_neighbors
from engine.state import Step, StepKind, Worker
from engine.turns.steps import objection


class Medusa(Power):
    """Turn lower neighbors to stone."""

    name = PowerName("medusa")
    wins_by_first_move = True
    removes_workers = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """Victims leave, blocks take their place."""
        doomed = [(victim, self._builder(h, victim)) for victim in struck_workers(h)]
        for victim, builder in doomed:
            if builder is not None:
                yield Remove(victim.number)
        for victim, builder in doomed:
            if builder is not None:
                yield PutBlock(builder.number, victim.square)

    def _builder(self, h: Holding, victim: Worker) -> Worker | None:
        """A worker of hers that stands higher beside the victim and may build there."""
        levels = h.state.levels
        for worker in h.my_workers:
            higher = are_neighbors(worker.square, victim.square) and levels[worker.square] > levels[victim.square]
            if higher and self._may_build(h, worker, victim):
                return worker
        return None

    def _may_build(self, h: Holding, worker: Worker, victim: Worker) -> bool:
        step = Step(StepKind.BUILD, h.seat, self.name, worker=worker.number)
        build = Build(worker.square, victim.square)
        option = Option(build, worker.number, self.name, waives=frozenset({Clause.OCCUPIED}))
        is_build = h.rulings.petrifying_is_build
        if is_build is None:
            is_build = h.state.setup.profile.edition is not Edition.SPIN_MASTER
        return (objection(h.state, step, option) if is_build else BASE.forbid(h, step, option)) is None

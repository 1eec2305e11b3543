"""Ares (12).

Once the turn is over but for this, the holder may take the top block off a free space beside a worker of the holder's
that has not moved (End of Your Turn).

- Not under a worker, not where a dome is or what acts as one; the block just built may go. Tokens there leave
  (rulings 12).
- A worker that was only forced has not moved; with several such workers any of them counts, unless the table wants
  exactly one (rulings G1, OPEN-22).
- Taking a block is no build (rulings 12).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, TakeBlock
from engine.casting.cast import obstruction, occupied
from engine.effects import Effect, Grant, Option, TakeBlocks
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import neighbors, square_name
from engine.state import Step, StepKind, Worker


class Ares(Power):
    """Take a block away."""

    name = PowerName("ares")
    wins_by_first_move = True
    asks_who_moved = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The chance to take one."""
        if self._unmoved(h):
            yield Grant(Step(StepKind.TAKE, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """The spaces beside workers that have not moved."""
        if step.power != self.name or step.kind is not StepKind.TAKE:
            return
        for worker in self._unmoved(h):
            for square in neighbors(worker.square, h.state.size):
                yield Option(TakeBlock(square), worker.number, self.name, effects=(TakeBlocks(square),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only a block that lies free."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, TakeBlock):
            return None
        square = option.action.square
        if h.state.is_domed(square):
            return obstruction(h.state, square) or Reason.of("ares.domed", square=square_name(square))
        standing = h.state.worker_on(square)
        if standing is not None:
            return occupied(h.state, standing, "ares")
        if not h.state.levels[square]:
            return Reason.of("ares.no_block", square=square_name(square))
        return None

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """The space is beside no worker that has not moved."""
        if step.power != self.name or not isinstance(action, TakeBlock):
            return None
        workers = ",".join(square_name(worker.square) for worker in self._unmoved(h))
        return Reason.of("ares.not_beside", square=square_name(action.square), workers=workers)

    def _unmoved(self, h: Holding) -> tuple[Worker, ...]:
        workers = h.unmoved_workers
        return () if len(workers) > 1 and h.rulings.one_unmoved_only else workers

"""Medea (52), a hero.

Once in the game one block each is taken from under any workers that neighbor her unmoved worker, whosever they are;
they drop, and tokens on those blocks leave (End of Your Turn).

- One or more of the workers that stand above the ground, each of them once; the one that moved may be among them
  (rulings 52). It is a force: no win, no move down (rulings G1).
- A worker on a coin of an opponent's is not there for her (rulings G7); nor are secret ones (rulings OPEN-29).
- With several unmoved workers the neighbors of any of them count, or of none (rulings OPEN-22).
- Revised wording: one worker beside any of hers loses all the blocks under it (rulings 52).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action, TakeBlock
from engine.casting.cast import on_token
from engine.effects import Effect, Grant, Note, Option, TakeBlocks
from engine.power import SPENT, Hero, Holding
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import are_neighbors, square_name
from engine.state import Memory, Step, StepKind, Worker


@dataclass(frozen=True, slots=True)
class Lowered(Memory):
    """The workers (by number) that dropped in this turn."""

    workers: frozenset[int] = frozenset()


class Medea(Hero):
    """Once: take the ground from under workers' feet."""

    name = PowerName("medea")
    wins_by_first_move = True
    asks_who_moved = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The blocks, if the power is unused."""
        if self.is_unused(h):
            yield Grant(self._blocks(h))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """The block under a neighbor, and then under another; revised: all blocks under one."""
        if step.power != self.name or step.kind is not StepKind.TAKE:
            return
        lowered = self._lowered(h)
        for worker in (*h.my_workers, *h.opponent_workers):
            level, near = h.state.levels[worker.square], self._beside(h)
            if not level or worker.number in lowered or not any(are_neighbors(w.square, worker.square) for w in near):
                continue
            block = TakeBlock(worker.square)
            if h.revised:
                effects = (TakeBlocks(worker.square, level), SPENT)
                yield Option(block, power=self.name, effects=effects)
            else:
                note = Note(Lowered(lowered | {worker.number}))
                again = (self._blocks(h),)
                yield Option(block, power=self.name, then=again, effects=(TakeBlocks(worker.square), SPENT, note))

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """No worker stands on blocks there; or it is barred by a token, dropped already, or beside none of hers that
        counts."""
        if step.power != self.name or not isinstance(action, TakeBlock):
            return None
        on = action.square
        worker = h.state.worker_on(on)
        if worker is None or not h.state.levels[on]:
            return Reason.of("medea.no_worker", square=square_name(on))
        if h.opponent_on(on) is not None and (barred := on_token(h.state, worker, self.name)) is not None:
            return barred
        if worker.number in self._lowered(h):
            return Reason.of("medea.once", square=square_name(on))
        near = ",".join(square_name(each.square) for each in self._beside(h))
        return Reason.of("medea.not_beside", square=square_name(on), workers=near)

    def _lowered(self, h: Holding) -> frozenset[int]:
        return h.card.notes.workers if isinstance(h.card.notes, Lowered) else frozenset()

    def _beside(self, h: Holding) -> tuple[Worker, ...]:
        """The workers of hers whose neighbors she may choose."""
        if h.revised:
            return h.my_workers
        unmoved = h.unmoved_workers
        return () if len(unmoved) > 1 and h.rulings.one_unmoved_only else unmoved

    def _blocks(self, h: Holding) -> Step:
        return Step(StepKind.TAKE, h.seat, self.name, optional=True)

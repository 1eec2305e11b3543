"""Terpsichore (44).

All her workers move, each once and in any order, and then all of them build, each once and in any order (Your Turn).

- Mandatory: without a complete turn of this kind she loses (rulings 44). A worker may go or build where the one before
  it made it possible.
- The first move is that of an ordinary turn, so what may come before or in place of it may (rulings G7). Any of the
  moves may win. With one worker left the turn is a plain one (rulings 44).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Build, Move
from engine.effects import Note, Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import neighbors, square_name
from engine.state import NOBODY, Memory, Step, StepKind


@dataclass(frozen=True, slots=True)
class TerpsichoreBuilds(Memory):
    """The workers (by number) that have built in this turn."""

    workers: frozenset[int] = frozenset()


class Terpsichore(Power):
    """All dance, then all build."""

    name = PowerName("terpsichore")
    win_reach = 1
    asks_who_moved = True

    def plan(self, h: Holding, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """A move, then a build, for each worker."""
        count = len(h.my_workers)
        if count < 2:
            return steps
        opening, move = Step(StepKind.MOVE, h.seat), Step(StepKind.MOVE, h.seat, self.name)
        build = Step(StepKind.BUILD, h.seat, self.name, worker=NOBODY)
        return (opening, *(move,) * (count - 1), *(build,) * count)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Builds of the workers that moved and have not built yet."""
        if step.power != self.name or step.kind is not StepKind.BUILD:
            return
        done = h.card.notes.workers if isinstance(h.card.notes, TerpsichoreBuilds) else frozenset()
        for worker in h.my_workers:
            if worker.number in h.turn.moved and worker.number not in done:
                effects = (Note(TerpsichoreBuilds(done | {worker.number})),)
                for on in neighbors(worker.square, h.state.size):
                    build = Build(worker.square, on, natural_piece(h.state, on))
                    yield Option(build, worker.number, self.name, effects=effects)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No worker moves twice before all have moved."""
        if step.power != self.name or step.seat != h.seat or option.hop or not isinstance(option.action, Move):
            return None
        if option.worker in h.turn.moved:
            return Reason.of("terpsichore.once_each", square=square_name(option.action.worker))
        return None

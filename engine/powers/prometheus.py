"""Prometheus (10).

A worker that will not climb this turn may build once before its move, besides the build after it (Your Turn).

- The same worker builds, moves and builds; whether it moves up is judged on the heights after the first build
  (rulings 10).
- No move of that worker may go up then, not even a further one that a second power of the player's gives it.
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
from engine.state import Memory, Rise, Step, StepKind


@dataclass(frozen=True, slots=True)
class BuiltFirst(Memory):
    """The worker (by number) that built before its move in this turn."""

    worker: int


class Prometheus(Power):
    """Build before moving."""

    name = PowerName("prometheus")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A build before the move; the move is then due with the same worker."""
        if not step.opens_turn:
            return
        for worker in h.my_workers:
            then = (Step(StepKind.MOVE, h.seat, self.name, worker=worker.number, rise=Rise.NOT_UP),)
            for on in neighbors(worker.square, h.state.size):
                build = Build(worker.square, on, natural_piece(h.state, on))
                note = Note(BuiltFirst(worker.number))
                yield Option(build, worker.number, self.name, then=then, effects=(note,))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """A worker that built first does not climb."""
        built = h.card.notes
        if not isinstance(built, BuiltFirst) or step.seat != h.seat or not isinstance(option.action, Move):
            return None
        to, levels = option.action.to, h.state.levels
        if option.worker == built.worker and levels[to] > levels[option.action.worker]:
            return Reason.of("prometheus.no_climb", square=square_name(to))
        return None

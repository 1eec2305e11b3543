"""Poseidon (27).

If his worker that did not move stands on the ground when his turn ends, it may build up to three times (End of Your
Turn).

- Ordinary builds, one after the other, also on the same space; the height counts at that moment (rulings 27).
- With one worker left there is no unmoved one. With more than one unmoved, one of them on the ground builds all
  (rulings OPEN-22).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Build
from engine.effects import BuiltPiece, Effect, Grant, Note, Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import NOBODY, Memory, Step, StepKind, Worker

BUILDS = 3


@dataclass(frozen=True, slots=True)
class BuildsLeft(Memory):
    """The number of builds still to come in this turn."""

    count: int


class Poseidon(Power):
    """Builds from the ground."""

    name = PowerName("poseidon")
    wins_by_first_move = True
    asks_who_moved = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The first of the builds."""
        able = self._candidates(h)
        if able:
            worker = able[0].number if len(able) == 1 else NOBODY
            yield Note(BuildsLeft(BUILDS))
            yield Grant(Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=worker))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Of several workers, the one that the player likes makes the first build."""
        if step.power == self.name and step.worker == NOBODY:
            for worker in self._candidates(h):
                for on in neighbors(worker.square, h.state.size):
                    build = Build(worker.square, on, natural_piece(h.state, on))
                    yield Option(build, worker.number, self.name)

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """The same worker may go on."""
        left = h.card.notes
        if h.is_mine(built.seat) and built.step.power == self.name and isinstance(left, BuildsLeft):
            yield Note(BuildsLeft(left.count - 1))
            if left.count > 1:
                yield Grant(built.step._replace(worker=built.worker))

    def _candidates(self, h: Holding) -> list[Worker]:
        unmoved = h.unmoved_workers
        if h.rulings.one_unmoved_only and len(unmoved) > 1:
            return []
        return [worker for worker in unmoved if h.state.levels[worker.square] == 0]

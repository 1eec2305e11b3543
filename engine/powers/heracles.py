"""Heracles (50), a hero.

Once in the game both workers put up domes, as many as the player likes and on towers of any height (End of Your Turn).

- After the normal move and build; in any order and interleaved, each dome beside the worker that builds it, never
  under a worker. The last worker left does it alone (rulings 50).
- Spent with the first dome: to build none is not to use it (rulings 50).
- Revised wording: in place of the normal build, and none at all is allowed, which spends it; so it also saves a turn
  without a legal build. A normal dome may be the first of the row (rulings 50).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Done, Piece
from engine.effects import BuiltPiece, Clause, Effect, Grant, Option
from engine.mortal import natural_piece
from engine.power import SPENT, Hero, Holding
from engine.setup import MORTAL, PowerName
from engine.squares import neighbors
from engine.state import NOBODY, Step, StepKind


class Heracles(Hero):
    """Once: a row of domes by all workers."""

    name = PowerName("heracles")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Domes by all workers; revised also in place of the normal build, or none at all."""
        if step.kind is not StepKind.BUILD:
            return
        replaces = h.revised and step.power == MORTAL and self.is_unused(h)
        if step.power != self.name and not replaces:
            return
        if replaces:
            yield Option(Done(), power=self.name, effects=(SPENT,))
        for worker in h.my_workers:
            for on in neighbors(worker.square, h.state.size):
                if replaces and worker.number == h.turn.actor and natural_piece(h.state, on) is Piece.DOME:
                    continue  # the normal build: it may be the first of the row, and does not have to
                dome = Build(worker.square, on, Piece.DOME)
                waived = frozenset({Clause.PIECE})
                again = () if replaces else (self._domes(h),)
                yield Option(dome, worker.number, self.name, waives=waived, then=again, effects=(SPENT,))

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """Revised: a dome in place of the normal build, or as that build, may be the first of the row."""
        first = built.step.power == MORTAL and built.piece is Piece.DOME
        if h.revised and first and h.is_mine(built.seat) and self.is_unused(h):
            yield Grant(self._domes(h))

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The domes, if the power is unused."""
        if self.is_unused(h) and not h.revised:
            yield Grant(self._domes(h))

    def _domes(self, h: Holding) -> Step:
        return Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=NOBODY)

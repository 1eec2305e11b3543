"""Polyphemus (54), a hero.

Once in the game his worker puts up a dome or two, on any free spaces of the whole board and at any height (End of Your
Turn).

- It is the worker that acted in the turn that builds them, wherever they are (rulings 54).
- Each is a build of its own, with all that forbids it and follows from it (rulings 54).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Piece
from engine.effects import Clause, Effect, Grant, Option
from engine.power import SPENT, Hero, Holding
from engine.setup import PowerName
from engine.squares import Square, squares
from engine.state import NOBODY, Step, StepKind


class Polyphemus(Hero):
    """Once: two domes anywhere."""

    name = PowerName("polyphemus")
    wins_by_first_move = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The domes, if the power is unused."""
        if self.is_unused(h):
            yield Grant(self._dome(h))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A dome anywhere, and after the first another one."""
        if step.power != self.name or step.kind is not StepKind.BUILD:
            return
        acting = [worker for worker in h.my_workers if worker.number == h.turn.actor]
        for builder in acting or h.my_workers[:1]:
            for on in squares(h.state.size):
                second = (self._dome(h, after=on),) if step.anchor is None else ()
                dome = Build(builder.square, on, Piece.DOME)
                waived = frozenset({Clause.PIECE})
                yield Option(dome, builder.number, self.name, waives=waived, then=second, effects=(SPENT,))

    def _dome(self, h: Holding, after: Square | None = None) -> Step:
        return Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=NOBODY, anchor=after)

"""Selene (28).

One of the two workers is female (Setup). Instead of the ordinary build she may put a dome beside her on a tower of any
height, whichever worker moved (Your Build).

- One build in all; the space must be one where she could build (rulings 28).
- Asleep or stuck, she can still do it, and it completes the turn of a mover that cannot build (rulings 28).
- A dome on fewer than three blocks completes no tower. Once she is removed the power is gone (rulings 28).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Piece
from engine.effects import Clause, Option
from engine.power import Holding, Power
from engine.setup import MORTAL, PowerName
from engine.squares import neighbors
from engine.state import Step, StepKind


class Selene(Power):
    """Domes by the female worker."""

    name = PowerName("selene")
    wins_by_first_move = True
    marks_a_worker = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A dome beside her."""
        if step.kind is not StepKind.BUILD or step.power != MORTAL:
            return
        for worker in h.my_workers:
            if worker.marked:
                for on in neighbors(worker.square, h.state.size):
                    dome = Build(worker.square, on, Piece.DOME)
                    yield Option(dome, worker.number, self.name, waives=frozenset({Clause.PIECE}))

"""Atlas (4).

Instead of the piece that comes next, a build may put a dome on a tower of any height, the bare ground included
(Your Build).

- A dome on fewer than three blocks ends the tower without completing it (rulings G1, 4).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Piece
from engine.effects import Clause, Option
from engine.mortal import builders
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import Step, StepKind


class Atlas(Power):
    """Domes at any level."""

    name = PowerName("atlas")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """A dome wherever the builder may build."""
        if step.kind is not StepKind.BUILD:
            return
        for builder in builders(h, step):
            for on in neighbors(builder.square, h.state.size):
                dome = Build(builder.square, on, Piece.DOME)
                yield Option(dome, builder.number, self.name, waives=frozenset({Clause.PIECE}))

"""Urania (45).

When her workers move or build, opposite edges and corners of the board touch, so that each space has eight neighbors
(Your Turn).

- Heights and occupied spaces count as always (rulings 45). A step over the edge has one direction.
- Only for her own moves and builds: what neighbors what for all other texts, and where the edge of the board is, stays
  as it is; forces do not go over the edge (rulings 45).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.actions import Build, Move
from engine.effects import Option
from engine.mortal import builders, movers, natural_piece
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import Square, wrapped_neighbors
from engine.state import Step, StepKind


class Urania(Power):
    """The board without edges."""

    name = PowerName("urania")
    win_reach = 5

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Moves and builds over the edge, by the workers that the step is for."""
        if step.kind is StepKind.MOVE:
            for worker in movers(h, step):
                yield from _moves(worker.number, worker.square, h.state.size)
        elif step.kind is StepKind.BUILD:
            for worker in builders(h, step):
                for on in wrapped_neighbors(worker.square, h.state.size):
                    build = Build(worker.square, on, natural_piece(h.state, on))
                    yield Option(build, worker.number, self.name)


@cache
def _moves(worker: int, origin: Square, size: int) -> tuple[Option, ...]:
    """The steps of a worker over the edge."""
    return tuple(Option(Move(origin, to), worker, Urania.name) for to in wrapped_neighbors(origin, size))

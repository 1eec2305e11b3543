"""Minotaur (8).

A neighboring opponent's worker may be driven off its space: yours takes the space, and the other is forced one space
further along the same line, however high that is, provided it is free (Your Move).

- The height limit binds the mover only; a worker forced onto the third level does not win (rulings 8).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Move
from engine.casting.cast import no_room
from engine.effects import Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import are_neighbors, beyond, square_name
from engine.state import Step, StepKind


class Minotaur(Power):
    """Push an opponent's worker by moving."""

    name = PowerName("minotaur")
    wins_by_first_move = True

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Moves into neighboring opponent workers' spaces, also at the edge (``forbid`` says why not)."""
        if step.kind is not StepKind.MOVE:
            return
        for worker in h.my_workers:
            if step.worker is None or step.worker == worker.number:
                for other in h.opponent_workers:
                    if are_neighbors(worker.square, other.square):
                        behind = beyond(worker.square, other.square, h.state.size)
                        forced = (other.number, other.square if behind is None else behind)
                        yield Option(Move(worker.square, other.square), worker.number, self.name, forced=(forced,))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """There must be a space behind, and it must be unoccupied."""
        if option.power != self.name or step.seat != h.seat:
            return None
        for _, behind in option.forced:
            if isinstance(option.action, Move) and behind == option.action.to:
                return Reason.of("minotaur.edge", square=square_name(behind))
            return no_room(h.state, behind, "minotaur.no_room")
        return None

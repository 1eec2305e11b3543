"""Gaea (35).

Two spare workers lie on her card (Setup). When anybody builds a dome, she may at once place one of them, on a free
space at ground level beside that dome (Any Build).

- Any dome of any player, at any height; one worker for each dome, before anything else goes on (rulings 35).
- The space must be unoccupied; placing is no move (rulings 35).
- The rest of the turn that she breaks into goes on from there; who cannot complete it any more loses (rulings
  OPEN-26).
- A space with a secret worker is not free: her placement comes to nothing, and the worker stays on the card
  (rulings 39).
- While another player has the use of the card nobody places: the spare workers are the owner's (rulings OPEN-36).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.actions import Piece, Place
from engine.effects import BuiltPiece, Effect, Grant, Option, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import are_neighbors, square_name, squares
from engine.state import Reserve, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


class Gaea(Power):
    """A new worker beside each dome."""

    name = PowerName("gaea")
    wins_by_first_move = True
    asks_in_others_turns = True

    def memory_at_start(self, cast: Cast, index: int) -> Reserve:
        """Two workers wait."""
        del cast, index
        return Reserve(2)

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """A dome brings the chance to place."""
        waiting = h.card.memory
        if built.piece is Piece.DOME and h.card.owner == h.seat and isinstance(waiting, Reserve) and waiting.workers:
            yield Grant(Step(StepKind.PLACE, h.seat, self.name, optional=True, anchor=built.on))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Place one of the waiting workers."""
        waiting = h.card.memory
        if step.power == self.name and step.kind is StepKind.PLACE and isinstance(waiting, Reserve):
            for square in squares(h.state.size):
                yield Option(Place(square), power=self.name, effects=(Remember(Reserve(waiting.workers - 1)),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only on the ground, beside the dome."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Place):
            return None
        square = option.action.square
        if step.anchor is None or not are_neighbors(square, step.anchor):
            return Reason.of("gaea.near", square=square_name(square))
        if h.state.levels[square]:
            return Reason.of("gaea.ground", square=square_name(square))
        return None

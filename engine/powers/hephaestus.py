"""Hephaestus (6).

After building a block the same worker may add one more block to that very tower, but no dome (Your Build).

- Nothing more after a dome, or on what has become three blocks (rulings 6).
- Neither a build before the move nor one at the end of the turn is the build of his text, nor that of an opponent's
  worker in an additional turn (rulings G1, 18).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Piece
from engine.effects import BuiltPiece, Effect, Grant, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Step, StepKind


class Hephaestus(Power):
    """A second block on the first."""

    name = PowerName("hephaestus")
    wins_by_first_move = True

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """The additional block."""
        if h.made(built) and built.piece is Piece.BLOCK:
            yield Grant(Step(StepKind.BUILD, h.seat, self.name, optional=True, worker=built.worker, anchor=built.on))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only on the first block, and only a block."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, Build):
            return None
        if option.action.on != step.anchor:
            return Reason.of("hephaestus.same_space", square=square_name(option.action.on))
        if option.action.piece is Piece.DOME:
            return Reason.of("hephaestus.block", square=square_name(option.action.on))
        return None

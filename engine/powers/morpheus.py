"""Morpheus (25).

A piece is laid on his card when his turn begins (Start of Your Turn). Instead of the ordinary build, the worker that
moved builds as often as he likes with the pieces collected there, or not at all (Your Build).

- Any piece may be exchanged at any time, so the card is a number of pieces (rulings 25).
- Builds follow one another, each an ordinary one, also on the same space; none at all completes the turn (rulings 25).
- A player who takes his power takes the pieces as well and gains the next one (rulings 17, 25).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.effects import BuiltPiece, Effect, Grant, Remember
from engine.power import Holding, Power
from engine.setup import MORTAL, PowerName
from engine.state import Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Bank(Memory):
    """The number of pieces on the card."""

    pieces: int = 0


class Morpheus(Power):
    """Save pieces, build them at once."""

    name = PowerName("morpheus")
    wins_by_first_move = True

    def memory_at_start(self, cast: Cast, index: int) -> Bank:
        """Nothing is saved yet."""
        del cast, index
        return Bank()

    def start_of_my_turn(self, h: Holding) -> Iterable[Effect]:
        """One piece more."""
        yield Remember(Bank(self.saved(h) + 1))

    def plan(self, h: Holding, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Builds from the card instead of the ordinary one."""
        builds = (Step(StepKind.BUILD, h.seat, self.name, optional=True),) if self.saved(h) else ()
        planned: list[Step] = []
        for step in steps:
            planned += builds if step.kind is StepKind.BUILD and step.power == MORTAL else (step,)
        return tuple(planned)

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """A piece is spent; while any is left, another may follow."""
        if h.is_mine(built.seat) and built.step.power == self.name:
            left = self.saved(h) - 1
            yield Remember(Bank(left))
            if left:
                yield Grant(built.step)

    def saved(self, h: Holding) -> int:
        """The pieces on the card."""
        memory = h.card.memory
        return memory.pieces if isinstance(memory, Bank) else 0

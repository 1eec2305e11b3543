"""Moerae (40).

They place three workers, and before that choose in secret four spaces that form a square, for the whole game (Setup).
If an opponent's worker would win by moving into one of them, they win instead (Win Condition).

- Any win by a move counts, the second half of a move that was carried on included; wins by towers or as the last
  player do not. With three players they win alone (rulings 40).
- Their own wins, and visits that win nothing, are ordinary; a win that is denied, by a power or in an additional turn,
  is none to be taken unless the table decides otherwise, and never one by their own worker (rulings 40, OPEN-04).
- A player who takes the power wins by the chosen spaces without learning them (rulings OPEN-30).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import PutToken
from engine.effects import Moved, Option, Remember
from engine.power import Draw, Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Corner, Square, four_squares, square_name, squares, squares_between
from engine.state import Memory, PowerState, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Fate(Memory):
    """The south-west one of the four spaces; None before they are chosen, and to those who do not know them."""

    corner: Corner | None = None

    def holds(self, square: Square) -> bool:
        """Whether a square is one of the four."""
        return self.corner is not None and square in four_squares(self.corner)


class Moerae(Power):
    """Win where others would."""

    name = PowerName("moerae")
    wins_by_first_move = True
    workers = 3
    secret_tokens = True

    def memory_at_start(self, cast: Cast, index: int) -> Fate:
        """Not yet chosen."""
        del cast, index
        return Fate()

    def before_placing(self, h: Holding) -> Iterable[Step]:
        """The secret choice."""
        yield Step(StepKind.TOKEN, h.seat, self.name)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Every square of four spaces, by its south-west one."""
        if step.power == self.name and step.kind is StepKind.TOKEN:
            for corner in squares(h.state.size - 1):
                yield Option(PutToken(corner), power=self.name, effects=(Remember(Fate(Corner(corner))),))

    def memory_objection(self, h: Holding) -> Reason | None:
        """Four spaces of the board."""
        fate, size = h.card.memory, h.state.size
        if not isinstance(fate, Fate) or fate.corner is None or fate.corner in squares(size - 1):
            return None
        allowed = squares_between(size - 1)
        return Reason.of("position.corner", power=self.name, square=square_name(fate.corner), allowed=allowed)

    def steals_win(self, h: Holding, moved: Moved) -> Reason | None:
        """An opponent's winning move that ends on one of the four."""
        fate = h.card.memory
        if not isinstance(fate, Fate) or not fate.holds(moved.to):
            return None
        if h.seat != h.card.owner and not h.rulings.taken_fate_counts:
            return None
        return Reason.of("moerae.win", square=square_name(moved.to))

    def hidden(self, card: PowerState) -> Fate:
        """Which four spaces they are."""
        del card
        return Fate()

    def supposed(self, h: Holding, draw: Draw) -> Fate:
        """Any four spaces that form a square."""
        corners = squares(h.state.size - 1)
        return Fate(Corner(corners[draw(len(corners))]))

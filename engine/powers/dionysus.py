"""Dionysus (18).

Each time a worker that the holder controls completes a Complete Tower, the holder may take an additional turn after
this one, with an opponent's worker in place of the own ones. Nobody can win in such a turn (Your Build).

- The tower may also be completed in an additional turn, by the opponent's worker: turns may follow on each other, one
  for each tower (rulings 18).
- The worker moves and builds by the base rules. Its player's powers are of no use to it; restrictions bind it as they
  would any opponent's worker, those of its own player's power excepted (rulings 18).
- A turn that cannot be completed is not offered; its chance lapses then, as when it is declined (rulings 18).
- Nobody wins: a win would be denied, and where the table has it so the denied one may be stolen (OPEN-04).
- Each turn is owed to whoever completed the tower, whoever may use the card by then (rulings 17, OPEN-08).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.effects import BuiltPiece, Effect, ExtraTurn, Remember
from engine.power import Holding, Power
from engine.seats import Seat
from engine.setup import PowerName
from engine.state import Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Credits(Memory):
    """The seats that are owed additional turns, once for each turn."""

    owed: tuple[Seat, ...] = ()


class Dionysus(Power):
    """Towers make others dance."""

    name = PowerName("dionysus")
    wins_by_first_move = True

    def memory_at_start(self, cast: Cast, index: int) -> Credits:
        """Nothing is owed."""
        del cast, index
        return Credits()

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """Another turn for a tower."""
        credit = h.card.memory
        if h.is_mine(built.seat) and built.completes_tower and isinstance(credit, Credits):
            yield Remember(Credits((*credit.owed, h.seat)))

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """Take one of the turns owed."""
        credit = h.card.memory
        if isinstance(credit, Credits) and h.seat in credit.owed:
            first = credit.owed.index(h.seat)
            yield Remember(Credits(credit.owed[:first] + credit.owed[first + 1 :]))
            yield ExtraTurn(Step(StepKind.MOVE, h.seat, self.name, optional=True))

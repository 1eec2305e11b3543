"""Jason (51), a hero.

A spare worker lies on his card (Setup). Once in the game, in place of the normal turn, it is put on a free perimeter
space at ground level and builds there (Your Turn).

- Placing is no move: nothing that follows a move follows from it, and no move up is in such a turn (rulings 51).
- The build is compulsory, so only spaces from which it is possible are offered. Afterwards it is a worker like the
  others (rulings 51).
- It may save a turn in which no other worker can move, or none is left (rulings 51, OPEN-03).
- Revised wording: the worker is placed, moves and builds in one turn; that move is a real one (rulings 51).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.actions import Place
from engine.effects import Act, Option, Remember
from engine.power import Hero, Holding
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import is_perimeter, square_name, squares
from engine.state import Reserve, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


class Jason(Hero):
    """Once: a third worker from the edge of the board."""

    name = PowerName("jason")
    wins_by_first_move = True

    def memory_at_start(self, cast: Cast, index: int) -> Reserve:
        """One worker waits."""
        del cast, index
        return Reserve(1)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Place the waiting worker; the build that is due is then its own."""
        waiting = h.card.memory
        if not step.opens_turn or not isinstance(waiting, Reserve) or not waiting.workers:
            return
        number = h.state.next_number
        effects = (Remember(Reserve(waiting.workers - 1)), Act(number))
        move = (Step(StepKind.MOVE, h.seat, self.name, worker=number),) if h.revised else ()
        for square in squares(h.state.size):
            yield Option(Place(square), power=self.name, then=move, effects=effects)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only on the ground, at the edge."""
        if option.power != self.name or step.seat != h.seat or not isinstance(option.action, Place):
            return None
        square = option.action.square
        if not is_perimeter(square, h.state.size):
            return Reason.of("jason.perimeter", square=square_name(square))
        if h.state.levels[square]:
            return Reason.of("jason.ground", square=square_name(square))
        return None

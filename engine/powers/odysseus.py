"""Odysseus (53), a hero.

Once in the game opponents' workers that neighbor his are forced to free corners, as many of them as the player likes,
before anything else in the turn (Start of Your Turn).

- One after the other, each worker once; a corner that one of them has left is free for the next (rulings 53).
- Who neighbors one of his workers is settled when the power is used, with the first of them (rulings 53).
- Corners of any height, but not with a worker, a dome, or a token that acts as one. A worker may be sent from one
  corner to another (rulings 53).
- What opponents fix at the start of his turn was fixed before; the turn that follows is a normal one, and has to be
  possible (rulings G3, 53). A corner with a secret worker: the action comes to nothing, and is not spent (rulings G10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action, Force
from engine.casting.cast import no_opponent, no_room
from engine.effects import Note, Option
from engine.power import SPENT, Hero, Holding
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import corners, square_name
from engine.state import Memory, Step


@dataclass(frozen=True, slots=True)
class Outwitted(Memory):
    """The workers (by number) that may still be sent away in this turn."""

    workers: frozenset[int]


class Odysseus(Hero):
    """Once: send neighbors into the corners."""

    name = PowerName("odysseus")
    win_reach = 1

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any neighbor to any corner; then the turn is where it was."""
        if not step.opens_turn:
            return
        near = self._within_reach(h)
        for worker in h.opponent_workers:
            if worker.number in near:
                effects = (SPENT, Note(Outwitted(near - {worker.number})))
                for corner in corners(h.state.size):
                    if corner != worker.square:
                        force, forced = Force(worker.square, corner), ((worker.number, corner),)
                        yield Option(force, power=self.name, forced=forced, then=(step,), effects=effects)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only to unoccupied corners."""
        if option.power != self.name or step.seat != h.seat or not isinstance(option.action, Force):
            return None
        return no_room(h.state, option.action.to, "odysseus.occupied")

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """No opponent's worker that can be named stands there; or it was already sent away, was beside none of his, or
        would not go to a corner."""
        asked = step.opens_turn and (self.is_unused(h) or isinstance(h.card.notes, Outwitted))
        if not asked or not isinstance(action, Force):
            return None
        against = no_opponent(h, action.worker, self.name)
        if against is not None:
            return against
        square = square_name(action.worker)
        number = next(worker.number for worker in h.opponent_workers if worker.square == action.worker)
        if number in self._within_reach(h):
            return Reason.of("odysseus.corner", square=square, to=square_name(action.to))
        if h.turn.starts[number] != action.worker:
            return Reason.of("odysseus.once", square=square)
        return Reason.of("odysseus.not_beside", square=square)

    def _within_reach(self, h: Holding) -> frozenset[int]:
        if isinstance(h.card.notes, Outwitted):
            return h.card.notes.workers
        if not self.is_unused(h):
            return frozenset()
        return frozenset(worker.number for worker in h.opponent_workers if h.neighbors_mine(worker.square))

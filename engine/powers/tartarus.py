"""Tartarus (43).

His workers are placed first; once everybody has placed, one unoccupied space secretly becomes the Abyss (Setup). The
player of any worker that enters it loses at once, he himself included (Any Time).

- Entering means coming to the space in whatever way: by a move, a force, an exchange, a placement. To be lifted or
  lowered on it is not entering (rulings 43). A move onto the third level there loses, it does not win.
- Of several workers that enter something at once, the first decides (rulings 43).
- Nobody's options show where it is, and what was tried is final (rulings G4, 43). Building does not move it; where a
  dome stands nobody enters.
- In an additional turn the loss stands (rulings OPEN-18). It works for nobody but its owner (rulings OPEN-36).
- A first placer without this exception goes before him; who places in secret goes before the Abyss (rulings G2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action, Force, Move, Place, PutToken, Swap
from engine.casting.cast import in_the_way
from engine.effects import Option, Remember
from engine.power import Draw, Holding, Placement, Power
from engine.reasons import Reason
from engine.secrets import known_to
from engine.setup import PowerName
from engine.squares import Square, square_name, squares
from engine.state import Memory, PowerState, Step, StepKind, Worker

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Abyss(Memory):
    """The space; None before it is chosen, and to those who do not know it."""

    square: Square | None = None


class Tartarus(Power):
    """A space that swallows."""

    name = PowerName("tartarus")
    wins_by_moves = True
    placement = Placement.FIRST_AFTER_OTHERS
    may_be_taken = False
    secret_tokens = True

    def memory_at_start(self, cast: Cast, index: int) -> Abyss:
        """Not yet chosen."""
        del cast, index
        return Abyss()

    def after_all_placed(self, h: Holding) -> Iterable[Step]:
        """The secret choice."""
        yield Step(StepKind.TOKEN, h.seat, self.name)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any space."""
        if step.power == self.name and step.kind is StepKind.TOKEN:
            for square in squares(h.state.size):
                yield Option(PutToken(square), power=self.name, effects=(Remember(Abyss(square)),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Not where he sees a worker."""
        if step.power != self.name or not isinstance(option.action, PutToken):
            return None
        return in_the_way(known_to(h.state, h.seat), option.action.square, "token")

    def loses_by_entering(self, h: Holding, worker: Worker) -> Reason | None:
        """A worker that enters the Abyss."""
        abyss, turn = h.card.memory, h.state.turn
        if not isinstance(abyss, Abyss) or abyss.square != worker.square:
            return None
        if turn is not None and turn.driven and h.rulings.abyss_spares_extra_turns:
            return None
        loser = h.state.cast.owner_of_team(worker.team).seat
        return Reason.of("tartarus.abyss", square=square_name(worker.square), loser=loser)

    def memory_objection(self, h: Holding) -> Reason | None:
        """Workers that were seen when the Abyss was chosen, or came since, do not stand in it."""
        abyss = h.card.memory
        if not isinstance(abyss, Abyss) or abyss.square is None or h.rulings.abyss_spares_extra_turns:
            return None
        standing = known_to(h.state, h.seat).worker_on(abyss.square)
        if standing is None:
            return None
        return Reason.of("position.in_abyss", power=self.name, square=square_name(abyss.square))

    def hidden(self, card: PowerState) -> Abyss:
        """Where it is."""
        del card
        return Abyss()

    def supposed(self, h: Holding, draw: Draw) -> Abyss:
        """Any space without a worker; a dome may have been built there since."""
        left = [square for square in squares(h.state.size) if h.state.worker_on(square) is None]
        return Abyss(left[draw(len(left))])

    def tests_secret(self, h: Holding, action: Action) -> bool:
        """Whatever brings a worker somewhere."""
        return h.state.turn is not None and isinstance(action, Move | Force | Swap | Place)

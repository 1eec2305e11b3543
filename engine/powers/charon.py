"""Charon (15).

Before a worker of the holder's moves, one neighboring opponent's worker may be ferried to the space straight across
that worker, if it is unoccupied (Your Move).

- Once a turn; the worker across which it went then has to move, possibly onto the space that was left (rulings 15).
- At any height, upward too; forced, so nothing is won and no whirlpool carries on (rulings G1, 15).
- A worker on a coin cannot be named; what acts as a dome for the holder blocks the far space (rulings G7, 15).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Force
from engine.casting.cast import no_room, on_token
from engine.effects import Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import are_neighbors, beyond, square_name
from engine.state import Step, StepKind


class Charon(Power):
    """Ferry an opponent's worker across."""

    name = PowerName("charon")
    win_reach = 1

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Forces across a worker that then is to move."""
        if not step.opens_turn:
            return
        for worker in h.my_workers:
            then = (Step(StepKind.MOVE, h.seat, self.name, worker=worker.number),)
            for other in h.opponent_workers:
                if not are_neighbors(worker.square, other.square):
                    continue
                across = beyond(other.square, worker.square, h.state.size)
                if across is not None:
                    force = Force(other.square, across)
                    yield Option(force, worker.number, self.name, forced=((other.number, across),), then=then)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """The far space must be unoccupied."""
        if option.power != self.name or step.seat != h.seat or not isinstance(option.action, Force):
            return None
        return no_room(h.state, option.action.to, "charon.no_room")

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """The worker stands on a token that acts as a dome, beside no worker of the holder's, or would go elsewhere."""
        if not step.opens_turn or not isinstance(action, Force) or (other := h.opponent_on(action.worker)) is None:
            return None
        barred = on_token(h.state, other, self.name)
        if barred is not None:
            return barred
        worker = square_name(other.square)
        if not h.neighbors_mine(other.square):
            return Reason.of("charon.not_beside", square=worker)
        return Reason.of("charon.only_across", square=worker, to=square_name(action.to))

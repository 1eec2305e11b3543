"""Europa and Talus (34).

Talus waits on her card (Setup). After each own turn she may put it on a free space beside the worker that moved (End of
Your Turn). Its space is to everybody, herself included, as if it held only a dome (Any Time).

- Beside where the worker stands in the end; at any height, not where another token lies (rulings 34).
- Neighbors are the ordinary ones. The blocks beneath it cannot be touched, and no one else removes it (rulings 34).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.actions import PutToken
from engine.casting.cast import token_objection
from engine.effects import Effect, Grant, Option, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import BITS, NO_SQUARES, Mask, Square, mask_of, neighborhood, square_name, squares
from engine.state import Memory, Step, StepKind, Worker

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Talus(Memory):
    """Where Talus stands; None on the card."""

    square: Square | None = None


@lru_cache(maxsize=1 << 10)
def _beside_movers(workers: tuple[Worker, ...], moved: frozenset[int], team: int, size: int) -> Mask:
    """The squares beside the workers of a team that moved in this turn."""
    beside = NO_SQUARES
    for worker in workers:
        if worker.team == team and worker.number in moved:
            beside = Mask(beside | neighborhood(worker.square, size))
    return beside


class Europa(Power):
    """A guardian that bars its space."""

    name = PowerName("europa")
    wins_by_first_move = True
    asks_who_moved = True
    forbids_tokens_only = True

    def memory_at_start(self, cast: Cast, index: int) -> Talus:
        """On the card."""
        del cast, index
        return Talus()

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The guardian may go elsewhere."""
        yield Grant(Step(StepKind.TOKEN, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any space for it."""
        if step.kind is StepKind.TOKEN and step.power == self.name:
            for square in squares(h.state.size):
                yield Option(PutToken(square), power=self.name, effects=(Remember(Talus(square)),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only beside the worker that moved, on a free space."""
        if step.power != self.name or step.seat != h.seat or not isinstance(option.action, PutToken):
            return None
        square = option.action.square
        if not _beside_movers(h.state.workers, h.turn.moved, h.team, h.state.size) & BITS[square]:
            return Reason.of("europa.near", square=square_name(square))
        return token_objection(h.state, square)

    def memory_objection(self, h: Holding) -> Reason | None:
        """Nobody stands where Talus does."""
        for square in self.tokens(h):
            if h.state.worker_on(square) is not None:
                return Reason.of("position.token_on_worker", power=self.name, square=square_name(square))
        return None

    def obstructs(self, h: Holding) -> Mask:
        """Its space, always and for all."""
        return mask_of(*self.tokens(h)) if self.tokens(h) else NO_SQUARES

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """Its space."""
        memory = h.card.memory
        return () if not isinstance(memory, Talus) or memory.square is None else (memory.square,)

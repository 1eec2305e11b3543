"""The Ram of the Golden Fleece variant.

A power lies beside the board. At the start of every turn, each player with a worker next to the Ram gets its use until
that turn ends, including the effects at the end of the turn (rulebook, Golden Fleece).

- Moving next to the Ram or away from it during the turn changes nothing (rulings G9).
- The Ram's space is as if domed for everybody (rulings OPEN-34); it is no Complete Tower and never moves.
- The first player to place puts it on the board once both have placed; the second player takes the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import PutToken
from engine.casting.cast import in_the_way
from engine.effects import Effect, HandOver, Option, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import NO_SQUARES, Mask, Square, are_neighbors, mask_of, squares
from engine.state import Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class RamSpace(Memory):
    """The square of the Ram; None before it is set down."""

    square: Square | None = None


class Ram(Power):
    """The power of players beside the Ram."""

    name = PowerName("ram")
    is_card = False

    def memory_at_start(self, cast: Cast, index: int) -> RamSpace:
        """Not yet on the board."""
        del cast, index
        return RamSpace()

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Give the power beside the board to all who have a worker next to the Ram."""
        memory = h.card.memory
        if not isinstance(memory, RamSpace) or memory.square is None or h.seat != h.turn.seat:
            return
        if h.turn.driven and not h.rulings.fleece_moves_on_in_extra_turns:
            return
        fleece = h.card_index - 1
        near = {worker.team for worker in h.state.workers if are_neighbors(worker.square, memory.square)}
        holders = tuple(seat for seat in h.state.cast.seats if h.state.cast.team(seat) in near)
        if holders != h.state.powers[fleece].holders:
            yield HandOver(fleece, holders)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Set the Ram down, once."""
        if step.kind is StepKind.TOKEN and step.power == self.name:
            for square in squares(h.state.size):
                yield Option(PutToken(square), power=self.name, effects=(Remember(RamSpace(square)),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only on a free space."""
        if step.power != self.name or not isinstance(option.action, PutToken):
            return None
        return in_the_way(h.state, option.action.square, "token")

    def obstructs(self, h: Holding) -> Mask:
        """Its own space."""
        memory = h.card.memory
        if not isinstance(memory, RamSpace) or memory.square is None or not h.rulings.ram_blocks:
            return NO_SQUARES
        return mask_of(memory.square)

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """Its own space."""
        memory = h.card.memory
        return () if not isinstance(memory, RamSpace) or memory.square is None else (memory.square,)

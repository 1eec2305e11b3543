"""Charybdis (32).

Two whirlpools wait on her card (Setup). After each own turn she may put one on a free space (End of Your Turn). While
both lie on unoccupied spaces, a worker that moves onto one, anybody's, goes on to the other at once, in the same
direction as it came (Any Time).

- Only a move carries on, only once, over any distance and height (rulings 32, OPEN-35). Whether both were unoccupied is
  asked before the move: so entering a space that a worker held, its own included, carries nobody on (OPEN-24).
- Printed: the second half is a move of its own; it wins or loses by itself, and a step whose second half the worker may
  not make is illegal, unless that step wins. Revised: it only moves the worker on; it wins by ending on the third
  level, and the first half does not (rulings 32, OPEN-13, OPEN-25).
- A whirlpool that is built on, or taken from beneath, goes back to the card (Any Time).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Move, PutToken
from engine.casting.cast import token_objection
from engine.effects import Effect, Grant, Onward, Option, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Square, square_name, squares
from engine.state import Memory, State, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


PAIR = 2
TOP = 3


@dataclass(frozen=True, slots=True)
class Whirlpools(Memory):
    """The spaces of the whirlpools on the board; the others are on the card."""

    squares: tuple[Square, ...] = ()


class Charybdis(Power):
    """From one whirlpool to the other."""

    name = PowerName("charybdis")
    wins_by_moves = True
    forbids_tokens_only = True

    def memory_at_start(self, cast: Cast, index: int) -> Whirlpools:
        """Both on the card."""
        del cast, index
        return Whirlpools()

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """One of those on the card."""
        if len(self.tokens(h)) < PAIR:
            yield Grant(Step(StepKind.TOKEN, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any space for a whirlpool."""
        if step.kind is StepKind.TOKEN and step.power == self.name:
            for square in squares(h.state.size):
                on_board = Whirlpools(tuple(sorted((*self.tokens(h), square))))
                yield Option(PutToken(square), power=self.name, effects=(Remember(on_board),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Whirlpools only on free spaces; and on some tables a second half no more than one level up."""
        action = option.action
        if isinstance(action, PutToken) and step.power == self.name and step.seat == h.seat:
            return token_objection(h.state, action.square)
        if isinstance(action, Move) and option.hop and self._is_too_high(h, action.worker, action.to):
            return Reason.of("charybdis.too_high", square=square_name(action.to))
        return None

    def onward(self, h: Holding, origin: Square, to: Square) -> Onward | None:
        """From the whirlpool that is entered to the other one."""
        pair = self.tokens(h)
        if len(pair) < PAIR or to not in pair:
            return None
        other = pair[0] if to == pair[1] else pair[1]
        from_entered = h.rulings.hop_from_entered_whirlpool
        if h.revised if from_entered is None else from_entered:
            is_open = other == origin or h.state.is_unoccupied(other)
        else:
            is_open = h.state.is_unoccupied(to) and h.state.is_unoccupied(other)
        counts, obeys = h.rulings.hop_is_move, h.rulings.hop_obeys_limits
        obeys = not h.revised if obeys is None else obeys
        if not is_open or (not obeys and self._is_too_high(h, to, other)):
            return None
        return Onward(other, not h.revised if counts is None else counts, obeys)

    def win_is_far(self, state: State) -> bool:
        """Nobody is carried to the third level, or on from it: whirlpools come at the end of a turn."""
        pairs = [card.memory.squares for card in state.powers if isinstance(card.memory, Whirlpools)]
        return not any(len(pair) == PAIR and any(state.levels[square] == TOP for square in pair) for pair in pairs)

    def memory_objection(self, h: Holding) -> Reason | None:
        """Two in all."""
        given = len(self.tokens(h))
        return Reason.of("position.token_count", power=self.name, given=given, most=PAIR) if given > PAIR else None

    def token_square_changed(self, h: Holding, square: Square) -> Iterable[Effect]:
        """Back to the card."""
        pair = self.tokens(h)
        if square in pair:
            yield Remember(Whirlpools(tuple(each for each in pair if each != square)))

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """The whirlpools on the board."""
        memory = h.card.memory
        return memory.squares if isinstance(memory, Whirlpools) else ()

    def _is_too_high(self, h: Holding, origin: Square, to: Square) -> bool:
        return not h.rulings.hop_climbs_any_height and h.state.levels[to] - h.state.levels[origin] > 1

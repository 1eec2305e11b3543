"""Circe (17).

When her turn starts and an opponent's workers stand apart, that opponent's power serves her, and only her, until her
next turn starts (Start of Your Turn).

- Evaluated again at the start of each of her turns: if the workers neighbor by then, the power goes back before her
  turn continues (rulings 17).
- A single worker neighbors nobody; of three or more, all pairs must neighbor (rulings 17, OPEN-16).
- Workers on a coin are not there for her, and not either when the coins served her until now: her use of them ends
  before she looks (rulings G7, 17). A power that only its owner may use stays where it is (rulings OPEN-36).
- The power comes with all it remembers; workers and setup are not repeated (rulings 17).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.effects import Effect, HandOver
from engine.power import Holding, Power
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import BITS, are_neighbors
from engine.turns.ending import refreshed


class Circe(Power):
    """Use the powers of opponents whose workers stand apart."""

    name = PowerName("circe")
    takes_powers = True

    may_be_taken = False

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Take each opponent's power, or give it back."""
        if not h.is_my_turn:
            return
        for index, card in enumerate(h.state.powers):
            if card.owner is None or not h.opposes(card.owner):
                continue
            if not h.state.cast.powers[index].may_be_taken and not h.rulings.unusable_powers_sleep:
                continue
            holders = (card.owner,) if self._stand_together(h, index, card.owner) else self._takers(h, index)
            if card.holders != holders:
                yield HandOver(index, holders)

    def _takers(self, h: Holding, index: int) -> tuple[Seat, ...]:
        """Her seat, or none if only the owner may use the power (rulings OPEN-36)."""
        return (h.seat,) if h.state.cast.powers[index].may_be_taken else ()

    def _stand_together(self, h: Holding, index: int, opponent: Seat) -> bool:
        state = h.state
        if state.powers[index].holders != (opponent,):
            state = refreshed(state.with_power(index, state.powers[index]._replace(holders=(opponent,))))
        squares = state.team_squares(state.cast.team(opponent))
        obstacles = state.obstacles
        pairs = [
            are_neighbors(one, other) and not obstacles & (BITS[one] | BITS[other])
            for one, other in combinations(squares, 2)
        ]
        return bool(pairs) and (all(pairs) if h.rulings.all_must_stand_together else any(pairs))

"""Circe (17).

When her turn starts and an opponent's workers stand apart, that opponent's power serves her, and only her, until her
next turn starts (Start of Your Turn).

- Evaluated anew at the start of each of her turns: if the workers neighbor by then, the power goes back before her
  turn continues (rulings 17).
- A single worker neighbors nobody; of three or more, all pairs must neighbor (rulings 17, OPEN-16).
- The power comes with all it remembers; workers and setup are not repeated (rulings 17).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.effects import Effect, HandOver
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import are_neighbors


class Circe(Power):
    """Use the powers of opponents whose workers stand apart."""

    name = PowerName("circe")
    takes_powers = True

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Take each opponent's power, or give it back."""
        for index, card in enumerate(h.state.powers):
            if card.owner is None or not h.opposes(card.owner):
                continue
            squares = h.state.team_squares(h.state.cast.team(card.owner))
            together = len(squares) > 1 and all(are_neighbors(one, other) for one, other in combinations(squares, 2))
            holder = card.owner if together else h.seat
            if card.holders != (holder,):
                yield HandOver(index, (holder,))

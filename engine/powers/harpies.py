"""Harpies (38).

A worker that an opponent has moved does not stop there: it is forced on along the line of its move, one space after the
other, as far as nothing is in the way and no step up would be needed (Opponent's Turn).

- Lower spaces do not stop the slide, and the comparison goes on from the lower level (rulings 38).
- The edge, workers and domes obstruct. A win is tested at the move, before the slide; the slide never wins
  (rulings 38).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.effects import Effect, Force, Moved
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import beyond


class Harpies(Power):
    """Opponents cannot stop where they like."""

    name = PowerName("harpies")

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """The slide, one space at a time."""
        if not h.opposes(moved.seat):
            return
        state = h.state
        behind, here = moved.origin, moved.to
        ahead = beyond(behind, here, state.size)
        while ahead is not None and state.is_unoccupied(ahead) and state.levels[ahead] <= state.levels[here]:
            yield Force(moved.worker, ahead)
            behind, here = here, ahead
            ahead = beyond(behind, here, state.size)

"""Harpies (38).

A worker that an opponent has moved does not stop there: it is forced on along the line of its move, one space after the
other, as far as nothing is in the way and no step up would be needed (Opponent's Turn).

- Lower spaces do not stop the slide, and the comparison goes on from the lower level (rulings 38).
- The edge, workers and domes obstruct. A win is tested at the move, before the slide; the slide never wins
  (rulings 38).
- After a whirlpool the slide starts where it ends, in the direction of the move; a step over the edge of the board
  slides on in its direction, but not over the edge again (rulings 38).
- Her own workers never slide, whoever moves them (rulings 38).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.effects import Effect, Moved, Relocate
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import step_from


class Harpies(Power):
    """Opponents cannot stop where they like."""

    name = PowerName("harpies")
    wins_by_first_move = True

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """The slide, one space at a time."""
        state, here = h.state, moved.to
        if moved.goes_on or not h.opposes(moved.seat) or state.worker(moved.worker).team == h.team:
            return
        ahead = step_from(here, moved.direction, state.size)
        while ahead is not None and state.is_unoccupied(ahead) and state.levels[ahead] <= state.levels[here]:
            yield Relocate(moved.worker, ahead)
            here, ahead = ahead, step_from(ahead, moved.direction, state.size)

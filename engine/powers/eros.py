"""Eros (19).

His workers are placed on opposite edges of the board (Setup). Besides the usual way the holder wins when a worker
moves beside the holder's other one and both then stand on the first level; in a game of three, on the same level,
whichever it is (Win Condition).

- A corner belongs to both its edges. With two teams the teammate's power keeps the team's workers to it as well
  (rulings 19, OPEN-02).
- Only a move counts, not a force; where the two stood before is irrelevant. With one or three workers there is no such
  win (rulings 19).
- Three players are three at the start, unless the table looks at who is still in the game (rulings OPEN-19).
"""

from __future__ import annotations

from engine.actions import Place
from engine.effects import Moved, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import STRIDE, Square, are_neighbors, square_name
from engine.state import Step


class Eros(Power):
    """Bring the lovers together."""

    name = PowerName("eros")
    wins_by_moves = True

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Placing them anywhere but on opposite edges."""
        if h.state.turn is not None or not isinstance(option.action, Place) or not h.places(step):
            return None
        square = option.action.square
        if _on_opposite_edges((*h.state.team_squares(h.team), square), h.state.size):
            return None
        return Reason.of("eros.opposite_edges", square=square_name(square))

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """A move that brings the two together on the level asked for."""
        workers = h.my_workers
        if len(workers) != 2:
            return None
        other = next(worker for worker in workers if worker.number != moved.worker)
        level = h.state.levels[other.square]
        if not are_neighbors(moved.to, other.square) or moved.to_level != level:
            return None
        if level != 1 and not self._any_level(h):
            return None
        return Reason.of("eros.win", square=square_name(moved.to))

    def _any_level(self, h: Holding) -> bool:
        gone = h.state.eliminated if h.rulings.players_left_decide else frozenset()
        return len(h.state.cast.seats) - len(gone) == 3


def _on_opposite_edges(squares: tuple[Square, ...], size: int) -> bool:
    """Whether workers lie on two edges that face each other, on both of them if there are several."""
    for places in ({each % STRIDE for each in squares}, {each // STRIDE for each in squares}):
        if places == {0, size - 1} or (len(squares) == 1 and places <= {0, size - 1}):
            return True
    return False

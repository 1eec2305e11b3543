"""Where tokens lie, and where one may be put."""

from __future__ import annotations

from engine.casting.cast import holdings
from engine.power import Power
from engine.reasons import Reason
from engine.squares import Square, square_name
from engine.state import State


def token_squares(state: State) -> frozenset[Square]:
    """The squares with a token of any power."""
    return frozenset(square for power, holding in holdings(state, Power.tokens) for square in power.tokens(holding))


def token_objection(state: State, square: Square) -> Reason | None:
    """Why a token may not be put on a square: it is occupied, or another token lies there (rulings G1)."""
    if square in token_squares(state):
        return Reason.of("token.on_token", square=square_name(square))
    if not state.is_unoccupied(square):
        return Reason.of("token.occupied", square=square_name(square))
    return None

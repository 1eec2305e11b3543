"""Counts the pieces in the box: 22, 18 and 14 blocks of the three sizes and 18 domes; 75 tiles and 10 domes in 2007.

Blocks count as unlimited in the rulebook. When a size runs out, a Complete Tower is taken off the board and a dome
stands on the ground of its space from then on (rulings G6). The 2007 edition also takes the tile of the platform; the
hole behaves as a domed tower.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Piece
from engine.setup import Edition, Supply
from engine.squares import SQUARE_COUNT, Square, squares_in
from engine.state import State

BLOCKS = (22, 18, 14)
DOMES = 18
TILES_2007 = 75
DOMES_2007 = 10


@dataclass(frozen=True, slots=True)
class Stock:
    """Pieces left beside the board: blocks by size (one number for like tiles), and domes; below zero when stand-ins
    are on the board."""

    blocks: tuple[int, ...]
    domes: int


UNCOUNTED = Stock((), 0)
"""The stock of a view that counts no pieces."""


def stock(state: State) -> Stock:
    """Return the pieces left in the box."""
    profile = state.setup.profile
    domes = len(squares_in(state.domes))
    if profile.edition is Edition.ORIGINAL_2007:
        platform = profile.size**2 - state.recycled
        return Stock((TILES_2007 - platform - sum(state.levels),), DOMES_2007 - domes + state.recycled)
    on_board = (sum(level >= size for level in state.levels) for size in (1, 2, 3))
    return Stock(tuple(have - used for have, used in zip(BLOCKS, on_board, strict=True)), DOMES - domes)


def is_short_of(state: State, size: int) -> bool:
    """Whether the board has more blocks of a size (1 to 3) than the box holds, so that a tower must be returned."""
    if state.setup.profile.supply is not Supply.PHYSICAL:
        return False
    left = stock(state).blocks
    return left[0 if len(left) == 1 else size - 1] < 0


def is_out_of_stock(state: State, on: Square, piece: Piece) -> bool:
    """Whether a piece is unavailable: none is left, no tower can be returned, and the table plays so."""
    profile = state.setup.profile
    if not profile.rulings.supply_can_run_dry or profile.supply is not Supply.PHYSICAL:
        return False
    left = stock(state)
    if piece is Piece.DOME:
        return left.domes <= 0
    blocks = left.blocks[0 if len(left.blocks) == 1 else state.levels[on]]
    return blocks <= 0 and not state.complete_towers


def recyclable(state: State) -> tuple[Square, ...]:
    """Return the Complete Towers that may be returned."""
    return tuple(Square(number) for number in range(SQUARE_COUNT) if state.is_complete_tower(Square(number)))

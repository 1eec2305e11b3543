"""Clio (33).

Each of the first three blocks that her workers build gets a coin on top (Your Build). In opponents' turns a space with
a coin is to them as if it held only a dome (Opponent's Turn).

- Mandatory, blocks only; a coin that vanishes later is not replaced (rulings 33).
- What is built on a coin takes it out of the game; for her in her own turn it is nothing (rulings 33).
- Her worker on a coin cannot be named by opponents, but what restricts her there restricts her (rulings G7).
- A worker of hers that another leads builds for that other (rulings 18).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Piece
from engine.effects import BuiltPiece, Effect, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import NO_SQUARES, Mask, Square, mask_of, square_name
from engine.state import Memory

if TYPE_CHECKING:
    from engine.casting.cast import Cast


COINS = 3


@dataclass(frozen=True, slots=True)
class Coins(Memory):
    """The spaces with a coin, and how many are still to be put."""

    squares: tuple[Square, ...] = ()
    left: int = COINS


class Clio(Power):
    """Coins on her first blocks."""

    name = PowerName("clio")
    wins_by_first_move = True

    def memory_at_start(self, cast: Cast, index: int) -> Coins:
        """All three to come."""
        del cast, index
        return Coins()

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """A coin on her block."""
        coins = h.card.memory
        if built.piece is not Piece.BLOCK or not h.is_mine(built.seat) or not isinstance(coins, Coins):
            return
        if coins.left and h.state.worker(built.worker).team == h.team:
            yield Remember(Coins(tuple(sorted((*coins.squares, built.on))), coins.left - 1))

    def memory_objection(self, h: Holding) -> Reason | None:
        """Three coins in all, each on a block."""
        coins = h.card.memory
        if not isinstance(coins, Coins):
            return None
        given = len(coins.squares) + coins.left
        if given > COINS:
            return Reason.of("position.token_count", power=self.name, given=given, most=COINS)
        bare = next((square for square in coins.squares if not h.state.levels[square]), None)
        if bare is None:
            return None
        return Reason.of("position.token_on_ground", power=self.name, square=square_name(bare))

    def token_square_changed(self, h: Holding, square: Square) -> Iterable[Effect]:
        """Out of the game."""
        coins = h.card.memory
        if isinstance(coins, Coins) and square in coins.squares:
            yield Remember(Coins(tuple(each for each in coins.squares if each != square), coins.left))

    def obstructs(self, h: Holding) -> Mask:
        """Her coins, in opponents' turns."""
        if h.state.turn is None or not h.opposes(h.state.turn.seat):
            return NO_SQUARES
        return mask_of(*self.tokens(h))

    def tokens(self, h: Holding) -> tuple[Square, ...]:
        """Her coins."""
        coins = h.card.memory
        return coins.squares if isinstance(coins, Coins) else ()

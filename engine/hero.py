"""The base class of heroes: a power that only its owner uses, once in the game (rulings G10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.effects import Remember
from engine.power import Holding, Power
from engine.state import Memory

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Once(Memory):
    """Whether the power has been used."""

    used: bool = False


SPENT: Final = Remember(Once(used=True))
"""The effect that marks the power as used."""


class Hero(Power):
    """A power that is spent when its effect happens. No other power can ask for its use, and it cannot be taken."""

    hero = True
    may_be_taken = False

    def memory_at_start(self, cast: Cast, index: int) -> Memory | None:
        """Not used yet."""
        del cast, index
        return Once()

    def is_unused(self, h: Holding) -> bool:
        """Whether the power is still to be used."""
        return h.card.memory == Once()

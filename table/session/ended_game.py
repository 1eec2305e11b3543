"""A game that has come to its end at this table, and is to be kept among the finished ones."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that was won, or given up after at least a turn; it is kept under ``name`` (`table.storage.game_archive`),
    with what the ``players`` were called."""

    name: str
    game: Game
    players: tuple[tuple[Seat, str], ...]

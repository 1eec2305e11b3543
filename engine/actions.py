"""What a player can do: a closed union of small values, named by the squares they concern."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.squares import Square


class Piece(StrEnum):
    """What a build puts on a space."""

    BLOCK = "block"
    DOME = "dome"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a worker from the supply (or from a power card) on a square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Move:
    """Move the worker that stands on ``worker`` to ``to``."""

    worker: Square
    to: Square


@dataclass(frozen=True, slots=True)
class Build:
    """Let the worker that stands on ``worker`` build a piece on ``on``."""

    worker: Square
    on: Square
    piece: Piece = Piece.BLOCK


@dataclass(frozen=True, slots=True)
class Done:
    """Decline the optional step that is open."""


Action = Place | Move | Build | Done

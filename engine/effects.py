"""What rule texts say: options to choose from, what was just done, and effects that follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import Action, Piece
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import Square
from engine.state import Memory, Step


class Clause(Enum):
    """A clause of the base rules that a power's text may lift for an option; all the others stay in force."""

    PIECE = "piece"


@dataclass(frozen=True, slots=True)
class Option:
    """An action as a rule text offers it.

    ``worker`` is the one that acts, ``power`` whose text offers it, ``forced`` the workers that make room and where
    to, ``waives`` the base clauses lifted. ``then`` are steps that follow at once, ``effects`` what else it does.
    """

    action: Action
    worker: int | None = None
    power: PowerName = MORTAL
    forced: tuple[tuple[int, Square], ...] = ()
    waives: frozenset[Clause] = frozenset()
    then: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that was just carried out, and the step that it answered."""

    seat: Seat
    worker: int
    origin: Square
    to: Square
    from_level: int
    to_level: int
    step: Step

    @property
    def rise(self) -> int:
        """Levels gained by the move; negative when it went down."""
        return self.to_level - self.from_level


@dataclass(frozen=True, slots=True)
class BuiltPiece:
    """A build that was just carried out, and the step that it answered; ``level`` counts the blocks before."""

    seat: Seat
    worker: int
    on: Square
    piece: Piece
    level: int
    step: Step


@dataclass(frozen=True, slots=True)
class Grant:
    """A further step, due before the rest of the turn."""

    step: Step


@dataclass(frozen=True, slots=True)
class Force:
    """Relocate a worker; a forced worker has not moved."""

    worker: int
    to: Square


@dataclass(frozen=True, slots=True)
class Remember:
    """Replace what the power remembers for the game."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Note:
    """Replace what the power notes for the current turn."""

    notes: Memory


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give the use of a power card (by index) to these seats."""

    index: int
    holders: tuple[Seat, ...]


Effect = Grant | Force | Remember | Note | HandOver

NOTHING: tuple[Effect, ...] = ()

"""What powers are given and answer: options to choose from, what was just done, and effects that follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.actions import Action, Piece
from engine.events import Event
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import Direction, Square
from engine.state import Memory, Step


class Clause(StrEnum):
    """A clause of the base rules that a power's text may lift for an option; all the others stay in force."""

    PIECE = "piece"
    """A block on up to two blocks, a dome on three."""
    HEIGHT = "height"
    """At most one level up."""
    OCCUPIED = "occupied"
    """Not where a worker stands."""


NO_CLAUSES: frozenset[Clause] = frozenset()


class Option(NamedTuple):
    """An action as a rule text offers it.

    ``worker`` is the one that acts, ``power`` whose text offers it, ``forced`` the workers relocated by it (before a
    move: to make room) and where to, ``waives`` the base clauses lifted. ``then`` are steps that follow at once,
    before the rest of the turn; with ``instead`` they take its place. ``effects`` is what else it does. ``hop`` marks
    the second half of a move that a token carries on.
    """

    action: Action
    worker: int | None = None
    power: PowerName = MORTAL
    forced: tuple[tuple[int, Square], ...] = ()
    waives: frozenset[Clause] = NO_CLAUSES
    then: tuple[Step, ...] = ()
    instead: bool = False
    effects: tuple[Effect, ...] = ()
    hop: bool = False


class Moved(NamedTuple):
    """A move that was just carried out, and the step that it answered.

    ``hop`` marks the second half of a move that a token carried on, ``goes_on`` the first half of one. ``counts``
    says whether it is a move of its own by the text in use.
    """

    seat: Seat
    worker: int
    origin: Square
    to: Square
    from_level: int
    to_level: int
    step: Step
    direction: Direction
    hop: bool = False
    goes_on: bool = False
    counts: bool = True

    @property
    def rise(self) -> int:
        """Levels gained by the move; negative when it went down."""
        return self.to_level - self.from_level


class BuiltPiece(NamedTuple):
    """A build that was just carried out, and the step that it answered; ``level`` counts the blocks before."""

    seat: Seat
    worker: int
    on: Square
    piece: Piece
    level: int
    step: Step

    @property
    def completes_tower(self) -> bool:
        """Whether the piece is the dome on three blocks."""
        return self.piece is Piece.DOME and self.level == 3


class Onward(NamedTuple):
    """Where a worker that enters a square is carried on to; whether that is a move of its own, and whether the
    limits of the worker (no move up or down) forbid the step as a whole."""

    to: Square
    counts: bool
    obeys_limits: bool


@dataclass(frozen=True, slots=True)
class Grant:
    """A further step, due before the rest of the turn."""

    step: Step


@dataclass(frozen=True, slots=True)
class Relocate:
    """Force a worker to a square; a forced worker has not moved."""

    worker: int
    to: Square


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a worker out of the game."""

    worker: int


@dataclass(frozen=True, slots=True)
class PutBlock:
    """A block built by a worker on a square as part of an effect."""

    worker: int
    on: Square


@dataclass(frozen=True, slots=True)
class TakeBlocks:
    """Take so many blocks off a square; a worker that stands there drops."""

    square: Square
    count: int = 1


@dataclass(frozen=True, slots=True)
class Act:
    """From now on this worker is the one that acts and will build."""

    worker: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark this worker among its player's for the rest of the game."""

    worker: int


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


@dataclass(frozen=True, slots=True)
class Announce:
    """Report an event that no action reports."""

    event: Event


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """After this turn the same seat takes another one, which begins with this step (only from ``after_turn``)."""

    step: Step


@dataclass(frozen=True, slots=True)
class Lose:
    """A seat loses at once."""

    seat: Seat
    reason: Reason


Effect = (
    Grant
    | Relocate
    | Remove
    | PutBlock
    | TakeBlocks
    | Act
    | Mark
    | Remember
    | Note
    | HandOver
    | Announce
    | ExtraTurn
    | Lose
)

NOTHING: tuple[Effect, ...] = ()

"""The inputs and answers of powers: options, what was just done, and effects that follow."""

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
    """A clause of the base rules that a power's text may lift for an option; all others stay in force."""

    PIECE = "piece"
    """A block on up to two blocks, a dome on three."""
    HEIGHT = "height"
    """At most one level up."""
    OCCUPIED = "occupied"
    """Not on a worker's square."""


NO_CLAUSES: frozenset[Clause] = frozenset()


class Option(NamedTuple):
    """An action that a rule text offers.

    ``worker`` is the acting worker, and ``power`` the power whose text offers the action. ``forced`` are the workers
    that it relocates (before a move: to make room), with their squares. ``waives`` are the lifted clauses of the base
    rules. ``then`` are steps that follow at once, before the rest of the turn, or with ``instead`` as its replacement.
    ``effects`` are its other effects. ``hop`` marks the second half of a move that a token continues.
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

    ``hop`` marks the second half of a move that a token continued, ``goes_on`` the first half. ``counts``: it is a
    separate move by the text in use.
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
        """The levels gained by the move; negative when it went down."""
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
    """The square to which a worker is carried on from one that it enters; whether that is a separate move, and whether
    the limits of the worker (no move up or down) forbid the whole step."""

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
    """A worker builds a block on a square as part of an effect."""

    worker: int
    on: Square


@dataclass(frozen=True, slots=True)
class TakeBlocks:
    """Take blocks off a square; a worker there drops."""

    square: Square
    count: int = 1


@dataclass(frozen=True, slots=True)
class Act:
    """Make this worker the one that acts and will build."""

    worker: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark one of a player's workers for the rest of the game."""

    worker: int


@dataclass(frozen=True, slots=True)
class Remember:
    """Replace the memory of the power for the game."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Note:
    """Replace the notes of the power for the current turn."""

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
    """Let the same seat take another turn after this one, which begins with this step (only from ``after_turn``)."""

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

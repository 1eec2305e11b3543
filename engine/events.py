"""What happened, in the past tense. Events feed the log and the phones; they say nothing that a rule depends on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Piece
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square


@dataclass(frozen=True, slots=True)
class WorkerPlaced:
    """A worker entered the board."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class WorkerMoved:
    """A worker made a move; levels are those of the two squares at that moment."""

    seat: Seat
    origin: Square
    to: Square
    from_level: int
    to_level: int


@dataclass(frozen=True, slots=True)
class WorkerForced:
    """A worker of ``seat`` was relocated by an effect of ``power``; not a move."""

    seat: Seat
    origin: Square
    to: Square
    power: PowerName


@dataclass(frozen=True, slots=True)
class Built:
    """A piece was built on ``square``, which had ``level`` blocks before."""

    seat: Seat
    square: Square
    piece: Piece
    level: int


@dataclass(frozen=True, slots=True)
class StepDeclined:
    """An optional step that ``power`` offers was declined."""

    seat: Seat
    power: PowerName


@dataclass(frozen=True, slots=True)
class ActedInSecret:
    """Stands in a viewer's log for an event that this viewer may not know."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ActionCancelled:
    """An action failed against something secret; the rest of the turn is lost (rulings 39). ``square`` is where."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class PowerChangedHands:
    """``power`` is used by ``seat`` from now on."""

    power: PowerName
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winners: tuple[Seat, ...]
    reason: Reason


Event = (
    WorkerPlaced
    | WorkerMoved
    | WorkerForced
    | Built
    | StepDeclined
    | ActedInSecret
    | ActionCancelled
    | PowerChangedHands
    | TurnBegan
    | GameEnded
)

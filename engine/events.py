"""Events: what happened, in the past tense, for the log and the phones. No rule depends on them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Piece
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square


@dataclass(frozen=True, slots=True)
class WorkerPlaced:
    """A worker entered the board."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class WorkerMoved:
    """A worker made a move; the levels are of the two squares at that time."""

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
class WorkerRemoved:
    """A worker of ``seat`` left the game by an effect of ``power``."""

    seat: Seat
    square: Square
    power: PowerName


@dataclass(frozen=True, slots=True)
class BlockTaken:
    """``seat`` took blocks off ``square``, which then has ``level`` blocks, by an effect of ``power``."""

    seat: Seat
    square: Square
    level: int
    power: PowerName


@dataclass(frozen=True, slots=True)
class TowerRecycled:
    """A Complete Tower was returned to the supply; its dome stands on the ground of ``square``."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A token of ``power`` was put on ``square``."""

    seat: Seat
    power: PowerName
    square: Square


@dataclass(frozen=True, slots=True)
class DirectionSet:
    """The direction token of ``power`` was turned; None if it returned to its card."""

    seat: Seat
    power: PowerName
    direction: Direction | None


@dataclass(frozen=True, slots=True)
class WorkerChosen:
    """The worker on ``square`` was named for a question of ``power``."""

    seat: Seat
    power: PowerName
    square: Square


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """``power`` revealed the card ``drawn``."""

    power: PowerName
    drawn: PowerName


@dataclass(frozen=True, slots=True)
class DemandVoid:
    """The demand of ``power`` on this turn of ``seat`` cannot be met, so it does not bind."""

    seat: Seat
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
    """Replaces an event that this viewer may not know."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ActionCancelled:
    """An action failed against something secret; the rest of the turn is lost (rulings 39). ``square`` is its place,
    unless the table hides it."""

    seat: Seat
    square: Square | None


@dataclass(frozen=True, slots=True)
class PowerChangedHands:
    """``seats`` use ``power`` from now on; no seat does if it is empty."""

    power: PowerName
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began; an additional one (``driven``) moves an opponent's worker."""

    seat: Seat
    driven: bool = False


@dataclass(frozen=True, slots=True)
class WinDenied:
    """A worker of ``seat`` came to ``square`` in a way that looks like a win but is not; ``reason`` says why."""

    seat: Seat
    square: Square
    reason: Reason


@dataclass(frozen=True, slots=True)
class NoTurnLeft:
    """``seat`` has no turn that can be completed; ``reason`` says what prevents it."""

    seat: Seat
    reason: Reason


@dataclass(frozen=True, slots=True)
class PositionRepeated:
    """The same position, by public knowledge, occurred ``times`` times with the same player to move; the players may
    agree on a result."""

    times: int


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """The position was corrected to the board, with changes on ``squares``; the turn of ``seat`` begins again."""

    seat: Seat
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """A player lost, and the others play on."""

    seat: Seat
    reason: Reason


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winners: tuple[Seat, ...]
    reason: Reason


Event = (
    WorkerPlaced
    | WorkerMoved
    | WorkerForced
    | WorkerRemoved
    | BlockTaken
    | TowerRecycled
    | TokenPlaced
    | DirectionSet
    | WorkerChosen
    | CardDrawn
    | DemandVoid
    | Built
    | StepDeclined
    | ActedInSecret
    | ActionCancelled
    | PowerChangedHands
    | TurnBegan
    | WinDenied
    | NoTurnLeft
    | PositionRepeated
    | PositionCorrected
    | PlayerEliminated
    | GameEnded
)

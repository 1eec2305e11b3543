"""The actions of a player: a closed union of small values, named by the squares they concern."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square


class Piece(StrEnum):
    """What a build puts on a space."""

    BLOCK = "block"
    DOME = "dome"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """An action that a rule text may offer. ``by`` names the card if two of a player's cards offer the same action with
    different results (``mortal``: the base rules), and is None otherwise."""

    by: PowerName | None = None


@dataclass(frozen=True, slots=True)
class Place(Offered):
    """Put a worker from the supply (or from a power card) on a square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Move(Offered):
    """Move the worker that stands on ``worker`` to ``to``."""

    worker: Square
    to: Square


@dataclass(frozen=True, slots=True)
class Build(Offered):
    """Let the worker that stands on ``worker`` build a piece on ``on``."""

    worker: Square
    on: Square
    piece: Piece = Piece.BLOCK


@dataclass(frozen=True, slots=True)
class Force(Offered):
    """Relocate the worker that stands on ``worker`` to ``to``: not a move of that worker."""

    worker: Square
    to: Square


@dataclass(frozen=True, slots=True)
class Swap(Offered):
    """Let one of your workers and another's exchange their spaces: not a move of either."""

    mine: Square
    theirs: Square


@dataclass(frozen=True, slots=True)
class RemoveWorker(Offered):
    """Take the worker that stands on a square out of the game."""

    square: Square


@dataclass(frozen=True, slots=True)
class TakeBlock(Offered):
    """Take the block on top of a square off the board (with some texts: all blocks)."""

    square: Square


@dataclass(frozen=True, slots=True)
class PutToken(Offered):
    """Put a token of the open step's power on a square; for a token of four spaces, their south-west one."""

    square: Square


@dataclass(frozen=True, slots=True)
class Point(Offered):
    """Turn the direction token of the open step's power this way; None takes it back to its card."""

    direction: Direction | None


@dataclass(frozen=True, slots=True)
class Choose(Offered):
    """Name the worker on a square, for what the open step asks about."""

    worker: Square


@dataclass(frozen=True, slots=True)
class Recycle(Offered):
    """Take the Complete Tower on a square back into the supply; its dome goes on the ground there."""

    square: Square


@dataclass(frozen=True, slots=True)
class Use:
    """Of several powers of yours that are due, let this one go first."""

    power: PowerName


@dataclass(frozen=True, slots=True)
class Done(Offered):
    """Decline the optional step that is open."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; a seat may do so at any time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the position to the pieces on the board: these are all visible workers, and the number of pieces on these
    squares (four are a dome on three blocks). It is not a step of a turn; ``Game.corrected`` carries it out."""

    workers: tuple[tuple[Square, Seat], ...]
    heights: tuple[tuple[Square, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Unseen:
    """A turn of which only the result is known, in the history of a told game. It cannot be played;
    ``Game.with_result`` adds it."""

    seat: Seat


Action = (
    Place
    | Move
    | Build
    | Force
    | Swap
    | RemoveWorker
    | TakeBlock
    | PutToken
    | Point
    | Choose
    | Recycle
    | Use
    | Done
    | Resign
    | Correct
    | Unseen
)


def card_named(action: Action) -> PowerName | None:
    """Return the card that an action names, if any."""
    return action.by if isinstance(action, Offered) else None


def by_card(action: Action, card: PowerName) -> Action:
    """Return the action with its card named."""
    return replace(action, by=card) if isinstance(action, Offered) else action


def bare(action: Action) -> Action:
    """Return the action without the name of a card."""
    return replace(action, by=None) if isinstance(action, Offered) and action.by is not None else action


def squares_of(action: Action) -> tuple[Square, ...]:
    """Return the squares that an action names, except for a correction: the worker's first, then the target's."""
    target = target_of(action)
    match action:
        case Move(worker=worker) | Build(worker=worker) | Force(worker=worker) | Swap(mine=worker):
            return (worker,) if target is None else (worker, target)
        case _:
            return () if target is None else (target,)


def target_of(action: Action) -> Square | None:
    """Return the target square of an action: where a worker goes, or what is built on, taken from or named."""
    match action:
        case Move(to=to) | Force(to=to):
            return to
        case Build(on=on):
            return on
        case Swap(theirs=square) | Choose(worker=square):
            return square
        case Place(square=square) | PutToken(square=square) | Recycle(square=square):
            return square
        case RemoveWorker(square=square) | TakeBlock(square=square):
            return square
        case Point() | Use() | Done() | Resign() | Correct() | Unseen():
            return None

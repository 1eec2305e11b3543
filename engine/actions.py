"""What a player can do: a closed union of small values, named by the squares they concern."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square


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
class Force:
    """Relocate the worker that stands on ``worker`` to ``to``: not a move of that worker."""

    worker: Square
    to: Square


@dataclass(frozen=True, slots=True)
class Swap:
    """Let one of your workers and another's exchange their spaces: not a move of either."""

    mine: Square
    theirs: Square


@dataclass(frozen=True, slots=True)
class RemoveWorker:
    """Take the worker that stands on a square out of the game."""

    square: Square


@dataclass(frozen=True, slots=True)
class TakeBlock:
    """Take the block on top of a square off the board (with some texts: all blocks)."""

    square: Square


@dataclass(frozen=True, slots=True)
class PutToken:
    """Put a token of the open step's power on a square; for a token of four spaces, their south-west one."""

    square: Square


@dataclass(frozen=True, slots=True)
class Point:
    """Turn the direction token of the open step's power this way; None takes it back to its card."""

    direction: Direction | None


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the worker on a square, for what the open step asks about."""

    worker: Square


@dataclass(frozen=True, slots=True)
class Recycle:
    """Take the Complete Tower on a square back into the supply; its dome goes on the ground there."""

    square: Square


@dataclass(frozen=True, slots=True)
class Use:
    """Of several powers of yours whose time has come, let this one go first."""

    power: PowerName


@dataclass(frozen=True, slots=True)
class Done:
    """Decline the optional step that is open."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; a seat may do so at any time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Correct:
    """Take what stands on the board for the position: these workers, all that can be seen, and on these squares so many
    pieces (four are a dome on three blocks). No step of a turn; ``Game.corrected`` does it."""

    workers: tuple[tuple[Square, Seat], ...]
    heights: tuple[tuple[Square, int], ...] = ()


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
)


def target_of(action: Action) -> Square | None:
    """The square that an action leads to: where a worker goes, what is built on, taken from, named."""
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
        case Point() | Use() | Done() | Resign() | Correct():
            return None

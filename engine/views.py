"""What one viewer may know of a game. Everything that leaves the engine for lights, log and phones is a View."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action
from engine.reasons import Reason
from engine.seats import Seat, Viewer
from engine.setup import MORTAL, PowerName
from engine.squares import Square


class StepKind(StrEnum):
    """What the seat to act is asked for."""

    PLACE = "place"
    MOVE = "move"
    BUILD = "build"
    FORCE = "force"
    SWAP = "swap"
    REMOVE = "remove"
    TAKE = "take"
    TOKEN = "token"  # noqa: S105 - a piece of the game
    POINT = "point"
    CHOOSE = "choose"
    RECYCLE = "recycle"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class SeenWorker:
    """A worker that the viewer can see, with its player (in a team of two: the team's first player).

    ``marked`` tells it apart from its player's others by a power's text.
    """

    seat: Seat
    square: Square
    marked: bool = False


@dataclass(frozen=True, slots=True)
class SeenToken:
    """A token of ``power`` on the board."""

    power: PowerName
    square: Square


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card beside the board: who has its use now, and what it remembers as far as the viewer may know it."""

    power: PowerName
    holders: tuple[Seat, ...]
    memory: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """Pieces left beside the board: blocks by size (one number for like tiles), and domes; below zero when stand-ins
    are on the board."""

    blocks: tuple[int, ...]
    domes: int


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """What the viewer knows of a player.

    ``power`` is the card in front of the player, ``uses`` the powers at this player's disposal now (another's card
    while it is stolen), ``memory`` what the cards remember, as far as this viewer may know it, ``reserve`` the
    workers that wait on the card, ``hidden`` how many workers stand where this viewer cannot see them.
    """

    seat: Seat
    team: int
    power: PowerName
    uses: tuple[PowerName, ...]
    memory: tuple[tuple[str, str], ...] = ()
    reserve: int = 0
    hidden: int = 0
    eliminated: bool = False
    second: PowerName = MORTAL


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open step: who is asked, for what, by which power (``mortal``: the base rules), and if it may be declined."""

    seat: Seat
    kind: StepKind
    power: PowerName
    optional: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats and why (``win.moved_up``, ``win.last_standing``, ``pan.win`` ...)."""

    winners: tuple[Seat, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class View:
    """A position as ``viewer`` may see it.

    ``levels`` counts the blocks on each of the 25 squares (0 to 3), ``domes`` the domed squares; ``active`` is the
    seat whose turn it is (None while workers are placed); ``options`` are the legal actions of the open step, empty
    when they would tell this viewer a secret. ``after_done`` are those that open for the same seat once the open step
    is declined: what it may do next without taking up a "may". ``beside`` are cards that lie beside the board,
    ``driven`` marks an additional turn with an opponent's worker, ``stock`` is what is left in the box.
    """

    viewer: Viewer
    size: int
    levels: tuple[int, ...]
    domes: frozenset[Square]
    workers: tuple[SeenWorker, ...]
    players: tuple[SeenPlayer, ...]
    active: Seat | None
    prompt: Prompt | None
    options: tuple[Action, ...]
    outcome: Outcome | None
    after_done: tuple[Action, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    beside: tuple[SeenCard, ...] = ()
    driven: bool = False
    stock: Stock = Stock((), 0)

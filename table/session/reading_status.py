"""What the reading of the board reports: its status, and what the players did."""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Action, Square
from table.session.snapshot import BoardDifference, BoardMode, Offer


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """The status of the reading. ``lifted`` is the square of the worker in a hand, if one is; ``differences`` are to be
    put right, ``message`` explains them, ``offers`` are the recovery options, and the game goes on with
    ``warnings``."""

    mode: BoardMode
    lifted: Square | None = None
    differences: tuple[BoardDifference, ...] = ()
    message: Message | None = None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()


FOLLOWING = BoardStatus(BoardMode.FOLLOWING)


@dataclass(frozen=True, slots=True)
class Steps:
    """The seat to act made these steps."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Revised:
    """The last ``back`` steps of the turn were taken back on the board, and these made instead (none: only back)."""

    back: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class AskWhich:
    """One of these step sequences was made, and only the player knows which."""

    choices: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The status of the reading has changed."""

    status: BoardStatus


Intent = Steps | Revised | AskWhich | StatusChanged

"""What the reading of the board tells the table: how it stands, and what hands did."""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Action, Square
from table.session.snapshot import BoardDifference, BoardMode, Offer


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """How the reading of the board stands. ``lifted`` is where the worker in the hand came from, if one is; the
    ``differences`` are what is to be put right, ``message`` says what that is about, ``offers`` are other ways out, and
    ``warnings`` last and stop nothing."""

    mode: BoardMode
    lifted: Square | None = None
    differences: tuple[BoardDifference, ...] = ()
    message: Message | None = None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()


FOLLOWING = BoardStatus(BoardMode.FOLLOWING)


@dataclass(frozen=True, slots=True)
class Steps:
    """The seat to act did these steps."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Revised:
    """The last ``back`` steps of the turn were taken back on the board, and these done instead (none: only back)."""

    back: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class AskWhich:
    """The hands did one of these chains of steps, and only the player knows which."""

    choices: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The reading of the board stands differently now."""

    status: BoardStatus


Intent = Steps | Revised | AskWhich | StatusChanged

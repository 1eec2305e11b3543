"""What the reading of the board reports to the table: its status, and the steps that were made on the board."""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Action, Square
from perception.orientation import QUARTERS, quarters_to_a1
from table.session.snapshot import BoardDifference, BoardMode, Corner, Offer, TurnBoard


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


def status_without_game(turned: int, corner: Corner | None, size: int) -> BoardStatus:
    """The status of the board while no game is read. A board that was ``turned`` can be turned back; while the host
    looks for a1, it can be turned so that a1 is the ``corner`` that was touched."""
    if corner is not None:
        quarters = quarters_to_a1(corner.touched or 0, size)
        return BoardStatus(BoardMode.FOLLOWING, offers=(TurnBoard(quarters),)) if quarters else FOLLOWING
    back = -turned % QUARTERS
    if not back:
        return FOLLOWING
    return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))


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

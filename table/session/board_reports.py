"""What the reading of the board reports to the table: its status, and the steps that were made on the board."""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Action, Build, Game, Square
from engine.actions import Done
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


TOUCH_UNSURE = "board.touch_unsure"
"""The message that asks whether a square was touched where the button Done says so as well; its argument is the
``square``."""


def meant_by_done(game: Game, on: Square) -> Build | None:
    """The build on this square that Done stands for where a touch of it was not clear: the only legal one, while
    nothing else can be done with the button. None where it may mean something else."""
    legal = game.legal_actions()
    builds = [each for each in legal if isinstance(each, Build) and each.on == on]
    return builds[0] if len(builds) == 1 and Done() not in legal else None


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

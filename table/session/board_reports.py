"""The reports of the reading to the table: its status, and the steps that were made on the board."""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import PUBLIC, Build, Game, Square
from engine.actions import Done
from engine.state import StepKind
from perception.orientation import QUARTERS, quarters_to_a1
from table.session.snapshot import BoardDifference, BoardIssue, BoardMode, Corner, Offer, TurnBoard


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """The status of the reading. ``lifted`` is the square of the worker in a hand, if one is; ``differences`` are to be
    put right, ``message`` explains them, ``offers`` are the recovery options, and the game goes on with ``warnings``.
    ``issue`` names the finding of the message, if it decides something. ``doubtful`` are the squares that are not
    clear, ``stray`` those with a magnet that is no worker."""

    mode: BoardMode
    lifted: Square | None = None
    differences: tuple[BoardDifference, ...] = ()
    message: Message | None = None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()
    issue: BoardIssue | None = None
    doubtful: tuple[Square, ...] = ()
    stray: tuple[Square, ...] = ()


FOLLOWING = BoardStatus(BoardMode.FOLLOWING)


def meant_by_done(game: Game, on: Square) -> Build | None:
    """Return the build on this square that Done means after an unclear touch: the only legal one, while the button can
    mean nothing else. None if it may mean something else."""
    legal = game.legal_actions()
    builds = [each for each in legal if isinstance(each, Build) and each.on == on]
    return builds[0] if len(builds) == 1 and Done() not in legal else None


_LACKING = {StepKind.PLACE: "board.done_place", StepKind.MOVE: "board.done_move", StepKind.BUILD: "board.done_build"}
_LACKING_ELSE = "board.done_choose"


def lacking_for_done(game: Game) -> Message | None:
    """Return what has to be done at the board, or chosen on a phone, before Done can be an answer; None if the game is
    over. Secret choices are made on a phone."""
    step = game.state.step
    if step is None:
        return None
    seen = game.view(PUBLIC).options
    return Message(_LACKING.get(step.kind, _LACKING_ELSE) if seen else _LACKING_ELSE)


def status_without_game(turned: int, corner: Corner | None, size: int) -> BoardStatus:
    """Return the status of the board while no game is read. A board that was ``turned`` can be turned back; while the
    host looks for a1, it can be turned so that a1 is the ``corner`` that was touched."""
    if corner is not None:
        quarters = quarters_to_a1(corner.touched or 0, size)
        return BoardStatus(BoardMode.FOLLOWING, offers=(TurnBoard(quarters),)) if quarters else FOLLOWING
    back = -turned % QUARTERS
    if not back:
        return FOLLOWING
    return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The status of the reading has changed."""

    status: BoardStatus

"""Actions as JSON."""

from __future__ import annotations

from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Use,
    card_named,
)
from engine.squares import Square, square_name
from web_ui.encode.common import Json


def action_json(action: Action) -> dict[str, Json]:
    """An action in the form that ``schema.read_action`` reads: ``worker`` is the worker that acts or is acted with,
    ``square`` where to (with a swap where the other one stands), ``piece`` what is built; null if it has none.
    ``direction``, ``power``, ``seat`` and ``by``, the card that it names, are there where the action has them.
    """
    card = card_named(action)
    return _told(action) if card is None else {**_told(action), "by": str(card)}


def _told(action: Action) -> dict[str, Json]:
    """An action without the card that it names."""
    match action:
        case Place(square=on):
            return _action("place", square=on)
        case Move(worker=worker, to=to):
            return _action("move", worker, to)
        case Build(worker=worker, on=on, piece=piece):
            return _action("build", worker, on, piece=piece.value)
        case Force(worker=worker, to=to):
            return _action("force", worker, to)
        case Swap(mine=mine, theirs=theirs):
            return _action("swap", mine, theirs)
        case RemoveWorker(square=on):
            return _action("remove", square=on)
        case TakeBlock(square=on):
            return _action("take", square=on)
        case PutToken(square=on):
            return _action("token", square=on)
        case Choose(worker=on):
            return _action("choose", square=on)
        case Recycle(square=on):
            return _action("recycle", square=on)
        case _:
            return _plain_action(action)


def _plain_action(action: Point | Use | Done | Resign | Correct) -> dict[str, Json]:
    """An action that concerns no square."""
    match action:
        case Point(direction=direction):
            return _action("point", direction=direction)
        case Use(power=power):
            return _action("use", power=power)
        case Done():
            return _action("done")
        case Resign(seat=seat):
            return _action("resign", seat=seat.value)
        case Correct():
            return _action("correct")


def _action(
    kind: str,
    worker: Square | None = None,
    square: Square | None = None,
    piece: str | None = None,
    **more: str | None,
) -> dict[str, Json]:
    return {
        "kind": kind,
        "worker": None if worker is None else square_name(worker),
        "square": None if square is None else square_name(square),
        "piece": piece,
        **more,
    }

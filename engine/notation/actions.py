"""Actions and turns as text.

======  ==============================================  ========
text    meaning                                         action
======  ==============================================  ========
@c3     put a worker on c3                              Place
b2-c3   move the worker on b2 to c3                     Move
c3+c4   the worker on c3 builds a block on c4           Build
c3^c4   the worker on c3 builds a dome on c4            Build
.       decline the optional step that is open          Done
======  ==============================================  ========

A turn is its steps in order with a space between: ``b2-c3 c3+c4``. Squares are read in either case and written in
lower case.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Build, Done, Move, Piece, Place
from engine.errors import NotationError
from engine.squares import Square, square, square_name

_FORMS = "@c3 places, b2-c3 moves, c3+c4 builds a block, c3^c4 builds a dome, . declines"
_MARKS = {Piece.BLOCK: "+", Piece.DOME: "^"}


def action_text(action: Action) -> str:
    """An action as text: ``action_text(Move(square("b2"), square("c3"))) == "b2-c3"``."""
    match action:
        case Place(square=on):
            return f"@{square_name(on)}"
        case Move(worker=worker, to=to):
            return f"{square_name(worker)}-{square_name(to)}"
        case Build(worker=worker, on=on, piece=piece):
            return f"{square_name(worker)}{_MARKS[piece]}{square_name(on)}"
        case Done():
            return "."


def parse_action(text: str) -> Action:
    """The action that a text names.

    :raises NotationError: if it has none of the five forms, or names a square that does not exist.
    """
    body = text.strip()
    if body == ".":
        return Done()
    if len(body) == 3 and body[0] == "@":
        return Place(_square(body[1:], text))
    if len(body) == 5 and body[2] in "-+^":
        worker, target = _square(body[:2], text), _square(body[3:], text)
        match body[2]:
            case "-":
                return Move(worker, target)
            case "+":
                return Build(worker, target, Piece.BLOCK)
            case _:
                return Build(worker, target, Piece.DOME)
    raise NotationError(f"action {text!r} cannot be read: {_FORMS}")


def turn_text(actions: Iterable[Action]) -> str:
    """The steps of a turn as one text: ``b2-c3 c3+c4``."""
    return " ".join(action_text(action) for action in actions)


def parse_turn(text: str) -> tuple[Action, ...]:
    """The steps that a turn's text names.

    :raises NotationError: if the text is empty or a step of it cannot be read.
    """
    steps = tuple(parse_action(step) for step in text.split())
    if not steps:
        raise NotationError(f"turn {text!r} has no steps: write its steps with a space between, such as 'b2-c3 c3+c4'")
    return steps


def _square(name: str, text: str) -> Square:
    try:
        return square(name.lower())
    except ValueError as error:
        raise NotationError(f"action {text!r}: {error}") from error

"""Writes and reads actions and turns as text.

===========  =====================================================  ============
text         meaning                                                action
===========  =====================================================  ============
@c3          put a worker on c3                                     Place
b2-c3        move the worker on b2 to c3                            Move
c3+c4        the worker on c3 builds a block on c4                  Build
c3^c4        the worker on c3 builds a dome on c4                   Build
b2>c3        force the worker on b2 to c3                           Force
b2=c3        your worker on b2 and the one on c3 change places      Swap
xc3          take the worker on c3 out of the game                  RemoveWorker
-c3          take the block on c3 off the board                     TakeBlock
`*c3`        put a token on c3                                      PutToken
~ne          turn the direction token north-east                    Point
~            return the direction token to its card                 Point
?c3          name the worker on c3                                  Choose
%c3          take the tower on c3 back to the supply                Recycle
!ares        let this power of yours go first                       Use
.            decline the optional step that is open                 Done
resign=blue  blue gives up the game                                 Resign
unseen=blue  blue took a turn of which only the result is known     Unseen
correct=...  the pieces on the board are correct (see below)        Correct
===========  =====================================================  ============

A correction lists every worker that can be seen, and the height in pieces of the squares where the game had another:
``correct=b2:blue,d4:orange,c3:2``.

Where two cards of a player offer the same action with different results, the name of the card follows after a ``!``:
``b2-c3!apollo``; ``mortal`` there means the base rules.

A turn is its steps in order with a space between: ``b2-c3 c3+c4``. Names are read in either case and written in lower
case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Offered,
    Piece,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Unseen,
    Use,
    by_card,
    card_named,
)
from engine.errors import NotationError, cut_short, quoted
from engine.notation.checks import direction_named, known_power, seat_named, square_named
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL
from engine.squares import Square, square_name

_FORMS = (
    "@c3 places, b2-c3 moves, c3+c4 builds a block, c3^c4 builds a dome, b2>c3 forces, b2=c3 swaps, xc3 removes a "
    "worker, -c3 takes a block, *c3 puts a token, ~ne points, ?c3 names a worker, %c3 recycles a tower, !ares lets a "
    "power go first, . declines, resign=blue gives up, correct=b2:blue,c3:2 corrects, "
    "b2-c3!apollo names the card"
)
_EXAMPLES = (
    "b2-c3, c3+c4, c3^c4, b2>c3, b2=c3, xc3, -c3, *c3, ~ne, ?c3, %c3, !ares, ., resign=blue, correct=b2:blue, "
    "b2-c3!apollo, @c3"
)
_CARD = "!"

_ON_ONE: dict[str, Callable[[Square], Action]] = {
    "@": Place,
    "x": RemoveWorker,
    "-": TakeBlock,
    "*": PutToken,
    "?": Choose,
    "%": Recycle,
}

_ON_TWO: dict[str, Callable[[Square, Square], Action]] = {
    "-": Move,
    "+": Build,
    "^": lambda worker, on: Build(worker, on, Piece.DOME),
    ">": Force,
    "=": Swap,
}

_RESIGN = "resign="
_UNSEEN = "unseen="
_CORRECT = "correct="
_PIECES = ("0", "1", "2", "3", "4")


def action_text(action: Action) -> str:
    """Return an action as text: ``action_text(Move(square("b2"), square("c3"))) == "b2-c3"``."""
    card = card_named(action)
    return _plain_text(action) if card is None else f"{_plain_text(action)}{_CARD}{card}"


def _plain_text(action: Action) -> str:  # noqa: PLR0912 - one case for each action
    match action:
        case Place(square=on):
            return f"@{square_name(on)}"
        case Move(worker=worker, to=to):
            return f"{square_name(worker)}-{square_name(to)}"
        case Build(worker=worker, on=on, piece=piece):
            return f"{square_name(worker)}{'+' if piece is Piece.BLOCK else '^'}{square_name(on)}"
        case Force(worker=worker, to=to):
            return f"{square_name(worker)}>{square_name(to)}"
        case Swap(mine=mine, theirs=theirs):
            return f"{square_name(mine)}={square_name(theirs)}"
        case RemoveWorker(square=on):
            return f"x{square_name(on)}"
        case TakeBlock(square=on):
            return f"-{square_name(on)}"
        case PutToken(square=on):
            return f"*{square_name(on)}"
        case Point(direction=direction):
            return f"~{direction or ''}"
        case Choose(worker=worker):
            return f"?{square_name(worker)}"
        case Recycle(square=on):
            return f"%{square_name(on)}"
        case Use(power=power):
            return f"!{power}"
        case Done():
            return "."
        case Resign(seat=seat):
            return f"{_RESIGN}{seat}"
        case Unseen(seat=seat):
            return f"{_UNSEEN}{seat}"
        case Correct(workers=workers, heights=heights):
            parts = [f"{square_name(on)}:{what}" for on, what in (*workers, *heights)]
            return f"{_CORRECT}{','.join(parts)}"


def parse_action(text: str) -> Action:
    """Parse an action.

    :raises NotationError: if it has none of the forms, or names a square, power, direction or seat that does not exist.
    """
    body, where = text.strip().lower(), f"action {quoted(text)}"
    plain, sign, card = body.partition(_CARD)
    if not plain or not sign:
        return _plain_action(body, where)
    action = _plain_action(plain, where)
    if not isinstance(action, Offered):
        raise NotationError(
            f"{where}: no card is named with {plain}", Reason.of("line.no_card", given=cut_short(text), allowed=plain)
        )
    return by_card(action, MORTAL if card == MORTAL else known_power(card, where))


def _plain_action(body: str, where: str) -> Action:
    if body == ".":
        return Done()
    if body.startswith("~"):
        return Point(direction_named(body[1:], where) if body[1:] else None)
    if body.startswith(_CARD):
        return Use(known_power(body[1:], where))
    if body.startswith(_RESIGN):
        return Resign(seat_named(body.removeprefix(_RESIGN), where))
    if body.startswith(_UNSEEN):
        return Unseen(seat_named(body.removeprefix(_UNSEEN), where))
    if body.startswith(_CORRECT):
        return _correction(body.removeprefix(_CORRECT), where)
    if len(body) == 3 and body[0] in _ON_ONE:
        return _ON_ONE[body[0]](square_named(body[1:], where))
    if len(body) == 5 and body[2] in _ON_TWO:
        return _ON_TWO[body[2]](square_named(body[:2], where), square_named(body[3:], where))
    raise NotationError(
        f"{where} cannot be read: {_FORMS}", Reason.of("line.action", given=cut_short(body), allowed=_EXAMPLES)
    )


def _correction(text: str, where: str) -> Correct:
    workers: list[tuple[Square, Seat]] = []
    heights: list[tuple[Square, int]] = []
    for part in text.split(",") if text else ():
        name, _, what = part.partition(":")
        on = square_named(name, where)
        if what in _PIECES:
            heights.append((on, _PIECES.index(what)))
        elif what[:1].isdigit():
            raise NotationError(
                f"{where}: {what} on {name}; heights are {_PIECES[0]} to {_PIECES[-1]} pieces",
                Reason.of("line.value", given=cut_short(part), allowed=", ".join(_PIECES)),
            )
        else:
            workers.append((on, seat_named(what, where)))
    return Correct(tuple(workers), tuple(heights))


def turn_text(actions: Iterable[Action]) -> str:
    """Return the steps of a turn as one text: ``b2-c3 c3+c4``."""
    return " ".join(action_text(action) for action in actions)


def parse_turn(text: str) -> tuple[Action, ...]:
    """Parse the steps of a turn.

    :raises NotationError: if the text is empty or a step of it cannot be read.
    """
    steps = tuple(parse_action(step) for step in text.split())
    if not steps:
        raise NotationError(
            f"turn {quoted(text)} has no steps: write its steps with a space between, such as 'b2-c3 c3+c4'"
        )
    return steps

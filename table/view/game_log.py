"""The log of a game, for one viewer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from common.message import Message
from engine import Game
from engine.events import (
    ActionCancelled,
    DirectionSet,
    Event,
    GameEnded,
    PlayerEliminated,
    PositionCorrected,
    PowerChangedHands,
    TurnBegan,
)
from engine.reasons import Reason
from engine.seats import PUBLIC, Viewer
from engine.squares import Square, square_name
from engine.views import visible_event
from table.session.snapshot import LogLine


def log_of(game: Game, viewer: Viewer) -> tuple[LogLine, ...]:
    """All events that this viewer may know, numbered from 1. What not everybody knows is marked as secret, with what
    everybody sees instead. Once the game is over, everybody sees everything."""
    lines: list[LogLine] = []
    for ply in game.plies:
        for event in ply.events:
            own = event if game.outcome else visible_event(event, ply.before, viewer)
            if own is None:
                continue
            shared = event if game.outcome else visible_event(event, ply.before, PUBLIC)
            instead = None if shared is None or shared == own else event_message(shared)
            lines.append(LogLine(len(lines) + 1, event_message(own), shared != own, instead))
    return tuple(lines)


def log_lines(events: Iterable[Event]) -> tuple[LogLine, ...]:
    """The log of a game: one line per event, numbered from 1.

    The key is ``log.`` with the event's name (``log.worker_moved``, ``log.built``, ``log.turn_began``), the arguments
    are its fields: squares by their names, several with commas, a reason by its key, its own arguments beside it.
    Where a field is empty the key says so (``log.action_cancelled_somewhere``).
    """
    return tuple(LogLine(number, event_message(event)) for number, event in enumerate(events, start=1))


def event_message(event: Event) -> Message:
    """An event as a message."""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__)[1:]
    key = f"log.{name}{_variant(event)}"
    args = tuple((part.name, _argument(part.name, getattr(event, part.name))) for part in fields(event))
    if isinstance(event, GameEnded | PlayerEliminated):
        return Message(key, (*args, *event.reason.args))
    return Message(key, args)


def _variant(event: Event) -> str:
    """The ending of the key where an event has another text."""
    match event:
        case PowerChangedHands(seats=()):
            return "_to_nobody"
        case ActionCancelled(square=None):
            return "_somewhere"
        case DirectionSet(direction=None):
            return "_back"
        case TurnBegan(driven=True):
            return "_driven"
        case PositionCorrected(squares=()):
            return "_nowhere"
        case _:
            return ""


def _argument(name: str, value: object) -> str:
    if name == "squares" and isinstance(value, tuple):
        return ",".join(square_name(each) for each in value)
    if isinstance(value, tuple):
        return ",".join(str(each) for each in value)
    if name in ("square", "origin", "to") and isinstance(value, int):
        return square_name(Square(value))
    return value.key if isinstance(value, Reason) else str(value)

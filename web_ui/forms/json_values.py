"""The type of JSON, and how messages and squares stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from common.message import Message
from engine.squares import Square, square_name

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def message_json(message: Message) -> dict[str, Json]:
    """A key and its arguments."""
    return {"key": message.key, "args": dict(message.args)}


def square_names(squares: Iterable[Square]) -> list[str]:
    """The names of squares."""
    return [square_name(of) for of in squares]


def name_of(number: int) -> str:
    """The name of a square by its number."""
    return square_name(Square(number))

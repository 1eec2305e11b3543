"""What cards remember, as names and texts: one way for views, positions and records, read off the fields' types.

A memory is a frozen dataclass. Its fields are numbers, truths, squares, directions, seats, names, tuples of these, or
None.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from engine.errors import NotationError
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square, square, square_name
from engine.state import Memory

NOTHING = "-"
"""The text of None and of no entries."""

SEPARATOR = "+"
"""Between the entries of a tuple."""


def told_memory(memory: Memory | None) -> tuple[tuple[str, str], ...]:
    """A memory as pairs of name and text: ``told_memory(Once(True)) == (("used", "yes"),)``."""
    if memory is None:
        return ()
    kinds = _kinds(type(memory))
    return tuple((name, _text(getattr(memory, name), kind)) for name, kind in kinds.items())


def remembered(kind: type[Memory], told: tuple[tuple[str, str], ...], default: Memory) -> Memory:
    """The memory that pairs of name and text tell; what they leave out is as in ``default``.

    :raises NotationError: for a name that this memory does not have, or a text that cannot be read.
    """
    kinds = _kinds(kind)
    values = {name: getattr(default, name) for name in kinds}
    for name, text in told:
        if name not in kinds:
            raise NotationError(f"no {name!r} is remembered here; known are {', '.join(kinds)}")
        try:
            values[name] = _value(text, kinds[name])
        except ValueError as error:
            raise NotationError(f"{name}={text}: {error}") from error
    return kind(**values)


@cache
def _kinds(kind: type[Memory]) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]  # all are dataclasses


def _entry(kind: object) -> tuple[object, bool, bool]:
    """The kind of an entry, whether it may be None, whether there are several."""
    if get_origin(kind) in (Union, UnionType):
        (inner,) = (each for each in get_args(kind) if each is not NoneType)
        return inner, True, False
    if get_origin(kind) is tuple:
        return get_args(kind)[0], False, True
    return kind, False, False


def _text(value: object, kind: object) -> str:
    inner, _, several = _entry(kind)
    if several and isinstance(value, tuple):
        return SEPARATOR.join(_single_text(each, inner) for each in value) or NOTHING
    return NOTHING if value is None else _single_text(value, inner)


def _single_text(value: object, kind: object) -> str:
    if kind is Square and isinstance(value, int):
        return square_name(Square(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _value(text: str, kind: object) -> object:
    inner, may_be_none, several = _entry(kind)
    if several:
        return () if text == NOTHING else tuple(_single_value(each, inner) for each in text.split(SEPARATOR))
    if text == NOTHING and may_be_none:
        return None
    return _single_value(text, inner)


def _single_value(text: str, kind: object) -> object:
    if kind is Square:
        return square(text)
    if kind is bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{text!r} is neither yes nor no")
        return text == "yes"
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f"{text!r} is not a number")
        return int(text)
    if kind is Seat:
        return Seat(text)
    if kind is Direction:
        return Direction(text)
    if kind is PowerName:
        return PowerName(text)
    raise TypeError(f"memories hold no {kind}")

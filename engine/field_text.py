"""Converts fields of frozen dataclasses to names and texts, for views, positions and records. The type of a field
decides its form.

The memories of cards and the rule profile are such dataclasses. Their fields are numbers, booleans, squares,
corners of four squares, directions, seats, names and other words, tuples or sets of these, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Final, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.errors import NotationError, cut_short, quoted
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Corner, Direction, Square, four_squares, square, square_name, squares_between
from engine.state import Memory

Record = TypeVar("Record")
"""A memory, a profile, its rulings."""

FieldTexts: TypeAlias = "tuple[tuple[str, str], ...]"
"""The fields as pairs of name and text."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""A value as ``json.loads`` returns it."""

NOTHING = "-"
"""The text of None and of an empty list."""

SEPARATOR = "+"
"""The separator of several entries."""


class FieldKind(StrEnum):
    """What a field holds."""

    SQUARE = "square"
    SQUARES = "squares"
    CORNER = "corner"
    NUMBER = "number"
    YES_NO = "yes_no"
    DIRECTION = "direction"
    POWER = "power"
    POWERS = "powers"
    SEATS = "seats"
    WORD = "word"


_SINGLE: Final[Mapping[object, FieldKind]] = {
    Square: FieldKind.SQUARE,
    Corner: FieldKind.CORNER,
    int: FieldKind.NUMBER,
    bool: FieldKind.YES_NO,
    Direction: FieldKind.DIRECTION,
    PowerName: FieldKind.POWER,
}
_SEVERAL: Final[Mapping[object, FieldKind]] = {
    Square: FieldKind.SQUARES,
    PowerName: FieldKind.POWERS,
    Seat: FieldKind.SEATS,
}


_TEXTS: Final[Mapping[object, str]] = {
    Square: squares_between(),
    Corner: squares_between(),
    bool: "yes, no",
    int: "0, 1, 2...",
}
"""What is allowed for a field of this type."""
_PLACES: Final = (Square, Corner)
"""What is written as the name of a square."""


def memory_fields(memory: Memory | None) -> FieldTexts:
    """Return a memory as pairs of name and text: ``memory_fields(Once(True)) == (("used", "yes"),)``."""
    return () if memory is None else field_texts(memory)


def remembered(texts: FieldTexts, default: Memory) -> Memory:
    """Return the memory with these pairs of name and text; missing fields are as in ``default``.

    :raises NotationError: for a name that this memory does not have, or a text that cannot be read.
    """
    return with_fields(default, texts)


def field_texts(record: object) -> FieldTexts:
    """Return the fields of a dataclass as pairs of name and text; fields that are dataclasses are left out."""
    return tuple((name, _text(getattr(record, name), kind)) for name, kind in _kinds(record).items())


def with_fields(record: Record, texts: FieldTexts) -> Record:
    """Return a dataclass with the fields of these pairs of name and text.

    :raises NotationError: for a name that it does not have, one that occurs twice, or a text that cannot be read.
    """
    kinds = _kinds(record)
    values: dict[str, object] = {}
    for name, text in texts:
        if name not in kinds:
            raise NotationError(f"unknown {quoted(name)}; known are {', '.join(kinds)}", unknown_name(name, kinds))
        if name in values:
            raise NotationError(f"{quoted(name)} stands twice", Reason.of("line.twice", given=cut_short(name)))
        try:
            values[name] = _value(text, kinds[name])
        except ValueError as error:
            reason = Reason.of("line.value", given=cut_short(f"{name}={text}"), allowed=_allowed(kinds[name]))
            raise NotationError(f"{name}={text}: {error}", reason) from error
    return replace(record, **values)  # type: ignore[type-var]  # records are dataclasses


def unknown_name(name: str, known: Iterable[str]) -> Reason:
    """Return why a name is refused where only these are known."""
    return Reason.of("line.name", given=cut_short(name), allowed=", ".join(known))


def entries_of(memory: Memory, kind: object) -> tuple[object, ...]:
    """Return everything of one kind that a memory has: its squares, its seats, its powers."""
    found: list[object] = []
    for name, each in _kinds(memory).items():
        inner, _, several = _entry(each)
        value = getattr(memory, name)
        if inner is kind and value is not None:
            found += _ordered(value) if several else [value]
    return tuple(found)


def squares_of(memory: Memory | None) -> tuple[Square, ...]:
    """Return all squares that a memory has: those of its fields, and the four of each corner."""
    if memory is None:
        return ()
    single = (Square(each) for each in entries_of(memory, Square) if isinstance(each, int))
    corners = (Corner(Square(each)) for each in entries_of(memory, Corner) if isinstance(each, int))
    return (*single, *(each for corner in corners for each in four_squares(corner)))


def field_kinds(record: object) -> dict[str, FieldKind]:
    """Return the kind of each field of a dataclass by its name; fields that are dataclasses are left out."""
    found = {}
    for name, kind in _kinds(record).items():
        inner, _, several = _entry(kind)
        found[name] = _SEVERAL[inner] if several else _SINGLE.get(inner, FieldKind.WORD)
    return found


def value_of(record: object, name: str) -> Json:
    """Return a field as JSON: numbers and booleans as such, several entries as a list, anything else as text."""
    inner, _, several = _entry(_kinds(record)[name])
    value = getattr(record, name)
    if several:
        return [_single_json(each, inner) for each in _ordered(value)]
    return None if value is None else _single_json(value, inner)


def text_of(value: object) -> str:
    """Return the text of a JSON value.

    :raises NotationError: for an object, or a number with a fraction.
    """
    if isinstance(value, list):
        return SEPARATOR.join(text_of(each) for each in value) or NOTHING
    if value is None:
        return NOTHING
    if not isinstance(value, str | int):
        raise NotationError(f"{quoted(value)} is neither a text, a number, true, false, null, nor a list of these")
    return _single_text(value, object)


def _kinds(record: object) -> dict[str, object]:
    """Return the fields of a dataclass with their types."""
    kind: Callable[..., object] = type(record)
    return _kinds_of(kind)


@cache
def _kinds_of(kind: Callable[..., object]) -> dict[str, object]:
    hints = get_type_hints(kind)
    names = (field.name for field in fields(kind))  # type: ignore[arg-type]  # records are dataclasses
    return {name: hints[name] for name in names if not is_dataclass(hints[name])}


def _entry(kind: object) -> tuple[object, bool, bool]:
    """Return the kind of an entry, whether it may be None, and whether there are several."""
    if get_origin(kind) in (Union, UnionType):
        (inner,) = (each for each in get_args(kind) if each is not NoneType)
        return inner, True, False
    if get_origin(kind) in (tuple, frozenset):
        return get_args(kind)[0], False, True
    return kind, False, False


def _ordered(value: object) -> list[object]:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else []


def _text(value: object, kind: object) -> str:
    inner, _, several = _entry(kind)
    if several:
        return SEPARATOR.join(_single_text(each, inner) for each in _ordered(value)) or NOTHING
    return NOTHING if value is None else _single_text(value, inner)


def _single_text(value: object, kind: object) -> str:
    if kind in _PLACES and isinstance(value, int):
        return square_name(Square(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _single_json(value: object, kind: object) -> Json:
    if isinstance(value, int) and kind not in _PLACES:
        return value
    return _single_text(value, kind)


def _value(text: str, kind: object) -> object:
    inner, may_be_none, several = _entry(kind)
    if several:
        entries = () if text == NOTHING else tuple(_single_value(each, inner) for each in text.split(SEPARATOR))
        return frozenset(entries) if get_origin(kind) is frozenset else entries
    if text == NOTHING and may_be_none:
        return None
    return _single_value(text, inner)


def _single_value(text: str, kind: object) -> object:
    if kind in _PLACES:
        return square(text.lower())
    if kind is bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{quoted(text)} is neither yes nor no")
        return text == "yes"
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f"{quoted(text)} is not a number")
        return int(text)
    if kind is PowerName:
        return PowerName(text)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _word(text, kind)
    raise TypeError(f"no field is of the kind {kind}")


def _allowed(kind: object) -> str:
    """Return the texts that a field accepts, in notation."""
    inner, may_be_none, several = _entry(kind)
    texts = ", ".join(inner) if isinstance(inner, type) and issubclass(inner, StrEnum) else _TEXTS[inner]
    if several:
        return f"{texts}, ...{SEPARATOR}..., {NOTHING}"
    return f"{texts}, {NOTHING}" if may_be_none else texts


def _word(text: str, kind: type[StrEnum]) -> StrEnum:
    try:
        return kind(text)
    except ValueError as error:
        raise ValueError(f"{quoted(text)} is none of {', '.join(kind)}") from error

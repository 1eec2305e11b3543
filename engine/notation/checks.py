"""Checks names in texts and values in JSON; each check names the part and what is allowed there.

Names of powers, seats, squares and directions are read in either case.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from enum import StrEnum
from functools import lru_cache
from math import inf
from typing import TypeGuard, TypeVar

from engine.errors import NotationError, cut_short, quoted
from engine.field_text import FieldTexts, Json, field_texts, text_of, unknown_name, value_of, with_fields
from engine.notation.position import SIZES
from engine.powers import POWERS
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Profile, Rulings
from engine.squares import Direction, Square, square, squares_between

_Word = TypeVar("_Word", bound=StrEnum)

_POWERS = (MORTAL, *(power.name for power in POWERS))


def from_json(text: str, what: str) -> Json:
    """Parse a JSON text.

    :raises NotationError: if the text is not JSON.
    """
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{what} is not JSON: {error}") from error
    return value


def object_at(
    value: Json, where: str, allowed: tuple[str, ...] | None, needed: tuple[str, ...] = ()
) -> dict[str, Json]:
    """Return an object with only these keys (any, if ``allowed`` is None), including the needed ones.

    :raises NotationError: if it is something else.
    """
    if not isinstance(value, dict):
        keys = "" if allowed is None else f"; allowed keys are {', '.join(allowed)}"
        raise NotationError(f"{where}: {shown(value)} is not an object{keys}")
    for key in value:
        if allowed is not None and key not in allowed:
            raise NotationError(f"{where}: unknown key {quoted(key)}; allowed keys are {', '.join(allowed)}")
    for key in needed:
        if key not in value:
            raise NotationError(f"{where}: {quoted(key)} is missing; it needs {', '.join(needed)}")
    return value


def list_at(value: Json, where: str) -> list[Json]:
    """Return a list.

    :raises NotationError: if it is something else.
    """
    if not isinstance(value, list):
        raise NotationError(f"{where}: {shown(value)} is not a list")
    return value


def text_at(value: Json, where: str) -> str:
    """Return a text.

    :raises NotationError: if it is something else.
    """
    if not isinstance(value, str):
        raise NotationError(f"{where}: {shown(value)} is not a text")
    return value


def is_whole(value: Json, lowest: float, highest: float) -> TypeGuard[int]:
    """Whether a value is a whole number within these bounds. True and False are not numbers, and 2.0 is not whole."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def number_at(value: Json, where: str) -> int:
    """Return a whole number from 0.

    :raises NotationError: if it is something else.
    """
    if not is_whole(value, 0, inf):
        raise NotationError(f"{where} is {shown(value)}; it is a whole number from 0")
    return value


def size_at(value: Json, where: str) -> int:
    """Return the number of squares on a side of a board.

    :raises NotationError: if it is something else.
    """
    if not is_whole(value, *SIZES):
        raise NotationError(f"{where}: size is {quoted(value)}; allowed are {SIZES[0]} and {SIZES[1]}")
    return value


def seat_at(value: Json, where: str) -> Seat:
    """Return a seat.

    :raises NotationError: if it is something else.
    """
    return seat_named(text_at(value, where), where)


def power_at(value: Json, where: str) -> PowerName:
    """Return a power.

    :raises NotationError: if it is something else.
    """
    return known_power(text_at(value, where), where)


def fields_at(value: Json, where: str) -> FieldTexts:
    """Return the fields of a memory or a profile: an object of numbers, booleans, texts, lists of these, or null.

    :raises NotationError: if it is something else.
    """
    try:
        return tuple((name, text_of(each).lower()) for name, each in object_at(value, where, None).items())
    except NotationError as error:
        raise NotationError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error


def shown(value: Json) -> str:
    """Return a value for a message, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def known_power(name: str, where: str) -> PowerName:
    """Return the power with this name, in any case.

    :raises NotationError: if there is none; the message lists the powers.
    """
    found = PowerName(name.lower())
    if found not in _POWERS:
        known = ", ".join(_POWERS)
        raise NotationError(
            f"{where}: unknown power {quoted(name)}; known are {known}",
            Reason.of("line.power", given=cut_short(name), allowed=known),
        )
    return found


def seat_named(name: str, where: str) -> Seat:
    """Return the seat with this name, in any case.

    :raises NotationError: if there is none.
    """
    return _one_of(Seat, "seat", name, where, "line.seat")


def square_named(name: str, where: str) -> Square:
    """Return the square with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return square(name.lower())
    except ValueError as error:
        reason = Reason.of("line.square", given=cut_short(name), allowed=squares_between())
        raise NotationError(f"{where}: {error}", reason) from error


def direction_named(name: str, where: str) -> Direction:
    """Return the direction with this name, in any case.

    :raises NotationError: if there is none.
    """
    return _one_of(Direction, "direction", name, where, "line.direction")


def _one_of(words: type[_Word], what: str, name: str, where: str, key: str) -> _Word:
    try:
        return words(name.lower())
    except ValueError as error:
        allowed = ", ".join(words)
        raise NotationError(
            f"{where}: unknown {what} {quoted(name)}; {what}s are {allowed}",
            Reason.of(key, given=cut_short(name), allowed=allowed),
        ) from error


# ---- Parts of a line


@contextmanager
def in_part(part: str, number: int | None = None) -> Iterator[None]:
    """Name the part of the line in errors raised within this context: ``to_move``, ``player``, ``brackets`` (of a
    player), ``fleece`` (the card beside the Ram), ``fleece_brackets``, ``rules`` or ``step``; ``number`` is the number
    of the player or the step. The innermost of nested parts is named.

    :raises NotationError: the error raised within, whose reason names the part in ``at``.
    """
    try:
        yield
    except NotationError as error:
        if error.reason is not None and "at" not in dict(error.reason.args):
            error.reason = error.reason.also(at=part) if number is None else error.reason.also(at=part, number=number)
        raise


# ---- The rule profile
#
# It is written as its fields that differ from their defaults, with the fields of its rulings. The board itself shows
# its size.


_SIZE = "size"
_RULINGS = frozenset(field.name for field in fields(Rulings))


@lru_cache(maxsize=64)
def profile_fields(profile: Profile) -> FieldTexts:
    """Return the fields of a profile that differ from their defaults, as pairs of name and text."""
    defaults = _all_fields(Profile())
    return tuple((name, text) for name, text in _all_fields(profile).items() if text != defaults[name])


def profile_json(profile: Profile) -> dict[str, Json]:
    """Return the same fields as a JSON object."""
    return {
        name: value_of(profile.rulings if name in _RULINGS else profile, name) for name, _ in profile_fields(profile)
    }


def profile_with(given: FieldTexts, size: int, where: str, besides: tuple[str, ...] = ()) -> Profile:
    """Return the profile of a board of this size with these fields; the names in ``besides`` are allowed and ignored.

    :raises NotationError: for a name that is not a field of a profile, or a text that cannot be read.
    """
    profile = Profile(size=size)
    allowed = (*besides, *_NAMES)
    for name, _ in given:
        if name not in allowed:
            known = ", ".join(allowed)
            raise NotationError(f"{where}: unknown {quoted(name)}; known are {known}", unknown_name(name, allowed))
    try:
        rulings = with_fields(profile.rulings, tuple(pair for pair in given if pair[0] in _RULINGS))
        return with_fields(replace(profile, rulings=rulings), tuple(pair for pair in given if pair[0] not in _RULINGS))
    except NotationError as error:
        raise NotationError(f"{where}: {error}", error.reason) from error


def _all_fields(profile: Profile) -> dict[str, str]:
    found = {**dict(field_texts(profile)), **dict(field_texts(profile.rulings))}
    del found[_SIZE]
    return found


_NAMES = tuple(_all_fields(Profile()))

"""What a name in a text and a value in JSON has to be; each check names the part and what is allowed there.

Names of powers, seats, squares and directions are read in either case.
"""

from __future__ import annotations

import json
from math import inf
from typing import TypeGuard

from engine.errors import NotationError, cut_short, quoted
from engine.field_text import FieldTexts, Json, text_of
from engine.notation.position import SIZES
from engine.powers import POWERS
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import Direction, Square, square, squares_between

_POWERS = (MORTAL, *(power.name for power in POWERS))


def from_json(text: str, what: str) -> Json:
    """The value that a JSON text describes.

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
    """An object with these keys only (None: any), the needed ones among them.

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
    """A list.

    :raises NotationError: if it is something else.
    """
    if not isinstance(value, list):
        raise NotationError(f"{where}: {shown(value)} is not a list")
    return value


def text_at(value: Json, where: str) -> str:
    """A text.

    :raises NotationError: if it is something else.
    """
    if not isinstance(value, str):
        raise NotationError(f"{where}: {shown(value)} is not a text")
    return value


def is_whole(value: Json, lowest: float, highest: float) -> TypeGuard[int]:
    """Whether a value is a whole number within these bounds. True and False are not numbers, and 2.0 is not whole."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def number_at(value: Json, where: str) -> int:
    """A whole number from 0.

    :raises NotationError: if it is something else.
    """
    if not is_whole(value, 0, inf):
        raise NotationError(f"{where} is {shown(value)}; it is a whole number from 0")
    return value


def size_at(value: Json, where: str) -> int:
    """The squares along one side of a board.

    :raises NotationError: if it is something else.
    """
    if not is_whole(value, *SIZES):
        raise NotationError(f"{where}: size is {quoted(value)}; allowed are {SIZES[0]} and {SIZES[1]}")
    return value


def seat_at(value: Json, where: str) -> Seat:
    """A seat.

    :raises NotationError: if it is something else.
    """
    return seat_named(text_at(value, where), where)


def power_at(value: Json, where: str) -> PowerName:
    """A power.

    :raises NotationError: if it is something else.
    """
    return known_power(text_at(value, where), where)


def fields_at(value: Json, where: str) -> FieldTexts:
    """The fields of a memory or a profile: an object of numbers, booleans, texts, lists of these, or null.

    :raises NotationError: if it is something else.
    """
    try:
        return tuple((name, text_of(each).lower()) for name, each in object_at(value, where, None).items())
    except NotationError as error:
        raise NotationError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error


def shown(value: Json) -> str:
    """A value in a message, cut short."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def known_power(name: str, where: str) -> PowerName:
    """The power with this name, in any case.

    :raises NotationError: if there is none; the message lists those there are.
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
    """The seat with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return Seat(name.lower())
    except ValueError as error:
        seats = ", ".join(Seat)
        raise NotationError(
            f"{where}: unknown seat {quoted(name)}; seats are {seats}",
            Reason.of("line.seat", given=cut_short(name), allowed=seats),
        ) from error


def square_named(name: str, where: str) -> Square:
    """The square with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return square(name.lower())
    except ValueError as error:
        reason = Reason.of("line.square", given=cut_short(name), allowed=squares_between())
        raise NotationError(f"{where}: {error}", reason) from error


def direction_named(name: str, where: str) -> Direction:
    """The direction with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return Direction(name.lower())
    except ValueError as error:
        directions = ", ".join(Direction)
        raise NotationError(
            f"{where}: unknown direction {quoted(name)}; directions are {directions}",
            Reason.of("line.direction", given=cut_short(name), allowed=directions),
        ) from error

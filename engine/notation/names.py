"""Names in texts: powers, seats, squares, directions; each read in either case."""

from __future__ import annotations

from engine.errors import NotationError
from engine.powers import POWERS
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import Direction, Square, square

_POWERS = (MORTAL, *(power.name for power in POWERS))


def known_power(name: str, where: str) -> PowerName:
    """The power with this name, in any case.

    :raises NotationError: if there is none; the message lists those there are.
    """
    found = PowerName(name.lower())
    if found not in _POWERS:
        raise NotationError(f"{where}: unknown power {name!r}; known are {', '.join(_POWERS)}")
    return found


def seat_named(name: str, where: str) -> Seat:
    """The seat with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return Seat(name.lower())
    except ValueError as error:
        raise NotationError(f"{where}: unknown seat {name!r}; seats are {', '.join(Seat)}") from error


def square_named(name: str, where: str) -> Square:
    """The square with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return square(name.lower())
    except ValueError as error:
        raise NotationError(f"{where}: {error}") from error


def direction_named(name: str, where: str) -> Direction:
    """The direction with this name, in any case.

    :raises NotationError: if there is none.
    """
    try:
        return Direction(name.lower())
    except ValueError as error:
        raise NotationError(f"{where}: unknown direction {name!r}; directions are {', '.join(Direction)}") from error

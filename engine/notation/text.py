"""The one-line form of a position: ``levels/to-move/player/player``.

See ``docs/notation.md`` for the form with examples. In short: a character a square from a5 to e5 down to a1 to e1,
the number of the player to move, then each player in turn order as ``power:squares``.
"""

from __future__ import annotations

import re

from engine.errors import NotationError
from engine.notation.position import HIGHEST, SIZES, Position, Side, checked
from engine.powers import POWERS
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import SQUARE_COUNT, STRIDE, Square, square, square_name

_DOMED = "ABC4"
"""The character of a dome on 0, 1, 2 and 3 blocks."""

_LENGTHS = {size * size: size for size in SIZES}
_PLAYER = re.compile(
    r"(?P<won>#?)(?:(?P<seat>[A-Za-z]+)=)?(?P<power>[A-Za-z_]+)(?:\[(?P<marks>[^\]]*)\])?:(?P<squares>.*)"
)
_SEATS = tuple(Seat)
_POWERS = (MORTAL, *(power.name for power in POWERS))


def position_text(position: Position) -> str:
    """A position on one line. Seats are named only where they differ from blue, orange, white, purple in order."""
    names_seats = any(side.seat is not seat for side, seat in zip(position.sides, _SEATS, strict=False))
    rows = (
        "".join(_character(position, Square(STRIDE * rank + file)) for file in range(position.size))
        for rank in reversed(range(position.size))
    )
    to_move = 1 + [side.seat for side in position.sides].index(position.to_move)
    players = (_side_text(side, won=side.seat is position.winner, named=names_seats) for side in position.sides)
    return "/".join(("".join(rows), str(to_move), *players))


def parse_position(text: str) -> Position:
    """The position that a line describes.

    :raises NotationError: saying what is wrong, in which part, and what is allowed there.
    """
    line = text.strip()
    where = f"position {line!r}"
    parts = line.split("/")
    if len(parts) < 4:
        raise NotationError(
            f"{where} has {len(parts)} part(s); it needs levels/to-move/player/player, such as "
            f"'{'0' * SQUARE_COUNT}/1/mortal:b2,d4/mortal:b4,d2'"
        )
    size, levels, domes = _board(parts[0], where)
    sides = []
    winner = None
    for number, part in enumerate(parts[2:], start=1):
        side, won = _side(part, number, where)
        sides.append(side)
        winner = side.seat if won else winner
    if parts[1] not in [str(number) for number in range(1, len(sides) + 1)]:
        raise NotationError(f"{where}: to-move is {parts[1]!r}; allowed are the players' numbers 1 to {len(sides)}")
    to_move = sides[int(parts[1]) - 1].seat
    return checked(Position(levels, domes, tuple(sides), to_move, size, winner), where)


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


def _character(position: Position, on: Square) -> str:
    level = position.levels[on]
    return _DOMED[level] if on in position.domes else str(level)


def _side_text(side: Side, *, won: bool, named: bool) -> str:
    marks = [mark for mark in ("^" if side.moved_up else "", side.holds or "") if mark]
    if side.reserve is not None:
        marks.append(str(side.reserve))
    power = f"{side.power}[{'|'.join(marks)}]" if marks else side.power
    squares = ",".join(square_name(worker) for worker in sorted(side.workers))
    return f"{'#' if won else ''}{f'{side.seat}=' if named else ''}{power}:{squares}"


def _board(text: str, where: str) -> tuple[int, tuple[int, ...], frozenset[Square]]:
    if len(text) not in _LENGTHS:
        lengths = " or ".join(str(length) for length in sorted(_LENGTHS, reverse=True))
        raise NotationError(f"{where}: {len(text)} levels; there must be {lengths}, a5 to e5 down to a1 to e1")
    size = _LENGTHS[len(text)]
    levels = [0] * SQUARE_COUNT
    domes = set()
    for index, character in enumerate(text):
        on = Square(STRIDE * (size - 1 - index // size) + index % size)
        if character.upper() in _DOMED:
            levels[on] = _DOMED.index(character.upper())
            domes.add(on)
        elif character in "0123":
            levels[on] = int(character)
        else:
            raise NotationError(
                f"{where}: {character!r} on {square_name(on)}; allowed are 0 to {HIGHEST} blocks, 4 for a dome on "
                f"three, A, B, C for a dome on none, one, two"
            )
    return size, tuple(levels), frozenset(domes)


def _side(text: str, number: int, where: str) -> tuple[Side, bool]:
    where = f"{where}: player {number}"
    found = _PLAYER.fullmatch(text)
    if found is None:
        raise NotationError(f"{where}: {text!r} cannot be read; write power:squares, such as 'apollo:b2,d4'")
    if found["seat"] is None and number > len(_SEATS):
        raise NotationError(f"{where}: there are seats for {len(_SEATS)} players")
    seat = seat_named(found["seat"], where) if found["seat"] else _SEATS[number - 1]
    power = known_power(found["power"], where)
    workers = tuple(square_named(name.strip(), where) for name in found["squares"].split(",") if found["squares"])
    moved_up, reserve, holds = False, None, None
    for mark in (found["marks"] or "").split("|"):
        if mark == "^":
            moved_up = True
        elif mark.isascii() and mark.isdigit() and len(mark) == 1:
            reserve = int(mark)
        elif mark.isalpha():
            holds = known_power(mark, f"{where}, in the brackets")
        elif mark or found["marks"] == "":
            raise NotationError(
                f"{where}: {mark!r} in the brackets; allowed are ^ (moved up in the last turn), a digit (workers on "
                f"the card) and the name of a power that is held, with | between"
            )
    return Side(seat, power, tuple(sorted(workers)), moved_up, reserve, holds), bool(found["won"])

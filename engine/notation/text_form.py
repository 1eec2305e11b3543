"""Reads and writes the one-line form of a position: ``levels/to-move/player/player``, then rarer parts.

See ``docs/notation.md`` for the form with examples. In short: one character for each square from a5 to e5 down to a1 to
e1, the number of the player to move, each player in turn order as ``power:squares``, the card beside the Ram after
``*``, and the rules that differ from their defaults after ``?``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.errors import NotationError, cut_short, quoted
from engine.field_text import NOTHING, SEPARATOR
from engine.notation.checks import in_part, known_power, profile_fields, profile_with, seat_named, square_named
from engine.notation.position import HIGHEST, SIZES, Position, PositionCard, Side, checked, wrong_count
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName, Profile
from engine.squares import SQUARE_COUNT, STRIDE, Square, square_name

_DOMED = "ABC4"
"""The character of a dome on 0, 1, 2 and 3 blocks."""

_LENGTHS = {size * size: size for size in SIZES}
_POWER = r"[A-Za-z_]+(?:\[[^\]]*\])?"
_PLAYER = re.compile(rf"(?P<flags>[#~-]*)(?:(?P<seat>[A-Za-z]+)=)?(?P<powers>{_POWER}(?:\+{_POWER})*):(?P<squares>.*)")
_CARD = re.compile(r"(?P<power>[A-Za-z_]+)(?:\[(?P<marks>[^\]]*)\])?")
_TO_MOVE = re.compile(r"(?P<number>[0-9]+)(?:\+(?P<extra>[A-Za-z_]+))?")
_SEATS = tuple(Seat)

_CLIMBED, _MARKED, _HOLDER = "^", "marked", "holder"
_WON, _OUT, _RESIGNED = "#", "-", "~"
_COUNTS = ("seed", "recycled")


_CHARACTERS = "0, 1, 2, 3, 4, A, B, C"
"""The characters of a square: blocks, or a dome."""

_EXAMPLE = f"{'0' * SQUARE_COUNT}/1/mortal:b2,d4/mortal:b4,d2"


def position_text(position: Position) -> str:
    """Write a position on one line. Seats are named only if they differ from blue, orange, white, purple in order."""
    names_seats = any(side.seat is not seat for side, seat in zip(position.sides, _SEATS, strict=False))
    rows = (
        "".join(_character(position, Square(STRIDE * rank + file)) for file in range(position.size))
        for rank in reversed(range(position.size))
    )
    to_move = str(1 + [side.seat for side in position.sides].index(position.to_move))
    parts = ["".join(rows), to_move if position.extra is None else f"{to_move}+{position.extra}"]
    parts += [_side_text(side, won=side.seat is position.winner, named=names_seats) for side in position.sides]
    if position.fleece is not None:
        ram = "" if position.ram is None else square_name(position.ram)
        parts.append(f"*{_card_text(position.fleece, ())}:{ram}")
    rules = [*profile_fields(position.profile), *((name, str(getattr(position, name))) for name in _COUNTS)]
    given = [f"{name}={text}" for name, text in rules if text != "0" or name not in _COUNTS]
    if given:
        parts.append(f"?{'&'.join(given)}")
    return "/".join(parts)


def parse_position(text: str) -> Position:
    """Parse a position.

    :raises NotationError: with the fault, its part of the line, and what is allowed there.
    """
    line = text.strip()
    where = f"position {quoted(line)}"
    parts = line.split("/")
    rules = parts.pop()[1:] if parts[-1].startswith("?") else ""
    beside = parts.pop()[1:] if parts and parts[-1].startswith("*") else None
    if len(parts) < 4:
        raise NotationError(
            f"{where} has {len(parts)} part(s); it needs levels/to-move/player/player, such as '{_EXAMPLE}'",
            Reason.of("line.parts", given=cut_short(line), count=len(parts), allowed=_EXAMPLE),
        )
    if len(parts) > 2 + len(_SEATS):
        raise wrong_count(len(parts) - 2, where)
    size, levels, domes = _board(parts[0], where)
    read = []
    for number, part in enumerate(parts[2:], start=1):
        with in_part("player", number):
            read.append(_side(part, number, where))
    sides = tuple(side for side, _ in read)
    with in_part("to_move"):
        to_move, extra = _to_move(parts[1], sides, where)
    with in_part("rules"):
        profile, counts = _rules(rules, size, where)
    with in_part("fleece"):
        fleece, ram = (None, None) if beside is None else _beside(beside, f"{where}: the card beside the Ram")
    position = Position(
        levels, domes, sides, to_move, profile, extra, fleece, ram, counts.get("seed", 0), counts.get("recycled", 0)
    )
    winner = next((side.seat for side, won in read if won), None)
    return checked(replace(position, winner=winner), where)


def _character(position: Position, on: Square) -> str:
    level = position.levels[on]
    return _DOMED[level] if on in position.domes else str(level)


def _side_text(side: Side, *, won: bool, named: bool) -> str:
    marks = [_CLIMBED] if side.moved_up else []
    if side.marked:
        marks.append(f"{_MARKED}={SEPARATOR.join(square_name(on) for on in sorted(side.marked))}")
    first, *more = side.cards
    powers = "+".join((_card_text(first, marks), *(_card_text(card, ()) for card in more)))
    flags = f"{_WON if won else ''}{_OUT if side.out else ''}{_RESIGNED if side.resigned else ''}"
    squares = ",".join(square_name(worker) for worker in sorted(side.workers))
    return f"{flags}{f'{side.seat}=' if named else ''}{powers}:{squares}"


def _card_text(card: PositionCard, marks: Iterable[str]) -> str:
    every = [*marks, *(f"{name}={text}" for name, text in card.memory)]
    if card.holders is not None:
        every.append(f"{_HOLDER}={SEPARATOR.join(card.holders) or NOTHING}")
    return f"{card.power}[{'|'.join(every)}]" if every else card.power


def _board(text: str, where: str) -> tuple[int, tuple[int, ...], frozenset[Square]]:
    if len(text) not in _LENGTHS:
        lengths = " or ".join(str(length) for length in sorted(_LENGTHS, reverse=True))
        raise NotationError(
            f"{where}: {len(text)} levels; there must be {lengths}, a5 to e5 down to a1 to e1",
            Reason.of("line.levels", given=cut_short(text), count=len(text), allowed=lengths.replace(" or ", ", ")),
        )
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
                f"three, A, B, C for a dome on none, one, two",
                Reason.of("line.level", given=character, square=square_name(on), allowed=_CHARACTERS),
            )
    return size, tuple(levels), frozenset(domes)


def _to_move(text: str, sides: tuple[Side, ...], where: str) -> tuple[Seat, PowerName | None]:
    found = _TO_MOVE.fullmatch(text)
    if found is None or found["number"] not in [str(number) for number in range(1, len(sides) + 1)]:
        numbers = ", ".join(str(number) for number in range(1, len(sides) + 1))
        raise NotationError(
            f"{where}: to-move is {quoted(text)}; allowed are the players' numbers 1 to {len(sides)}",
            Reason.of("line.to_move", given=cut_short(text), allowed=numbers),
        )
    extra = known_power(found["extra"], f"{where}: to-move") if found["extra"] else None
    return sides[int(found["number"]) - 1].seat, extra


class _Marks(NamedTuple):
    """The content of the brackets after a power."""

    card: PositionCard
    moved_up: bool
    marked: tuple[Square, ...]


def _side(text: str, number: int, where: str) -> tuple[Side, bool]:
    where = f"{where}: player {number}"
    found = _PLAYER.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{where}: {quoted(text)} cannot be read; write power:squares, such as 'apollo:b2,d4'",
            Reason.of("line.player", given=cut_short(text), allowed="apollo:b2,d4"),
        )
    seat = seat_named(found["seat"], where) if found["seat"] else _SEATS[number - 1]
    read = []
    for card in _CARD.finditer(found["powers"]):
        power = known_power(card["power"], where)
        with in_part("brackets", number):
            read.append(_marks(power, card["marks"], where))
    workers = tuple(square_named(name.strip(), where) for name in found["squares"].split(",") if found["squares"])
    side = Side(
        seat,
        tuple(each.card for each in read),
        tuple(sorted(workers)),
        tuple(sorted(on for each in read for on in each.marked)),
        any(each.moved_up for each in read),
        _OUT in found["flags"],
        _RESIGNED in found["flags"],
    )
    return side, _WON in found["flags"]


def _marks(power: PowerName, text: str | None, where: str) -> _Marks:
    where = f"{where}, in the brackets"
    moved_up = False
    marked: tuple[Square, ...] = ()
    holders: tuple[Seat, ...] | None = None
    memory: list[tuple[str, str]] = []
    for mark in () if text is None else text.split("|"):
        key, is_named, said = (each.strip() for each in mark.partition("="))
        if mark.strip() == _CLIMBED:
            moved_up = True
        elif not is_named or not key or not said:
            raise NotationError(
                f"{where}: {quoted(mark)}; allowed are ^ (moved up in the last turn) and name=text, with | between:"
                f" what the card remembers, {_MARKED}=e1 (the marked worker),"
                f" {_HOLDER}=blue (who has the use of the card)",
                Reason.of("line.mark", given=cut_short(mark), allowed=f"{_CLIMBED}, {_MARKED}=e1, {_HOLDER}=blue"),
            )
        elif key == _MARKED:
            marked = tuple(square_named(each, where) for each in said.split(SEPARATOR))
        elif key == _HOLDER:
            holders = () if said == NOTHING else tuple(seat_named(each, where) for each in said.split(SEPARATOR))
        else:
            memory.append((key, said.lower()))
    return _Marks(PositionCard(power, tuple(memory), holders), moved_up, marked)


def _beside(text: str, where: str) -> tuple[PositionCard, Square | None]:
    name, _, on = text.rpartition(":")
    found = _CARD.fullmatch(name)
    if found is None:
        raise NotationError(
            f"{where}: {quoted(text)} cannot be read; write power:square, such as '*pan:c3'",
            Reason.of("line.beside", given=cut_short(text), allowed="*pan:c3"),
        )
    power = known_power(found["power"], where)
    with in_part("fleece_brackets"):
        read = _marks(power, found["marks"], where)
    if read.moved_up or read.marked:
        raise NotationError(
            f"{where}: {quoted(text)} has {_CLIMBED} or {_MARKED}=, which belong to players; allowed are {_HOLDER}=blue"
            f" and what the card remembers",
            Reason.of("line.beside_mark", given=cut_short(text), allowed=f"{_HOLDER}=blue"),
        )
    return read.card, square_named(on, where) if on else None


def _rules(text: str, size: int, where: str) -> tuple[Profile, dict[str, int]]:
    where = f"{where}: the rules after ?"
    fields: list[tuple[str, str]] = []
    counts: dict[str, int] = {}
    for part in text.split("&") if text else ():
        name, _, said = part.partition("=")
        if name not in _COUNTS:
            fields.append((name, said))
        elif said.isascii() and said.isdigit() and len(said) <= 40:
            counts[name] = int(said)
        else:
            raise NotationError(
                f"{where}: {name} is {quoted(said)}; it is a number",
                Reason.of("line.value", given=cut_short(part), allowed="0, 1, 2..."),
            )
    return profile_with(tuple(fields), size, where, _COUNTS), counts

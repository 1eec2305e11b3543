"""The JSON form of a position: an object with ``size``, ``levels``, ``domes``, ``players`` and ``to_move``.

``docs/notation.md`` describes the form with examples. Levels come in rows, a1 to e1 first; whoever reads the numbers
in that order reads them by square number. Unknown keys are refused, so that a slip of the pen is not taken silently.
"""

from __future__ import annotations

import json
from typing import TypeAlias

from engine.errors import NotationError
from engine.notation.position import HIGHEST, SIZES, Position, Side, checked
from engine.notation.text import known_power, seat_named, square_named
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import MORTAL
from engine.squares import SQUARE_COUNT, STRIDE, Square, square_name

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""A value as ``json.loads`` gives it."""

_KEYS = ("size", "levels", "domes", "players", "to_move", "winner")
_PLAYER_KEYS = ("seat", "power", "workers", "memory")
_MEMORY_KEYS = ("moved_up_last_turn", "reserve", "holds")


def position_json(position: Position) -> dict[str, Json]:
    """A position as a JSON object; the key ``winner`` is there only when the game is over."""
    rows: list[Json] = [
        list(position.levels[STRIDE * rank : STRIDE * rank + position.size]) for rank in range(position.size)
    ]
    written: dict[str, Json] = {
        "size": position.size,
        "levels": rows,
        "domes": [square_name(dome) for dome in sorted(position.domes)],
        "players": [_player(side, _may_recall(position)) for side in position.sides],
        "to_move": str(position.to_move),
    }
    if position.winner is not None:
        written["winner"] = str(position.winner)
    return written


def read_position(text: str) -> Position:
    """The position that a JSON text describes.

    :raises NotationError: if the text is not JSON, or not a position; the message names the part and what is allowed.
    """
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"position is not JSON: {error}") from error
    return position_from_json(value)


def position_from_json(value: Json) -> Position:
    """The position that a JSON value describes.

    :raises NotationError: if it is not a position; the message names the part and what is allowed there.
    """
    where = "position"
    given = _object(value, where, _KEYS)
    for key in ("levels", "players", "to_move"):
        if key not in given:
            raise NotationError(f"{where}: {key!r} is missing; it needs levels, players and to_move")
    size = given.get("size", STRIDE)
    if size not in SIZES or not _is_int(size):
        raise NotationError(f"{where}: size is {size!r}; allowed are {SIZES[0]} and {SIZES[1]}")
    board = int(str(size))
    levels = _levels(given["levels"], board)
    domes = frozenset(_squares(given.get("domes", []), f"{where}: domes"))
    players = _list(given["players"], f"{where}: players")
    if len(players) > len(Seat):
        raise NotationError(f"{where}: {len(players)} players; allowed are 2 to {len(Seat)}")
    sides = tuple(_side(player, number) for number, player in enumerate(players, start=1))
    to_move = seat_named(_text(given["to_move"], f"{where}: to_move"), f"{where}: to_move")
    won = given.get("winner")
    winner = None if won is None else seat_named(_text(won, f"{where}: winner"), f"{where}: winner")
    return checked(Position(levels, domes, sides, to_move, board, winner), where)


def _may_recall(position: Position) -> frozenset[Seat]:
    """The seats of whom some power may ask if they moved up in their last turn."""
    powers = {side.seat: power_named(side.power) for side in position.sides}
    if not any(power.recalls_climbs for power in powers.values()):
        return frozenset()
    return frozenset(seat for seat, power in powers.items() if power.recalls_climbs or power.takes_powers)


def _player(side: Side, may_recall: frozenset[Seat]) -> dict[str, Json]:
    memory: dict[str, Json] = {}
    if side.seat in may_recall:
        memory["moved_up_last_turn"] = side.moved_up
    if side.reserve is not None:
        memory["reserve"] = side.reserve
    if side.holds is not None:
        memory["holds"] = str(side.holds)
    return {
        "seat": str(side.seat),
        "power": str(side.power),
        "workers": [square_name(worker) for worker in sorted(side.workers)],
        "memory": memory,
    }


def _side(value: Json, number: int) -> Side:
    where = f"position: player {number}"
    given = _object(value, where, _PLAYER_KEYS)
    for key in ("seat", "power", "workers"):
        if key not in given:
            raise NotationError(f"{where}: {key!r} is missing; a player needs seat, power and workers")
    memory = _object(given.get("memory", {}), f"{where}: memory", _MEMORY_KEYS)
    moved_up = memory.get("moved_up_last_turn", False)
    if not isinstance(moved_up, bool):
        raise NotationError(f"{where}: moved_up_last_turn is {moved_up!r}; it is true or false")
    reserve = memory.get("reserve")
    if reserve is not None and (isinstance(reserve, bool) or not isinstance(reserve, int) or not 0 <= reserve <= 9):
        raise NotationError(f"{where}: reserve is {reserve!r}; it is a number of workers, 0 to 9")
    held = memory.get("holds")
    return Side(
        seat=seat_named(_text(given["seat"], f"{where}: seat"), where),
        power=MORTAL if given["power"] is None else known_power(_text(given["power"], f"{where}: power"), where),
        workers=tuple(sorted(_squares(given["workers"], f"{where}: workers"))),
        moved_up=moved_up,
        reserve=reserve,
        holds=None if held is None else known_power(_text(held, f"{where}: holds"), f"{where}: holds"),
    )


def _levels(value: Json, size: int) -> tuple[int, ...]:
    where = "position: levels"
    rows = _list(value, where)
    if len(rows) != size:
        raise NotationError(
            f"{where}: {len(rows)} rows; there must be {size}, rank 1 (a1 to {'abcde'[size - 1]}1) first"
        )
    levels = [0] * SQUARE_COUNT
    for rank, row in enumerate(rows):
        cells = _list(row, f"{where}: row {rank + 1}")
        if len(cells) != size:
            raise NotationError(f"{where}: row {rank + 1} has {len(cells)} levels; it must have {size}")
        for file, cell in enumerate(cells):
            on = Square(STRIDE * rank + file)
            if isinstance(cell, bool) or not isinstance(cell, int) or not 0 <= cell <= HIGHEST:
                raise NotationError(
                    f"{where}: {cell!r} on {square_name(on)}; a level is 0 to {HIGHEST}, domes are listed under 'domes'"
                )
            levels[on] = cell
    return tuple(levels)


def _squares(value: Json, where: str) -> list[Square]:
    found = [square_named(_text(name, where), where) for name in _list(value, where)]
    for on in found:
        if found.count(on) > 1:
            raise NotationError(f"{where}: {square_name(on)} is named twice")
    return found


def _object(value: Json, where: str, allowed: tuple[str, ...]) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise NotationError(f"{where}: {_shown(value)} is not an object; allowed keys are {', '.join(allowed)}")
    for key in value:
        if key not in allowed:
            raise NotationError(f"{where}: unknown key {key!r}; allowed keys are {', '.join(allowed)}")
    return value


def _list(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise NotationError(f"{where}: {_shown(value)} is not a list")
    return value


def _text(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise NotationError(f"{where}: {_shown(value)} is not a text")
    return value


def _is_int(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."

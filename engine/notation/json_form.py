"""The JSON form of a position: an object with ``levels``, ``domes``, ``players``, ``to_move`` and rarer keys.

``docs/notation.md`` describes the form with examples. Levels come in rows, a1 to e1 first, so their order is the order
of the square numbers. Unknown keys are refused, so that no typing error goes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.casting.cast import Cast
from engine.casting.setup_checks import cast_of
from engine.errors import NotationError, quoted
from engine.field_text import Json, remembered, value_of
from engine.notation.checks import (
    fields_at,
    from_json,
    is_whole,
    list_at,
    number_at,
    object_at,
    power_at,
    profile_json,
    profile_with,
    seat_at,
    shown,
    size_at,
    square_named,
    text_at,
)
from engine.notation.position import HIGHEST, Position, PositionCard, Side, checked
from engine.notation.state_conversion import setup_of
from engine.seats import Seat
from engine.setup import MORTAL
from engine.squares import SQUARE_COUNT, STRIDE, Square, square_name

_KEYS = ("size", "levels", "domes", "players", "to_move", "extra", "fleece", "profile", "seed", "recycled", "winner")
_CARD_KEYS = ("power", "memory", "holders")
_PLAYER_KEYS = ("seat", *_CARD_KEYS, "workers", "marked", "second", "out", "resigned")
_FLEECE_KEYS = (*_CARD_KEYS, "ram")
_CLIMBED = "moved_up_last_turn"


def position_json(position: Position) -> dict[str, Json]:
    """Return a position as a JSON object; rarer keys are only there if they differ from their default."""
    rows: list[Json] = [
        list(position.levels[STRIDE * rank : STRIDE * rank + position.size]) for rank in range(position.size)
    ]
    cast = cast_of(setup_of(position))
    written: dict[str, Json] = {
        "size": position.size,
        "levels": rows,
        "domes": _names(position.domes),
        "players": _players(position, cast),
        "to_move": str(position.to_move),
    }
    if position.extra is not None:
        written["extra"] = str(position.extra)
    if position.fleece is not None:
        ram = None if position.ram is None else square_name(position.ram)
        written["fleece"] = {**_card(position.fleece, cast, cast.index_of(position.fleece.power)), "ram": ram}
    if profile := profile_json(position.profile):
        written["profile"] = {**profile}
    written |= {name: count for name in ("seed", "recycled") if (count := getattr(position, name))}
    if position.winner is not None:
        written["winner"] = str(position.winner)
    return written


def read_position(text: str) -> Position:
    """Read the position in a JSON text.

    :raises NotationError: if the text is not JSON, or not a position; the message names the part and what is allowed.
    """
    return position_from_json(from_json(text, "position"))


def position_from_json(value: Json) -> Position:
    """Read the position in a JSON value.

    :raises NotationError: if it is not a position; the message names the part and what is allowed there.
    """
    where = "position"
    given = object_at(value, where, _KEYS, ("levels", "players", "to_move"))
    size = size_at(given.get("size", STRIDE), where)
    players = list_at(given["players"], f"{where}: players")
    if len(players) > len(Seat):
        raise NotationError(f"{where}: {len(players)} players; allowed are 2 to {len(Seat)}")
    extra, fleece, won = given.get("extra"), given.get("fleece"), given.get("winner")
    beside = None if fleece is None else object_at(fleece, f"{where}: fleece", _FLEECE_KEYS)
    ram = None if beside is None else beside.get("ram")
    position = Position(
        levels=_levels(given["levels"], size),
        domes=frozenset(_squares(given.get("domes", []), f"{where}: domes")),
        sides=tuple(_side(player, f"{where}: player {number}") for number, player in enumerate(players, start=1)),
        to_move=seat_at(given["to_move"], f"{where}: to_move"),
        profile=profile_with(fields_at(given.get("profile", {}), f"{where}: profile"), size, f"{where}: profile"),
        extra=None if extra is None else power_at(extra, f"{where}: extra"),
        fleece=None if beside is None else _read_card(beside, f"{where}: fleece"),
        ram=None if ram is None else square_named(text_at(ram, f"{where}: ram"), f"{where}: ram"),
        seed=number_at(given.get("seed", 0), f"{where}: seed"),
        recycled=number_at(given.get("recycled", 0), f"{where}: recycled"),
        winner=None if won is None else seat_at(won, f"{where}: winner"),
    )
    return checked(position, where)


def _players(position: Position, cast: Cast) -> list[Json]:
    players: list[Json] = []
    index = 0
    for side in position.sides:
        first, *more = side.cards
        card = _card(first, cast, index)
        climbed = {_CLIMBED: side.moved_up} if cast.asks_about_climbs(side.seat) and not side.out else {}
        player: dict[str, Json] = {"seat": str(side.seat), "power": card.pop("power"), "workers": _names(side.workers)}
        player["memory"] = {**climbed, **object_at(card.pop("memory"), "memory", None)}
        player |= card
        if side.marked:
            player["marked"] = _names(side.marked)
        for number, second in enumerate(more, start=1):
            player["second"] = _card(second, cast, index + number)
        player |= {name: True for name in ("out", "resigned") if getattr(side, name)}
        players.append(player)
        index += len(side.cards)
    return players


def _card(card: PositionCard, cast: Cast, index: int) -> dict[str, Json]:
    """Return a card, with numbers, booleans and lists as such."""
    start = cast.powers[index].memory_at_start(cast, index)
    memory: dict[str, Json] = dict(card.memory)
    if start is not None:
        now = remembered(card.memory, start)
        memory = {name: value_of(now, name) for name in memory}
    written: dict[str, Json] = {"power": str(card.power), "memory": memory}
    if card.holders is not None:
        written["holders"] = [str(seat) for seat in card.holders]
    return written


def _side(value: Json, where: str) -> Side:
    given = object_at(value, where, _PLAYER_KEYS, ("seat", "power", "workers"))
    memory = dict(object_at(given.get("memory", {}), f"{where}: memory", None))
    moved_up = _boolean_at(memory, _CLIMBED, where)
    memory.pop(_CLIMBED, None)
    cards = [_read_card({**given, "memory": memory}, where)]
    if "second" in given:
        second = f"{where}: second"
        cards.append(_read_card(object_at(given["second"], second, _CARD_KEYS), second))
    return Side(
        seat=seat_at(given["seat"], where),
        cards=tuple(cards),
        workers=tuple(sorted(_squares(given["workers"], f"{where}: workers"))),
        marked=tuple(sorted(_squares(given.get("marked", []), f"{where}: marked"))),
        moved_up=moved_up,
        out=_boolean_at(given, "out", where),
        resigned=_boolean_at(given, "resigned", where),
    )


def _read_card(given: dict[str, Json], where: str) -> PositionCard:
    name, held = given.get("power"), given.get("holders")
    holders = None if held is None else list_at(held, f"{where}: holders")
    return PositionCard(
        MORTAL if name is None else power_at(name, where),
        fields_at(given.get("memory", {}), f"{where}: memory"),
        None if holders is None else tuple(seat_at(seat, f"{where}: holders") for seat in holders),
    )


def _levels(value: Json, size: int) -> tuple[int, ...]:
    where = "position: levels"
    rows = list_at(value, where)
    if len(rows) != size:
        raise NotationError(
            f"{where}: {len(rows)} rows; there must be {size}, rank 1 (a1 to {'abcde'[size - 1]}1) first"
        )
    levels = [0] * SQUARE_COUNT
    for rank, row in enumerate(rows):
        cells = list_at(row, f"{where}: row {rank + 1}")
        if len(cells) != size:
            raise NotationError(f"{where}: row {rank + 1} has {len(cells)} levels; it must have {size}")
        for file, cell in enumerate(cells):
            on = Square(STRIDE * rank + file)
            if not is_whole(cell, 0, HIGHEST):
                raise NotationError(
                    f"{where}: {quoted(cell)} on {square_name(on)}; a level is 0 to {HIGHEST}, domes are listed under"
                    " 'domes'"
                )
            levels[on] = cell
    return tuple(levels)


def _squares(value: Json, where: str) -> list[Square]:
    found = [square_named(text_at(name, where), where) for name in list_at(value, where)]
    for on in found:
        if found.count(on) > 1:
            raise NotationError(f"{where}: {square_name(on)} is named twice")
    return found


def _names(squares: Iterable[Square]) -> list[Json]:
    return [square_name(each) for each in sorted(squares)]


def _boolean_at(given: dict[str, Json], key: str, where: str) -> bool:
    value = given.get(key, False)
    if not isinstance(value, bool):
        raise NotationError(f"{where}: {key} is {shown(value)}; it is true or false")
    return value

"""A finished game as it is stored and exchanged: the engine's record, who played, and when.

The form is a JSON object; ``docs/notation.md`` describes it. A record alone, as other programs write it, is read as a
game without names and times.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from common.message import Message
from engine import Game, NotationError
from engine.field_text import Json
from engine.notation import replay
from engine.notation.checks import from_json, list_at, number_at, object_at, power_at, seat_at, text_at
from engine.notation.game_record import VERSION as RECORD_VERSION
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from opponent.levels import LevelName
from table.settings.names import clean_name

VERSION = 1
"""The version of the form; others are not read."""

_KEYS = ("version", "began", "ended", "names", "levels", "imported", "counted", "record")
_TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a game: the seat, the name (None: not known), the power or both powers, and the team. A table that
    played for the seat did so at a ``level``."""

    seat: Seat
    name: str | None
    powers: tuple[PowerName, ...]
    team: int
    level: LevelName | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game. ``began`` and ``ended`` are in UTC, or None if unknown. ``winners`` is None if it was given up;
    ``reason`` is why it was won. ``turns`` counts the turns with an action, without the setup, ``actions`` all actions,
    including the setup. ``imported``: it came from elsewhere; ``counted``: it counts in the statistics. Its record is
    ``packed``, since a table has the games of years in memory."""

    began: datetime | None
    ended: datetime | None
    players: tuple[Contestant, ...]
    fleece: PowerName | None
    size: int
    winners: tuple[Seat, ...] | None
    reason: Message | None
    turns: int
    actions: int
    packed: bytes
    imported: bool = False
    counted: bool = True

    @property
    def record(self) -> dict[str, Json]:
        """The engine's record of the game."""
        unpacked: dict[str, Json] = json.loads(zlib.decompress(self.packed))
        return unpacked

    @property
    def names(self) -> dict[Seat, str]:
        """The names of the players, as far as they are known."""
        return {player.seat: player.name for player in self.players if player.name is not None}

    @property
    def levels(self) -> dict[Seat, LevelName]:
        """The levels of the seats for which a table played."""
        return {player.seat: player.level for player in self.players if player.level is not None}

    def is_same(self, other: FinishedGame) -> bool:
        """Whether this is the same game: begun at the same time, by players of the same names, with the same record."""
        if (self.began, self.actions, self.names) != (other.began, other.actions, other.names):
            return False
        return self.record == other.record

    def game(self) -> Game:
        """Replay the game.

        :raises NotationError: naming the part that breaks the rules.
        """
        return replay(self.record)

    def text(self) -> str:
        """Return the text of the game as this table stores it, with this table's marks."""
        text = game_text(self.record, self.names, self.began, self.ended, self.levels)
        marks = {"imported": self.imported, "counted": self.counted}
        return text if self.counted and not self.imported else _written({**json.loads(text), **marks})


def packed(record: dict[str, Json]) -> bytes:
    """Return a record as `FinishedGame` holds it."""
    return zlib.compress(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())


NOBODY: Mapping[Seat, LevelName] = {}


def game_text(
    record: dict[str, Json],
    names: Mapping[Seat, str],
    began: datetime | None = None,
    ended: datetime | None = None,
    levels: Mapping[Seat, LevelName] = NOBODY,
) -> str:
    """Return the text of a game as it is exchanged: its record, the names of the players, its times, and the levels of
    the seats for which a table played, if it played for any."""
    content: dict[str, Json] = {
        "version": VERSION,
        "began": time_text(began),
        "ended": time_text(ended),
        "names": {seat.value: name for seat, name in names.items()},
        **({"levels": {seat.value: level.value for seat, level in levels.items()}} if levels else {}),
        "record": record,
    }
    return _written(content)


def _written(content: dict[str, Json]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def time_text(time: datetime | None) -> str | None:
    """Return a time in UTC in its written form: ``2025-03-01T19:12:05Z``."""
    return None if time is None else time.isoformat(timespec="seconds").removesuffix("+00:00") + "Z"


def read_game(text: str) -> FinishedGame:
    """Return the game of a text, without a replay. Trust its marks (``imported``, ``counted``) in a file of this table
    only.

    :raises NotationError: naming the part that does not fit.
    """
    given = object_at(from_json(text, "file"), "file", None)
    if "record" not in given:
        return _read({"version": VERSION, "record": given})
    object_at(given, "file", _KEYS, ("version", "record"))
    if given["version"] != VERSION:
        raise NotationError(f"file: version is {json.dumps(given['version'])[:40]}; known is {VERSION}")
    return _read(given)


def _read(given: dict[str, Json]) -> FinishedGame:
    record = object_at(given["record"], "record", None, ("version", "setup", "turns", "result"))
    if record["version"] != RECORD_VERSION:
        raise NotationError(f"record: version is {json.dumps(record['version'])[:40]}; known is {RECORD_VERSION}")
    setup = object_at(record["setup"], "record: setup", None, ("players",))
    turns = list_at(record["turns"], "record: turns")
    names = _names(given.get("names", {}))
    players = list_at(setup["players"], "record: setup: players")
    levels = _levels(given.get("levels", {}))
    contestants = tuple(
        _contestant(player, number, len(players), names, levels) for number, player in enumerate(players)
    )
    for part, seats in (("names", names.keys()), ("levels", levels.keys())):
        strangers = sorted(seats - {player.seat for player in contestants})
        if strangers:
            raise NotationError(f"{part}: nobody plays on {strangers[0]}")
    winners, reason = _result(record["result"])
    imported = _truth(given.get("imported", False), "imported")
    fleece = setup.get("fleece")
    return FinishedGame(
        began=_time(given.get("began"), "began"),
        ended=_time(given.get("ended"), "ended"),
        players=contestants,
        fleece=None if fleece is None else power_at(fleece, "record: setup: fleece"),
        size=number_at(setup.get("size", 5), "record: setup: size"),
        winners=winners,
        reason=reason,
        turns=max(0, len(turns) - 1),
        actions=sum(len(turn.split()) for turn in turns if isinstance(turn, str)),
        packed=packed(record),
        imported=imported,
        counted=_truth(given.get("counted", not imported), "counted"),
    )


def _contestant(
    value: Json, number: int, count: int, names: dict[Seat, str], levels: dict[Seat, LevelName]
) -> Contestant:
    where = f"record: setup: player {number + 1}"
    given = object_at(value, where, None, ("seat", "power"))
    seat = seat_at(given["seat"], f"{where}: seat")
    second = power_at(given.get("second", str(MORTAL)), f"{where}: second")
    powers = (power_at(given["power"], f"{where}: power"), second)
    usual = number % 2 if count == 4 else number
    team = number_at(given.get("team", usual), f"{where}: team")
    played_with = tuple(power for power in powers if power != MORTAL)
    return Contestant(seat, names.get(seat), played_with, team, levels.get(seat))


def _names(value: Json) -> dict[Seat, str]:
    names: dict[Seat, str] = {}
    for seat, text in object_at(value, "names", None).items():
        name = clean_name(text_at(text, f"names: {seat}"))
        if name is None:
            raise NotationError(f"names: {seat}: a name has 1 to 24 characters that can be shown")
        names[seat_at(seat, "names")] = name
    return names


def _levels(value: Json) -> dict[Seat, LevelName]:
    levels: dict[Seat, LevelName] = {}
    for seat, text in object_at(value, "levels", None).items():
        level = text_at(text, f"levels: {seat}")
        if level not in list(LevelName):
            raise NotationError(f"levels: {seat}: {level[:40]!r}; known are {', '.join(LevelName)}")
        levels[seat_at(seat, "levels")] = LevelName(level)
    return levels


def _result(value: Json) -> tuple[tuple[Seat, ...] | None, Message | None]:
    if value is None:
        return None, None
    given = object_at(value, "record: result", None, ("winners", "reason", "args"))
    winners = list_at(given["winners"], "record: result: winners")
    args = object_at(given["args"], "record: result: args", None)
    pairs = tuple((name, text_at(text, f"record: result: args: {name}")) for name, text in args.items())
    return (
        tuple(seat_at(seat, "record: result: winners") for seat in winners),
        Message(text_at(given["reason"], "record: result: reason"), pairs),
    )


def _truth(value: Json, where: str) -> bool:
    if not isinstance(value, bool):
        raise NotationError(f"{where}: this is either true or false")
    return value


def _time(value: Json, where: str) -> datetime | None:
    if value is None:
        return None
    try:
        return datetime.strptime(text_at(value, where), _TIME).replace(tzinfo=UTC)
    except ValueError as error:  # includes those of the notation
        raise NotationError(f"{where}: a time in UTC is written 2025-03-01T19:12:05Z") from error

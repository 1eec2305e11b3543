"""The entries of the journal as text: a line of JSON for each.

Squares and actions are in the engine's action notation, so that people can read a journal.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from engine.actions import Correct
from engine.errors import NotationError
from engine.notation.action_form import action_text, parse_action
from engine.seats import Seat
from engine.setup import PowerName
from table.session.journal_entries import (
    Acted,
    BoardTurned,
    ClockPaused,
    Entry,
    GameAbandoned,
    GameBegan,
    GameKept,
    GameNamed,
    HostNamed,
    JournalMended,
    JournalShortened,
    MendingRead,
    Opened,
    OptionsChosen,
    PositionCorrected,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    StartPlayerNamed,
    StepUndone,
    TableCleared,
    TimeUsed,
    TurnConfirmed,
    TurnTakenBack,
)
from table.session.rematch import RematchKind
from table.settings.game_options import GameOptions, OptionsJson, options_json, read_options
from table.settings.table_settings import TableSettings

BOARD_SIZES = (4, 5)
"""How many squares a side the boards have on which a game can be played."""

_PLAIN: dict[str, Entry] = {
    "opened": Opened(),
    "table_cleared": TableCleared(),
    "step_undone": StepUndone(),
    "turn_confirmed": TurnConfirmed(),
    "game_abandoned": GameAbandoned(),
    "mending_read": MendingRead(),
}
_PLAIN_NAMES = {type(entry): name for name, entry in _PLAIN.items()}

_Fields = dict[str, str | bool | int | list[str] | OptionsJson | None]


class EntryError(ValueError):
    """A text that is not an entry; the message says what is wrong with it."""


def entry_text(entry: Entry) -> str:
    """The JSON line of an entry: ``{"entry":"acted","actions":["b2-c3"]}``."""
    return json.dumps(_fields(entry), ensure_ascii=False, separators=(",", ":"))


def _fields(entry: Entry) -> _Fields:  # noqa: PLR0912 - one case for each entry
    match entry:
        case SeatTaken(seat, name, mark):
            return {"entry": "seat_taken", "seat": seat.value, "name": name, "mark": mark}
        case SeatLeft(seat):
            return {"entry": "seat_left", "seat": seat.value}
        case OptionsChosen(options):
            return {"entry": "options_chosen", "options": options_json(options)}
        case SeatHandedOver(seat, mark):
            return {"entry": "seat_handed_over", "seat": seat.value, "mark": mark}
        case HostNamed(seat):
            return {"entry": "host_named", "seat": seat.value}
        case GameNamed(game):
            return {"entry": "game_named", "name": game}
        case GameKept(game):
            return {"entry": "game_kept", "name": game}
        case JournalMended(kept, aside):
            return {"entry": "journal_mended", "kept": kept, "aside": aside}
        case JournalShortened(starts):
            return {"entry": "journal_shortened", "starts": starts}
        case SettingsChosen(settings):
            return {"entry": "settings_chosen", **asdict(settings)}
        case GameBegan(size):
            return {"entry": "game_began", "size": size}
        case PowersVoted(seat, powers, done):
            return {"entry": "powers_voted", "seat": seat.value, "powers": list(powers), "done": done}
        case PowersOffered(offered):
            return {"entry": "powers_offered", "offered": list(offered)}
        case PowerChosen(power, taker):
            chosen: _Fields = {"entry": "power_chosen", "power": power}
            return chosen if taker is None else {**chosen, "seat": taker.value}
        case StartPlayerNamed(seat, seed):
            named: _Fields = {"entry": "start_player_named", "seat": seat.value}
            return {**named, "seed": seed} if seed else named
        case Acted(actions):
            return {"entry": "acted", "actions": [action_text(action) for action in actions]}
        case PositionCorrected():
            return {"entry": "position_corrected", "position": action_text(entry.correction)}
        case BoardTurned(quarters):
            return {"entry": "board_turned", "quarters": quarters}
        case TimeUsed(seat, ms):
            return {"entry": "time_used", "seat": seat.value, "ms": ms}
        case ClockPaused(paused):
            return {"entry": "clock_paused", "paused": paused}
        case TurnTakenBack(plies):
            return {"entry": "turn_taken_back", "plies": plies}
        case RematchAgreed(kind, seed):
            agreed: _Fields = {"entry": "rematch_agreed", "kind": kind.value}
            return {**agreed, "seed": seed} if seed else agreed
        case _:
            return {"entry": _PLAIN_NAMES[type(entry)]}


def parse_entry(text: str) -> Entry:
    """The entry of a JSON line.

    :raises EntryError: if the text is not what `entry_text` writes.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EntryError(f"not JSON: {error}") from error
    if not isinstance(found, dict):
        raise EntryError("not a JSON object")
    fields: dict[str, object] = found
    name = _string(fields, "entry")
    if name in _PLAIN:
        return _PLAIN[name]
    try:
        return _parse_fields(name, fields)
    except (NotationError, ValueError) as error:
        raise EntryError(f"{name}: {error}") from error


def _parse_fields(name: str, fields: dict[str, object]) -> Entry:  # noqa: PLR0912 - one case for each entry
    match name:
        case "seat_taken":
            return SeatTaken(Seat(_string(fields, "seat")), _string(fields, "name"), _string(fields, "mark"))
        case "seat_left":
            return SeatLeft(Seat(_string(fields, "seat")))
        case "seat_handed_over":
            return SeatHandedOver(Seat(_string(fields, "seat")), _string(fields, "mark"))
        case "game_named":
            return GameNamed(_string(fields, "name"))
        case "game_kept":
            return GameKept(_string(fields, "name"))
        case "journal_mended":
            return JournalMended(_whole(fields, "kept"), _string(fields, "aside"))
        case "journal_shortened":
            return JournalShortened(_whole(fields, "starts"))
        case "host_named":
            return HostNamed(Seat(_string(fields, "seat")))
        case "settings_chosen":
            language = None if fields.get("language") is None else _string(fields, "language")
            values = (_string(fields, "name"), language, _whole(fields, "brightness"), _truth(fields, "greeted"))
            return SettingsChosen(TableSettings(*values))
        case "options_chosen":
            return OptionsChosen(_options(fields))
        case "game_began":
            size = _whole(fields, "size", usual=5)
            if size not in BOARD_SIZES:
                raise EntryError(f"the board's size is {size}, and not one of {', '.join(map(str, BOARD_SIZES))}")
            return GameBegan(size)
        case "powers_voted":
            voted = tuple(PowerName(power) for power in _strings(fields, "powers"))
            return PowersVoted(Seat(_string(fields, "seat")), voted, _truth(fields, "done"))
        case "powers_offered":
            return PowersOffered(tuple(PowerName(power) for power in _strings(fields, "offered")))
        case "power_chosen":
            taker = Seat(_string(fields, "seat")) if "seat" in fields else None
            return PowerChosen(PowerName(_string(fields, "power")), taker)
        case "start_player_named":
            return StartPlayerNamed(Seat(_string(fields, "seat")), _whole(fields, "seed"))
        case "acted":
            return Acted(tuple(parse_action(action) for action in _strings(fields, "actions")))
        case "position_corrected":
            correction = parse_action(_string(fields, "position"))
            if not isinstance(correction, Correct):
                raise EntryError("the position is none: it begins with correct=")
            return PositionCorrected(correction.workers, correction.heights)
        case "board_turned":
            quarters = _whole(fields, "quarters")
            if quarters not in (1, 2, 3):
                raise EntryError(f"the board cannot be turned by {quarters} quarters; allowed are 1 to 3")
            return BoardTurned(quarters)
        case "time_used":
            return TimeUsed(Seat(_string(fields, "seat")), _whole(fields, "ms"))
        case "clock_paused":
            return ClockPaused(_truth(fields, "paused"))
        case "turn_taken_back":
            return TurnTakenBack(_whole(fields, "plies"))
        case "rematch_agreed":
            kind = RematchKind(_string(fields, "kind", usual=RematchKind.LOBBY))
            return RematchAgreed(kind, _whole(fields, "seed"))
        case _:
            raise EntryError("no such entry")


def _truth(fields: dict[str, object], name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise EntryError(f"{name} is neither true nor false")
    return value


def _options(fields: dict[str, object]) -> GameOptions:
    """The options; older entries have the powers alone."""
    chosen = fields.get("options", {"powers": fields.get("powers")})
    if not isinstance(chosen, dict):
        raise EntryError("the options are no object")
    return read_options(chosen)


def _string(fields: dict[str, object], name: str, usual: str | None = None) -> str:
    """A text; ``usual`` where an older entry has none."""
    value = fields.get(name, usual)
    if not isinstance(value, str):
        raise EntryError(f"{name} is not a text")
    return value


def _whole(fields: dict[str, object], name: str, usual: int = 0) -> int:
    """A number from 0 up; ``usual`` where an older entry has none."""
    value = fields.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise EntryError(f"{name} is no number from 0 up")
    return value


def _strings(fields: dict[str, object], name: str) -> tuple[str, ...]:
    value = fields.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise EntryError(f"{name} is not a list of texts")
    return tuple(value)

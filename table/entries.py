"""What the journal holds: each thing that happened at the table, in the past tense, and its JSON form.

The entries alone rebuild the table: `table.evening.evolve` folds them. Squares and actions are written in the
engine's action notation, so that a journal can be read with the eye.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from engine.actions import Action, Correct
from engine.errors import NotationError
from engine.notation.actions import action_text, parse_action
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from table.options import Options, OptionsJson, options_json, read_options
from table.rematch import RematchKind
from table.settings import Settings

BOARD_SIZES = (4, 5)
"""How many squares a side the boards have on which a game can be played."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was started (again)."""


@dataclass(frozen=True, slots=True)
class TableCleared:
    """Everyone got up and the game was given up, asked for where the table was started."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down; ``mark`` is the mark of the seat's token (`table.seats.token_mark`)."""

    seat: Seat
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player stood up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A player goes on with another phone, whose token has this mark; that of the phone before is worth nothing."""

    seat: Seat
    mark: str


@dataclass(frozen=True, slots=True)
class HostNamed:
    """The player on this seat leads the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SettingsChosen:
    """The host set up the table."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class OptionsChosen:
    """The host chose how to play."""

    options: Options


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The players left the lobby, on a board of ``size`` squares a side: to the draft, or to the first placement when
    there are no powers."""

    size: int = 5


@dataclass(frozen=True, slots=True)
class PowersVoted:
    """A player voted for these powers to be on offer, in place of any vote before; ``done``: that is all."""

    seat: Seat
    powers: tuple[PowerName, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class PowersOffered:
    """The Challenger laid out these powers, or the table did, by lot or as the players voted."""

    powers: tuple[PowerName, ...]


@dataclass(frozen=True, slots=True)
class PowerChosen:
    """A player took this power (``seat`` None: the player to choose)."""

    power: PowerName
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartPlayerNamed:
    """The Challenger named the Start Player, which ends the draft; ``seed`` shuffles the deck, if there is one."""

    seat: Seat
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """The player to act did these steps, at the board or on the phone; all of them or none."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The last step was taken back."""


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """The players said that what stands on the board is right: these workers (all that can be seen), and these
    heights in pieces of these squares. The turn of the player to act began anew."""

    workers: tuple[tuple[int, Seat], ...]
    heights: tuple[tuple[int, int], ...] = ()

    @property
    def correction(self) -> Correct:
        """The same in the words of the game."""
        workers = tuple((Square(on), seat) for on, seat in self.workers)
        return Correct(workers, tuple((Square(on), pieces) for on, pieces in self.heights))


@dataclass(frozen=True, slots=True)
class BoardTurned:
    """The players said that the board stands turned: clockwise by so many quarters more than before (1 to 3)."""

    quarters: int


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """A player has thought for so many milliseconds of the turn that is about to stand."""

    seat: Seat
    ms: int


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The chess clock was stopped for a while, or runs on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class TurnConfirmed:
    """The finished turn stands."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """All agreed that the last turn that stood is taken back, with what was done since: so many plies."""

    plies: int


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """After the end, the same players play again: in the lobby, with a new draft, or at once with the cards that they
    have, where ``seed`` shuffles the deck, if there is one."""

    kind: RematchKind = RematchKind.LOBBY
    seed: int = 0


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ended without a result."""


@dataclass(frozen=True, slots=True)
class GameNamed:
    """The game that has begun will be kept under this name, once it is over."""

    name: str


@dataclass(frozen=True, slots=True)
class GameKept:
    """The game of this name is over, and is among those that are kept."""

    name: str


@dataclass(frozen=True, slots=True)
class JournalMended:
    """The journal was damaged: its first ``kept`` entries were right and went on, the file as it was is kept under the
    name ``aside`` in the same folder."""

    kept: int
    aside: str


@dataclass(frozen=True, slots=True)
class JournalShortened:
    """The journal had become long and began anew, after the table had been started so often."""

    starts: int


@dataclass(frozen=True, slots=True)
class MendingRead:
    """The host has read that the journal was damaged."""


Entry = (
    Opened
    | TableCleared
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | HostNamed
    | SettingsChosen
    | OptionsChosen
    | GameBegan
    | PowersVoted
    | PowersOffered
    | PowerChosen
    | StartPlayerNamed
    | Acted
    | StepUndone
    | PositionCorrected
    | BoardTurned
    | TimeUsed
    | ClockPaused
    | TurnConfirmed
    | TurnTakenBack
    | RematchAgreed
    | GameAbandoned
    | GameNamed
    | GameKept
    | JournalMended
    | JournalShortened
    | MendingRead
)

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
    """A text that is no entry; the message says what is wrong with it."""


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
    except json.JSONDecodeError as error:
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
            told = (_string(fields, "name"), language, _whole(fields, "brightness"), _truth(fields, "greeted"))
            return SettingsChosen(Settings(*told))
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


def _options(fields: dict[str, object]) -> Options:
    """The options; older entries told of the powers alone."""
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

"""From the JSON that a phone posts to the table's typed commands. What does not fit is told by field and choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task
from engine.actions import (
    Action,
    Build,
    Choose,
    Done,
    Force,
    Move,
    Piece,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Use,
    by_card,
)
from engine.catalogue import CARDS
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import SQUARE_COUNT, Direction, Square, square
from table.session.commands import (
    AbandonGame,
    Act,
    AnswerClaim,
    AnswerTakeback,
    AnswerWorkshop,
    AskTakeback,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    ChooseReading,
    ChooseSettings,
    ClaimSeat,
    CloseWorkshop,
    Command,
    ConfirmTurn,
    CountGame,
    CountVotes,
    DeleteGames,
    DismissMending,
    DrawLots,
    HandHost,
    LeaveSeat,
    NameSquare,
    NameStartPlayer,
    OfferPowers,
    OpenWorkshop,
    PauseClock,
    Rematch,
    RestartTurn,
    ResumeGame,
    ShowColours,
    ShowGame,
    StopShowing,
    TakeOffer,
    UndoStep,
    VoteForPowers,
    WatchCorner,
    WithdrawClaim,
)
from table.session.rematch import RematchKind
from table.session.snapshot import OfferKind
from table.settings.game_options import GameOptions, read_options
from table.settings.table_settings import TableSettings

NAME_LENGTH = 24
"""The longest name of a player, in characters."""
MOST_POWERS = len(CARDS)
"""So many powers can be named at once."""
MOST_DELETED = 100
"""So many games can be deleted at once."""

Word = TypeVar("Word", bound=StrEnum)


class MalformedError(ValueError):
    """A request that cannot be understood; the message names the field and what is allowed there."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object that is read field by field. ``path`` is how error messages name it."""

    values: Mapping[str, object]
    path: str = ""

    @classmethod
    def of(cls, value: object, path: str = "") -> Fields:
        """The object ``value``.

        :raises MalformedError: if it is something else than a JSON object.
        """
        if not isinstance(value, dict):
            raise MalformedError(f"{path or 'the body'} must be a JSON object, not {_kind_of(value)}")
        return cls(value, path)

    def name(self, field: str) -> str:
        """The full name of a field, as messages show it: ``command.seat``."""
        return f"{self.path}.{field}" if self.path else field

    def value(self, field: str) -> object:
        """The raw value of a field that must be there."""
        if field not in self.values:
            raise MalformedError(f"{self.name(field)} is missing")
        return self.values[field]

    def inner(self, field: str) -> Fields:
        """A field that is an object itself."""
        return Fields.of(self.value(field), self.name(field))

    def text(self, field: str) -> str:
        """A field that is a string."""
        value = self.value(field)
        if not isinstance(value, str):
            raise MalformedError(f"{self.name(field)} must be a string, not {_kind_of(value)}")
        return value

    def whole(self, field: str) -> int:
        """A field that is a whole number, zero or more."""
        value = self.value(field)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise MalformedError(f"{self.name(field)} must be a whole number from 0, not {_kind_of(value)}")
        return value

    def number(self, field: str, most: float) -> float:
        """A field that is a number from ``-most`` to ``most``."""
        value = self.value(field)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= most:
            allowed = f"a number from {-most:g} to {most:g}"
            raise MalformedError(f"{self.name(field)} must be {allowed}, not {_kind_of(value)}")
        return float(value)

    def truth(self, field: str) -> bool:
        """A field that is true or false."""
        value = self.value(field)
        if not isinstance(value, bool):
            raise MalformedError(f"{self.name(field)} must be true or false, not {_kind_of(value)}")
        return value

    def word(self, field: str, words: type[Word]) -> Word:
        """A field that is one of an enumeration's words."""
        value = self.text(field)
        try:
            return words(value)
        except ValueError:
            allowed = ", ".join(word.value for word in words)
            raise MalformedError(f"{self.name(field)} is {_quoted(value)}; allowed are {allowed}") from None

    def square(self, field: str) -> Square:
        """A field that names a square, a1 to e5."""
        return _square(self.text(field), self.name(field))

    def squares(self, field: str) -> tuple[Square, ...]:
        """A field that is a list of names of squares."""
        return tuple(_square(name, self.name(field)) for name in self.texts(field, SQUARE_COUNT))

    def numbers(self, field: str, allowed: range) -> Mapping[Square, int]:
        """A field that is an object with such a whole number for each of some squares."""
        inner = self.inner(field)
        found: dict[Square, int] = {}
        for name in inner.values:
            number = inner.whole(name)
            if number not in allowed:
                raise MalformedError(f"{inner.name(name)} must be {allowed[0]} to {allowed[-1]}")
            found[_square(name, inner.path)] = number
        return found

    def texts(self, field: str, most: int) -> tuple[str, ...]:
        """A field that is a list of strings, ``most`` at most."""
        value = self.value(field)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise MalformedError(f"{self.name(field)} must be a list of strings")
        if len(value) > most:
            raise MalformedError(f"{self.name(field)} must be a list of {most} strings at most, not {len(value)}")
        return tuple(str(item) for item in value)


@dataclass(frozen=True, slots=True)
class PostedCommand:
    """A command with the version of the state that the phone saw when it sent it."""

    version: int
    command: Command


def read_request(body: object) -> PostedCommand:
    """What a phone asks: ``{"version": 7, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}``.

    :raises MalformedError: if the body does not have this form.
    """
    fields = Fields.of(body)
    return PostedCommand(fields.whole("version"), read_command(fields.inner("command")))


def read_command(fields: Fields) -> Command:
    """The command in a JSON object with the field ``kind``.

    :raises MalformedError: if the kind is unknown or one of its fields does not fit.
    """
    return _one_of(fields, COMMANDS)(fields)


def read_action(fields: Fields) -> Action:
    """The action in an object such as ``{"kind": "move", "worker": "b2", "square": "c3"}``.

    :raises MalformedError: if the kind is unknown or one of its fields does not fit.
    """
    action = _one_of(fields, ACTIONS)(fields)
    return by_card(action, PowerName(fields.text("by"))) if "by" in fields.values else action


Made = TypeVar("Made")


def _one_of(fields: Fields, kinds: Mapping[str, Callable[[Fields], Made]]) -> Callable[[Fields], Made]:
    kind = fields.text("kind")
    if kind not in kinds:
        raise MalformedError(f"{fields.name('kind')} is {_quoted(kind)}; allowed are {', '.join(kinds)}")
    return kinds[kind]


def _square(name: str, told_as: str) -> Square:
    try:
        return square(name)
    except ValueError:
        raise MalformedError(f"{told_as} is {_quoted(name)}; allowed are a1 to e5") from None


def _player_name(fields: Fields) -> str:
    name = " ".join(fields.text("name").split())
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise MalformedError(f"{fields.name('name')} must have 1 to {NAME_LENGTH} printable characters")
    return name


def _options(fields: Fields) -> GameOptions:
    try:
        return read_options(fields.values)
    except ValueError as error:
        raise MalformedError(f"{fields.path}: {error}") from error


def _vote(fields: Fields) -> VoteForPowers:
    powers = tuple(PowerName(name) for name in fields.texts("powers", MOST_POWERS))
    return VoteForPowers(fields.word("seat", Seat), powers, fields.truth("done"))


def _seat(fields: Fields) -> Seat | None:
    """A seat, if one is named."""
    return fields.word("seat", Seat) if "seat" in fields.values else None


def _settings(fields: Fields) -> TableSettings:
    inner = fields.inner("settings")
    language = None if inner.value("language") is None else inner.text("language")
    name = " ".join(inner.text("name").split())
    try:
        return TableSettings(name, language, inner.whole("brightness"), inner.truth("greeted"))
    except ValueError as error:
        raise MalformedError(f"{inner.path}: {error}") from error


def _direction(fields: Fields) -> Direction | None:
    return None if fields.value("direction") is None else fields.word("direction", Direction)


ACTIONS: Mapping[str, Callable[[Fields], Action]] = {
    "place": lambda fields: Place(fields.square("square")),
    "move": lambda fields: Move(fields.square("worker"), fields.square("square")),
    "build": lambda fields: Build(fields.square("worker"), fields.square("square"), fields.word("piece", Piece)),
    "force": lambda fields: Force(fields.square("worker"), fields.square("square")),
    "swap": lambda fields: Swap(fields.square("worker"), fields.square("square")),
    "remove": lambda fields: RemoveWorker(fields.square("square")),
    "take": lambda fields: TakeBlock(fields.square("square")),
    "token": lambda fields: PutToken(fields.square("square")),
    "point": lambda fields: Point(_direction(fields)),
    "choose": lambda fields: Choose(fields.square("square")),
    "recycle": lambda fields: Recycle(fields.square("square")),
    "use": lambda fields: Use(PowerName(fields.text("power"))),
    "done": lambda _: Done(),
    "resign": lambda fields: Resign(fields.word("seat", Seat)),
}
"""How each kind of action is read."""

COMMANDS: Mapping[str, Callable[[Fields], Command]] = {
    "claim_seat": lambda fields: ClaimSeat(fields.word("seat", Seat), _player_name(fields)),
    "withdraw_claim": lambda fields: WithdrawClaim(fields.word("seat", Seat)),
    "answer_claim": lambda fields: AnswerClaim(fields.text("code"), fields.truth("accept")),
    "leave_seat": lambda fields: LeaveSeat(fields.word("seat", Seat)),
    "choose_options": lambda fields: ChooseOptions(_options(fields.inner("options"))),
    "hand_host": lambda fields: HandHost(fields.word("seat", Seat)),
    "choose_settings": lambda fields: ChooseSettings(_settings(fields)),
    "watch_corner": lambda fields: WatchCorner(fields.truth("watching")),
    "show_colours": lambda fields: ShowColours(fields.truth("showing")),
    "begin_game": lambda _: BeginGame(),
    "vote_for_powers": _vote,
    "count_votes": lambda _: CountVotes(),
    "draw_lots": lambda _: DrawLots(),
    "offer_powers": lambda fields: OfferPowers(tuple(PowerName(name) for name in fields.texts("powers", MOST_POWERS))),
    "choose_power": lambda fields: ChoosePower(PowerName(fields.text("power")), _seat(fields)),
    "name_start_player": lambda fields: NameStartPlayer(fields.word("seat", Seat)),
    "act": lambda fields: Act(read_action(fields.inner("action"))),
    "choose_reading": lambda fields: ChooseReading(fields.whole("index")),
    "take_offer": lambda fields: TakeOffer(fields.word("offer", OfferKind)),
    "undo_step": lambda _: UndoStep(),
    "confirm_turn": lambda _: ConfirmTurn(),
    "restart_turn": lambda _: RestartTurn(),
    "ask_takeback": lambda _: AskTakeback(),
    "answer_takeback": lambda fields: AnswerTakeback(fields.truth("agree")),
    "pause_clock": lambda fields: PauseClock(fields.truth("paused")),
    "rematch": lambda fields: Rematch(fields.word("again", RematchKind)),
    "abandon_game": lambda _: AbandonGame(),
    "resume_game": lambda _: ResumeGame(),
    "dismiss_mending": lambda _: DismissMending(),
    "open_workshop": lambda fields: OpenWorkshop(fields.word("task", Task), fields.truth("anew")),
    "answer_workshop": lambda fields: AnswerWorkshop(fields.word("answer", ProcedureAnswer)),
    "name_square": lambda fields: NameSquare(fields.square("square")),
    "close_workshop": lambda _: CloseWorkshop(),
    "show_game": lambda fields: ShowGame(fields.text("game"), fields.whole("ply")),
    "stop_showing": lambda _: StopShowing(),
    "delete_games": lambda fields: DeleteGames(fields.texts("games", MOST_DELETED)),
    "count_game": lambda fields: CountGame(fields.text("game"), fields.truth("counted")),
}
"""How each kind of command is read."""


def _kind_of(value: object) -> str:
    """A value in the words of JSON, for messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {_short(str(value))}"
        case str():
            return _quoted(value)
        case list():
            return "a list"
        case _:
            return "an object"


def _quoted(value: str) -> str:
    return repr(_short(value))


def _short(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:40]}..."

"""The interface between the web page and the table: callers and commands in, snapshots, answers and refusals out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from calibration.procedure_view import LiveReadings
from common.message import Message
from engine.actions import Action
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import State
from table.session.commands import Command
from table.session.snapshot import Snapshot
from table.session.worker_survey import WorkerSurvey


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a command came from: an ``address``, and the ``network`` in which one owner may have many addresses. The
    table only compares them."""

    network: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gives a command. ``hands``: the caller moves the pieces of a virtual board, and so is at the table."""

    origin: Origin = Origin()
    hands: bool = False


UNKNOWN_CALLER = Caller()
"""A caller about whom nothing is known."""


class Arrival(Protocol):
    """Something that has an origin."""

    @property
    def origin(self) -> Origin:
        """Where it came from."""


Each = TypeVar("Each", bound=Arrival)


@dataclass(frozen=True, slots=True)
class CallerGroup:
    """How many items came from each network and each address."""

    networks: Counter[str]
    addresses: Counter[Origin]

    @classmethod
    def of(cls, items: Sequence[Arrival]) -> CallerGroup:
        """The counts of these items."""
        return cls(Counter(each.origin.network for each in items), Counter(each.origin for each in items))

    def size(self, origin: Origin) -> tuple[int, int]:
        """How many came from the same network, and from the same address."""
        return self.networks[origin.network], self.addresses[origin]


def first_to_drop(items: Sequence[Each]) -> Each:
    """The item to drop where there are too many: the first of the address with the most items, in the network with the
    most."""
    counts = CallerGroup.of(items)
    return max(items, key=lambda each: counts.size(each.origin))


Tokens = frozenset[str]
"""The seat tokens that one phone holds; empty for a spectator."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was carried out and is durable; ``version`` is the table's now, ``token`` new for a claimed seat."""

    version: int
    seat: Seat | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """The command was based on an older state; ``version`` is the table's now."""

    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is not allowed; ``forbidden`` if another phone might give it (not its seat, not the host)."""

    message: Message
    forbidden: bool = False


Answer = Accepted | Stale | Refused


class TableApi(Protocol):
    """A running table as the page uses it. Every method may be called from any thread."""

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    @property
    def readings(self) -> LiveReadings:
        """The present readings of the board, while a phone shows them in the workshop."""

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command of this caller; returns when it is durable or refused."""

    def survey(self) -> WorkerSurvey:
        """Which workers stand on the board now, while no game is played; takes some tenths of a second.

        :raises CommandRefused: while a game is played, the board is in the workshop, or there is no board.
        """

    def light_hint(self, known: State, turns: tuple[tuple[Action, ...], ...]) -> None:
        """Have the lights show these turns of a hint for the state ``known`` soon, unless the game has gone on or has
        secrets."""

    def listening(self, tokens: Tokens) -> AbstractContextManager[None]:
        """Marks the phone's seats as connected while the context is open."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down; streams end then."""


class Refusal(StrEnum):
    """Why the table does not do what a phone asks."""

    SEAT_TAKEN = "table.seat_taken"
    TABLE_PLAYS = "table.table_plays"
    NOT_ANNOUNCED = "table.not_announced"
    TOO_MANY_ASK = "table.too_many_ask"
    NO_CLAIM = "table.no_claim"
    NAME_UNREADABLE = "table.name_unreadable"
    NOT_YOUR_SEAT = "table.not_your_seat"
    HOST_ONLY = "table.host_only"
    NOT_NOW = "table.not_now"
    TOO_FEW_PLAYERS = "table.too_few_players"
    FLEECE_FOR_TWO = "table.fleece_for_two"
    TOO_FEW_GODS = "table.too_few_gods"
    CONFIRM_FIRST = "table.confirm_first"
    NOTHING_TO_CONFIRM = "table.nothing_to_confirm"
    NOTHING_TO_UNDO = "table.nothing_to_undo"
    NO_TAKEBACK = "table.no_takeback"
    NO_QUESTION = "table.no_question"
    NO_OFFER = "table.no_offer"
    IN_WORKSHOP = "table.in_workshop"
    NO_WORKSHOP = "table.no_workshop"
    BOARD_AWAY = "table.board_away"
    NO_GAMES = "table.no_games"
    NO_GAME = "table.no_game"
    NO_PUZZLE = "puzzle.none"
    PUZZLE_NEEDS_MORE_SQUARES = "puzzle.larger_board"
    LARGER_BOARD = "table.larger_board"
    NO_BROKER = "match.no_broker"
    IN_MATCH = "match.already"
    WRONG_CODE = "match.wrong_code"
    PLAYED_ELSEWHERE = "match.played_elsewhere"
    OPENER_ONLY = "match.opener_only"
    NOT_ALL_CAME = "match.not_all_came"
    GAME_GOES_ON = "match.game_goes_on"
    NOT_AGREED_YET = "match.not_agreed_yet"
    NEEDS_JUDGE = "match.needs_judge"
    NOT_WRITTEN = "table.not_written"
    CLOSING = "table.closing"


class CommandRefused(Exception):
    """A command that cannot be carried out, with the answer for the phone."""

    def __init__(self, answer: Refused) -> None:
        super().__init__(answer.message.key)
        self.answer = answer


def refuse(refusal: Refusal, **args: str) -> CommandRefused:
    """A refusal of what is not possible now."""
    return CommandRefused(Refused(refusal_message(refusal, **args)))


def forbid(refusal: Refusal) -> CommandRefused:
    """A refusal of what this phone may not ask for."""
    return CommandRefused(Refused(Message(refusal.value), forbidden=True))


def refusal_message(refusal: Refusal, **args: str) -> Message:
    """A refusal as a message for the phones."""
    return Message(refusal.value, tuple(sorted(args.items())))


def reason_message(reason: Reason) -> Message:
    """An engine's reason as a message for the phones."""
    return Message(reason.key, reason.args)

"""The callers of the table, and its answers: carried out, stale, or refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from common.message import Message
from engine.reasons import Reason
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a command: an ``address``, and the ``network`` in which one owner may have many addresses. The
    table only compares them."""

    network: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """The phone or program that gives a command. A caller with ``hands`` moves the pieces of a virtual board, and so is
    at the table."""

    origin: Origin = Origin()
    hands: bool = False


UNKNOWN_CALLER = Caller()
"""An unknown caller."""


class Arrival(Protocol):
    """Something that has an origin."""

    @property
    def origin(self) -> Origin:
        """The origin."""


Each = TypeVar("Each", bound=Arrival)


@dataclass(frozen=True, slots=True)
class CallerGroup:
    """Counts the items of each network and of each address."""

    networks: Counter[str]
    addresses: Counter[Origin]

    @classmethod
    def of(cls, items: Sequence[Arrival]) -> CallerGroup:
        """Return the counts of these items."""
        return cls(Counter(each.origin.network for each in items), Counter(each.origin for each in items))

    def size(self, origin: Origin) -> tuple[int, int]:
        """Return the number of items from the same network, and from the same address."""
        return self.networks[origin.network], self.addresses[origin]


def first_to_drop(items: Sequence[Each]) -> Each:
    """Return the item to drop if there are too many: the first of the address with the most items, in the network with
    the most."""
    counts = CallerGroup.of(items)
    return max(items, key=lambda each: counts.size(each.origin))


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


class Refusal(StrEnum):
    """The reasons for which the table refuses a command."""

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
    NO_REMATCH = "table.no_rematch"
    NO_QUESTION = "table.no_question"
    NO_OFFER = "table.no_offer"
    IN_WORKSHOP = "table.in_workshop"
    NO_WORKSHOP = "table.no_workshop"
    NO_SCALE = "table.no_scale"
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
    """Return a refusal of a command that is not possible now."""
    return CommandRefused(Refused(refusal_message(refusal, **args)))


def forbid(refusal: Refusal) -> CommandRefused:
    """Return a refusal of a command that this phone may not give."""
    return CommandRefused(Refused(Message(refusal.value), forbidden=True))


def refusal_message(refusal: Refusal, **args: str) -> Message:
    """Return a refusal as a message for the phones."""
    return Message(refusal.value, tuple(sorted(args.items())))


def reason_message(reason: Reason) -> Message:
    """Return an engine's reason as a message for the phones."""
    return Message(reason.key, reason.args)

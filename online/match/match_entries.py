"""The entries of a match's log, in the order of the deciding table.

The types are the form in JSON: the tag of a class is its ``entry``. A log may be older than the program that reads it,
so tags, names of fields and their order stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from common.json_reader import JsonReader
from engine.seats import Seat
from engine.setup import PowerName
from online.match.match_limits import LONGEST_NAME, LONGEST_POSITION, LONGEST_SECRET, LONGEST_STEPS, TABLES_AT_MOST
from table.log_forms import DeckSeed, DraftRecord, SetupForm
from table.typed_json import read_text

DECIDING: Final = 0
"""The number of the table that opened the match and decides the order."""

TableNumber = Annotated[int, Meta(ge=0, lt=TABLES_AT_MOST)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
TableTitle = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
KeyText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="64 hexadecimal digits")]
MatchName = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="32 hexadecimal digits")]
StepsText = Annotated[str, Meta(min_length=1, max_length=LONGEST_STEPS)]
SeenStepsText = Annotated[str, Meta(max_length=LONGEST_STEPS)]
SecretStepsText = Annotated[str, Meta(max_length=LONGEST_SECRET)]
PositionLine = Annotated[str, Meta(max_length=LONGEST_POSITION)]
CardsDrawn = Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=len(Seat))]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=len(Seat))]
SignatureText = Annotated[str, Meta(pattern="^([0-9a-f]{128})?$", description="128 hexadecimal digits, or none")]


class TaggedMatchEntry(Struct, frozen=True, tag_field="entry"):
    """An entry; JSON names its type by ``entry``."""


class MatchOpened(TaggedMatchEntry, frozen=True, tag="match_opened"):
    """A table opened the match and decides its order; it has these seats, or none: then it is a judge. ``key`` is the
    key by which its signatures are checked."""

    match: MatchName
    name: TableTitle
    key: KeyText
    seats: Seats


class TableAdmitted(TaggedMatchEntry, frozen=True, tag="table_admitted"):
    """Another table joined, with these seats."""

    table: TableNumber
    name: TableTitle
    key: KeyText
    seats: Seats


class SeatsReassigned(TaggedMatchEntry, frozen=True, tag="seats_reassigned"):
    """These seats are played at this table from now on."""

    table: TableNumber
    seats: Seats


class TableDeparted(TaggedMatchEntry, frozen=True, tag="table_departed"):
    """A table left, or was ``revoked`` by the table that decides. Its seats are nobody's until they are reassigned."""

    table: TableNumber
    revoked: bool


class SeatNamed(TaggedMatchEntry, frozen=True, tag="seat_named"):
    """The player on a seat of this table is called so (empty: by nothing)."""

    seat: Seat
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


class PowersDrafted(TaggedMatchEntry, frozen=True, tag="powers_drafted"):
    """How far the draft of the next game is, with the choices that this table made; none: there is no draft any
    more."""

    draft: DraftRecord | None


class GameSetUp(TaggedMatchEntry, frozen=True, tag="game_set_up"):
    """A game began."""

    setup: SetupForm


class StepsTaken(TaggedMatchEntry, frozen=True, tag="steps_taken"):
    """The seat to act did these steps, as ``docs/notation.md`` writes them: a turn, or the part of one up to where
    another table has to choose."""

    steps: StepsText


class StepsSeen(TaggedMatchEntry, frozen=True, tag="steps_seen"):
    """The same in a game with secrets, as far as a table may know it. ``steps`` are what it can play in a game of its
    own: where a token is put that it may not see, another step stands in. ``drawn`` are the cards that were drawn after
    them (left out: none). Of a turn that it cannot play it gets the ``events`` instead, in the form of
    `table.log_forms`, and the ``position`` after it (left out: it could not go on from that either). Once the game is
    over ``tokens`` are the true steps in place of all that, and ``seed`` is the true one (left out: none is needed).
    """

    seat: Seat
    events: tuple[str, ...]
    steps: SeenStepsText = ""
    tokens: SecretStepsText = ""
    drawn: CardsDrawn | UnsetType = UNSET
    seed: DeckSeed | UnsetType = UNSET
    position: PositionLine | UnsetType = UNSET


class TakebackRequested(TaggedMatchEntry, frozen=True, tag="takeback_requested"):
    """A table asks the others to take back the steps of this entry, the last ones that stand."""

    steps: Number


class TakebackAnswered(TaggedMatchEntry, frozen=True, tag="takeback_answered"):
    """A table agreed to that, or refused. The steps are taken back once all agreed."""

    steps: Number
    agreed: bool


class MatchClosed(TaggedMatchEntry, frozen=True, tag="match_closed"):
    """The match is over; nothing follows."""


MatchContent = (
    MatchOpened
    | TableAdmitted
    | SeatsReassigned
    | SeatNamed
    | TableDeparted
    | PowersDrafted
    | GameSetUp
    | StepsTaken
    | StepsSeen
    | TakebackRequested
    | TakebackAnswered
    | MatchClosed
)


class OrderedEntry(Struct, frozen=True):
    """An entry with the table that it is from, and which of that table's proposals it was (0: one of the table that
    decides). ``signed`` is that table's own signature, for this place in the log (`online.match.match_log`); it is
    empty for the table that decides, and once a judge has secrets."""

    by: TableNumber
    proposal: Number
    content: MatchContent
    signed: SignatureText = ""


_READER = JsonReader(OrderedEntry)


def entry_body(entry: OrderedEntry) -> str:
    """The only text of an entry in JSON."""
    return msgspec.json.encode(entry).decode()


def read_entry(body: str) -> OrderedEntry:
    """Read an entry.

    :raises MalformedError: if it is none, or is not written as `entry_body` writes it.
    """
    return read_text(_READER, body)


def in_order(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Sort seats in the order of entries."""
    return tuple(seat for seat in Seat if seat in set(seats))


# ---- bars
#
# Why an entry cannot follow in the log of a match.


class Bar(StrEnum):
    """Why an entry cannot follow."""

    NOT_OPEN = "not_open"
    UNKNOWN_TABLE = "unknown_table"
    NOT_YOURS = "not_yours"
    SEAT_TAKEN = "seat_taken"
    SETUP = "setup"
    NEEDS_JUDGE = "needs_judge"
    NO_GAME = "no_game"
    GAME_GOES_ON = "game_goes_on"
    ILLEGAL = "illegal"
    CORRECTION = "correction"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    TOO_LONG = "too_long"
    OUTDATED = "outdated"
    REPEATED = "repeated"


class BarredError(Exception):
    """An entry that cannot follow: which bar it met, and a plain line that says what is allowed."""

    def __init__(self, bar: Bar, message: str) -> None:
        super().__init__(message)
        self.bar = bar

"""A table's part in a match between tables: the seats that are played elsewhere, and the part of its game that all
tables have.

The session does not deal with how tables agree (docs/matches.md): it gets the agreed entries, and the players of the
seats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta, Struct

from common.message import Message
from engine.seats import Seat

OPENING_TABLE = 0
"""The number of the table that opened the match. It begins the games, and decides the order of what happens."""
MOST_TABLES = 3
"""The most other tables that can be invited: there are no more seats for them."""

TableNumber = Annotated[int, Meta(ge=0, lt=16)]


class FarSeat(Struct, frozen=True):
    """A seat that is played at another table: the number of that table in the match (None until a table has come), the
    table's ``title``, and the player's name, which may be empty."""

    seat: Seat
    table: TableNumber | None = None
    title: str = ""
    name: str = ""


class MatchSeats(Struct, frozen=True):
    """Who plays where in the ``match`` of this name: this table is number ``here``, and those are the seats that are
    played ``far`` away. People here may sit on their ``own`` seats (empty: on all others)."""

    match: str
    here: TableNumber
    own: tuple[Seat, ...]
    far: tuple[FarSeat, ...]

    def may_sit(self, seat: Seat) -> bool:
        """Whether a player at this table may have this seat."""
        return seat not in {each.seat for each in self.far} and (not self.own or seat in self.own)

    @property
    def opened_here(self) -> bool:
        """Whether this table opened the match."""
        return self.here == OPENING_TABLE

    @property
    def all_came(self) -> bool:
        """Whether each far seat has a table."""
        return all(each.table is not None for each in self.far)


@dataclass(frozen=True, slots=True)
class MatchPart:
    """The part of a table in a match. ``began`` is the number of the agreed entry with which the newest game of the
    match began that this table has begun (0: none), ``current``: the game at this table is that one. Of its plies
    the first ``agreed`` are confirmed by all tables; the others are ``offered``, or still open. ``drafting``: the draft
    at this table is the one of the match."""

    seats: MatchSeats
    began: int = 0
    current: bool = False
    agreed: int = 0
    offered: bool = False
    drafting: bool = False

    @property
    def between_games(self) -> MatchPart:
        """Return the part once the game is away, or another one has begun at this table."""
        return replace(self, current=False, agreed=0, offered=False, drafting=False)

    def with_game(self, number: int) -> MatchPart:
        """Return the part once the game of this number has begun."""
        return replace(self, began=number, current=True, agreed=0, offered=False, drafting=False)

    def with_agreed(self, plies: int) -> MatchPart:
        """Return the part once this number of plies is agreed, and nothing more is offered."""
        return replace(self, agreed=plies, offered=False)


@dataclass(frozen=True, slots=True)
class MatchTableView:
    """A table of the match: its number, what it is called, its seats, whether it is ``gone``, and the ``words`` that it
    shows, too, if nobody is between (empty: there are none)."""

    number: int
    title: str
    seats: tuple[Seat, ...]
    words: tuple[str, ...]
    gone: bool


@dataclass(frozen=True, slots=True)
class MatchCodeView:
    """A code with which another table can come for these seats: its words, and what its QR code holds."""

    seats: tuple[Seat, ...]
    words: tuple[str, ...]
    scanned: str


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """A table's knowledge of its match besides the game. ``able``: there is a broker, without which no match can be
    opened. ``joining``: it has a code, and waits for an answer. ``trouble`` is the reason why the match has stopped, if
    it has. ``asking`` is the other table's seat that wants the last turn taken back, if there is one. ``unwritten`` is
    the reason why the match cannot be stored now, if it cannot."""

    able: bool = False
    tables: tuple[MatchTableView, ...] = ()
    codes: tuple[MatchCodeView, ...] = ()
    joining: bool = False
    trouble: Message | None = None
    asking: Seat | None = None
    unwritten: str | None = None


@dataclass(frozen=True, slots=True)
class MatchView:
    """The match as a phone shows it: the number of this table (None if it is in no match), the tables, the codes (for
    the host only), whether it waits to be let in, the reason why the match has stopped, whether the turn waits until
    all tables have it (``offered``), and the reason why they did not take the last one (None if they did)."""

    here: int | None
    tables: tuple[MatchTableView, ...]
    codes: tuple[MatchCodeView, ...]
    joining: bool
    trouble: Message | None
    offered: bool
    refused: Message | None
    able: bool

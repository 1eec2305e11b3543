"""A running club: its tables, its tournament, and their results. It changes in one thread at a time, and a change is on
the disk before any page shows it.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import reduce
from random import SystemRandom
from typing import Annotated, Final

from msgspec import Meta, Struct

from common.json_reader import JsonReader
from common.mqtt.broker import BrokerMessage, BrokerState, BrokerStatus
from common.threads import News
from engine import NotationError
from online.club.club_store import ClubGame, ClubStore, ClubStoreError
from online.club.table_report import ClubTopic, HeardTopic, TableReport, heard_topic, read_record, read_report
from online.club.tournament import (
    Tournament,
    TournamentRefused,
    begun,
    cancelled,
    entered,
    evolve,
    next_round,
    result,
    result_of_table,
    withdrew,
)
from online.club.tournament_entries import MOST_ROUNDS, PairingSystem, TournamentBegan, TournamentEntry
from online.home.home_assistant import ONLINE
from table.storage.finished_game import FinishedGame, read_game
from table.typed_json import MalformedError, Whole, read

# ---- club tables
#
# The tables of a broker as a club has heard of them: the newest report of each, and what was dropped.


MOST_TABLES: Final = 100
"""The number of tables that are shown."""
MOST_HEARD: Final = 1000
"""The number of tables whose presence is known."""
MOST_DROPPED: Final = 20
"""The number of tables with a reason why their message was dropped."""
_COMPLAINT: Final = 200
"""The most characters of such a reason."""


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table: its newest report, whether it is there, and since when it waits for the same turn, in seconds of the
    club's clock."""

    identity: str
    report: TableReport
    online: bool
    since: float


@dataclass(frozen=True, slots=True)
class ClubTables:
    """All tables by identity. ``online`` are the tables that are there, with or without a report. ``complaints`` are
    the reasons why messages were dropped, by the identity of the sender, the newest last."""

    tables: Mapping[str, ClubTable] = field(default_factory=dict)
    online: frozenset[str] = frozenset()
    complaints: Mapping[str, str] = field(default_factory=dict)

    def in_order(self) -> tuple[ClubTable, ...]:
        """The tables in the order of display: by name, absent tables last."""
        return tuple(
            sorted(
                self.tables.values(), key=lambda each: (not each.online, _by_number(each.report.name), each.identity)
            )
        )

    def told(self, identity: str, payload: bytes, now: float) -> ClubTables:
        """The tables after a report. An empty report removes its table. A message that is not a report is dropped."""
        if not payload:
            return replace(self, tables={key: each for key, each in self.tables.items() if key != identity})
        try:
            report = read_report(payload)
        except MalformedError as error:
            return self.dropping(identity, str(error))
        before = self.tables.get(identity)
        kept = self.tables if before is not None else self._with_room()
        if kept is None:
            return self.dropping(identity, f"more than {MOST_TABLES} tables are there already")
        same = before is not None and _waiting(before.report) == _waiting(report)
        table = ClubTable(identity, report, identity in self.online, before.since if before and same else now)
        complaints = {key: why for key, why in self.complaints.items() if key != identity}
        return replace(self, tables={**kept, identity: table}, complaints=complaints)

    def heard_of(self, identity: str, payload: bytes) -> ClubTables:
        """The tables after a message about the presence of one."""
        online = payload == ONLINE
        if online and identity not in self.online and len(self.online) >= MOST_HEARD:
            return self.dropping(identity, f"more than {MOST_HEARD} tables are there already")
        table = self.tables.get(identity)
        tables = self.tables if table is None else {**self.tables, identity: replace(table, online=online)}
        return replace(self, tables=tables, online=self.online | {identity} if online else self.online - {identity})

    def unheard(self) -> ClubTables:
        """The tables while the broker is away: all are absent until they report again."""
        tables = {key: replace(each, online=False) for key, each in self.tables.items()}
        return replace(self, tables=tables, online=frozenset())

    def dropping(self, identity: str, why: str) -> ClubTables:
        """The tables with the reason why a message was dropped."""
        line = " ".join(why.split())[:_COMPLAINT]
        others = {key: each for key, each in self.complaints.items() if key != identity}
        return replace(self, complaints=dict([*others.items(), (identity, line)][-MOST_DROPPED:]))

    def _with_room(self) -> Mapping[str, ClubTable] | None:
        """The tables with room for one more: an absent one gives way. None if all are there."""
        if len(self.tables) < MOST_TABLES:
            return self.tables
        away = next((key for key, each in self.tables.items() if not each.online), None)
        return None if away is None else {key: each for key, each in self.tables.items() if key != away}


def _by_number(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts names as people do: table 2 comes before table 10."""
    parts = re.split(r"([0-9]+)", name.casefold())
    return tuple((int(part), "") if part.isascii() and part.isdigit() else (-1, part) for part in parts)


def _waiting(report: TableReport) -> tuple[object, ...]:
    """A value that stays the same while the table waits for the same player."""
    return report.phase, report.turn, report.count


# ---- club results
#
# Finished games of a club's tables as its page lists them.


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """A player of a finished game: the ``name``, which may be empty, the powers, and whether this player won."""

    name: str
    powers: tuple[str, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class ClubResult:
    """A finished game: the table's identity, the game's name there, the table's name, the players, and the number of
    turns."""

    identity: str
    game: str
    place: str
    players: tuple[ClubPlayer, ...]
    turns: int


def club_result(stored: ClubGame, finished: FinishedGame) -> ClubResult:
    """A stored game for the list; ``finished`` is its parsed text."""
    winners = finished.winners or ()
    players = tuple(
        ClubPlayer(each.name or "", tuple(map(str, each.powers)), each.seat in winners) for each in finished.players
    )
    return ClubResult(stored.identity, stored.name, stored.place, players, finished.turns)


def won_by_name(result: ClubResult) -> Mapping[str, bool]:
    """Whether each player of a game won, by name; empty if a player has none, or two have the same."""
    named = {each.name: each.won for each in result.players if each.name}
    return named if len(named) == len(result.players) else {}


# ---- club commands
#
# What the organiser of a club can ask for. These types are also the form in which a page sends it.


Given = Annotated[str, Meta(max_length=100)]
"""A name as it was typed."""


class TaggedClubCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A command that JSON names by its ``kind``."""


class BeginTournament(TaggedClubCommand, frozen=True, tag="begin_tournament"):
    """Begin a tournament; the one before is over. ``rounds`` are those of a Swiss one."""

    title: Given
    system: PairingSystem
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class EnterPlayers(TaggedClubCommand, frozen=True, tag="enter_players"):
    """Let these players enter, or come back."""

    names: Annotated[tuple[Given, ...], Meta(max_length=100)]


class WithdrawPlayer(TaggedClubCommand, frozen=True, tag="withdraw_player"):
    """A player plays no further rounds."""

    name: Given


class PairRound(TaggedClubCommand, frozen=True, tag="pair_round"):
    """Pair the next round."""


class CancelRound(TaggedClubCommand, frozen=True, tag="cancel_round"):
    """The last round is not played as it was paired."""


class EnterResult(TaggedClubCommand, frozen=True, tag="enter_result"):
    """Who won a game of a round, both numbered from 0; null takes a result back."""

    round: Whole
    game: Whole
    winner: Given | None


ClubCommand = BeginTournament | EnterPlayers | WithdrawPlayer | PairRound | CancelRound | EnterResult


class ClubRequestForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and the edition of the tournament that the page showed when it was given."""

    edition: Whole
    command: ClubCommand


class OrganiserForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that the command printed at its start, as somebody typed them."""

    words: Given


_REQUEST: Final = JsonReader(ClubRequestForm)


def read_club_request(body: object) -> ClubRequestForm:
    """The command in the body of a request.

    :raises MalformedError: if the body does not have this form.
    """
    return read(_REQUEST, body)


# ---- running club


MOST_COMING: Final = 4 * MOST_TABLES
"""The number of topics with a waiting message; only the newest message of a topic waits."""
LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the state of the broker's connection."""
AGAIN_SECONDS: Final = 2.0
"""Seconds before storing is tried again."""
_LOTS: Final = 10**9

log = logging.getLogger(__name__)


class StaleTournament(Exception):
    """The tournament has changed since the page saw it."""


@dataclass(frozen=True, slots=True)
class ClubState:
    """A club now. ``version`` grows with each change; ``edition`` is the number of the tournament's entries, and
    ``changed`` has the version at which each part changed last: the identity of a table, ``tournament``, ``results``.
    ``unwritten`` is why nothing can be stored now (None: it can be)."""

    version: int
    tables: ClubTables
    edition: int
    tournament: Tournament | None
    results: tuple[ClubResult, ...]
    changed: dict[str, int]
    unwritten: str | None = None


class RunningClub:
    """A club and its store. All methods are safe from any thread."""

    def __init__(
        self,
        store: ClubStore,
        broker: Callable[[], BrokerStatus],
        clock: Callable[[], float] = time.monotonic,
        lot: Callable[[], int] = lambda: SystemRandom().randrange(_LOTS),
    ) -> None:
        """``broker`` gives the state of the broker's connection, ``lot`` draws a number for a player.

        :raises ClubStoreError: if the store cannot be read.
        """
        self._store = store
        self._broker = broker
        self._clock = clock
        self._lot = lot
        self._storing = threading.Lock()
        self._news = News()
        self._coming: OrderedDict[str, BrokerMessage] = OrderedDict()
        self._closed = False
        self._flooded = False
        entries = store.entries
        self._number = [isinstance(each, TournamentBegan) for each in entries].count(True)
        self._known = store.known
        self._organisers = store.organisers
        self._state = ClubState(
            1,
            ClubTables(),
            len(entries),
            reduce(evolve, entries, None),
            tuple(map(_read_again, store.games(self._number))),
            {"tournament": 1, "results": 1},
        )
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        """Start to handle messages."""
        self._thread.start()

    def close(self) -> None:
        """Stop handling messages, and end the waits of all pages."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    @property
    def state(self) -> ClubState:
        """The club now."""
        return self._state

    @property
    def broker(self) -> BrokerStatus:
        """The state of the broker's connection."""
        return self._broker()

    @property
    def now(self) -> float:
        """The time in seconds of the clock behind `ClubTable.since`."""
        return self._clock()

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``wake`` whenever there may be a new state, and at the end, while the context is open."""
        return self._news.telling(wake)

    def wait(self, version: int, timeout: float) -> ClubState | None:
        """The first state with another version; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self._state.version != version or self._closed, timeout)
            return None if self._closed or self._state.version == version else self._state

    def hear(self, message: BrokerMessage) -> None:
        """Take a message of the broker. It is handled soon; this never waits."""
        with self._news:
            if message.topic not in self._coming and len(self._coming) >= MOST_COMING:
                if not self._flooded:
                    log.warning("too many messages come at once, so some are dropped; one is on %s", message.topic[:80])
                self._flooded = True
                return
            self._coming[message.topic] = message
            self._news.notify_all()

    def submit(self, edition: int, command: ClubCommand) -> None:
        """Carry out a command of the organiser.

        :raises StaleTournament: if the tournament is not of this edition any more.
        :raises TournamentRefused: if it cannot be done.
        :raises ClubStoreError: if it cannot be stored.
        """
        with self._storing:
            before = self._state
            if before.edition != edition:
                raise StaleTournament
            self._commit(self._entries(before.tournament, command))

    def is_organiser(self, mark: str) -> bool:
        """Whether a token with this mark organises the club."""
        return mark in self._organisers

    def admit(self, mark: str) -> None:
        """Make the owner of the token with this mark an organiser.

        :raises ClubStoreError: if it cannot be stored.
        """
        with self._storing:
            self._store.write(organiser=mark)
            self._organisers |= {mark}

    def games(self) -> tuple[ClubGame, ...]:
        """The finished games of this tournament.

        :raises ClubStoreError: if they cannot be read.
        """
        with self._storing:
            return self._store.games(self._number)

    def _entries(self, tournament: Tournament | None, command: ClubCommand) -> tuple[TournamentEntry, ...]:
        if isinstance(command, BeginTournament):
            return (begun(command.title, command.system, command.rounds),)
        if tournament is None:
            raise TournamentRefused("none")
        match command:
            case EnterPlayers(names=names):
                found: list[TournamentEntry] = []
                for name in names:
                    entry = entered(tournament, name, self._lot())
                    tournament = evolve(tournament, entry)
                    found.append(entry)
                return tuple(found)
            case WithdrawPlayer(name=name):
                return (withdrew(tournament, name),)
            case PairRound():
                return (next_round(tournament),)
            case CancelRound():
                return (cancelled(tournament),)
            case EnterResult(round=number, game=game, winner=winner):
                return (result(tournament, number, game, winner),)

    def _commit(
        self,
        entries: tuple[TournamentEntry, ...],
        game: ClubGame | None = None,
        listed: ClubResult | None = None,
        known: tuple[str, str] | None = None,
    ) -> None:
        """Store a change, then show it."""
        began = any(isinstance(each, TournamentBegan) for each in entries)
        self._store.write(entries, game=game, tournament=self._number, known=known)
        self._number += began
        if known is not None:
            self._known = {**self._known, known[0]: known[1]}
        state = self._state
        results = () if began else state.results if listed is None else (*state.results, listed)
        self._show(
            replace(
                state,
                edition=state.edition + len(entries),
                tournament=reduce(evolve, entries, state.tournament),
                results=results,
                unwritten=None,
            ),
            *(("tournament",) if entries else ()),
            *(("results",) if results is not state.results else ()),
        )

    def _show(self, state: ClubState, *parts: str) -> None:
        """Publish a state in which these parts are new."""
        with self._news:
            version = self._state.version + 1
            changed = {**state.changed, **dict.fromkeys(parts, version)}
            self._state = replace(state, version=version, changed=changed)
            self._news.notify_all()

    def _run(self) -> None:
        while not self._closed:
            message = self._next()
            if message is None:
                self._look_at_broker()
                continue
            topic = heard_topic(message.topic)
            if topic is None:
                continue  # a broker allows any name here; this is not a table
            try:
                with self._storing:
                    self._handle(topic, message)
            except ClubStoreError as error:
                log.warning("%s", error)
                self._try_again(message, str(error))

    def _next(self) -> BrokerMessage | None:
        """The next message; None after a pause without one, or at the end."""
        with self._news:
            self._flooded = self._flooded and bool(self._coming)
            self._news.wait_for(lambda: bool(self._coming) or self._closed, LOOK_SECONDS)
            return self._coming.popitem(last=False)[1] if self._coming and not self._closed else None

    def _look_at_broker(self) -> None:
        """Mark all tables absent while there is no connection. At the next one the broker reports the present
        tables."""
        with self._storing:
            tables = self._state.tables
            if tables.online and self._broker().state is not BrokerState.CONNECTED:
                self._show(replace(self._state, tables=tables.unheard()), *tables.tables)

    def _try_again(self, message: BrokerMessage, why: str) -> None:
        with self._storing:
            self._show(replace(self._state, unwritten=why))
        with self._news:
            self._coming.setdefault(message.topic, message)
            self._news.wait_for(lambda: self._closed, AGAIN_SECONDS)

    def _handle(self, topic: HeardTopic, message: BrokerMessage) -> None:
        state, identity = self._state, topic.identity
        match topic.what:
            case ClubTopic.STATUS:
                self._hear_of(identity, state.tables.heard_of(identity, message.payload))
            case ClubTopic.REPORT:
                tables = state.tables.told(identity, message.payload, self._clock())
                if identity in tables.tables and identity not in self._known:
                    self._store.write(known=(identity, ""))
                    self._known = {**self._known, identity: ""}
                self._hear_of(identity, tables)
            case ClubTopic.GAME if message.payload:
                self._take_game(identity, message)

    def _hear_of(self, identity: str, tables: ClubTables) -> None:
        before = self._state.tables
        if tables == before:
            return
        if (why := tables.complaints.get(identity)) is not None and before.complaints.get(identity) != why:
            log.warning("a message of the table %s is dropped: %s", identity, why)
        same = before.tables.get(identity) == tables.tables.get(identity)
        self._show(replace(self._state, tables=tables), *(() if same else (identity,)))

    def _take_game(self, identity: str, message: BrokerMessage) -> None:
        """Take a finished game. A game that the broker retained from before the first report of its table is old."""
        try:
            told = read_record(message.payload)
            finished = told.game()
        except MalformedError as error:
            self._hear_of(identity, self._state.tables.dropping(identity, str(error)))
            return
        last = self._known.get(identity)
        if last == told.name:
            return
        if last is None:
            if message.retain:
                self._commit((), known=(identity, told.name))
            else:
                self._hear_of(identity, self._state.tables.dropping(identity, "it tells of a game and not of itself"))
            return
        table = self._state.tables.tables.get(identity)
        stored = ClubGame(identity, told.name, "" if table is None else table.report.name, told.text)
        listed = club_result(stored, finished)
        tournament = self._state.tournament
        entry = None if tournament is None else result_of_table(tournament, won_by_name(listed))
        self._commit(() if entry is None else (entry,), stored, listed, (identity, told.name))


def _read_again(stored: ClubGame) -> ClubResult:
    """Parse a stored game.

    :raises ClubStoreError: if it cannot be read any more.
    """
    try:
        return club_result(stored, read_game(stored.text))
    except NotationError as error:
        raise ClubStoreError(
            f"the game {stored.name} of the table {stored.identity} cannot be read: {error}"
        ) from error

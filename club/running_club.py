"""A club while its page is open: the tables, the tournament, and what came of both. It changes in one thread at a time,
and what is stored is on the disk before any page shows it."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from random import SystemRandom
from typing import Final

from broker.broker_message import BrokerMessage
from broker.broker_status import BrokerState, BrokerStatus
from club.club_commands import (
    BeginTournament,
    CancelRound,
    ClubCommand,
    EnterPlayers,
    EnterResult,
    PairRound,
    WithdrawPlayer,
)
from club.club_results import ClubResult, club_result, won_by_name
from club.club_store import ClubGame, ClubStore, ClubStoreError
from club.club_tables import MOST_TABLES, ClubTables
from club.club_topics import ClubTopic, HeardTopic, heard_topic
from club.finished_record import read_record
from club.tournament import (
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
from club.tournament_entries import TournamentBegan, TournamentEntry
from engine import NotationError
from table.storage.finished_game import read_game
from table.typed_json import MalformedError

MOST_COMING: Final = 4 * MOST_TABLES
"""So many topics may have a message that waits to be handled; only the newest of a topic waits."""
LOOK_SECONDS: Final = 1.0
"""So often it is looked at how the connection to the broker stands."""
AGAIN_SECONDS: Final = 2.0
"""After so long it is tried again to store what could not be stored."""
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
    """The club whose things are in this store. All methods are safe from any thread."""

    def __init__(
        self,
        store: ClubStore,
        broker: Callable[[], BrokerStatus],
        clock: Callable[[], float] = time.monotonic,
        lot: Callable[[], int] = lambda: SystemRandom().randrange(_LOTS),
    ) -> None:
        """``broker`` says how the connection to the broker stands, ``lot`` draws a number for a player.

        :raises ClubStoreError: if the store cannot be read.
        """
        self._store = store
        self._broker = broker
        self._clock = clock
        self._lot = lot
        self._storing = threading.Lock()
        self._news = threading.Condition()
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
        """Begin to handle messages."""
        self._thread.start()

    def close(self) -> None:
        """Handle nothing more, and end the waits of all pages."""
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
        """How the connection to the broker stands."""
        return self._broker()

    @property
    def now(self) -> float:
        """The time by which `club.club_tables.ClubTable.since` counts, in seconds."""
        return self._clock()

    def wait(self, version: int, timeout: float) -> ClubState | None:
        """The first state with another version; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self._state.version != version or self._closed, timeout)
            return None if self._closed or self._state.version == version else self._state

    def hear(self, message: BrokerMessage) -> None:
        """A message of the broker; it is handled soon, and this waits for nothing."""
        with self._news:
            if message.topic not in self._coming and len(self._coming) >= MOST_COMING:
                if not self._flooded:
                    log.warning("too many messages come at once, so some are dropped; one is on %s", message.topic[:80])
                self._flooded = True
                return
            self._coming[message.topic] = message
            self._news.notify_all()

    def submit(self, edition: int, command: ClubCommand) -> None:
        """Do what the organiser asks for.

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
        """Let whoever has the token with this mark organise the club, from now on.

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
        """Store all this, then show it."""
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
        """Let pages see a state in which these parts are new."""
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
                continue  # the broker lets any name stand for a table; this one is none of ours
            try:
                with self._storing:
                    self._handle(topic, message)
            except ClubStoreError as error:
                log.warning("%s", error)
                self._try_again(message, str(error))

    def _next(self) -> BrokerMessage | None:
        """The next message; None if none comes for a while, or at the end."""
        with self._news:
            self._flooded = self._flooded and bool(self._coming)
            self._news.wait_for(lambda: bool(self._coming) or self._closed, LOOK_SECONDS)
            return self._coming.popitem(last=False)[1] if self._coming and not self._closed else None

    def _look_at_broker(self) -> None:
        """Without a connection no table can be heard. At the next one the broker says which of them are there."""
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
        """A finished game. One that the broker had before the table was first heard of is not of now."""
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
    """A stored game; what was stored could be read.

    :raises ClubStoreError: if it cannot be read any more.
    """
    try:
        return club_result(stored, read_game(stored.text))
    except NotationError as error:
        raise ClubStoreError(
            f"the game {stored.name} of the table {stored.identity} cannot be read: {error}"
        ) from error

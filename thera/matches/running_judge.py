"""A judge at work: a table without board and seats that invites the others, sets up their game and orders what happens.

It has no thread and never waits. What is to be done next is found by comparing the match with the plan, so nothing is
lost with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from apart.judge_plan import JudgePlan
from apart.match_entries import GameSetUp, OrderedEntry, StepsTaken, TableDeparted
from apart.match_events import EntryAgreed, LogsDiffer, LogSetBack, MatchNotice, MessagesDropped, ProposalRefused
from apart.match_file import MatchFileError
from apart.match_limits import TABLES_AT_MOST
from apart.match_state import MatchState
from engine import Game
from table.errors import CannotPlayError
from table.session.match_part import MatchTableView
from thera.matches.broker_topics import BrokerTopics
from thera.matches.judge_messages import JudgeMessages
from thera.matches.judge_storage import JudgeStorage
from thera.matches.running_match import MatchMeans, RunningMatch

RETRY_SECONDS: Final = 2.0
"""So soon is tried again what could not be stored."""
JUDGE_TITLE: Final = "Judge"
"""What the tables call a judge."""


class RunningJudge:
    """The judge of one match. ``clock`` gives seconds and only goes on; all calls come from one thread."""

    def __init__(
        self, storage: JudgeStorage, plan: JudgePlan, link: BrokerTopics, clock: Callable[[], float], say: JudgeMessages
    ) -> None:
        """Open the match of this plan, or go on with the one that is stored.

        :raises CannotPlayError: if the stored match is not one that this judge decides.
        :raises MatchFileError: if its file can be neither read nor written.
        """
        self.done = False
        self._storage, self._plan, self._clock, self._say = storage, plan, clock, say
        self._retry_at = 0.0
        self._strangers = 0
        self._full = False
        self._match: RunningMatch | None = None
        file = storage.match_file()
        means = MatchMeans(link, storage.matches.identity())
        if file.records:
            self._match = RunningMatch.resumed(file, means, self._tell)
        else:
            self._match = RunningMatch.opened(file, means, self._tell, JUDGE_TITLE, frozenset())
        if not self._match.decides or not self._match.state.judged:
            raise CannotPlayError(f"{file.path}: in this match the program is a player, and no judge")
        link.receive = self._received
        link.restored = self._link_restored
        for table in self._guests():
            say.joined(plan.label_of(table.seats), table)
        say.goes_on(self._match.state)

    @property
    def game(self) -> Game:
        """The game, with all its secrets.

        :raises ValueError: if there is none yet.
        """
        if self._running.state.game is None:
            raise ValueError("no game has begun")
        return self._running.state.game

    @property
    def due(self) -> float:
        """When `pass_time` has something to do, in seconds; ``inf``: not before something comes."""
        if self._retry_at:
            return self._retry_at
        due = self._running.due
        return inf if due is None else due / 1000

    def pass_time(self) -> None:
        """Do what is due by now, and whatever is lacking."""
        self._retry_at = 0.0
        try:
            self._running.pass_time(self._now)
            self._do_what_lacks()
        except MatchFileError as error:
            self._say.trouble(str(error))
            self._retry_at = self._clock() + RETRY_SECONDS

    def close_match(self) -> None:
        """Close the match; the tables are told. Where that was asked before, those that do not answer are no longer
        waited for."""
        if self._running.state.closed:
            self._say.not_told([self._running.state.tables[number].name for number in self._running.behind])
            self._finish()
            return
        self._close()

    def revoke(self, label: str) -> None:
        """Take its seats away from the table that the plan calls so; another one can come for them.

        :raises CannotPlayError: if no such table is in the match.
        """
        there = {self._plan.label_of(table.seats): table for table in self._guests()}
        if label not in there:
            raise CannotPlayError(
                f"--revoke: {label!r} is not in the match; those that are: {', '.join(there) or 'none yet'}"
            )
        self._running.ask(TableDeparted(there[label].number, revoked=True), self._now)

    def stop(self) -> None:
        """End with the program; the match goes on at the next start."""
        if not self.done:
            self._running.file.close()

    # ---- what happens by itself ----

    @property
    def _running(self) -> RunningMatch:
        if self._match is None:
            raise RuntimeError("the match is not open yet")
        return self._match

    @property
    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _guests(self) -> list[MatchTableView]:
        """The tables that are in the match."""
        return [table for table in self._running.tables if table.seats and not table.gone]

    def _link_restored(self) -> None:
        try:
            self._running.link_restored(self._now)
        except MatchFileError as error:
            self._say.trouble(str(error))

    def _received(self, topic: str, data: bytes) -> None:
        self._running.received(topic, data, self._now)
        if self._running.strangers > self._strangers:
            self._strangers = self._running.strangers
            self._say.stranger()
        self.pass_time()

    def _do_what_lacks(self) -> None:
        match = self._running
        if match.state.closed:
            if match.told:
                self._finish()
            return
        if match.state.began and not self._guests():
            self._close()
            return
        if match.state.game is None or match.state.game.outcome is None:
            self._invite()
        if not match.state.began and not match.invited:
            match.ask(GameSetUp(self._plan.setup), self._now)

    def _invite(self) -> None:
        """Have a code for each table of the plan that is not here, and say all codes that nobody has used."""
        match = self._running
        for planned in self._plan.tables:
            taken = {seat for seat in planned.seats if match.state.holder(seat) is not None}
            free = frozenset(planned.seats) - taken - set(match.invited)
            if free and self._may_invite:
                match.invite(free)
        for code in match.codes:
            self._say.code(self._plan.label_of(code.seats), code)

    @property
    def _may_invite(self) -> bool:
        """Whether the match may admit another table; if not, that is said once."""
        state, codes = self._running.state, self._running.codes
        may = len(state.tables) + len(codes) < TABLES_AT_MOST
        if not may and not self._full:
            self._say.trouble(
                f"A match has {TABLES_AT_MOST} tables at most, those that left included: no other can come"
            )
        self._full = not may
        return may

    def _close(self) -> None:
        self._say.closing()
        self._running.leave(self._now)
        if self._running.told:
            self._finish()

    def _finish(self) -> None:
        if not self.done:
            self.done = True
            self._running.stop()
            self._storage.clear(self._running.file)
            self._say.closed()

    # ---- what the match says ----

    def _tell(self, notice: MatchNotice) -> None:
        match notice:
            case EntryAgreed(_, entry) if self._match is not None:
                self._ordered(entry, self._match.state)
            case LogsDiffer(table, number):
                name = self._title(table)
                self._say.trouble(f"{name} has another entry {number} than this judge, and plays no further")
            case LogSetBack(table, here, there):
                self._say.trouble(
                    f"{self._title(table)} has {there} entries, this judge {here}: its data folder was set back, so"
                    " close the match and open another one"
                )
            case MessagesDropped(table):
                self._say.trouble(f"{self._title(table)} sends too much; what is beyond that is not read")
            case ProposalRefused(_, _, why):
                self._say.trouble(why)
            case _:
                pass

    def _ordered(self, entry: OrderedEntry, state: MatchState) -> None:
        match entry.content:
            case TableDeparted(table, revoked):
                self._say.departed(state.tables[table].name, revoked=revoked)
            case GameSetUp():
                self._say.began(state)
            case StepsTaken(steps):
                self._say.took_steps(state, steps)
            case _:
                pass
        for guest in self._guests():
            if guest.number not in self._say.introduced:
                self._say.joined(self._plan.label_of(guest.seats), guest)

    def _title(self, table: int) -> str:
        return self._running.state.tables[table].name

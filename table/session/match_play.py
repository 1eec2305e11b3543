"""A match with other tables: opening, joining and leaving one, and the news of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from msgspec import Meta

from common.message import Message
from engine.actions import Resign
from engine.seats import Seat
from table.session.answers import Answer, Refusal, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import (
    Acted,
    Entry,
    GameAbandoned,
    OfferAnswered,
    ResultTold,
    SeatedApart,
    TurnAnnounced,
    WentBackApart,
)
from table.session.match_part import MOST_TABLES, MatchSeats, MatchStatus, TableNumber
from table.session.saved_state import SavedState, need_host, need_phase
from table.session.session_events import EventOutcome, TableEvent, TableParts, carried_to_match
from table.session.snapshot import Phase
from table.session.table_seats import legal_part
from table.session.table_state import ActionSequence, TableState, Takeback
from table.session.turns import confirmed_entries, players_of

SeatsOfTables = Annotated[tuple[tuple[Seat, ...], ...], Meta(min_length=1, max_length=MOST_TABLES)]


class MatchCommand(Command, frozen=True):
    """A command about a match with other tables. It belongs to the host and is never stale. The part that plays matches
    carries it out."""

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_host(state.saved, asked.held(state.saved))
        if not state.match.able:
            raise refuse(Refusal.NO_BROKER)
        self.need_fit(state.saved, state.match)
        return self

    def need_fit(self, saved: SavedState, status: MatchStatus) -> None:
        """Refuse the command if it does not fit the match."""
        raise NotImplementedError

    def carry_out(self, table: TableParts) -> Answer:
        """Pass the command to the match."""
        return carried_to_match(self, table)


class OpenMatch(MatchCommand, frozen=True, tag="open_match"):
    """Open a match with other tables, in the lobby (host only): the seats that each of them will play. For each there
    is a code. At any time in a match that this table opened: codes for more tables, for seats that nobody has."""

    tables: SeatsOfTables

    def need_fit(self, saved: SavedState, status: MatchStatus) -> None:
        """Refuse seats that are played twice or have a player, and tables without a seat."""
        if saved.match is None:
            need_phase(saved, Phase.LOBBY)
        if status.joining or (saved.match is not None and not saved.match.seats.opened_here):
            raise refuse(Refusal.IN_MATCH)
        asked = [seat for seats in self.tables for seat in seats]
        if len(set(asked)) < len(asked) or not all(self.tables):
            raise refuse(Refusal.NOT_NOW)
        taken = [seat for seat in asked if saved.seating.at(seat) is not None]
        if taken:
            raise refuse(Refusal.SEAT_TAKEN, seat=taken[0].value)


class JoinMatch(MatchCommand, frozen=True, tag="join_match"):
    """Join a match by the code that another table shows, in the lobby (host only)."""

    code: Annotated[str, Meta(max_length=200)]

    def need_fit(self, saved: SavedState, status: MatchStatus) -> None:
        """Refuse a second match at a time."""
        need_phase(saved, Phase.LOBBY)
        if saved.match is not None or status.joining:
            raise refuse(Refusal.IN_MATCH)


class LeaveMatch(MatchCommand, frozen=True, tag="leave_match"):
    """Leave the match, or stop waiting to be let in (host only). A game of the match ends here without a result; at the
    table that opened the match it ends for all."""

    def need_fit(self, saved: SavedState, status: MatchStatus) -> None:
        """Refuse it without a match to leave."""
        if saved.match is None and not status.joining:
            raise refuse(Refusal.NOT_NOW)


class RevokeTable(MatchCommand, frozen=True, tag="revoke_table"):
    """Take its seats from a table of the match that this table opened (host only)."""

    table: TableNumber

    def need_fit(self, saved: SavedState, status: MatchStatus) -> None:
        """Refuse a table that is not another one of a match that was opened here."""
        others = [each.number for each in status.tables if not each.gone]
        if saved.match is None or not saved.match.seats.opened_here or not self.table or self.table not in others:
            raise refuse(Refusal.NOT_NOW)


PlainMatchCommand = OpenMatch | JoinMatch | LeaveMatch | RevokeTable
"""Commands about a match with other tables."""


class MatchNews(TableEvent):
    """News of a match with other tables. Agreed entries come as `table.session.session_events.EntryDecided`."""

    __slots__ = ()
    by_phone: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class MatchChanged(MatchNews):
    """The table's knowledge of the match, and its part, or None if this table is in no match."""

    status: MatchStatus
    seats: MatchSeats | None

    def handle(self, state: TableState) -> EventOutcome:
        seated = EventOutcome.of(state, self._entries(state.saved))
        after = seated.state
        if self.status != after.match:
            after = replace(after.newer, match=self.status)
        return replace(seated, state=_asked(after, seated.state.match, self.status))

    def _entries(self, saved: SavedState) -> tuple[Entry, ...]:
        """Return the entry of the seats; or the entries with which this table leaves the match and its game."""
        part = saved.match
        if self.seats is not None:
            return () if part is not None and part.seats == self.seats else (SeatedApart(self.seats),)
        if part is None:
            return ()
        playing = saved.draft is not None or (saved.game is not None and saved.phase is not Phase.OVER)
        return (*((GameAbandoned(),) if playing else ()), SeatedApart(None))


@dataclass(frozen=True, slots=True)
class StepsAgreed(MatchNews):
    """All tables of the match have these steps, which come next in the game here."""

    actions: ActionSequence

    def handle(self, state: TableState) -> EventOutcome:
        saved, actions = state.saved, self.actions
        if saved.game is None or not actions:
            return EventOutcome(state)
        if isinstance(actions[0], Resign):
            return EventOutcome.of(state, (Acted(actions[:1]),))
        steps = legal_part(saved.game, actions)
        return EventOutcome.of(state, (TurnAnnounced(steps),) if saved.table_acts else (Acted(steps),))


@dataclass(frozen=True, slots=True)
class TurnAgreed(MatchNews):
    """All tables of the match have the steps of this table."""

    def handle(self, state: TableState) -> EventOutcome:
        saved = state.saved
        if saved.game is None:
            return EventOutcome(state)
        confirmed = () if saved.confirming is None else confirmed_entries(saved, state.clock)
        return EventOutcome.of(state, (OfferAnswered(agreed=True), *confirmed))


@dataclass(frozen=True, slots=True)
class TurnNotAgreed(MatchNews):
    """The tables of the match do not take the offered steps; ``why`` is the reason."""

    why: Message

    def handle(self, state: TableState) -> EventOutcome:
        answered = EventOutcome.of(state, (OfferAnswered(agreed=False),) if state.saved.offered else ())
        return replace(answered, state=replace(answered.state.newer, not_taken=self.why))


@dataclass(frozen=True, slots=True)
class TakebackEnded(MatchNews):
    """The other tables do not take back the last turn; ``seat`` is a seat of the table that refused, or None if the
    game went on."""

    seat: Seat | None

    def handle(self, state: TableState) -> EventOutcome:
        if state.takeback is None:
            return EventOutcome(state)
        wish = None if self.seat is None else replace(state.takeback, refused=self.seat)
        return EventOutcome(replace(state.newer, takeback=wish))


@dataclass(frozen=True, slots=True)
class ResultAgreed(MatchNews):
    """After this number of ``plies`` a turn has the result that was ``told``; it replaces the steps played here
    since."""

    plies: int
    told: ResultTold

    def handle(self, state: TableState) -> EventOutcome:
        game = state.saved.game
        if game is None:
            return EventOutcome(state)
        back = (WentBackApart(self.plies),) if len(game.plies) > self.plies else ()
        return EventOutcome.of(state, (*back, self.told))


def _asked(state: TableState, before: MatchStatus, now: MatchStatus) -> TableState:
    """Return the state once another table asks for the last turn to be taken back, or asks no longer."""
    if now.asking is before.asking:
        return state
    if now.asking is None:
        theirs = state.takeback is not None and state.takeback.asker is before.asking
        return replace(state.newer, takeback=None) if theirs else state
    far = frozenset(seat for seat in players_of(state.saved) if seat in state.saved.seating.played_elsewhere)
    return replace(state.newer, takeback=Takeback(now.asking, far, state.version + 1))

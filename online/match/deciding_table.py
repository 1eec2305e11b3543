"""The side of the table that opened a match. It orders the entries and brings the other tables up to date.

A value: `DecidingTable.handle` takes an event and the time, and gives the next value and its effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from msgspec import UNSET, structs

from engine import PUBLIC, Game
from engine.events import ActedInSecret, Event
from engine.game import Ply
from engine.notation import position_text, turn_text
from engine.seats import Seat, Viewer
from engine.told_games import (
    cards_drawn,
    conceals_workers,
    draws_cards,
    is_told_as_result,
    position_as_known,
    seed_as_told,
    seen_events,
    steps_as_told,
    steps_not_told,
    viewer_at,
)
from engine.views import visible_event
from online.match.ciphers import is_signed
from online.match.match_entries import (
    DECIDING,
    Bar,
    BarredError,
    GameSetUp,
    MatchContent,
    MatchOpened,
    OrderedEntry,
    StepsSeen,
    StepsTaken,
    read_entry,
)
from online.match.match_events import (
    EntryAgreed,
    EntryAsked,
    EntryKept,
    Keep,
    KeptRecord,
    LinkRestored,
    LogsDiffer,
    LogSetBack,
    MatchEffect,
    MatchEvent,
    MessageHeard,
    MessagesDropped,
    ProposalRefused,
    ResendDue,
    SendMessage,
    TableTold,
    TellTable,
)
from online.match.match_limits import (
    ENTRIES_AT_ONCE,
    FIRST_WAIT_MS,
    LARGEST_MESSAGE,
    LONGEST_EVENTS,
    LONGEST_WAIT_MS,
    MessageAllowance,
)
from online.match.match_log import ChainedEntry, LongEntryError, MatchKeys, MatchLog
from online.match.match_messages import Declined, DiffersAt, Entries, Have, MatchMessage, Propose, message_text
from online.match.match_state import MatchState, MatchTable, after
from table.log_forms import event_text, setup_in

# ---- seen steps
#
# What a table gets of an entry in a game with secrets: what one of its seats may see, and no more.
# The judge has the whole log. Each other table has one of its own, with as many entries and a chain of its own, and
# another seed stands in for that of the decks. The signatures of proposals are left out, since they are about the log
# of the table that proposed, and could be tried on guesses. A table gets steps that it can play in a game of its own
# (`engine.told_games`), and of a turn that it cannot play what its seat may know of it and the position after it
# (`engine.told_games`). Where it could not be told enough, it gets the events alone.


def seen_by(seats: tuple[Seat, ...], entry: OrderedEntry, before: MatchState, following: MatchState) -> OrderedEntry:
    """The entry as it is sent to a table with these seats, between two states of the judge. It stays the same until a
    game with secrets is set up."""
    if not following.veiled:
        return entry
    game = following.game if isinstance(entry.content, GameSetUp) else before.game
    secret = game is not None and game.state.cast.has_secrets
    content = _seen(entry.content, following, seats) if secret else entry.content
    return OrderedEntry(entry.by, entry.proposal, content)


def _seen(content: MatchContent, following: MatchState, seats: tuple[Seat, ...]) -> MatchContent:
    match content:
        case GameSetUp(setup):
            return GameSetUp(structs.replace(setup, seed=seed_as_told(setup_in(setup))))
        case StepsTaken() if following.game is not None:
            game = following.game
            plies = game.plies[following.standing[-1].plies_before :]
            viewer = viewer_at(game.state.cast, seats)
            if viewer is None:
                return StepsSeen(plies[0].seat, _seen_events(game, plies, seats))
            return _told(game, plies, viewer)
        case _:
            return content


def _told(game: Game, plies: tuple[Ply, ...], viewer: Viewer) -> StepsSeen:
    """The last plies of the true game, as steps that the viewer's own game can play."""
    cast, seat, drawn = game.state.cast, plies[0].seat, cards_drawn(plies) or UNSET
    if game.outcome is not None:
        concealed = conceals_workers(cast)
        shown = tuple(ply.action for ply in plies) if concealed else steps_as_told(plies, viewer)
        secret = steps_not_told(game.plies[: -len(plies)], viewer)
        seed = game.setup.seed if concealed or draws_cards(cast) else UNSET
        return StepsSeen(seat, (), turn_text(shown), turn_text(secret), drawn, seed)
    if is_told_as_result(plies, viewer):
        events = _last_of([event_text(event) for event in seen_events(plies, viewer)])
        position = replace(position_as_known(game.state, viewer), seed=seed_as_told(game.setup))
        return StepsSeen(seat, events, position=position_text(position))
    return StepsSeen(seat, (), turn_text(steps_as_told(plies, viewer)), drawn=drawn)


def _last_of(events: list[str]) -> tuple[str, ...]:
    """The last events, up to the number that an entry may hold. A longer turn is shortened and not declined: declining
    it would reveal whether it met a secret."""
    while sum(map(len, events)) > LONGEST_EVENTS:
        events = events[1:]
    return tuple(events)


def _seen_events(game: Game, plies: tuple[Ply, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    viewers: tuple[Viewer, ...] = seats or (PUBLIC,)
    texts = []
    for ply in plies:
        for event in ply.events:
            seen = event if game.is_open else _seen_event(event, ply, viewers)
            if seen is not None:
                texts.append(event_text(seen))
    return tuple(texts)


def _seen_event(event: Event, ply: Ply, viewers: tuple[Viewer, ...]) -> Event | None:
    """The event as the viewer who knows most of it sees it."""
    seen = [visible_event(event, ply.before, viewer) for viewer in viewers]
    known = [each for each in seen if each is not None]
    return next((each for each in known if not isinstance(each, ActedInSecret)), known[0] if known else None)


# ---- deciding table


Handled = tuple["DecidingTable", tuple[MatchEffect, ...]]


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far another table is. ``log`` is its view of the log. ``acknowledged`` counts the entries that it has
    confirmed, or is None before it has said so. At ``due`` (ms) it gets the missing entries again, and then every
    ``wait`` ms. ``stopped`` means that its log differs and the match with it is over; ``departed`` that it left and
    gets no later entries."""

    table: int
    log: MatchLog
    acknowledged: int | None = None
    due: int = 0
    wait: int = FIRST_WAIT_MS
    allowance: MessageAllowance = field(default_factory=MessageAllowance)
    stopped: DiffersAt | None = None
    departed: bool = False

    @property
    def behind(self) -> bool:
        """Whether it needs entries again: it still plays, and has not confirmed all of them."""
        return self.acknowledged != self.log.count and self.stopped is None and not self.departed

    def waiting(self, now: int) -> TableProgress:
        """The progress after a message was sent."""
        return replace(self, due=now + self.wait, wait=min(2 * self.wait, LONGEST_WAIT_MS))


@dataclass(frozen=True, slots=True)
class DecidingTable:
    """The deciding side of a match: the whole log, the state after it, and how far each other table is."""

    log: MatchLog
    state: MatchState
    keys: MatchKeys
    others: tuple[TableProgress, ...] = ()

    @classmethod
    def restored(cls, match: str, keys: MatchKeys, records: Iterable[KeptRecord]) -> DecidingTable:
        """Restore the side from the records of its file; without records the match is not opened yet.

        :raises DifferenceError: if the entries do not follow from each other.
        :raises ForgedEntryError: if this table did not sign one of them.
        :raises BarredError: if the rules do not allow one of them.
        """
        side = cls(MatchLog(match), MatchState(), keys)
        for record in records:
            match record:
                case EntryKept(entry):
                    side = side._with_entry(entry, side.log.checked(entry, keys.deciding))
                case TableTold(table):
                    told = (replace(each, acknowledged=each.log.count) for each in side.others if each.table == table)
                    side = reduce(DecidingTable._with, told, side)
                case _:
                    pass
        return side

    @property
    def due(self) -> int | None:
        """When to send something again, in ms; None if nothing is due."""
        return min((each.due for each in self.others if each.behind), default=None)

    def handle(self, event: MatchEvent, now: int) -> Handled:
        """Handle an event; gives the next side and its effects in order."""
        match event:
            case EntryAsked(content):
                return self._asked(content, now)
            case MessageHeard(table, message):
                return self._heard(table, message, now)
            case ResendDue():
                return self.send_again(now)
            case LinkRestored():
                others = tuple(replace(each, due=now, wait=FIRST_WAIT_MS) for each in self.others)
                return replace(self, others=others).send_again(now)

    def _asked(self, content: MatchContent, now: int) -> Handled:
        if isinstance(content, MatchOpened) and content.match != self.log.match:
            raise ValueError(f"this is match {self.log.match}, not {content.match}")
        try:
            return self.order(OrderedEntry(DECIDING, 0, content), now)
        except BarredError as error:
            return self, (TellTable(ProposalRefused(content, error.bar, str(error))),)

    def order(self, entry: OrderedEntry, now: int) -> Handled:
        """Order an entry; gives the next side, and messages to each table that lacks only a few entries.

        :raises BarredError: if it cannot follow.
        """
        try:
            chained = self.log.next_entry(entry, self.keys.sign)
            side = self._with_entry(chained, entry)
        except LongEntryError as error:  # of this log, or of what another table sees of it
            raise BarredError(Bar.TOO_LONG, str(error)) from error
        effects: list[MatchEffect] = [Keep(EntryKept(chained)), TellTable(EntryAgreed(chained.number, entry))]
        others = []
        for each in side.others:
            lacking = each.log.count - (each.acknowledged or 0)
            if each.stopped is None and 0 < lacking <= ENTRIES_AT_ONCE:
                effects.append(SendMessage(each.table, _entries_after(each.log, each.log.count - lacking)))
                others.append(replace(each, wait=FIRST_WAIT_MS).waiting(now))
            else:
                others.append(each)
        return replace(side, others=tuple(others)), tuple(effects)

    def _with_entry(self, chained: ChainedEntry, entry: OrderedEntry) -> DecidingTable:
        """Add an entry to the log, and to each other table's log as that table may see it."""
        state, log = after(self.state, entry), self.log.with_entry(chained)
        others = []
        for each in self.others:
            seen = seen_by(state.tables[each.table].seats, entry, self.state, state)
            same = seen is entry and each.log.digest == self.log.digest
            shown = chained if same else each.log.next_entry(seen, self.keys.sign)
            departed = state.tables[each.table].left
            others.append(each if each.departed else replace(each, log=each.log.with_entry(shown), departed=departed))
        if len(state.tables) > len(self.state.tables) and state.tables[-1].number != DECIDING:
            others.append(TableProgress(state.tables[-1].number, self._log_for(state.tables[-1], log)))
        return replace(self, log=log, state=state, others=tuple(others))

    def _log_for(self, table: MatchTable, log: MatchLog) -> MatchLog:
        """The log for a table that was just admitted: what its seats saw, also while other tables had them."""
        if not self.state.veiled:
            return log
        shown, state = MatchLog(log.match), MatchState()
        for chained in log.entries:
            entry = read_entry(chained.body)
            following = after(state, entry)
            seen = seen_by(table.seats, entry, state, following)
            same = seen is entry and shown.digest == log.digest_at(chained.number - 1)
            shown = shown.with_entry(chained if same else shown.next_entry(seen, self.keys.sign))
            state = following
        return shown

    def _heard(self, table: int, message: MatchMessage, now: int) -> Handled:
        other = next((each for each in self.others if each.table == table), None)
        if other is None:
            return self, ()
        if isinstance(message, Have) and other.log.count >= message.count > (other.acknowledged or 0):
            return self._answered(other, message, now)  # it is catching up, which has an end
        allowance = other.allowance.at(now)
        if allowance.spent:
            return self, ()
        other = replace(other, allowance=allowance.less_one)
        dropping = (TellTable(MessagesDropped(table)),) if other.allowance.spent else ()
        side, effects = self._answered(other, message, now)
        return side, (*dropping, *effects)

    def _answered(self, other: TableProgress, message: MatchMessage, now: int) -> Handled:
        if other.stopped is not None:
            again = () if isinstance(message, DiffersAt) else (SendMessage(other.table, other.stopped),)
            return self._with(other), again
        match message:
            case Have(count, digest, answer):
                return self._told(other, count, digest, now, answer=answer)
            case Propose():
                return self._proposed(other, message, now)
            case DiffersAt(number, here, there):
                notice = LogsDiffer(other.table, number, there, here)
                return self._stop(other, notice, DiffersAt(number, there, here))
            case Entries() | Declined():
                return self._with(other), ()  # only the deciding table says this, so nobody is meant

    def _told(self, other: TableProgress, count: int, digest: str, now: int, *, answer: bool) -> Handled:
        """Handle a table's report of the entries that it has."""
        log = other.log
        if count > log.count:
            notice = LogSetBack(other.table, log.count, count)
            return self._stop(other, notice, DiffersAt(log.count, log.digest, digest))
        if digest != log.digest_at(count):
            differs = DiffersAt(count, log.digest_at(count), digest)
            return self._stop(other, LogsDiffer(other.table, count, differs.here, digest), differs)
        known = replace(other, acknowledged=max(count, other.acknowledged or 0), wait=FIRST_WAIT_MS)
        if count < log.count:
            return self._with(known.waiting(now)), (SendMessage(other.table, _entries_after(log, count)),)
        effects = list[MatchEffect]()
        if self.state.closed and other.acknowledged != count:
            effects.append(Keep(TableTold(other.table)))
        if answer:
            effects.append(SendMessage(other.table, Have(log.count, log.digest, answer=False)))
        return self._with(known), tuple(effects)

    def _proposed(self, other: TableProgress, message: Propose, now: int) -> Handled:
        table, log = other.table, other.log
        if message.after > log.count:
            notice = LogSetBack(table, log.count, message.after)
            return self._stop(other, notice, DiffersAt(log.count, log.digest, log.digest))
        if message.after < log.count:
            entries = SendMessage(table, _entries_after(log, message.after))
            if message.proposal <= self.state.proposals[table]:
                return self._with(other), (entries,)
            why = f"entry {message.after + 1} was another one"
            return self._with(other), (SendMessage(table, Declined(message.proposal, Bar.OUTDATED, why)), entries)
        known = self._with(replace(other, acknowledged=message.after))
        entry = OrderedEntry(table, message.proposal, message.content, message.signed)
        key = bytes.fromhex(self.state.tables[table].key)
        if not is_signed(key, log.proposal_text(entry), bytes.fromhex(message.signed)):
            return known, (SendMessage(table, Have(log.count, log.digest, answer=True)),)  # its log is another one
        try:
            return known.order(entry, now)
        except BarredError as error:
            return known, (SendMessage(table, Declined(message.proposal, error.bar, str(error)[:500])),)

    def _stop(self, other: TableProgress, notice: LogsDiffer | LogSetBack, differs: DiffersAt) -> Handled:
        side = self._with(replace(other, stopped=differs))
        return side, (TellTable(notice), SendMessage(other.table, differs))

    def send_again(self, now: int) -> Handled:
        """Repeat what is due."""
        effects = list[MatchEffect]()
        others = []
        for each in self.others:
            if not each.behind or now < each.due:
                others.append(each)
                continue
            known = each.acknowledged
            asks = Have(each.log.count, each.log.digest, answer=True)
            effects.append(SendMessage(each.table, asks if known is None else _entries_after(each.log, known)))
            others.append(each.waiting(now))
        return replace(self, others=tuple(others)), tuple(effects)

    def _with(self, other: TableProgress) -> DecidingTable:
        return replace(self, others=tuple(other if each.table == other.table else each for each in self.others))


def _entries_after(log: MatchLog, count: int) -> Entries:
    """The entries after the first ``count`` that fit into one message."""
    chosen = list(log.entries[count : count + ENTRIES_AT_ONCE])
    while len(chosen) > 1 and len(message_text(Entries(tuple(chosen), log.count))) > LARGEST_MESSAGE // 2:
        chosen.pop()
    return Entries(tuple(chosen), log.count)

"""The side of the table that opened the match: it orders what happens, and brings the others up to date.

A value: `DecidingTable.handle` takes an event and the time, and gives the next value and what is to be done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from apart.bars import Bar, BarredError
from apart.ciphers import is_signed
from apart.match_entries import DECIDING, MatchContent, MatchOpened, OrderedEntry, read_entry
from apart.match_events import (
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
from apart.match_limits import (
    ENTRIES_AT_ONCE,
    FIRST_WAIT_MS,
    LARGEST_MESSAGE,
    LONGEST_WAIT_MS,
    MessageAllowance,
)
from apart.match_log import ChainedEntry, LongEntryError, MatchKeys, MatchLog
from apart.match_messages import Declined, DiffersAt, Entries, Have, MatchMessage, Propose, message_text
from apart.match_state import MatchState, MatchTable, after
from apart.seen_steps import seen_by

Handled = tuple["DecidingTable", tuple[MatchEffect, ...]]


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far another table is. ``log`` is the log as it gets it, ``acknowledged`` how many of its entries it has
    (None: it has not said since the start). At ``due`` it is sent what it lacks again, and after that only after
    ``wait`` ms. ``stopped``: its log differs; nothing more is played with it. ``departed``: it left, and gets nothing
    that came after."""

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
        """Whether it is to be sent something again: it plays on, and is not known to have all entries."""
        return self.acknowledged != self.log.count and self.stopped is None and not self.departed

    def waiting(self, now: int) -> TableProgress:
        """The progress once something was sent."""
        return replace(self, due=now + self.wait, wait=min(2 * self.wait, LONGEST_WAIT_MS))


@dataclass(frozen=True, slots=True)
class DecidingTable:
    """The deciding side of a match: the whole log, the match after it, and how far each other table is."""

    log: MatchLog
    state: MatchState
    keys: MatchKeys
    others: tuple[TableProgress, ...] = ()

    @classmethod
    def restored(cls, match: str, keys: MatchKeys, records: Iterable[KeptRecord]) -> DecidingTable:
        """The side as it is after these records of its file; a match that is not opened yet after none.

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
        """When there is something to send again, in ms; None if nothing is."""
        return min((each.due for each in self.others if each.behind), default=None)

    def handle(self, event: MatchEvent, now: int) -> Handled:
        """The side after an event, and what is to be done, in this order."""
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
        """The side after an entry was ordered, and what it lacks for each table that is nearly up to date.

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
        """The side with an entry in the log, and in that of each other table as it may see it."""
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
        """The log as a table gets it that has just been admitted: with what its seats saw, whoever had them then."""
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
        """After a table said what it has."""
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
        """The side once what is due was sent again."""
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
    """The entries after the first ``count``, as many as fit into a message."""
    chosen = list(log.entries[count : count + ENTRIES_AT_ONCE])
    while len(chosen) > 1 and len(message_text(Entries(tuple(chosen), log.count))) > LARGEST_MESSAGE // 2:
        chosen.pop()
    return Entries(tuple(chosen), log.count)

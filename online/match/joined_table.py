"""The side of a table that joined a match. It proposes entries, follows the order, and judges each entry itself.

A value, as `online.match.deciding_table.DecidingTable` is. It has one proposal at a time, so nothing piles up while the
other side is away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.actions import Resign
from engine.notation import parse_turn
from engine.state import State
from online.match.ciphers import is_signed
from online.match.match_entries import DECIDING, Bar, BarredError, MatchContent, OrderedEntry, StepsTaken, TableAdmitted
from online.match.match_events import (
    EntryAgreed,
    EntryAsked,
    EntryKept,
    Keep,
    KeptRecord,
    LinkRestored,
    LogsDiffer,
    MatchEffect,
    MatchEvent,
    MessageHeard,
    MessagesDropped,
    OrderRejected,
    ProposalDropped,
    ProposalKept,
    ProposalRefused,
    ResendDue,
    SendMessage,
    TellTable,
)
from online.match.match_limits import FIRST_WAIT_MS, LONGEST_WAIT_MS, MessageAllowance
from online.match.match_log import ChainedEntry, DifferenceError, ForgedEntryError, MatchKeys, MatchLog
from online.match.match_messages import Declined, DiffersAt, Entries, Have, MatchMessage, Propose
from online.match.match_state import MatchState, StandingSteps, after

Position = tuple[int, tuple[StandingSteps, ...] | State | None]
"""The entry that began the game, and the position; in a judged game, the confirmed steps."""

Handled = tuple["JoinedTable", tuple[MatchEffect, ...]]


@dataclass(frozen=True, slots=True)
class PendingProposal:
    """An entry that this table proposes after entry ``after``, in this position of the game; ``signed`` is its
    signature."""

    proposal: int
    after: int
    content: MatchContent
    position: Position
    signed: str

    @property
    def message(self) -> Propose:
        """The message that proposes it."""
        return Propose(self.proposal, self.after, self.content, self.signed)


@dataclass(frozen=True, slots=True)
class JoinedTable:
    """A joined side of a match: its log, the state after it, and its proposal. ``last`` is the number of its latest
    proposal. At ``resend_at`` it repeats its proposal or report, and then every ``wait`` ms. ``stopped`` is the reason
    why the match is over for it."""

    here: int
    log: MatchLog
    state: MatchState
    keys: MatchKeys
    last: int = 0
    pending: PendingProposal | None = None
    resend_at: int = 0
    wait: int = FIRST_WAIT_MS
    allowance: MessageAllowance = field(default_factory=MessageAllowance)
    stopped: DiffersAt | OrderRejected | None = None

    @classmethod
    def restored(cls, here: int, match: str, keys: MatchKeys, records: Iterable[KeptRecord]) -> JoinedTable:
        """Restore the side from the records of its file.

        :raises DifferenceError: if the entries do not follow from each other.
        :raises ForgedEntryError: if the deciding table did not sign one of them.
        :raises BarredError: if the rules do not allow one of them.
        """
        side = cls(here, MatchLog(match), MatchState(here=here), keys)
        for record in records:
            match record:
                case EntryKept(entry):
                    side, _ = side._followed(entry)
                case ProposalKept(proposal, follows, content):
                    side = side.with_proposal(proposal, follows, content)
                case ProposalDropped():
                    side = replace(side, pending=None)
        return side

    @property
    def over(self) -> bool:
        """Whether this table is done: the match stopped or was closed, or the table has left."""
        left = self.here < len(self.state.tables) and self.state.tables[self.here].left
        return self.stopped is not None or self.state.closed or left

    @property
    def due(self) -> int | None:
        """When to send something again, in ms; None if nothing is due."""
        return None if self.over else self.resend_at

    def handle(self, event: MatchEvent, now: int) -> Handled:
        """Handle an event; gives the next side and its effects in order."""
        match event:
            case EntryAsked(content):
                return self._asked(content, now)
            case MessageHeard(table, message):
                return self._allowed(message, now) if table == DECIDING else (self, ())
            case ResendDue():
                return self.send_again(now)
            case LinkRestored():
                return replace(self, resend_at=now, wait=FIRST_WAIT_MS).send_again(now)

    def _asked(self, content: MatchContent, now: int) -> Handled:
        if self.stopped is not None:
            return self, (_refused(content, Bar.NOT_OPEN, "the match has stopped, since the tables do not agree"),)
        if self.pending is not None:
            return self, (_refused(content, Bar.OUTDATED, "the last thing that this table wanted is not answered yet"),)
        try:
            self._judge(content)
        except BarredError as error:
            return self, (_refused(content, error.bar, str(error)),)
        return self._propose(content, now)

    def _judge(self, content: MatchContent) -> None:
        """Check that a proposal may follow now, as far as this table knows.

        :raises BarredError: if it may not.
        """
        if self.state.sealed and self.state.game is None and isinstance(content, StepsTaken):
            return
        after(self.state, OrderedEntry(self.here, self.last + 1, content))

    def _propose(self, content: MatchContent, now: int) -> Handled:
        side = self.with_proposal(self.last + 1, self.log.count, content)
        side = replace(side, wait=FIRST_WAIT_MS).waiting(now)
        signed = "" if side.pending is None else side.pending.signed
        message = Propose(side.last, self.log.count, content, signed)
        return side, (Keep(ProposalKept(side.last, self.log.count, content)), SendMessage(DECIDING, message))

    def with_proposal(self, proposal: int, follows: int, content: MatchContent) -> JoinedTable:
        """Propose an entry."""
        signed = self.keys.sign(self.log.proposal_text(OrderedEntry(self.here, proposal, content)))
        pending = PendingProposal(proposal, follows, content, _position(self.state), signed.hex())
        return replace(self, last=proposal, pending=pending)

    def _allowed(self, message: MatchMessage, now: int) -> Handled:
        """Handle a message if it brings the next entry, or if the deciding table has sent few others."""
        if isinstance(message, Entries) and any(entry.number == self.log.count + 1 for entry in message.entries):
            return self.after_message(message, now)
        allowance = self.allowance.at(now)
        if allowance.spent:
            return self, ()
        side = replace(self, allowance=allowance.less_one)
        dropping = (TellTable(MessagesDropped(DECIDING)),) if side.allowance.spent else ()
        side, effects = side.after_message(message, now)
        return side, (*dropping, *effects)

    def after_message(self, message: MatchMessage, now: int) -> Handled:
        """Handle a message of the deciding table."""
        if self.stopped is not None:
            if isinstance(self.stopped, OrderRejected) or isinstance(message, DiffersAt):
                return self, ()
            return self, (SendMessage(DECIDING, self.stopped),)
        match message:
            case Entries(entries, count):
                return self._follow(entries, count, now)
            case Have(count, digest, answer):
                return self._told(count, digest, now, answer=answer)
            case Declined(proposal, bar, why):
                return self._declined(proposal, bar, why, now)
            case DiffersAt(number, here, there):
                return self._stop(DiffersAt(number, there, here))
            case Propose():
                return self, ()  # the deciding table proposes nothing

    def _follow(self, entries: tuple[ChainedEntry, ...], count: int, now: int) -> Handled:
        """Handle entries: judge and store the new ones, compare the others."""
        side, effects = self, list[MatchEffect]()
        for entry in entries:
            if entry.number > side.log.count + 1:
                break
            try:
                if entry.number <= side.log.count:
                    _compare(side.log, entry.number, entry.digest)
                    continue
                side, ordered = side._followed(entry)
            except DifferenceError as error:
                differs = DiffersAt(error.number, error.here, error.there)
                return replace(side, stopped=differs), (*effects, *_about(differs))
            except (BarredError, ForgedEntryError) as error:
                rejected = OrderRejected(entry.number, str(error))
                return replace(side, stopped=rejected), (*effects, TellTable(rejected))
            effects += [Keep(EntryKept(entry)), TellTable(EntryAgreed(entry.number, ordered))]
        has = SendMessage(DECIDING, Have(side.log.count, side.log.digest, answer=side.log.count < count))
        if side.log.count == self.log.count:
            return side, (has,)
        side, more = side.proposing_on(now, behind=side.log.count < count)
        return side, (*effects, has, *more)

    def _followed(self, entry: ChainedEntry) -> tuple[JoinedTable, OrderedEntry]:
        """Add the next entry, once it is judged; it answers this table's proposal."""
        ordered = self.log.checked(entry, self.keys.deciding)
        state = after(self.state, ordered)
        self._check_author(entry.number, ordered)
        mine = self.pending is not None and (ordered.by, ordered.proposal) == (self.here, self.pending.proposal)
        last = max(self.last, ordered.proposal) if ordered.by == self.here else self.last
        side = replace(self, log=self.log.with_entry(entry), state=state, last=last)
        return replace(side, pending=None) if mine else side, ordered

    def _check_author(self, number: int, ordered: OrderedEntry) -> None:
        """Check that an entry is from the table that it names.

        :raises ForgedEntryError: if not.
        """
        content = ordered.content
        if isinstance(content, TableAdmitted) and content.table == self.here and content.key != self.keys.own:
            raise ForgedEntryError(f"entry {number} has another key for this table than its own")
        if ordered.by == DECIDING or self.state.veiled:
            return
        key = bytes.fromhex(self.state.tables[ordered.by].key)
        if not is_signed(key, self.log.proposal_text(ordered), bytes.fromhex(ordered.signed)):
            raise ForgedEntryError(
                f"entry {number} has no signature of table {ordered.by}, which it is said to be from"
            )

    def proposing_on(self, now: int, *, behind: bool) -> Handled:
        """Handle entries that were ordered before this table's proposal. It proposes the same again if the position is
        unchanged, or if a player gives this game up; else it drops the proposal. ``behind``: more entries will come.
        """
        pending = self.pending
        if pending is None:
            return replace(self, wait=FIRST_WAIT_MS if behind else LONGEST_WAIT_MS).waiting(now), ()
        why = "the game went on otherwise meanwhile"
        same_game = pending.position[0] == self.state.began
        if pending.position == _position(self.state) or (same_game and _gives_up(pending.content)):
            try:
                self._judge(pending.content)
                return self._propose(pending.content, now)
            except BarredError as error:
                why = str(error)
        side = replace(self, pending=None)
        dropped = Keep(ProposalDropped(pending.proposal))
        return side, (dropped, _refused(pending.content, Bar.OUTDATED, why))

    def _told(self, count: int, digest: str, now: int, *, answer: bool) -> Handled:
        """Handle the deciding table's report of its entries."""
        if count <= self.log.count:
            try:
                _compare(self.log, count, digest)
            except DifferenceError as error:
                return self._stop(DiffersAt(error.number, error.here, error.there))
        has = SendMessage(DECIDING, Have(self.log.count, self.log.digest, answer=False))
        told = (has,) if answer or count > self.log.count else ()
        if self.pending is None:
            return replace(self, wait=LONGEST_WAIT_MS).waiting(now), told
        if count == self.log.count and self.wait > 2 * FIRST_WAIT_MS:  # it was sent twice, and has not arrived
            return replace(self, wait=FIRST_WAIT_MS).waiting(now), (*told, SendMessage(DECIDING, self.pending.message))
        return self, told

    def _declined(self, proposal: int, bar: str, why: str, now: int) -> Handled:
        pending = self.pending
        if pending is None or pending.proposal != proposal:
            return self, ()
        if bar == Bar.OUTDATED:
            return self.waiting(now), (SendMessage(DECIDING, Have(self.log.count, self.log.digest, answer=True)),)
        known = Bar(bar) if bar in set(Bar) else Bar.ILLEGAL
        dropped = Keep(ProposalDropped(proposal))
        return replace(self, pending=None), (dropped, _refused(pending.content, known, why))

    def _stop(self, differs: DiffersAt) -> Handled:
        return replace(self, stopped=differs), _about(differs)

    def send_again(self, now: int) -> Handled:
        """Repeat what is due."""
        if now < self.resend_at or self.over:
            return self, ()
        message: MatchMessage = Have(self.log.count, self.log.digest, answer=True)
        if self.pending is not None:
            message = self.pending.message
        return self.waiting(now), (SendMessage(DECIDING, message),)

    def waiting(self, now: int) -> JoinedTable:
        """The side after a message was sent."""
        return replace(self, resend_at=now + self.wait, wait=min(2 * self.wait, LONGEST_WAIT_MS))


def _about(differs: DiffersAt) -> tuple[MatchEffect, ...]:
    """The effects of a difference between the logs."""
    notice = LogsDiffer(DECIDING, differs.number, differs.here, differs.there)
    return TellTable(notice), SendMessage(DECIDING, differs)


def _position(state: MatchState) -> Position:
    """The position of the game. A player who gives up at the end of this turn does not change it."""
    if state.sealed:
        return state.began, state.standing
    return state.began, None if state.game is None else state.game.state._replace(resigned=frozenset())


def _gives_up(content: MatchContent) -> bool:
    """Whether a player gives the game up, which may be done in any position."""
    return isinstance(content, StepsTaken) and isinstance(parse_turn(content.steps)[0], Resign)


def _refused(content: MatchContent, bar: Bar, why: str) -> TellTable:
    return TellTable(ProposalRefused(content, bar, why))


def _compare(log: MatchLog, number: int, digest: str) -> None:
    if log.digest_at(number) != digest:
        raise DifferenceError(number, log.digest_at(number), digest)

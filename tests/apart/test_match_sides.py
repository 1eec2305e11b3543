"""Both sides of a match as values: messages that are lost, doubled and late, logs that differ, orders that are illegal,
tables that send too much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apart.ciphers import public_signing_key, signature
from apart.deciding_table import DecidingTable
from apart.joined_table import JoinedTable
from apart.match_entries import (
    GameSetUp,
    MatchClosed,
    MatchContent,
    MatchOpened,
    OrderedEntry,
    StepsTaken,
    TableAdmitted,
    TableDeparted,
    TakebackRequested,
    setup_form,
)
from apart.match_events import (
    EntryAgreed,
    EntryAsked,
    Keep,
    KeptRecord,
    LogsDiffer,
    LogSetBack,
    MatchEvent,
    MatchNotice,
    MessageHeard,
    MessagesDropped,
    OrderRejected,
    ProposalRefused,
    ResendDue,
    SendMessage,
    TellTable,
)
from apart.match_log import ChainedEntry, DifferenceError, ForgedEntryError, MatchKeys, MatchLog
from apart.match_messages import DiffersAt, Entries, Have, MatchMessage, Propose, message_text, read_message
from apart.match_state import Bar
from engine import Player, PowerName, Seat, Setup
from engine.notation import action_text
from table.typed_json import MalformedError

MATCH = "cd" * 16
SEED, OTHER_SEED = bytes(32), bytes(range(32))
KEY = public_signing_key(SEED)
SETUP = Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1)))


def sign(text: bytes) -> bytes:
    return signature(SEED, text)


KEYS = MatchKeys(KEY.hex(), KEY.hex(), sign)


@dataclass
class Wire:
    """A deciding and a joined side, each with its disk, and the messages under way between them."""

    here: DecidingTable = field(default_factory=lambda: DecidingTable.restored(MATCH, KEYS, ()))
    far: JoinedTable = field(default_factory=lambda: JoinedTable.restored(1, MATCH, KEYS, ()))
    now: int = 0
    disks: tuple[list[KeptRecord], list[KeptRecord]] = field(default_factory=lambda: ([], []))
    under_way: list[tuple[int, MatchMessage]] = field(default_factory=list)
    notices: tuple[list[MatchNotice], list[MatchNotice]] = field(default_factory=lambda: ([], []))

    @classmethod
    def begun(cls) -> Wire:
        """A game of two tables that has just begun."""
        wire = cls()
        for content in (
            MatchOpened(MATCH, "here", KEY.hex(), (Seat.BLUE,)),
            TableAdmitted(1, "far", KEY.hex(), (Seat.ORANGE,)),
            GameSetUp(setup_form(SETUP)),
        ):
            wire.ask(0, content)
        wire.settle()
        return wire

    def handle(self, to: int, event: MatchEvent) -> None:
        if to == 0:
            self.here, effects = self.here.handle(event, self.now)
        else:
            self.far, effects = self.far.handle(event, self.now)
        for effect in effects:
            match effect:
                case Keep(record):
                    self.disks[to].append(record)
                case SendMessage(table, message):
                    self.under_way.append((table, read_message(message_text(message))))
                case TellTable(notice):
                    self.notices[to].append(notice)

    def ask(self, at: int, content: MatchContent) -> None:
        self.handle(at, EntryAsked(content))

    def deliver(self, index: int = 0, *, keep: bool = False) -> None:
        to, message = self.under_way[index] if keep else self.under_way.pop(index)
        self.handle(to, MessageHeard(1 - to, message))

    def restart(self, at: int) -> None:
        if at == 0:
            self.here = DecidingTable.restored(MATCH, KEYS, self.disks[0])
        else:
            self.far = JoinedTable.restored(1, MATCH, KEYS, self.disks[1])

    def pass_time(self, ms: int) -> None:
        self.now += ms
        self.handle(0, ResendDue())
        self.handle(1, ResendDue())

    def settle(self) -> None:
        """Deliver everything, and what follows from it, until both have the same and want nothing more."""
        for _ in range(100):
            while self.under_way:
                self.deliver()
            if self.far.pending is None and self.here.log == self.far.log:
                return
            self.pass_time(60_000)
        raise AssertionError("the sides do not come together")

    def acts(self) -> int:
        """Which side is to play."""
        game = self.here.state.game
        assert game is not None
        return 0 if game.to_act is Seat.BLUE else 1

    def step(self, at: int) -> MatchContent:
        """A step that is legal as this side knows the game."""
        game = (self.here if at == 0 else self.far).state.game
        assert game is not None
        return StepsTaken(action_text(game.legal_actions()[0]))


OPERATION = st.tuples(
    st.sampled_from(["play", "back", "deliver", "double", "drop", "wait", "restart"]), st.integers(0, 5)
)


@settings(max_examples=150, deadline=None)
@given(st.lists(OPERATION, max_size=60))
def test_both_sides_come_to_the_same_log_whatever_the_link_does(operations: list[tuple[str, int]]) -> None:
    wire = Wire.begun()
    told: list[tuple[int, str]] = []
    for what, number in operations:
        at = number % 2
        match what:
            case "play":
                wire.ask(at, wire.step(at))
            case "back":
                side = wire.here if at == 0 else wire.far
                wire.ask(at, TakebackRequested(side.state.standing[-1].number if side.state.standing else 0))
            case "wait":
                wire.pass_time(1_000 * (1 + number))
            case "restart":
                wire.restart(at)
            case _ if wire.under_way:
                index = number % len(wire.under_way)
                if what == "drop":
                    wire.under_way.pop(index)
                else:
                    wire.deliver(index, keep=what == "double")
            case _:
                pass
        told.append((wire.here.log.count, wire.here.log.digest))
    wire.settle()
    assert wire.here.log == wire.far.log
    assert wire.here.state.game == wire.far.state.game
    assert all(wire.here.log.digest_at(count) == digest for count, digest in told), "what was ordered is lost"
    for notices in wire.notices:
        numbers = [notice.number for notice in notices if isinstance(notice, EntryAgreed)]
        assert len(numbers) == len(set(numbers))
        assert not any(isinstance(notice, LogsDiffer | LogSetBack | OrderRejected) for notice in notices)


def test_a_proposal_that_came_again_after_it_was_declined_is_not_ordered() -> None:
    wire = Wire.begun()
    early = proposal(wire.here, 1, StepsTaken("@a5 @e5"))  # it is blue's turn
    wire.handle(0, MessageHeard(1, early))
    wire.ask(0, StepsTaken("@c3 @c1"))
    count = wire.here.log.count
    wire.handle(0, MessageHeard(1, early))
    assert wire.here.log.count == count


def test_what_a_table_wanted_is_proposed_again_after_another_entry_if_the_game_stands_as_it_did() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    wire.ask(1, StepsTaken("@a5 @e5"))
    wire.under_way.clear()
    wire.ask(0, TakebackRequested(wire.here.log.count))  # meanwhile, and it changes nothing yet
    wire.settle()
    agreed = wire.notices[1][-1]
    assert isinstance(agreed, EntryAgreed)
    assert (agreed.number, agreed.entry.by, agreed.entry.proposal) == (6, 1, 2)
    assert agreed.entry.content == StepsTaken("@a5 @e5")


def rounds(setup: Setup, *seats: tuple[Seat, ...]) -> tuple[DecidingTable, JoinedTable]:
    """A game of tables with these seats: the one that decides, and table 1 with all its entries."""
    here, far = DecidingTable.restored(MATCH, KEYS, ()), JoinedTable.restored(1, MATCH, KEYS, ())
    contents: list[MatchContent] = [MatchOpened(MATCH, "here", KEY.hex(), seats[0])]
    contents += [TableAdmitted(n, f"table {n}", KEY.hex(), its) for n, its in enumerate(seats[1:], start=1)]
    for content in (*contents, GameSetUp(setup_form(setup))):
        here, _ = here.handle(EntryAsked(content), 0)
    return here, brought(here, far)


def proposal(here: DecidingTable, table: int, content: MatchContent) -> Propose:
    """The next proposal of a table that has all entries."""
    number = here.state.proposals[table] + 1
    signed = sign(here.log.proposal_text(OrderedEntry(table, number, content)))
    return Propose(number, here.log.count, content, signed.hex())


def brought(here: DecidingTable, far: JoinedTable) -> JoinedTable:
    """Table 1 after it was brought all that it lacks."""
    far, _ = far.handle(MessageHeard(0, Entries(here.log.entries[far.log.count :], here.log.count)), 0)
    assert far.log == here.log
    return far


def proposed(here: DecidingTable, table: int, content: MatchContent) -> DecidingTable:
    """The deciding table after another one's proposal, which it orders."""
    count = here.log.count
    here, _ = here.handle(MessageHeard(table, proposal(here, table, content)), 0)
    assert here.log.count == count + 1
    return here


def test_a_turn_is_proposed_again_when_another_player_gave_up_meanwhile() -> None:
    powers = zip((Seat.BLUE, Seat.ORANGE, Seat.WHITE), ("pan", "atlas", "apollo"), range(3), strict=True)
    setup = Setup(tuple(Player(seat, PowerName(power), team) for seat, power, team in powers))
    here, far = rounds(setup, (Seat.BLUE, Seat.WHITE), (Seat.ORANGE,))
    for by, steps in ((0, "@c3 @c1"), (1, "@a5 @e5"), (0, "@a1 @b1"), (0, "c3-c4 c4+c3")):
        content = StepsTaken(steps)
        here = proposed(here, 1, content) if by else here.handle(EntryAsked(content), 0)[0]
    far = brought(here, far)
    far, _ = far.handle(EntryAsked(StepsTaken("a5-b5 b5+a5")), 0)
    here, _ = here.handle(EntryAsked(StepsTaken("resign=white")), 0)
    entries = Entries(here.log.entries[-1:], here.log.count)
    far, effects = far.handle(MessageHeard(0, entries), 0)
    messages = [effect.message for effect in effects if isinstance(effect, SendMessage)]
    again = messages[-1]
    assert isinstance(again, Propose)
    assert (again.after, again.content) == (here.log.count, StepsTaken("a5-b5 b5+a5"))
    here, _ = here.handle(MessageHeard(1, messages[-1]), 0)
    assert brought(here, far).state.game == here.state.game
    assert here.log.count == far.log.count + 1


def test_who_wanted_to_give_up_does_not_give_up_the_next_game() -> None:
    wire = Wire.begun()
    wire.ask(1, StepsTaken("resign=orange"))
    wire.under_way.clear()
    wire.ask(0, StepsTaken("resign=blue"))
    wire.ask(0, GameSetUp(setup_form(SETUP)))
    wire.under_way.clear()
    wire.settle()
    assert isinstance(wire.notices[1][-1], ProposalRefused)
    assert wire.here.state.game is not None
    assert wire.here.state.game.plies == ()


def test_what_a_table_wanted_is_given_up_and_told_if_the_game_went_on_otherwise() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    wire.ask(1, StepsTaken("@a5 @e5"))
    wire.under_way.clear()
    wire.ask(0, StepsTaken("resign=blue"))
    wire.settle()
    refused = wire.notices[1][-1]
    assert isinstance(refused, ProposalRefused)
    assert (refused.content, refused.bar) == (StepsTaken("@a5 @e5"), Bar.OUTDATED)


def test_a_wish_while_another_one_is_open_is_refused_and_nothing_piles_up() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    wire.ask(1, StepsTaken("@a5 @e5"))
    before = wire.far
    wire.ask(1, StepsTaken("resign=orange"))
    assert wire.far == before
    assert isinstance(wire.notices[1][-1], ProposalRefused)


def test_a_log_that_differs_is_named_by_number_and_both_digests_and_played_no_further() -> None:
    wire = Wire.begun()
    fork = wire.here
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    number, ours = wire.far.log.count, wire.far.log.digest
    wire.here, _ = fork.handle(EntryAsked(StepsTaken("@c3 @d1")), wire.now)  # another entry under the same number
    theirs = wire.here.log.digest
    wire.handle(1, MessageHeard(0, Entries(wire.here.log.entries[-1:], number)))
    assert wire.notices[1][-1] == LogsDiffer(0, number, ours, theirs)
    wire.under_way = wire.under_way[-1:]
    wire.deliver()
    assert wire.notices[0][-1] == LogsDiffer(1, number, theirs, ours)
    before = wire.far.log
    wire.ask(0, StepsTaken("resign=blue"))
    wire.ask(1, StepsTaken("resign=orange"))
    for _ in range(5):
        wire.pass_time(60_000)
        while wire.under_way:
            wire.deliver()
    assert wire.far.log == before


def test_a_deciding_table_whose_disk_was_set_back_is_noticed() -> None:
    wire = Wire.begun()
    kept = len(wire.disks[0])
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    del wire.disks[0][kept:]
    wire.restart(0)
    wire.pass_time(60_000)
    while wire.under_way:
        wire.deliver()
    assert wire.notices[0][-1] == LogSetBack(1, 3, 4)
    assert isinstance(wire.notices[1][-1], LogsDiffer)


def test_a_joined_table_whose_disk_was_set_back_catches_up() -> None:
    wire = Wire.begun()
    kept = len(wire.disks[1])
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    del wire.disks[1][kept:]
    wire.restart(1)
    wire.settle()
    assert wire.far.log.count == 4


def test_an_order_that_the_rules_forbid_is_named_and_not_followed() -> None:
    wire = Wire.begun()
    illegal = wire.far.log.next_entry(OrderedEntry(0, 0, StepsTaken("a1-a5")), sign)
    before = wire.far.log
    wire.handle(1, MessageHeard(0, Entries((illegal,), 4)))
    notice = wire.notices[1][-1]
    assert isinstance(notice, OrderRejected)
    assert notice.number == 4
    assert "a1" in notice.why or "legal" in notice.why
    assert wire.far.log == before
    wire.ask(1, StepsTaken("resign=orange"))
    assert isinstance(wire.notices[1][-1], ProposalRefused)


def forged(log: MatchLog) -> Iterable[ChainedEntry]:
    right = log.next_entry(OrderedEntry(0, 0, StepsTaken("@c3 @c1")), sign)
    yield replace_entry(right, signature=signature(OTHER_SEED, b"thera entry 1 " + right.digest.encode()).hex())
    spaced = log.next_entry(OrderedEntry(0, 0, StepsTaken("@c3 @c1")), sign).body.replace(":", ": ")
    yield _signed(log, spaced)
    yield _signed(log, "{}")


def _signed(log: MatchLog, body: str) -> ChainedEntry:
    digest = MatchLog(MATCH, log.entries)._chained(body)
    return ChainedEntry(log.count + 1, body, digest, sign(b"thera entry 1 " + digest.encode()).hex())


def replace_entry(entry: ChainedEntry, signature: str) -> ChainedEntry:
    return ChainedEntry(entry.number, entry.body, entry.digest, signature)


@pytest.mark.parametrize("which", range(3))
def test_an_entry_that_is_not_signed_or_not_written_in_its_one_way_is_rejected(which: int) -> None:
    wire = Wire.begun()
    entry = list(forged(wire.far.log))[which]
    with pytest.raises(ForgedEntryError):
        wire.far.log.checked(entry, KEY.hex())
    before = wire.far.log
    wire.handle(1, MessageHeard(0, Entries((entry,), 4)))
    assert isinstance(wire.notices[1][-1], OrderRejected)
    assert wire.far.log == before


def test_a_turn_that_a_table_did_not_sign_is_not_followed_by_any_table_though_it_is_legal() -> None:
    """The deciding table says that orange played, and signs that by itself."""
    here, far = rounds(SETUP, (Seat.BLUE,), (Seat.ORANGE,))
    here, _ = here.handle(EntryAsked(StepsTaken("@c3 @c1")), 0)
    far = brought(here, far)
    right = proposal(here, 1, StepsTaken("@a5 @e5")).signed
    elsewhere = sign(
        rounds(SETUP, (Seat.BLUE,), (Seat.ORANGE,))[0].log.proposal_text(OrderedEntry(1, 1, StepsTaken("@a5 @e5")))
    )
    for signed in ("", elsewhere.hex(), signature(OTHER_SEED, b"something").hex()):
        entry = far.log.next_entry(OrderedEntry(1, 1, StepsTaken("@a5 @e5"), signed), sign)
        stopped, _ = far.handle(MessageHeard(0, Entries((entry,), entry.number)), 0)
        assert isinstance(stopped.stopped, OrderRejected)
        assert "no signature of table 1" in stopped.stopped.why
    entry = far.log.next_entry(OrderedEntry(1, 1, StepsTaken("@a5 @e5"), right), sign)
    followed, _ = far.handle(MessageHeard(0, Entries((entry,), entry.number)), 0)
    assert followed.stopped is None
    assert followed.log.count == entry.number


def test_two_tables_that_were_shown_different_logs_notice_it_with_the_next_turn_of_one() -> None:
    here, far = rounds(SETUP, (Seat.BLUE,), (Seat.ORANGE,), ())
    one, _ = here.handle(EntryAsked(StepsTaken("@c3 @c1")), 0)
    other, _ = here.handle(EntryAsked(StepsTaken("@c3 @d1")), 0)
    far = brought(one, far)
    far, effects = far.handle(EntryAsked(StepsTaken("@a5 @e5")), 0)
    (message,) = [effect.message for effect in effects if isinstance(effect, SendMessage)]
    assert isinstance(message, Propose)
    watching = brought(other, JoinedTable.restored(2, MATCH, KEYS, ()))
    entry = other.log.next_entry(OrderedEntry(1, 1, message.content, message.signed), sign)
    watching, _ = watching.handle(MessageHeard(0, Entries((entry,), entry.number)), 0)
    assert isinstance(watching.stopped, OrderRejected)


def test_a_table_notices_that_it_was_admitted_with_another_key() -> None:
    here = rounds(SETUP, (Seat.BLUE,), (Seat.ORANGE,))[0]
    other = JoinedTable.restored(1, MATCH, MatchKeys(KEY.hex(), public_signing_key(OTHER_SEED).hex(), sign), ())
    stopped, _ = other.handle(MessageHeard(0, Entries(here.log.entries, here.log.count)), 0)
    assert isinstance(stopped.stopped, OrderRejected)
    assert "another key" in stopped.stopped.why


def test_an_entry_whose_text_was_changed_has_another_digest() -> None:
    log = Wire.begun().far.log
    entry = log.next_entry(OrderedEntry(0, 0, StepsTaken("@c3 @c1")), sign)
    changed = ChainedEntry(entry.number, entry.body.replace("c3", "c2"), entry.digest, entry.signature)
    with pytest.raises(DifferenceError) as caught:
        log.checked(changed, KEY.hex())
    assert caught.value.number == 4
    assert caught.value.there == entry.digest


def test_a_table_that_sends_too_much_is_not_read_until_it_has_waited() -> None:
    wire = Wire.begun()
    has = Have(wire.far.log.count, wire.far.log.digest, answer=True)
    wire.under_way.clear()
    for _ in range(1_000):
        wire.handle(0, MessageHeard(1, has))
    assert 30 <= len(wire.under_way) <= 40
    assert sum(isinstance(notice, MessagesDropped) for notice in wire.notices[0]) == 1
    wire.under_way.clear()
    wire.now += 10_000
    wire.handle(0, MessageHeard(1, has))
    assert len(wire.under_way) == 1


def test_a_deciding_table_that_sends_too_much_is_not_read_either() -> None:
    wire = Wire.begun()
    wire.under_way.clear()
    for _ in range(1_000):
        wire.handle(1, MessageHeard(0, Entries(wire.here.log.entries, 3)))
    assert 30 <= len(wire.under_way) <= 40
    assert wire.notices[1][-1] == MessagesDropped(0)


def test_a_long_log_is_caught_up_without_a_pause() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    kept = len(wire.disks[1])
    for _ in range(500):
        wire.ask(0, TakebackRequested(4))
    wire.under_way.clear()
    del wire.disks[1][kept:]
    wire.restart(1)
    wire.now += 60_000
    wire.handle(1, ResendDue())
    while wire.under_way:
        wire.deliver()
    assert wire.far.log == wire.here.log
    assert wire.far.log.count == 504


def test_nothing_is_due_any_more_once_a_table_has_left_or_the_match_is_closed() -> None:
    for content in (TableDeparted(1, revoked=True), MatchClosed()):
        wire = Wire.begun()
        assert wire.far.due is not None
        wire.ask(0, content)
        while wire.under_way:
            wire.deliver()
        assert wire.far.log == wire.here.others[0].log
        assert wire.far.due is None
        assert wire.here.due is None


def test_a_revoked_table_gets_nothing_that_came_later() -> None:
    wire = Wire.begun()
    wire.ask(0, TableDeparted(1, revoked=True))
    wire.ask(0, StepsTaken("@c3 @c1"))
    for _ in range(5):
        wire.pass_time(60_000)
        while wire.under_way:
            wire.deliver()
    assert wire.here.log.count == 5
    assert wire.far.log.count == 4


def test_two_sides_that_differ_do_not_tell_each_other_forever() -> None:
    wire = Wire.begun()
    differs = DiffersAt(3, "ab" * 32, "cd" * 32)
    wire.handle(0, MessageHeard(1, differs))
    wire.handle(1, MessageHeard(0, differs))
    for _ in range(10):
        for index in range(len(wire.under_way)):
            del index
            wire.deliver()
    assert wire.under_way == []


def test_a_message_that_is_none_of_the_protocol_is_refused_with_its_reason() -> None:
    for text in (b"", b"{}", b'{"say":"have","count":-1,"digest":"","answer":true}', b"\xff", b'{"say":"shout"}'):
        with pytest.raises(MalformedError):
            read_message(text)

"""Logs that differ, entries that nobody signed, orders that the rules forbid: each is named, and played no further."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import Seat
from online.match.ciphers import public_signing_key, signature
from online.match.joined_table import JoinedTable
from online.match.match_entries import (
    OrderedEntry,
    StepsTaken,
)
from online.match.match_events import (
    EntryAsked,
    LogsDiffer,
    LogSetBack,
    MessageHeard,
    OrderRejected,
    ProposalRefused,
    SendMessage,
)
from online.match.match_log import ChainedEntry, DifferenceError, ForgedEntryError, MatchKeys, MatchLog
from online.match.match_messages import DiffersAt, Entries, Propose
from tests.online.match.match_wire import KEY, KEYS, MATCH, OTHER_SEED, SETUP, Wire, brought, proposal, rounds, sign


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

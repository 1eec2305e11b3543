"""Both sides of a match as values: messages lost, doubled and late, wishes that cross, tables that send too much."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Player, PowerName, Seat, Setup
from engine.actions import Resign
from online.match.match_entries import (
    Bar,
    GameSetUp,
    MatchClosed,
    StepsTaken,
    TableDeparted,
    TakebackRequested,
)
from online.match.match_events import (
    EntryAgreed,
    EntryAsked,
    LogsDiffer,
    LogSetBack,
    MessageHeard,
    MessagesDropped,
    OrderRejected,
    ProposalRefused,
    ResendDue,
    SendMessage,
)
from online.match.match_messages import Entries, Have, Propose, read_message
from table.log_forms import setup_form
from table.typed_json import MalformedError
from tests.online.match.match_wire import SETUP, Wire, brought, proposal, proposed, rounds

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


def test_a_proposal_that_was_lost_is_sent_again_as_soon_as_the_deciding_table_says_what_it_has() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    wire.ask(1, StepsTaken("@a5 @e5"))
    for _ in range(300):
        wire.under_way.clear()
        wire.pass_time(1_000)
    wire.under_way.clear()
    wire.restart(0)
    wire.handle(0, ResendDue())  # it has been away, and asks what the others have
    for _ in range(4):
        while wire.under_way:
            wire.deliver()
    assert wire.here.log.entries[-1:] == wire.far.log.entries[-1:]
    assert wire.far.pending is None
    assert wire.here.log.count == 5


def test_a_deciding_table_that_never_takes_a_proposal_is_not_answered_without_end() -> None:
    wire = Wire.begun()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    wire.ask(1, StepsTaken("@a5 @e5"))
    wire.pass_time(10_000)
    wire.under_way.clear()
    has = Have(wire.far.log.count, wire.far.log.digest, answer=False)
    for _ in range(20):
        wire.handle(1, MessageHeard(0, has))
    assert [message for _, message in wire.under_way if isinstance(message, Propose)] == [wire.under_way[0][1]]


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


def test_who_gave_up_while_the_turn_of_another_player_was_on_its_way_has_given_up() -> None:
    wire = Wire.begun()
    wire.ask(1, StepsTaken("resign=orange"))
    wire.under_way.clear()
    wire.ask(0, StepsTaken("@c3 @c1"))
    wire.settle()
    assert wire.here.state.game == wire.far.state.game
    assert wire.here.state.game is not None
    assert wire.here.state.game.outcome is not None


def test_when_both_give_up_at_once_the_one_who_is_ordered_first_has() -> None:
    wire = Wire.begun()
    wire.ask(1, StepsTaken("resign=orange"))
    wire.ask(0, StepsTaken("resign=blue"))
    wire.settle()
    assert wire.here.state.game == wire.far.state.game
    assert wire.here.state.game is not None
    assert [ply.action for ply in wire.here.state.game.plies] == [Resign(Seat.BLUE)]
    assert wire.far.pending is None
    assert isinstance(wire.notices[1][-1], ProposalRefused)


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


def test_who_was_told_that_the_match_is_closed_is_not_asked_again_after_a_start() -> None:
    wire = Wire.begun()
    wire.ask(0, MatchClosed())
    while wire.under_way:
        wire.deliver()
    wire.restart(0)
    assert wire.here.due is None
    assert not wire.here.others[0].behind


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


def test_a_message_that_is_none_of_the_protocol_is_refused_with_its_reason() -> None:
    for text in (b"", b"{}", b'{"say":"have","count":-1,"digest":"","answer":true}', b"\xff", b'{"say":"shout"}'):
        with pytest.raises(MalformedError):
            read_message(text)

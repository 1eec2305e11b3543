"""Who passes the messages on learns nothing from them, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.numbers import seeded
from engine import Player, Seat, Setup
from online.match.ciphers import UnopenedError
from online.match.match_entries import StepsTaken
from online.match.match_limits import LARGEST_MESSAGE
from online.match.pairing import Invitation, JoinAttempt, MeetingTopics
from online.match.pairing_code import PairingCode
from tests.online.match.far_tables import FarTable, begin, level, paired, settle
from tests.online.match.faulty_network import FaultyNetwork

SETUP = Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1)))


def two_tables(network: FaultyNetwork, folder: Path) -> list[FarTable]:
    tables = paired(network, folder, frozenset({Seat.BLUE}), frozenset({Seat.ORANGE}))
    begin(network, tables, SETUP)
    return tables


def played(network: FaultyNetwork, tables: list[FarTable], turns: int, seed: int = 0) -> None:
    chance = seeded(seed)
    for _ in range(turns):
        for table in tables:
            if table.plays(chance):
                break
        settle(network, *tables, until=lambda: level(*tables))


def test_games_with_different_steps_look_the_same_from_outside(tmp_path: Path) -> None:
    shapes = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        network = FaultyNetwork()
        tables = two_tables(network, folder)
        begun = len(network.seen)
        played(network, tables, 12, seed)
        shapes.append((tables[0].game.state, [(topic, len(data)) for topic, data in network.seen[begun:]]))
    (one, seen), (other, seen_other) = shapes
    assert one != other
    assert seen == seen_other
    assert {length for _, length in seen} <= {1024, 4096}


def test_no_word_of_a_game_can_be_read_outside(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    begun = len(network.seen)
    played(network, tables, 12)
    seen = network.seen[begun:]
    everything = b"".join(topic.encode() + data for topic, data in network.seen)
    for word in (b"thera", b"table", b"match", b"blue", b"orange", b"steps", b"c3-c4"):
        assert word not in everything
    assert all(set(topic) <= set("0123456789abcdef") and len(topic) == 32 for topic, _ in network.seen)
    assert len({topic for topic, _ in seen}) == 2


def test_two_games_give_messages_that_only_differ_as_random_bytes_do(tmp_path: Path) -> None:
    """The same steps at the same times, twice: no part of a message is that of another one."""
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    begun = len(network.seen)
    played(network, tables, 12)
    parts = [data[at : at + 8] for _, data in network.seen[begun:] for at in range(1, len(data) - 8, 8)]
    assert len(parts) == len(set(parts))


def test_a_game_in_which_every_message_comes_again_and_again_is_the_same(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    for round_ in range(6):
        played(network, tables, 1, seed=round_)
        before = [(table.running.side.log, table.state) for table in tables]
        for topic, data in list(network.seen):
            network.inject(topic, data, 5)
        network.now += 100
        network.deliver()
        assert [(table.running.side.log, table.state) for table in tables] == before
    assert all(table.running.repeated > 20 for table in tables)
    assert all(table.troubles() == [] for table in tables)


def test_what_was_heard_before_a_restart_changes_nothing_after_it(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    played(network, tables, 4)
    before = [table.running.side.log for table in tables]
    for table in tables:
        table.kill()
        table.starts()
    for topic, data in list(network.seen):
        network.inject(topic, data, 5)
    network.now += 100
    network.deliver()
    assert all(table.running.repeated > 5 for table in tables)
    settle(network, *tables, until=lambda: level(*tables))
    assert [table.running.side.log for table in tables] == before
    assert all(table.troubles() == [] for table in tables)


def test_changed_cut_and_invented_messages_are_dropped(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    played(network, tables, 3)
    before = [(table.running.side, table.running.repeated) for table in tables]
    unreadable = sum(table.running.unreadable for table in tables)
    chance = seeded(5)
    forged = 0
    for topic, data in network.seen[-6:]:
        for at in (0, 1, 24, 25, 40, len(data) - 1):
            changed = bytearray(data)
            changed[at] ^= 1 << chance.randrange(8)
            network.inject(topic, bytes(changed))
        other = next(each for each, _ in network.seen[-6:] if each != topic)
        for invented in (b"", data[:-1], data + b"\0", chance.randbytes(1024), bytes(LARGEST_MESSAGE + 1)):
            network.inject(topic, invented)
        network.inject(other, data)
        forged += 12
    network.deliver()
    assert [(table.running.side, table.running.repeated) for table in tables] == before
    assert sum(table.running.unreadable for table in tables) - unreadable == forged


def test_messages_in_any_order_lead_to_the_same_log(tmp_path: Path) -> None:
    """Everything of one direction is held back and then comes backwards."""
    network = FaultyNetwork()
    here, far = two_tables(network, tmp_path)
    begun = len(network.seen)
    network.cut = True
    here.ask(StepsTaken("@c3 @c1"))
    for _ in range(4):
        network.now += 70_000
        here.pass_time()
        far.pass_time()
    network.cut = False
    for topic, data in reversed(network.seen[begun:]):
        network.inject(topic, data)
    settle(network, here, far, until=lambda: level(here, far) and far.state.count == here.state.count == 4)
    assert far.troubles() == here.troubles() == []


def test_a_table_with_another_code_is_not_heard(tmp_path: Path) -> None:
    network = FaultyNetwork()
    here = FarTable("here", network, tmp_path)
    here.opens(frozenset({Seat.BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({Seat.ORANGE}))
    topic = MeetingTopics.of(code).request
    other = JoinAttempt(PairingCode(bytes(16)), "stranger", bytes(32), bytes(range(32)))
    network.inject(topic, other.sealed_request(bytes(24)))
    network.deliver()
    assert len(here.state.tables) == 1
    assert [each.pairing_code for each in here.inviting.open] == [code]


def test_a_code_admits_one_table_and_no_second_one(tmp_path: Path) -> None:
    network = FaultyNetwork()
    here, first, second = (FarTable(name, network, tmp_path) for name in ("here", "first", "second"))
    here.opens(frozenset({Seat.BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({Seat.ORANGE}))
    first.joins(code)
    settle(network, here, until=lambda: first.runner is not None)
    second.joins(code)
    network.now += 1_000
    network.deliver()
    assert second.runner is None
    assert here.inviting.strangers == 1
    assert [table.name for table in here.state.tables] == ["here", "first"]


def test_nobody_else_answers_in_place_of_the_table_that_showed_the_code(tmp_path: Path) -> None:
    """Somebody who has seen the code and controls the broker would stand between both, with a name for which the words
    of both channels happen to be the same."""
    network = FaultyNetwork()
    here = FarTable("here", network, tmp_path)
    here.opens(frozenset({Seat.BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({Seat.ORANGE}))
    far = JoinAttempt(code, "far", bytes(32), bytes(range(32)))
    between = Invitation(code.secret.hex(), (Seat.ORANGE,), "ab" * 32)
    sent = between.read(far.sealed_request(bytes(24)))
    for seed in (bytes(range(1, 33)), here.identity.seed):  # also with the stolen signing key of the table
        opened = between.answered(sent, "ab" * 16, 1, "here", seed)
        with pytest.raises(UnopenedError, match="not of the table that showed the code"):
            far.read(between.sealed_answer(sent, opened.text, seed, bytes(24)))


def test_no_free_text_of_an_answer_changes_the_words_that_are_compared() -> None:
    """Else whoever gives out a code of their own could try names until the words are those of another channel."""
    seed = bytes(range(1, 33))
    invitation = Invitation.new((Seat.ORANGE,), bytes(range(2, 34)), seed)
    far = JoinAttempt(invitation.pairing_code, "far", bytes(32), bytes(range(32)))
    sent = invitation.read(far.sealed_request(bytes(24)))
    words = set()
    for match, table, name in (
        ("ab" * 16, 1, "here"),
        ("cd" * 16, 1, "here"),
        ("ab" * 16, 2, "here"),
        ("ab" * 16, 1, "x"),
    ):
        opened = invitation.answered(sent, match, table, name, seed)
        joined = far.read(invitation.sealed_answer(sent, opened.text, seed, bytes(24)))
        assert joined.keys.words == opened.keys.words
        words.add(joined.keys.words)
    assert len(words) == 1


def test_an_answer_that_was_lost_is_sent_again_and_nobody_is_admitted_twice(tmp_path: Path) -> None:
    network = FaultyNetwork()
    here, far = FarTable("here", network, tmp_path), FarTable("far", network, tmp_path)
    here.opens(frozenset({Seat.BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({Seat.ORANGE}))
    far.joins(code)
    network.now += 100
    network.cut = True
    network.deliver()
    assert len(here.state.tables) == 2
    here.kill()
    here.starts()
    network.cut = False
    far.requests()
    settle(network, here, far, until=lambda: far.runner is not None and level(here, far))
    assert [table.name for table in far.state.tables] == ["here", "far"]
    assert far.running.channels[0].words == here.running.channels[0].words


def test_an_answer_to_another_request_does_not_open(tmp_path: Path) -> None:
    network = FaultyNetwork()
    here, far = FarTable("here", network, tmp_path), FarTable("far", network, tmp_path)
    here.opens(frozenset({Seat.BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({Seat.ORANGE}))
    far.joins(code)
    settle(network, here, until=lambda: far.runner is not None)
    answer = [data for _, data in network.seen][1]
    other = JoinAttempt(code, "far", bytes(32), bytes(range(32)))
    with pytest.raises(UnopenedError):
        other.read(answer)


def test_a_later_reader_of_the_code_reads_nothing_of_the_match(tmp_path: Path) -> None:
    """The code alone opens the pairing and not the channel, since its keys come from exchange keys of both."""
    network = FaultyNetwork()
    tables = two_tables(network, tmp_path)
    played(network, tables, 2)
    assert tables[0].inviting is not None
    (invitation,) = tables[0].inviting._invitations.values()
    code = invitation.pairing_code
    thief = JoinAttempt(code, "table 1", tables[1].identity.seed, bytes(range(32)))
    for _, data in network.seen:
        with pytest.raises(UnopenedError):
            thief.read(data)

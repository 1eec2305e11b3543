"""A table gets what its seats may see: byte for byte the same, whatever the secret of the others is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Action, Game, Player, PowerName, Seat, Setup
from engine.actions import PutToken
from engine.notation import turn_text
from engine.powers.chaos import Deck
from engine.told_games import cards_drawn
from online.match.match_entries import GameSetUp, StepsSeen, StepsTaken, read_entry
from table.log_forms import setup_form
from tests.online.match.far_tables import FarTable, level, paired, settle
from tests.online.match.faulty_network import FaultyNetwork

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE


def setup_with(power: str, seed: int = 0, other: str = "pan") -> Setup:
    return Setup((Player(BLUE, PowerName(power), 0), Player(ORANGE, PowerName(other), 1)), seed=seed)


def judged(folder: Path, setup: Setup) -> tuple[FaultyNetwork, list[FarTable]]:
    """A judge, and a table for each player; all of it is the same in each run but for the setup."""
    folder.mkdir()
    network = FaultyNetwork()
    tables = paired(network, folder, frozenset(), frozenset({BLUE}), frozenset({ORANGE}))
    tables[0].ask(GameSetUp(setup_form(setup)))
    settle(network, *tables, until=lambda: quiet(network, tables))
    return network, tables


def quiet(network: FaultyNetwork, tables: list[FarTable]) -> bool:
    counts = {table.state.count for table in tables}
    return len(counts) == 1 and network.next_arrival is None and all(table.can_ask() for table in tables)


def play(network: FaultyNetwork, tables: list[FarTable], *turns: str) -> None:
    """The turns of orange and blue, as the judge's game asks for them."""
    for steps in turns:
        table = tables[1] if tables[0].game.to_act is BLUE else tables[2]
        count = tables[0].state.count
        table.ask(StepsTaken(steps))
        settle(network, *tables, until=lambda: quiet(network, tables))
        assert tables[0].state.count == count + 1, (steps, table.refused())


def came_to(network: FaultyNetwork, table: FarTable) -> list[bytes]:
    """All bytes that came to a table."""
    (keys,) = table.running.channels
    return [data for topic, data in network.seen if topic == keys.receiving_topic]


def first_turns(power: str) -> list[list[str]]:
    """Two beginnings of a game in which all is the same but what blue does in secret."""
    beginnings = []
    for choice in (0, -1):
        game, turns = Game.begin(setup_with(power)), list[str]()
        while game.turn == 0:
            seat, actions = game.to_act, list[Action]()
            while game.turn == 0 and game.to_act is seat:
                legal = game.legal_actions()
                secret = isinstance(legal[0], PutToken) or (power == "hecate" and seat is BLUE)
                actions.append(legal[choice] if secret else legal[len(legal) // 2])
                game = game.play(actions[-1])
            turns.append(turn_text(actions))
        beginnings.append(turns)
    return beginnings


@pytest.mark.parametrize("power", ["hecate", "moerae", "tartarus"])
def test_a_table_gets_the_same_bytes_whatever_the_others_secret_is(tmp_path: Path, power: str) -> None:
    one, other = first_turns(power)
    assert one != other
    assert len(one) == len(other)
    got = []
    for name, turns in (("one", one), ("other", other)):
        network, tables = judged(tmp_path / name, setup_with(power))
        play(network, tables, *turns)
        got.append((came_to(network, tables[2]), tables[2].running.side.log, tables[0].game.state))
    (bytes_one, log_one, truth_one), (bytes_other, log_other, truth_other) = got
    assert truth_one != truth_other
    assert bytes_one == bytes_other
    assert log_one == log_other
    assert len(bytes_one) >= len(one)


def test_a_table_gets_the_same_bytes_whatever_cards_are_left_in_the_deck(tmp_path: Path) -> None:
    def deck(seed: int) -> Deck:
        memory = Game.begin(setup_with("chaos", seed, "atlas")).state.powers[0].memory
        assert isinstance(memory, Deck)
        return memory

    first, seed = deck(1), 2
    while (deck(seed).face_up, deck(seed).draw[0]) != (first.face_up, first.draw[0]):
        seed += 1
    assert deck(seed).draw != first.draw
    got = []
    for each in (1, seed):
        network, tables = judged(tmp_path / str(each), setup_with("chaos", each, "atlas"))
        play(network, tables, "@a1 @a2", "@e4 @e5")
        play(network, tables, turn_of(tables[0]), "e4-d3 d3^e3")
        got.append((came_to(network, tables[2]), tables[2].running.side.log))
        assert tables[0].game.setup.seed == each
        assert cards_drawn(tables[2].game.plies) == (first.draw[0],)
    assert got[0] == got[1]


def test_the_owner_sees_what_the_other_table_does_not(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_with("hecate"))
    turns, _ = first_turns("hecate")
    play(network, tables, *turns)
    own, others = (read_entry(table.running.side.log.entries[-1].body).content for table in tables[1:])
    assert isinstance(own, StepsSeen)
    assert isinstance(others, StepsSeen)
    assert own.steps == turns[-1], "it can play them"
    assert not others.steps
    assert not any("WorkerPlaced" in text for text in others.events)
    assert sum("ActedInSecret" in text for text in others.events) == 2


def test_judged_tables_are_found_again_on_their_disks(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_with("tartarus"))
    (turns, _) = first_turns("tartarus")
    play(network, tables, *turns)
    logs = [table.running.side.log for table in tables]
    for table in tables:
        table.kill()
        table.starts()
    settle(network, *tables, until=lambda: quiet(network, tables))
    play(network, tables, turn_of(tables[0]))
    for table, log in zip(tables, logs, strict=True):
        assert table.running.side.log.entries[:-1] == log.entries
        assert table.troubles() == []


def turn_of(judge: FarTable) -> str:
    game, seat, turn, actions = judge.game, judge.game.to_act, judge.game.turn, list[Action]()
    while game.to_act is seat and game.turn == turn:
        actions.append(game.legal_actions()[0])
        game = game.play(actions[-1])
    return turn_text(actions)


def test_without_secrets_all_tables_have_the_judges_log(tmp_path: Path) -> None:
    setup = Setup((Player(BLUE, PowerName("apollo"), 0), Player(ORANGE, PowerName("pan"), 1)))
    network, tables = judged(tmp_path / "match", setup)
    play(network, tables, "@c3 @c1", "@a5 @e5")
    settle(network, *tables, until=lambda: level(*tables))
    assert tables[1].game == tables[0].game

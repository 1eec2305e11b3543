"""A judged game in which nothing is secret but where tokens lie: each table plays it as far as it is told, its seats
have the steps that the rules allow them, and in the end all tables have the true game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import UNSET

from common.numbers import seeded
from engine import Game, Player, PowerName, Seat, Setup
from engine.actions import PutToken, Resign
from engine.notation import turn_text
from engine.told_games import cards_drawn, seed_as_told
from online.match.match_entries import (
    Bar,
    BarredError,
    GameSetUp,
    OrderedEntry,
    StepsSeen,
    StepsTaken,
    TableDeparted,
    TakebackAnswered,
    TakebackRequested,
    read_entry,
)
from online.match.match_state import MatchState, after
from table.log_forms import setup_form
from tests.engine.test_games_told import known_alike
from tests.online.match.far_tables import FarTable, paired, random_steps, settle
from tests.online.match.faulty_network import BAD, FaultyNetwork
from tests.online.match.test_far_secrets import judged, quiet
from tests.sampling import one_in

BLUE, ORANGE, WHITE = Seat.BLUE, Seat.ORANGE, Seat.WHITE


def setup_of(blue: str, orange: str) -> Setup:
    seed = 5 if "chaos" in (blue, orange) else 0
    return Setup((Player(BLUE, PowerName(blue), 0), Player(ORANGE, PowerName(orange), 1)), seed=seed)


def with_seat(tables: list[FarTable], seat: Seat) -> FarTable:
    return next(table for table in tables if seat in table.seats)


def take_turn(network: FaultyNetwork, tables: list[FarTable], seed: int) -> None:
    """The seat to act does what it knows to be legal, as its own table tells it."""
    seat = tables[0].game.to_act
    assert seat is not None
    table, count = with_seat(tables, seat), tables[0].state.count
    table.ask(StepsTaken(turn_text(random_steps(table.game, table.seats, seeded("told", seed, count)))))
    settle(network, *tables, until=lambda: quiet(network, tables))
    assert tables[0].state.count == count + 1, table.refused()


def hidden_squares(game: Game) -> list[object]:
    """What the cards of a game remember of spaces."""
    return [card.memory for card in game.state.powers]


@pytest.mark.parametrize("seed", one_in(2, range(4)))
@pytest.mark.parametrize(
    ("blue", "orange"),
    [
        ("tartarus", "pan"),
        ("apollo", "tartarus"),
        ("moerae", "minotaur"),
        ("moerae", "tartarus"),
        ("chaos", "atlas"),
        ("tartarus", "chaos"),
    ],
)
def test_seats_have_the_steps_of_the_true_game_and_tables_have_it_in_the_end(
    tmp_path: Path, blue: str, orange: str, seed: int
) -> None:
    network, tables = judged(tmp_path / "match", setup_of(blue, orange))
    judge = tables[0]
    while judge.game.outcome is None:
        seat = judge.game.to_act
        assert seat is not None
        assert with_seat(tables, seat).game.legal_actions() == judge.game.legal_actions()
        for table in tables[1:]:
            (own,) = table.seats
            known = judge.game.as_known_to(own).state
            assert known_alike(table.game.state, known), "the table knows what its seat knows"
            assert table.game.view(own) == judge.game.view(own)
        take_turn(network, tables, seed)
    for table in tables:
        assert table.game.plies == judge.game.plies
        assert table.game.state == judge.game.state
        assert table.game.setup == judge.game.setup
        assert table.troubles() == []


def test_a_card_that_changes_is_the_one_that_the_judge_drew(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("chaos", "atlas"))
    assert tables[1].game.setup.seed != tables[0].game.setup.seed, "no table knows the order of the deck"
    for table, steps in ((tables[1], "@a1 @a2"), (tables[2], "@e4 @e5")):
        say(network, tables, table, steps)
    say(network, tables, tables[1], turn_text(random_steps(tables[1].game, (BLUE,), seeded("any"))))
    count = len(tables[0].game.plies)
    say(network, tables, tables[2], "e4-d3 d3^e3")
    (drawn,) = cards_drawn(tables[0].game.plies[count:])
    for table in tables[1:]:
        assert cards_drawn(table.game.plies[count:]) == (drawn,)
        assert table.game.legal_actions() == tables[0].game.legal_actions()
    (entry,) = [read_entry(tables[1].running.side.log.entries[-1].body).content]
    assert isinstance(entry, StepsSeen)
    assert entry.drawn == (drawn,)
    assert entry.seed is UNSET


def test_a_judge_that_tells_a_card_that_cannot_be_drawn_is_not_followed(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("chaos", "atlas"))
    for table, steps in ((tables[1], "@a1 @a2"), (tables[2], "@e4 @e5")):
        say(network, tables, table, steps)
    say(network, tables, tables[1], turn_text(random_steps(tables[1].game, (BLUE,), seeded("any"))))
    state = tables[1].state
    for drawn, why in (((PowerName("atlas"),), "cannot be drawn"), (UNSET, "awaits 1")):
        entry = OrderedEntry(2, 9, StepsSeen(ORANGE, (), "e4-d3 d3^e3", drawn=drawn))
        with pytest.raises(BarredError, match=why):
            after(state, entry)
    with pytest.raises(BarredError, match="awaits 0"):
        after(state, OrderedEntry(2, 9, StepsSeen(ORANGE, (), "e4-d3 d3+e3", drawn=(PowerName("pan"),))))


def test_a_judge_whose_deck_is_another_one_in_the_end_is_not_followed(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("chaos", "atlas"))
    for table, steps in ((tables[1], "@a1 @a2"), (tables[2], "@e4 @e5")):
        say(network, tables, table, steps)
    say(network, tables, tables[1], turn_text(random_steps(tables[1].game, (BLUE,), seeded("any"))))
    say(network, tables, tables[2], "e4-d3 d3^e3")
    truth = tables[0].game.setup
    lay = seed_as_told(truth)
    others = (seed for seed in count(6) if seed_as_told(replace(truth, seed=seed)) == lay)
    resigned = StepsSeen(BLUE, (), turn_text((Resign(BLUE),)), seed=next(others))
    with pytest.raises(BarredError, match=r"was told, but .* was drawn"):
        after(tables[1].state, OrderedEntry(1, 9, resigned))


def test_who_meets_the_abyss_loses_though_its_table_could_not_foresee_it(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("tartarus", "pan"))
    for table, steps in ((tables[1], "@a1 @a2"), (tables[2], "@c3 @e5"), (tables[1], "*b3")):
        say(network, tables, table, steps)
    say(network, tables, tables[1], "a1-b1 b1+c1")
    assert hidden_squares(tables[2].game) != hidden_squares(tables[0].game)
    say(network, tables, tables[2], "c3-b3 b3+b4")
    for table in tables:
        outcome = table.game.outcome
        assert outcome is not None
        assert outcome.winners == (BLUE,)
        assert table.game.plies == tables[0].game.plies
    (entry,) = [read_entry(tables[2].running.side.log.entries[-1].body).content]
    assert isinstance(entry, StepsSeen)
    assert entry.steps == "c3-b3", "the build is lost"
    assert entry.tokens == "*b3"


def say(network: FaultyNetwork, tables: list[FarTable], table: FarTable, steps: str) -> None:
    count = tables[0].state.count
    table.ask(StepsTaken(steps))
    settle(network, *tables, until=lambda: quiet(network, tables))
    assert tables[0].state.count == count + 1, (steps, table.refused(), tables[0].game.legal_actions())


def test_a_table_refuses_what_it_knows_to_be_forbidden_before_it_asks(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("tartarus", "pan"))
    say(network, tables, tables[1], "@a1 @a2")
    tables[2].ask(StepsTaken("@a1 @c3"))
    assert [refused.bar for refused in tables[2].refused()] == [Bar.ILLEGAL]


def test_giving_up_shows_where_the_tokens_lie(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("moerae", "pan"))
    for _ in range(5):
        take_turn(network, tables, 0)
    say(network, tables, tables[2], turn_text((Resign(ORANGE),)))
    assert tables[2].game.plies == tables[0].game.plies
    assert any(isinstance(ply.action, PutToken) for ply in tables[2].game.plies)


def test_a_turn_is_taken_back_at_all_tables_if_it_met_no_secret(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("moerae", "pan"))
    for _ in range(4):
        take_turn(network, tables, 1)
    before = [table.game for table in tables]
    take_turn(network, tables, 1)
    number = tables[0].state.standing[-1].number
    for table, content in ((tables[1], TakebackRequested(number)), (tables[2], TakebackAnswered(number, agreed=True))):
        table.ask(content)
        settle(network, *tables, until=lambda: quiet(network, tables))
    assert [table.game.state for table in tables] == [game.state for game in before]
    take_turn(network, tables, 2)
    assert all(table.troubles() == [] for table in tables)


def test_where_more_is_secret_a_table_has_no_game(tmp_path: Path) -> None:
    _, tables = judged(tmp_path / "match", setup_of("hecate", "gaea"))
    states: list[MatchState] = [table.state for table in tables[1:]]
    assert all(state.sealed and state.game is None for state in states)


def test_a_table_that_comes_after_the_end_follows_the_log(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("pan", "tartarus"))
    for _ in range(5):
        take_turn(network, tables, 0)
    say(network, tables, tables[1], turn_text((Resign(BLUE),)))
    tables[0].ask(TableDeparted(2, revoked=True))
    inviting = tables[0].inviting
    assert inviting is not None
    came = FarTable("late", network, tmp_path / "match")
    came.joins(inviting.invite(frozenset({ORANGE})))
    here = [tables[0], tables[1], came]
    settle(network, *here, until=lambda: came.runner is not None)
    settle(network, *here, until=lambda: quiet(network, here))
    assert came.seats == (ORANGE,)
    assert came.troubles() == []


def test_two_seats_of_a_table_know_what_everybody_knows_of_a_deck(tmp_path: Path) -> None:
    (tmp_path / "match").mkdir()
    network = FaultyNetwork()
    tables = paired(network, tmp_path / "match", frozenset(), frozenset({BLUE, WHITE}), frozenset({ORANGE}))
    players = zip((BLUE, ORANGE, WHITE), ("chaos", "atlas", "pan"), strict=True)
    setup = Setup(tuple(Player(seat, PowerName(power), team) for team, (seat, power) in enumerate(players)), seed=5)
    tables[0].ask(GameSetUp(setup_form(setup)))
    settle(network, *tables, until=lambda: quiet(network, tables))
    while tables[0].game.outcome is None:
        seat = tables[0].game.to_act
        assert tables[2 if seat is ORANGE else 1].game.legal_actions() == tables[0].game.legal_actions()
        take_turn(network, tables, 1)
    for table in tables:
        assert table.game.plies == tables[0].game.plies
        assert table.troubles() == []
    assert len(cards_drawn(tables[0].game.plies)) > 1


def all_beyond(tables: list[FarTable], count: int) -> bool:
    """Whether all tables have more entries than so many."""
    return all(table.state.count > count for table in tables)


def play_over_a_bad_link(network: FaultyNetwork, tables: list[FarTable], chance: Random) -> None:
    """Play a judged game to its end, with programs that are killed between turns; nothing of it may differ anywhere."""
    network.kind = BAD
    judge = tables[0]
    while judge.game.outcome is None:
        seat, count = judge.game.to_act, judge.state.count
        assert seat is not None
        assert with_seat(tables, seat).plays(chance)
        if chance.random() < 0.3:
            killed = chance.choice(tables)
            killed.kill()
            killed.starts()
        settle(network, *tables, until=partial(all_beyond, tables, count))
        settle(network, *tables, until=lambda: all(each.can_ask() for each in tables))
    for each in tables:
        assert each.game.plies == judge.game.plies
        assert each.troubles() == []
    assert network.faults > 10


@pytest.mark.parametrize("seed", range(2))
def test_a_bad_link_and_programs_that_are_killed_change_nothing(tmp_path: Path, seed: int) -> None:
    network, tables = judged(tmp_path / "match", setup_of(*(("moerae", "tartarus"), ("atlas", "chaos"))[seed]))
    play_over_a_bad_link(network, tables, seeded("bad", seed))

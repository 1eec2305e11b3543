"""A judged game with Hecate: her table plays her workers, the others are told what came of her turns, and all of them
have the steps that the true game offers their seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from common.numbers import seeded
from engine import Game, Seat
from engine.actions import Resign, Unseen
from engine.events import ActionCancelled, Built, Event, WorkerMoved, WorkerPlaced
from engine.notation import turn_text
from engine.seats import PUBLIC, Viewer
from engine.squares import square
from online.match.match_entries import (
    Bar,
    BarredError,
    OrderedEntry,
    StepsSeen,
    StepsTaken,
    TakebackAnswered,
    TakebackRequested,
    read_entry,
)
from online.match.match_state import after
from tests.online.match.far_tables import FarTable, settle
from tests.online.match.faulty_network import FaultyNetwork
from tests.online.match.test_far_secrets import came_to, judged, quiet
from tests.online.match.test_told_games import play_over_a_bad_link, say, setup_of, take_turn, with_seat
from tests.sampling import one_in

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
D3 = square("d3")


def knows_as_much(table: FarTable, truth: Game) -> None:
    """Check that a table shows its seat, and everybody, what the true game does."""
    viewers: tuple[Viewer, ...] = (*table.seats, PUBLIC)
    for viewer in viewers:
        if truth.outcome is None:
            assert table.game.view(viewer) == truth.view(viewer)
    assert table.game.turn == truth.turn


@pytest.mark.parametrize("seed", one_in(2, range(2)))
@pytest.mark.parametrize(
    ("blue", "orange"), [("hecate", "pan"), ("apollo", "hecate"), ("hecate", "medusa"), ("hecate", "dionysus")]
)
def test_a_game_with_hecate_is_played_to_its_end(tmp_path: Path, blue: str, orange: str, seed: int) -> None:
    network, tables = judged(tmp_path / "match", setup_of(blue, orange))
    judge = tables[0]
    while judge.game.outcome is None:
        seat = judge.game.to_act
        assert seat is not None
        assert with_seat(tables, seat).game.legal_actions() == judge.game.legal_actions()
        for table in tables[1:]:
            knows_as_much(table, judge.game)
        take_turn(network, tables, seed)
    for table in tables:
        assert table.game.plies == judge.game.plies
        assert table.game.state == judge.game.state
        assert table.troubles() == []


def begun(folder: Path, hers: str, other: str = "pan") -> tuple[FaultyNetwork, list[FarTable]]:
    """A match in which orange stands on c3 and e5, and Hecate on these squares."""
    network, tables = judged(folder, setup_of("hecate", other))
    say(network, tables, tables[2], "@c3 @e5")
    say(network, tables, tables[1], hers)
    return network, tables


def test_a_table_gets_the_same_bytes_wherever_her_workers_are(tmp_path: Path) -> None:
    got = []
    for name, placed, first in (("one", "@a1 @d3", "a1-a2 a2+b2"), ("other", "@a3 @d3", "a3-b3 b3+b2")):
        network, tables = begun(tmp_path / name, placed)
        say(network, tables, tables[1], first)
        say(network, tables, tables[2], "c3-d3 d3+d4")
        say(network, tables, tables[1], "d3-d2 d2+d1")
        say(network, tables, tables[2], "c3-d3 d3+d4")
        say(network, tables, tables[1], "d2-c2 c2+d1")
        got.append((came_to(network, tables[2]), tables[2].running.side.log, tables[0].game.state))
    (bytes_one, log_one, truth_one), (bytes_other, log_other, truth_other) = got
    assert truth_one != truth_other
    assert bytes_one == bytes_other
    assert log_one == log_other


def test_who_meets_her_loses_the_rest_of_the_turn_and_learns_no_more(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    say(network, tables, tables[1], "a1-a2 a2+b2")
    say(network, tables, tables[2], "c3-d3 d3+d4")
    (met,) = tables[2].game.plies[-1:]
    assert [event for event in met.events if isinstance(event, ActionCancelled)] == [ActionCancelled(ORANGE, D3)]
    assert not any(isinstance(event, Built) for event in met.events), "the build is lost"
    assert tables[2].game.plies[-2].action == Unseen(BLUE)
    for table in tables:
        assert table.game.to_act is BLUE
        assert table.game.view(ORANGE) == tables[0].game.view(ORANGE)
    assert not any(
        isinstance(event, WorkerPlaced | WorkerMoved) and event.seat is BLUE for event in events_at(tables[2])
    )
    assert any(isinstance(event, WorkerMoved) and event.seat is BLUE for event in events_at(tables[1]))


def events_at(table: FarTable) -> list[Event]:
    return [event for ply in table.game.plies for event in ply.events]


def test_a_turn_of_hers_is_taken_back_at_all_tables(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    before = [table.game for table in tables]
    say(network, tables, tables[1], "a1-a2 a2+b2")
    number = tables[0].state.standing[-1].number
    for table, content in ((tables[1], TakebackRequested(number)), (tables[2], TakebackAnswered(number, agreed=True))):
        table.ask(content)
        settle(network, *tables, until=lambda: quiet(network, tables))
    assert [table.game for table in tables] == before
    say(network, tables, tables[1], "d3-d2 d2+d1")
    assert all(table.troubles() == [] for table in tables)


def test_a_turn_that_met_her_is_not_taken_back(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    say(network, tables, tables[1], "a1-a2 a2+b2")
    say(network, tables, tables[2], "c3-d3 d3+d4")
    for table in (tables[1], tables[2]):
        table.ask(TakebackRequested(table.state.standing[-1].number))
        assert [refused.bar for refused in table.refused()] == [Bar.NOTHING_TO_TAKE_BACK]


def test_a_very_long_turn_that_meets_her_is_not_declined(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("hecate", "triton"))
    say(network, tables, tables[2], "@a1 @e5")
    say(network, tables, tables[1], "@e1 @d1")
    say(network, tables, tables[1], "e1-e2 e2+e3")
    walk = " ".join(["a1-a2 a2-a1"] * 16 + ["a1-b1 b1-c1 c1-d1"])
    say(network, tables, tables[2], f"{walk} . d1+d2")
    assert any(isinstance(event, ActionCancelled) for event in tables[2].game.plies[-1].events)


def test_a_table_cannot_take_a_turn_that_nobody_sees(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    tables[1].ask(StepsTaken(turn_text((Unseen(BLUE),))))
    settle(network, *tables, until=lambda: quiet(network, tables))
    assert [refused.bar for refused in tables[1].refused()] == [Bar.ILLEGAL]


def test_what_a_judge_tells_has_to_be_a_position_of_this_game(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    state = tables[2].state
    say(network, tables, tables[1], "a1-a2 a2+b2")
    told = read_entry(tables[2].running.side.log.entries[-1].body).content
    assert isinstance(told, StepsSeen)
    assert isinstance(told.position, str)
    for changed, why in (
        (replace(told, position="?"), "it needs levels/to-move"),
        (replace(told, position=told.position.replace("pan", "apollo")), "no result of a turn of blue is told"),
        (replace(told, events=("1",)), "no event"),
        (replace(told, events=('["Fell",{}]',)), "there is no event 'Fell'"),
        (replace(told, seat=ORANGE), "orange is not to act"),
    ):
        with pytest.raises(BarredError, match=re.escape(why)):
            after(state, OrderedEntry(1, 9, changed))


def test_in_the_end_the_steps_have_to_be_those_of_a_game(tmp_path: Path) -> None:
    network, tables = begun(tmp_path / "match", "@a1 @d3")
    say(network, tables, tables[1], "a1-a2 a2+b2")
    gave_up = turn_text((Resign(ORANGE),))
    for secret, why in (("@a1 @d3", "the steps of a turn of blue are missing"), ("@a1 @c3 a1-a2 a2+b2", "not legal")):
        with pytest.raises(BarredError, match=why):
            after(tables[2].state, OrderedEntry(2, 9, StepsSeen(ORANGE, (), gave_up, secret, seed=0)))


def test_a_bad_link_and_killed_programs_change_nothing_in_a_game_with_her(tmp_path: Path) -> None:
    network, tables = judged(tmp_path / "match", setup_of("apollo", "hecate"))
    play_over_a_bad_link(network, tables, seeded("bad", "hecate"))

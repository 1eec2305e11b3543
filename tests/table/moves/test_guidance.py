"""What the board says while a game waits: what lies in the way, towers that are not right, warnings, ways out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perception.findings import Fallen, Findings, HeightFound, SensorFault, SensorTrouble, Shifted, StrayField
from table.session.snapshot import AdoptBoard, BoardMode, TrustGame, TurnBoard
from tests.table.moves.fieldless_board import FLAT, FieldlessGame, done, written

Begin = Callable[..., FieldlessGame]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Begin:
    def beginning(powers: str = "mortal:b2,d4/mortal:d2,b4", towers: str = FLAT) -> FieldlessGame:
        return FieldlessGame(monkeypatch, powers, towers=towers)

    return beginning


# -- what lies in the way, and the ways out


def test_a_mistake_that_lasts_has_ways_out(begin: Begin) -> None:
    game = begin()
    game.rest("e5 d4/d2 b4", ms=2000)
    assert (game.told(), game.status.offers) == ("move.not_neighboring", ())
    game.wait(3500)
    workers = tuple(sorted((int(at), seat) for at, seat in written("e5 d4/d2 b4")))
    assert game.status.offers == (TrustGame(), AdoptBoard(workers))


def test_what_cannot_be_the_position_is_not_offered(begin: Begin) -> None:
    game = begin()
    game.rest("e5 b2 d4/d2", ms=6000)
    assert game.status.offers == (TrustGame(),)


def test_who_trusts_the_game_plays_on(begin: Begin) -> None:
    game = begin()
    game.rest("e5 d4/d2 b4", ms=6000)
    game.follower.trust()
    game.wait(400)
    assert game.status.mode is BoardMode.FOLLOWING
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3"]


def test_a_board_that_fits_nothing_is_spoken_about_and_can_be_trusted(begin: Begin) -> None:
    game = begin()
    game.tracker.clear = False
    game.rest("b2 d4/d2 b4", ms=1000)
    assert game.status.mode is BoardMode.FOLLOWING
    game.wait(1000)
    assert (game.status.mode, game.status.offers) == (BoardMode.UNSURE, (TrustGame(),))


def test_a_fallen_worker_keeps_the_game_waiting_until_it_stands(begin: Begin) -> None:
    game = begin()
    game.find(Findings(disturbances=(Fallen(7, 1),)))
    game.rest("d4/d2 b4", ms=300)
    assert (game.told(), game.differences()) == ("board.fallen", "b2 missing blue, c2 fallen blue")
    game.find(Findings())
    game.rest("b2 d4/d2 b4")
    assert game.status.mode is BoardMode.FOLLOWING


@pytest.mark.parametrize(("standing", "quarters"), [("e1 b3/c5 a2", 1), ("e5 c2/a3 d1", 2), ("a5 d3/c1 e4", 3)])
def test_a_turned_board_is_offered_to_be_played_on(begin: Begin, standing: str, quarters: int) -> None:
    game = begin("mortal:a1,c4/mortal:e3,b5")
    game.follower.restart()
    game.rest(standing, ms=3000)
    assert (game.told(), game.status.offers[0]) == ("board.turned", TurnBoard(quarters))


@pytest.mark.parametrize(
    ("findings", "keys"),
    [
        (Findings(faults=(SensorFault(12, SensorTrouble.DEAD),)), ["sensor.dead"]),
        (Findings(faults=(SensorFault(12, SensorTrouble.SWAPPED, 13),)), ["sensor.swapped"]),
        (Findings(disturbances=(StrayField(frozenset({0, 5})), Shifted(0.5))), ["board.stray", "board.shifted"]),
    ],
)
def test_what_stops_nothing_is_a_warning(begin: Begin, findings: Findings, keys: list[str]) -> None:
    game = begin()
    game.find(findings)
    game.wait(100)
    assert [message.key for message in game.status.warnings] == keys
    assert game.status.mode is BoardMode.FOLLOWING


# -- towers


@pytest.mark.parametrize(
    ("level", "key"),
    [(0, "board.too_low"), (1, None), (2, "board.too_high")],
)
def test_a_worker_on_another_height_than_the_game_has_is_noticed(begin: Begin, level: int, key: str | None) -> None:
    game = begin(towers="0000000000010000000000000")
    game.find(Findings(heights=(HeightFound(11, level, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3"]
    assert game.told() == key
    if key is not None:
        assert isinstance(game.status.offers[-1], AdoptBoard)
        assert game.status.offers[-1].heights == ((11, level),)


@pytest.mark.parametrize(
    ("level", "key"),
    [(0, "board.too_low"), (1, None), (2, None), (3, "board.too_high")],
)
def test_a_touch_feels_the_tower_before_or_after_the_block(begin: Begin, level: int, key: str | None) -> None:
    game = begin(towers="0000000000001000000000000")
    game.rest("b3 d4/d2 b4")
    game.find(Findings(heights=(HeightFound(12, level, 20.0),)))
    game.rest("c3 d4/d2 b4", ms=300)
    game.find(Findings(heights=(HeightFound(11, 0, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+c3"]
    assert game.told() == key


def test_a_tower_that_was_put_right_is_forgotten(begin: Begin) -> None:
    game = begin(towers="0000000000010000000000000")
    game.find(Findings(heights=(HeightFound(11, 0, 20.0),)))
    game.rest("b3 d4/d2 b4")
    game.find(Findings())
    game.rest("d4/d2 b4", ms=900)
    game.find(Findings(heights=(HeightFound(11, 1, 20.0),)))
    game.rest("b3 d4/d2 b4")
    assert game.status.mode is BoardMode.FOLLOWING


def test_a_touched_tower_was_put_right_when_its_worker_is_lifted_and_put_back(begin: Begin) -> None:
    game = begin(towers="0000000000001000000000000")
    game.rest("b3 d4/d2 b4")
    game.find(Findings(heights=(HeightFound(12, 3, 20.0),)))
    game.rest("c3 d4/d2 b4", ms=300)
    game.find(Findings(heights=(HeightFound(11, 0, 20.0),)))
    game.rest("b3 d4/d2 b4")
    assert game.told() == "board.too_high"
    game.rest("d4/d2 b4", ms=900)
    game.rest("b3 d4/d2 b4")
    assert game.status.mode is BoardMode.FOLLOWING


def _came_home_on_a_new_block(begin: Begin) -> FieldlessGame:
    """A worker moved to b3, was put down on c3 and came back to b3, which has got a block meanwhile."""
    game = begin()
    game.find(Findings(heights=(HeightFound(11, 0, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3"]
    game.find(Findings(heights=(HeightFound(12, 0, 20.0),)))
    game.rest("c3 d4/d2 b4", ms=300)
    game.find(Findings(heights=(HeightFound(11, 1, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4")) == []
    assert game.told() == "board.too_high"
    return game


def test_a_touch_counts_only_once_the_tower_of_its_worker_is_right(begin: Begin) -> None:
    game = _came_home_on_a_new_block(begin)
    game.rest("d4/d2 b4", ms=900)
    game.find(Findings(heights=(HeightFound(11, 0, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+c3"]
    assert game.status.mode is BoardMode.FOLLOWING


def test_a_worker_that_then_stays_where_it_seemed_to_touch_was_moved_there(begin: Begin) -> None:
    """As where a tower had a block too many, which was taken away before its worker could be read."""
    game = _came_home_on_a_new_block(begin)
    game.find(Findings(heights=(HeightFound(12, 0, 20.0),)))
    assert done(game.rest("c3 d4/d2 b4", ms=4500)) == ["back 1: b2-c3"]
    assert game.status.mode is BoardMode.FOLLOWING


def test_a_win_on_a_tower_that_is_lower_is_noticed_while_it_may_be_taken_back(begin: Begin) -> None:
    game = begin(towers="0000000000030000200000000")
    game.find(Findings(heights=(HeightFound(11, 2, 20.0),)))
    assert done(game.rest("b3 d4/d2 b4", ms=2000)) == ["b2-b3"]
    assert game.game.outcome is not None
    assert game.told() == "board.too_low"
    game.confirm()
    game.wait(400)
    assert game.told() is None


@pytest.mark.parametrize(
    ("level", "key"),
    [(0, "board.touch_height"), (1, "board.touch_unsure"), (2, "board.touch_unsure"), (3, "board.touch_height")],
)
def test_a_touch_that_is_not_clear_is_asked_for_again(begin: Begin, level: int, key: str) -> None:
    game = begin(towers="0000000000001000000000000")
    game.rest("b3 d4/d2 b4")
    game.rest("d4/d2 b4")
    game.doubt("c3", level)
    game.rest("d4/d2 b4")
    game.understand()
    assert done(game.rest("b3 d4/d2 b4")) == []
    assert (game.status.mode, game.told()) == (BoardMode.FOLLOWING, key)
    game.rest("d4/d2 b4")
    assert game.told() is None
    game.rest("c3 d4/d2 b4", ms=300)
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+c3"]
    assert game.told() is None


def test_nothing_is_asked_of_a_touch_that_became_a_move(begin: Begin) -> None:
    game = begin("artemis:b2,d4/mortal:d2,b4")
    game.rest("b3 d4/d2 b4", ms=1000)
    game.rest("d4/d2 b4")
    game.doubt("c3", 1)
    game.rest("d4/d2 b4")
    game.understand()
    assert done(game.rest("a4 d4/d2 b4", ms=1600)) == ["b3-a4"]
    assert game.told() is None


@pytest.mark.parametrize(("level", "key"), [(0, "board.unsure"), (2, "board.unsure_height")])
def test_who_may_stand_on_another_tower_than_the_game_has_is_told_of_it(begin: Begin, level: int, key: str) -> None:
    game = begin()
    game.rest("d4/d2 b4")
    game.doubt("b3", level)
    game.rest("d4/d2 b4", ms=3500)
    assert (game.status.mode, game.told()) == (BoardMode.UNSURE, key)


@pytest.mark.parametrize(("name", "level"), [("d4", 0), ("c3", 4)], ids=["stood there before", "complete tower"])
def test_nothing_is_asked_for_long_while_what_seems_to_stand_may_be_in_the_hand(
    begin: Begin, name: str, level: int
) -> None:
    game = begin(towers="0000000000004000000000000")
    game.rest("d4/d2 b4")
    game.doubt(name, level)
    game.rest("d4/d2 b4", ms=7500)
    modes = [game.status.mode]
    game.rest("d4/d2 b4", ms=1500)
    assert [*modes, game.status.mode] == [BoardMode.IN_HAND, BoardMode.UNSURE]


def test_where_nothing_explains_the_board_it_is_asked_about_soon(begin: Begin) -> None:
    """As where another worker was knocked over: it cannot be left to the players to find that out."""
    game = begin()
    game.rest("d4/d2 b4")
    game.doubt("d4", 0, is_explained=False)
    game.rest("d4/d2 b4", ms=3500)
    assert game.status.mode is BoardMode.UNSURE

"""What hands mean by the workers they leave standing: steps, going back, parts of steps, mistakes and ways out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Game, Seat
from engine.notation import parse_action, parse_position, state_of
from table.moves.interpretation import RestHistory
from table.moves.step_search import StepSequence
from table.session.board_reports import StatusChanged
from table.session.snapshot import BoardMode, TrustGame
from tests.table.moves.fieldless_board import FLAT, FieldlessGame, done, written

Begin = Callable[..., FieldlessGame]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Begin:
    def beginning(powers: str = "mortal:b2,d4/mortal:d2,b4", towers: str = FLAT) -> FieldlessGame:
        return FieldlessGame(monkeypatch, powers, towers=towers)

    return beginning


# -- a step counts early, since it can be taken back


def test_a_move_counts_soon_after_the_worker_stands(begin: Begin) -> None:
    game = begin()
    assert done(game.rest("b3 d4/d2 b4", ms=140)) == []
    assert done(game.wait(40)) == ["b2-b3"]


@pytest.mark.parametrize(
    ("rests", "read"),
    [
        (["c3 d4/d2 b4"], ["back 1: b2-c3"]),
        (["c3 d4/d2 b4", "a2 d4/d2 b4"], ["back 1: b2-c3", "back 1: b2-a2"]),
        (["b2 d4/d2 b4"], ["back 1"]),
        (["d4/d2 b4", "b2 d4/d2 b4"], ["back 1"]),
        (["b2 d4/d2 b4", "b2 d5/d2 b4"], ["back 1", "d4-d5"]),
        (["d4/d2 b4", "b3 d4/d2 b4"], []),
        (["b5 d4/d2 b4"], []),
    ],
)
def test_a_worker_that_goes_on_or_back_takes_its_move_along(begin: Begin, rests: list[str], read: list[str]) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    said = [word for workers in rests for word in done(game.rest(workers, ms=2800))]
    assert said == read


def test_a_rest_on_a_square_where_the_worker_may_build_is_first_taken_for_a_touch(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    assert done(game.rest("c3 d4/d2 b4", ms=1000)) == []
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+c3"]


def test_a_hasty_move_and_a_touch_of_the_square_that_was_left_are_a_move_and_a_build(begin: Begin) -> None:
    game = begin()
    assert done(game.rest("b3 d4/d2 b4", ms=140)) == []
    assert done(game.rest("d4/d2 b4", ms=200)) == []
    assert done(game.rest("b2 d4/d2 b4", ms=200)) == []
    assert done(game.rest("d4/d2 b4", ms=200)) == []
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3 b3+b2"]


def test_a_long_touch_before_the_move_is_a_build_and_no_move(begin: Begin) -> None:
    """Prometheus may build before he moves. A worker that touches for 1.2 s stands there longer: it comes to rest, and
    is raised again."""
    game = begin("prometheus:b2,e1/mortal:d2,b4")
    assert done(game.rest("b3 e1/d2 b4", ms=1400)) == []
    assert done(game.rest("e1/d2 b4", ms=200)) == []
    assert done(game.rest("b2 e1/d2 b4")) == ["b2+b3"]


@pytest.mark.parametrize(("ms", "then", "read"), [(1700, "b3 d4/d2 b4", "b2-b3"), (200, "c3 d4/d2 b4", "b2-c3")])
def test_who_puts_a_worker_back_and_moves_has_built_nothing(begin: Begin, ms: int, then: str, read: str) -> None:
    """Either it stayed at home before it went where it had touched, or it goes elsewhere."""
    game = begin()
    game.rest("b3 d4/d2 b4", ms=140)
    assert done(game.rest("b2 d4/d2 b4", ms=ms)) == []
    assert done(game.rest(then)) == [read]


def test_who_puts_a_worker_back_twice_has_built_nothing(begin: Begin) -> None:
    game = begin()
    for workers in ("b3 d4/d2 b4", "b2 d4/d2 b4", "d4/d2 b4"):
        game.rest(workers, ms=140)
    assert done(game.rest("b2 d4/d2 b4", ms=3000)) == []
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3"]


def test_a_touch_that_follows_a_hasty_move_is_no_other_move(begin: Begin) -> None:
    """The worker rests too shortly on b3 to be believed, and c3, which it touches, could be moved to as well."""
    game = begin()
    assert done(game.rest("b3 d4/d2 b4", ms=140)) == []
    assert done(game.rest("c3 d4/d2 b4", ms=500)) == []
    assert done(game.rest("b3 d4/d2 b4")) == ["b2-b3 b3+c3"]


def test_a_move_over_another_square_is_one_step_where_a_power_allows_two(begin: Begin) -> None:
    """Artemis may move twice: a worker that rests for a moment on its way has not spent a move."""
    game = begin("artemis:b2,e1/mortal:d2,b4")
    game.rest("b3 e1/d2 b4", ms=300)
    assert done(game.rest("c3 e1/d2 b4", ms=1700)) == ["b2-c3"]


@pytest.mark.parametrize(
    ("first", "then", "read"),
    [
        ("b3 e1/d2 b4", "a4 e1/d2 b4", ["b3-a4"]),
        ("b3 e1/d2 b4", "b2 e1/d2 b4", ["back 1"]),
        ("b3 e1/d2 b4", "d3 e1/d2 b4", ["back 1: b2-c2 c2-d3"]),
        ("b3 e1/d2 b4", "e3 e1/d2 b4", []),
    ],
)
def test_a_legal_next_step_comes_before_another_beginning(begin: Begin, first: str, then: str, read: list[str]) -> None:
    game = begin("artemis:b2,e1/mortal:d2,b4")
    game.rest(first, ms=900)
    assert done(game.rest(then, ms=2800)) == read


def test_of_what_leads_to_the_same_place_that_is_taken_back_which_is_less(begin: Begin) -> None:
    """From the edge Triton goes on, also to where the turn began; over c2, where he rests for too long."""
    game = begin("triton:b2,e5/mortal:d4,e3")
    assert done(game.rest("c1 e5/d4 e3", ms=800)) == ["b2-c1"]
    assert done(game.rest("c2 e5/d4 e3", ms=1700)) == ["c1-c2"]
    assert done(game.rest("b2 e5/d4 e3", ms=3000)) == ["back 1: c1-b2"]
    assert done(game.rest("a3 e5/d4 e3", ms=3000)) == ["back 2: b2-a3"]


@pytest.mark.parametrize(
    ("rests", "read"),
    [
        (["b3 e1/d2 b4", "b2 e1/d2 b4"], ["b2-b3", "back 1"]),
        (["b3 e1/d2 b4", "c3 e1/d2 b4", "b2 e1/d2 b4"], ["b2-b3", "b3-c3", "back 2"]),
        (["b3 e1/d2 b4", "c3 e1/d2 b4", "b3 e1/d2 b4"], ["b2-b3", "b3-c3", "back 1"]),
        (["b3 e1/d2 b4", "b3 e2/d2 b4", "b3 e1/d2 b4"], ["b2-b3", "e1-e2", "back 1"]),
        (["b3 e1/d2 b4", "c3 e1/d2 b4", "c2 e1/d2 b4"], ["b2-b3", "b3-c3", "c3-c2"]),
    ],
)
def test_a_walk_that_comes_to_nothing_is_none(begin: Begin, rests: list[str], read: list[str]) -> None:
    """Hermes may stay where he is and build: who walks back could do no more than before, or was only knocked away."""
    game = begin("hermes:b2,e1/mortal:d2,b4")
    assert [word for workers in rests for word in done(game.rest(workers, ms=3000))] == read


def test_who_may_only_build_after_a_walk_may_walk_back_for_it(begin: Begin) -> None:
    """Triton has to move."""
    game = begin("triton:a1,e5/mortal:d4,e3")
    assert done(game.rest("a2 e5/d4 e3", ms=3000)) == ["a1-a2"]
    assert done(game.rest("a1 e5/d4 e3", ms=3000)) == ["a2-a1"]
    assert done(game.rest("a2 e5/d4 e3", ms=3000)) == ["back 1"]


def test_a_build_is_taken_back_with_the_move_and_the_block_asked_for(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    game.rest("c3 d4/d2 b4", ms=300)
    game.rest("b3 d4/d2 b4")
    game.lock()
    assert done(game.rest("b2 d4/d2 b4", ms=1700)) == ["back 2"]
    assert (game.status.mode, game.told()) == (BoardMode.FOLLOWING, "board.block_off")
    game.rest("b3 d4/d2 b4")
    assert game.told() is None


def test_a_second_touch_to_be_sure_of_the_first_changes_nothing(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    game.rest("b2 d4/d2 b4", ms=300)
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+b2"]
    game.lock()
    assert done(game.rest("b2 d4/d2 b4", ms=700)) == []
    assert done(game.rest("b3 d4/d2 b4")) == []
    assert game.status.mode is BoardMode.FOLLOWING


def test_a_worker_that_walks_on_after_its_build_is_no_other_move(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    game.rest("c3 d4/d2 b4", ms=300)
    game.rest("b3 d4/d2 b4")
    game.lock()
    assert done(game.rest("a2 d4/d2 b4", ms=2000)) == []
    assert game.told() == "board.locked"


def test_no_way_leads_back_over_a_secret(begin: Begin) -> None:
    """Against Hecate a move may have told something: it rests longer, and stays."""
    game = begin("mortal:b2,d4/hecate:")
    assert done(game.rest("b3 d4/", ms=500)) == []
    assert done(game.wait(300)) == ["b2-b3"]


def test_what_tells_a_secret_has_to_rest_without_a_tremor(begin: Begin) -> None:
    """A hand that keeps a worker low over a square may seem to have put it down, again and again."""
    game = begin("mortal:b2,d4/hecate:")
    assert [done(game.rest("b3 d4/", ms=500)) for _ in range(4)] == [[], [], [], []]
    assert done(game.rest("c3 d4/", ms=900)) == ["b2-c3"]


def test_a_worker_that_was_told_to_go_back_builds_nothing_by_it(begin: Begin) -> None:
    """It may have rolled there."""
    game = begin("mortal:b2,d4/hecate:")
    game.rest("b3 d4/", ms=900)
    assert done(game.rest("c3 d4/", ms=4000)) == []
    assert game.differences() == "b3 missing blue, c3 extra blue"
    game.tracker.reconsider()
    assert done(game.wait(500)) == []
    assert done(game.rest("b3 d4/", ms=900)) == []


def test_a_winning_move_has_time_to_be_meant(begin: Begin) -> None:
    """A hand that thinks over the square may hold the worker as high as it would stand."""
    game = begin("mortal:c2,d4/mortal:d2,b4", towers="0000000000030000020000000")
    assert done(game.rest("b3 d4/d2 b4", ms=1300)) == []
    assert done(game.wait(300)) == ["c2-b3"]
    game.lock()
    assert done(game.rest("d4/d2 b4", ms=2000)) == []
    assert done(game.rest("c2 d4/d2 b4")) == ["back 1"]


# -- steps that move several workers


@pytest.mark.parametrize(
    ("powers", "rests", "read"),
    [
        ("apollo:b2,e1/mortal:b3,e5", ["e1/b3 e5", "e1/e5", "b3 e1/e5", "b3 e1/b2 e5"], ["b2-b3"]),
        ("apollo:b2,e1/mortal:b3,e5", ["b2 e1/e5", "e1/e5", "e1/b2 e5", "b3 e1/b2 e5"], ["b2-b3"]),
        ("minotaur:b2,e1/mortal:b3,e5", ["b2 e1/e5", "b2 e1/b4 e5", "e1/b4 e5", "b3 e1/b4 e5"], ["b2-b3"]),
        ("minotaur:b2,e1/mortal:b3,e5", ["b2 e1/e5", "b3 e1/e5", "b3 e1/b4 e5"], ["b2-b3"]),
        ("charon:b2,e1/mortal:b3,e5", ["b2 e1/e5", "b2 e1/b1 e5", "b2 a1/b1 e5"], ["b3>b1"]),
        ("bia:b2,e1/mortal:d4,e5", ["e1/d4 e5", "c3 e1/d4 e5", "c3 e1/e5"], ["b2-c3"]),
        ("bia:b2,e1/mortal:d4,e5", ["b2 e1/e5", "e1/e5", "c3 e1/e5"], ["b2-c3"]),
    ],
)
def test_the_order_of_hands_does_not_matter(begin: Begin, powers: str, rests: list[str], read: list[str]) -> None:
    game = begin(powers)
    said = [word for workers in rests for word in done(game.rest(workers, ms=900))]
    assert said == read
    assert all(
        intent.status.mode is not BoardMode.RESTORE or intent.status.message is None
        for intent in game.said[:2]
        if isinstance(intent, StatusChanged)
    )


@pytest.mark.parametrize(
    ("powers", "workers", "key", "differences"),
    [
        ("bia:b2,e1/mortal:d4,e5", "c3 e1/d4 e5", "board.take_off", "d4 extra orange"),
        ("apollo:b2,e1/mortal:b3,e5", "b3 e1/a1 e5", "board.bring", "a1 extra orange, b2 missing orange"),
    ],
)
def test_what_follows_from_a_step_is_asked_for(
    begin: Begin, powers: str, workers: str, key: str, differences: str
) -> None:
    game = begin(powers)
    game.rest(workers.replace("a1 ", ""), ms=600)
    game.rest(workers, ms=1200)
    assert (game.told(), game.differences()) == (key, differences)


def test_the_rest_of_a_step_is_asked_for_when_hands_wait(begin: Begin) -> None:
    game = begin("minotaur:b2,e1/mortal:b3,e5")
    assert done(game.rest("b2 e1/b4 e5", ms=1000)) == []
    assert (game.status.mode, game.status.lifted) == (BoardMode.IN_HAND, 6)
    game.wait(2500)
    assert (game.told(), game.differences()) == ("board.finish", "b2 extra blue, b3 missing blue")
    assert done(game.rest("b3 e1/b4 e5")) == ["b2-b3"]


def test_play_goes_on_while_something_is_still_to_be_put_right(begin: Begin) -> None:
    """Bia's victim still stands when the moved worker touches a square to build there."""
    game = begin("bia:b2,e1/mortal:d4,e5")
    game.rest("c3 e1/d4 e5", ms=900)
    assert game.told() == "board.take_off"
    game.rest("c2 e1/d4 e5", ms=300)
    assert done(game.rest("c3 e1/d4 e5")) == ["c3+c2"]
    game.confirm()
    assert done(game.rest("c3 e1/e5", ms=600)) == []
    assert game.status.mode is BoardMode.FOLLOWING
    assert done(game.rest("c3 e1/e4")) == ["e5-e4"]


# -- mistakes


def test_a_mistake_does_not_stop_the_right_move(begin: Begin) -> None:
    """Orange's worker was pushed aside by mistake; Blue moves all the same, and then it is put back."""
    game = begin()
    game.rest("b2 d4/d3 b4", ms=900)
    assert (game.told(), game.differences()) == ("worker.not_yours", "d2 missing orange, d3 extra orange")
    assert done(game.rest("b3 d4/d3 b4", ms=900)) == ["b2-b3"]
    assert game.differences() == "d2 missing orange, d3 extra orange"
    game.rest("b3 d4/d2 b4")
    assert game.status.mode is BoardMode.FOLLOWING


def test_after_an_undo_a_worker_may_go_elsewhere_at_once(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    game.undo()
    assert done(game.wait(1000)) == []
    assert (game.told(), game.differences()) == ("board.bring", "b2 missing blue, b3 extra blue")
    assert done(game.rest("c3 d4/d2 b4", ms=1700)) == ["b2-c3"]


def test_who_plays_before_the_turn_is_confirmed_has_played_once_it_is(begin: Begin) -> None:
    game = begin()
    game.rest("b3 d4/d2 b4")
    game.phone("b3+c3")
    game.lock()
    assert done(game.rest("b3 d4/d3 b4", ms=1500)) == []
    assert game.told() == "board.locked"
    game.confirm()
    assert done(game.wait(400)) == ["d2-d3"]


def test_a_worker_that_stays_away_is_asked_for(begin: Begin) -> None:
    game = begin()
    game.rest("d4/d2 b4", ms=7_000)
    assert game.told() is None
    game.wait(2_000)
    assert (game.status.mode, game.told(), game.differences()) == (
        BoardMode.IN_HAND,
        "board.missing",
        "b2 missing blue",
    )
    assert game.status.offers == (TrustGame(),)
    game.rest("b2 d4/d2 b4")
    assert game.status.mode is BoardMode.FOLLOWING


def test_like_workers_are_told_apart_by_what_was_put_when(begin: Begin) -> None:
    """Two like workers are lifted; where each came down tells nothing, what the rules allow does."""
    game = begin("mortal:b2,d4/mortal:d2,b4")
    for workers in ("d4/d2 b4", "/d2 b4", "c3/d2 b4"):
        assert done(game.rest(workers, ms=900)) == []
    assert done(game.rest("c3 b2/d2 b4", ms=900)) == ["d4-c3"]


def test_of_several_ways_the_one_whose_rests_were_seen_is_meant() -> None:
    """The worker went to c4 over b3 or over c3; it was seen resting on b3."""
    start = Game.at(state_of(parse_position(f"{FLAT}/1/artemis:b2,e1/mortal:a5,e5")))
    ways = []
    for over in ("b3", "c3"):
        steps = tuple(parse_action(text) for text in (f"b2-{over}", f"{over}-c4"))
        ways.append(StepSequence(steps, start, positions=(written(f"{over} e1/a5 e5"), written("c4 e1/a5 e5"))))
    history = RestHistory()
    assert history.most_observed(tuple(ways)) == tuple(ways)
    history.note(written("b2 e1/a5 e5"), written("b3 e1/a5 e5"), written("b2 e1/a5 e5"))
    assert history.most_observed(tuple(ways)) == (ways[0],)


def test_a_question_stays_open_until_something_moves(begin: Begin) -> None:
    """Atlas built; block or dome, only he knows."""
    game = begin("atlas:b2,d4/mortal:d2,b4")
    game.rest("b3 d4/d2 b4")
    game.rest("c3 d4/d2 b4", ms=300)
    assert done(game.rest("b3 d4/d2 b4")) == ["b3+c3 or b3^c3"]
    game.tracker.reconsider()
    game.wait(500)
    assert game.told() == "board.which"
    game.rest("d4/d2 b4", ms=300)
    assert game.told() is None
    game.rest("b3 d4/d2 b4")
    assert (game.status.mode, game.told()) == (BoardMode.FOLLOWING, None)


def test_a_worker_carried_off_where_one_is_to_leave_is_read_as_that(begin: Begin) -> None:
    game = begin("theseus:b2,e1/mortal:b4,e5", towers="0000002000000000000000000")
    game.rest("b3 e1/b4 e5")
    game.phone("b3+a3")
    assert done(game.rest("b3 e1/e5", ms=600)) == []
    assert done(game.rest("b3 e1/b4 e5")) == []
    assert done(game.rest("b3 e1/e5", ms=1500)) == ["xb4"]


# -- more players than polarities


def test_of_two_players_with_like_magnets_the_one_to_act_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    polarities = {Seat.BLUE: 1, Seat.ORANGE: -1, Seat.WHITE: 1}
    game = FieldlessGame(monkeypatch, "apollo:b2,d4/artemis:d2,b4/athena:c4,e5", polarities=polarities)
    game.rest("d4/d2 b4/e5", ms=900)
    assert done(game.rest("c3 d4/d2 b4/e5", ms=900)) == []
    assert done(game.rest("c3 d4/d2 b4/c4 e5", ms=900)) == ["b2-c3"]

"""A worker that a rule takes on from the square of its step may be put there first, or at once where it ends."""

from __future__ import annotations

import pytest

from engine import PUBLIC, square
from engine.notation import parse_action
from table.view.led_patterns import FILL_COLOUR, Pattern, plan_lights
from tests.table.moves.fieldless_board import FieldlessGame, done


def harpies(monkeypatch: pytest.MonkeyPatch, powers: str = "mortal:b2,e1/harpies:a5,e5") -> FieldlessGame:
    return FieldlessGame(monkeypatch, powers)


def test_a_worker_is_put_at_once_where_it_is_blown_to(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harpies(monkeypatch)
    assert done(game.rest("e1/a5 e5") + game.rest("b5 e1/a5 e5")) == ["b2-b3"]
    assert game.told() is None


def test_a_worker_is_put_on_the_square_of_its_step_and_then_led_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harpies(monkeypatch)
    game.rest("e1/a5 e5")
    assert done(game.rest("b3 e1/a5 e5", 1000)) == ["b2-b3"]
    assert (game.told(), game.differences()) == ("board.bring", "b3 extra blue, b5 missing blue")
    assert done(game.rest("e1/a5 e5")) == []
    assert game.differences() == "b5 missing blue"
    assert done(game.rest("b5 e1/a5 e5")) == []
    assert (game.told(), game.differences()) == (None, "")


def test_a_worker_that_is_still_to_be_led_on_may_go_back_or_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harpies(monkeypatch)
    game.rest("e1/a5 e5")
    game.rest("b3 e1/a5 e5", 1000)
    assert done(game.rest("e1/a5 e5") + game.rest("c3 e1/a5 e5", 1000)) == ["back 1: b2-c3"]
    assert done(game.rest("e1/a5 e5") + game.rest("b2 e1/a5 e5", 1000)) == ["back 1"]
    assert game.told() is None


@pytest.mark.parametrize("home", ["b3", "b5"])
def test_it_may_build_before_or_after_it_is_led_on(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    game = harpies(monkeypatch)
    game.rest("e1/a5 e5")
    game.rest("b3 e1/a5 e5", 1000)
    game.rest("e1/a5 e5")
    touched = game.rest("b4 e1/a5 e5")
    assert done(touched + game.rest("e1/a5 e5") + game.rest(f"{home} e1/a5 e5", 1000)) == ["b5+b4"]
    if home == "b3":
        assert game.told() == "board.bring"
        game.rest("e1/a5 e5")
        game.rest("b5 e1/a5 e5")
    assert game.told() is None


@pytest.mark.parametrize("pause", [True, False])
def test_move_and_build_may_be_done_in_one_carry(monkeypatch: pytest.MonkeyPatch, *, pause: bool) -> None:
    game = harpies(monkeypatch)
    said = game.rest("e1/a5 e5")
    said += game.rest("b5 e1/a5 e5", 140)
    if pause:
        said += game.rest("e1/a5 e5")
    said += game.rest("b4 e1/a5 e5", 300) + game.rest("e1/a5 e5") + game.rest("b5 e1/a5 e5", 2000)
    assert done(said)[-1].split()[-1] == "b5+b4"
    assert game.told() is None


def test_two_steps_of_one_carry_are_read_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harpies(monkeypatch, "artemis:b1,e1/harpies:a5,e5")
    said = game.rest("e1/a5 e5") + game.rest("b5 e1/a5 e5", 1000)
    said += game.rest("e1/a5 e5") + game.rest("c4 e1/a5 e5", 2000)
    assert done(said) == ["b1-b2", "b5-c4"]
    assert game.differences() == "c4 extra blue, e2 missing blue"
    assert done(game.rest("e1/a5 e5") + game.rest("e2 e1/a5 e5")) == []
    assert game.told() is None


def test_an_exchange_before_the_wind_may_be_done_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for rests in (
        ("e1/a5", "e1/b2 a5", "b3 e1/b2 a5", "e1/b2 a5", "b5 e1/b2 a5"),
        ("e1/a5", "b3 e1/a5", "b3 e1/b2 a5", "b5 e1/b2 a5"),
        ("e1/a5", "b5 e1/a5", "b5 e1/b2 a5"),
    ):
        game = harpies(monkeypatch, "apollo:b2,e1/harpies:b3,a5")
        said = [each for workers in rests for each in game.rest(workers, 1200)]
        assert (rests, done(said), game.told()) == (rests, ["b2-b3"], None)


WHIRLPOOLS = "mortal:b2,e1/charybdis[squares=b3+e4]:a5,a1"


def test_a_worker_is_put_on_the_whirlpool_or_at_once_on_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = FieldlessGame(monkeypatch, WHIRLPOOLS)
    assert done(game.rest("e1/a5 a1") + game.rest("e4 e1/a5 a1", 1000)) == ["b2-b3"]
    assert game.told() is None
    game = FieldlessGame(monkeypatch, WHIRLPOOLS)
    assert done(game.rest("e1/a5 a1") + game.rest("b3 e1/a5 a1", 1000)) == ["b2-b3"]
    assert (game.told(), game.differences()) == ("board.bring", "b3 extra blue, e4 missing blue")
    assert done(game.rest("e1/a5 a1") + game.rest("e4 e1/a5 a1")) == []
    assert game.told() is None


def test_between_two_whirlpools_within_reach_the_table_asks_which_was_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    near = WHIRLPOOLS.replace("e4", "c3")
    game = FieldlessGame(monkeypatch, near)
    assert done(game.rest("e1/a5 a1") + game.rest("b3 e1/a5 a1", 1000)) == ["b2-b3 or b2-c3"]
    assert done(game.rest("e1/a5 a1") + game.rest("c3 e1/a5 a1", 2000)) == ["b2-b3"]
    assert game.told() is None


def test_a_touch_of_the_square_that_the_step_led_to_is_a_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """Artemis is blown away and back."""
    game = FieldlessGame(monkeypatch, "artemis:a3,e5/harpies:a5,b4")
    for workers in ("e5/a5 b4", "c1 e5/a5 b4", "e5/a5 b4", "a3 e5/a5 b4"):
        game.rest(workers, 2000)
    assert game.game.turn_so_far[1] == (parse_action("a3-b2"), parse_action("c1-b2"))
    said = game.rest("e5/a5 b4") + game.rest("b2 e5/a5 b4", 300) + game.rest("e5/a5 b4")
    assert done(said + game.rest("a3 e5/a5 b4")) == ["a3+b2"]


def test_the_square_where_a_worker_belongs_is_lit_while_it_is_led_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = harpies(monkeypatch)
    game.rest("e1/a5 e5")
    game.rest("b3 e1/a5 e5", 1000)
    view = game.game.view(PUBLIC)
    for _ in ("where it was put", "in a hand"):
        shown = [glow for glow in plan_lights(view, game.status).glows if glow.square == square("b5")]
        assert [(glow.colour, glow.pattern) for glow in shown] == [(FILL_COLOUR, Pattern.PULSE)]
        game.rest("e1/a5 e5")

"""A hint on the lights stays for as long as the turn that it recommends is followed, and tells nobody's secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Game
from engine.notation.action_form import parse_action
from engine.squares import square_name
from table.session.at_board import StepsRead
from table.session.session_events import HintGiven
from table.session.turns import ConfirmTurn, UndoStep
from table.view.led_patterns import Pattern, lights_of
from tests.engine.cases import game_at, line
from tests.table.session.reduced_table import ANN, Runner, playing

GOOD = tuple(tuple(map(parse_action, turn)) for turn in (("b2-b3", "b3+c3"), ("b2-b3", "b3+c4"), ("b2-c2", "c2+c3")))


def game_of(table: Runner) -> Game:
    game = table.state.saved.game
    assert game is not None
    return game


def hinted(table: Runner) -> set[str]:
    """The squares that a hint is lit on."""
    return {square_name(glow.square) for glow in lights_of(table.state).glows if glow.pattern is Pattern.TWINKLE}


@pytest.fixture
def table() -> Runner:
    """Blue has been given a hint for the first turn."""
    table = playing()
    assert {turn[0] for turn in GOOD} <= set(game_of(table).legal_actions())
    table.feed(HintGiven(game_of(table).state, GOOD))
    return table


def test_the_lights_show_how_good_turns_begin(table: Runner) -> None:
    assert hinted(table) == {"b2", "b3", "c2"}


def test_who_follows_it_is_shown_what_comes_next(table: Runner) -> None:
    table.feed(StepsRead((GOOD[0][0],)))
    assert hinted(table) == {"c3", "c4"}
    table.feed(StepsRead((GOOD[1][1],)))
    assert hinted(table) == set()


def test_who_does_something_else_is_shown_nothing_more(table: Runner) -> None:
    table.act(ANN, "b4-a4")
    assert hinted(table) == set()
    table.do(ANN, UndoStep())
    assert hinted(table) == set()


def test_the_next_player_sees_none_of_it(table: Runner) -> None:
    table.act(ANN, "b2-b3", "b3+c3")
    table.do(ANN, ConfirmTurn())
    assert hinted(table) == set()


def test_a_hint_that_comes_late_is_not_shown(table: Runner) -> None:
    before = game_of(table).state
    table.act(ANN, "b2-b3")
    table.feed(HintGiven(before, GOOD))
    assert hinted(table) == {"c3", "c4"}
    table.do(ANN, UndoStep())
    assert hinted(table) == set()


def test_a_hint_is_no_news_for_phones(table: Runner) -> None:
    before = table.seen(ANN)
    table.feed(HintGiven(game_of(table).state, GOOD[:1]))
    assert table.seen(ANN) == before
    assert hinted(table) == {"b2", "b3"}


def test_in_a_game_with_secrets_no_hint_is_lit() -> None:
    game = game_at(line("mortal:b2,e5", "hecate:c4,a5"))
    table = playing()
    table.state = replace(table.state, saved=replace(table.state.saved, game=game))
    table.feed(HintGiven(game.state, (tuple(map(parse_action, ("b2-b3", "b3+c3"))),)))
    assert hinted(table) == set()

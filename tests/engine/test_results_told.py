"""A game with Hecate of which somebody is told: the turns that can be played, and of the others what came of them.
After each turn it is what that seat knows; with the true steps it is the true game."""

from __future__ import annotations

import random

import pytest

from common.numbers import seeded
from engine import PUBLIC, Game, Seat, Setup
from engine.actions import Unseen
from engine.errors import IllegalAction
from engine.events import ActionCancelled
from engine.game import Ply
from engine.powers.hecate import Hecate
from engine.seats import Viewer
from engine.secrets import known_to
from engine.told_games import (
    barred_from_telling,
    is_told_as_result,
    position_as_known,
    seen_events,
    state_as_known,
    steps_as_told,
    steps_not_told,
    steps_not_told_in,
    turns_in,
    with_secrets,
)
from tests.engine.test_games_told import setup_of
from tests.sampling import one_in

BLUE, ORANGE, _, _ = Seat


def follows_turns(setup: Setup, chance: random.Random) -> None:
    """Play a game at random, with each seat and the public told of it turn by turn."""
    truth = Game.begin(setup)
    viewers: tuple[Viewer, ...] = (*truth.state.cast.seats, PUBLIC)
    told = {viewer: Game.begin(setup, viewer) for viewer in viewers}
    while True:
        before = truth
        truth = after_turn(truth, chance)
        if truth.outcome is not None or truth.turn > 60:
            break
        turn = truth.plies[len(before.plies) :]
        assert list(turns_in(turn)) == [turn]
        for viewer in viewers:
            told[viewer] = as_told(told[viewer], turn, truth, viewer)
            assert told[viewer].view(viewer) == truth.view(viewer)
            assert told[viewer].turn == truth.turn
        seat = truth.to_act
        if seat is not None:
            assert told[seat].legal_actions() == truth.legal_actions()
            assert told[seat].winning_actions() == truth.winning_actions()
    for viewer in viewers:
        secret = steps_not_told(before.plies, viewer)
        assert steps_not_told_in(told[viewer], truth) == secret
        known = with_secrets(told[viewer], secret, setup.seed)
        assert (known.state, known.plies, known.turn) == (before.state, before.plies, before.turn)


def after_turn(game: Game, chance: random.Random) -> Game:
    """The game after a turn at random; the placements of a player are one."""
    begun, seat = game.turn, game.to_act
    while game.outcome is None and game.turn == begun and (begun > 0 or game.to_act is seat):
        game = game.play(chance.choice(game.winning_actions() or game.legal_actions()))
    return game


def as_told(game: Game, turn: tuple[Ply, ...], truth: Game, viewer: Viewer) -> Game:
    """A game that is told, after the last turn of the true one."""
    if is_told_as_result(turn, viewer):
        state = state_as_known(position_as_known(truth.state, viewer), viewer)
        return game.with_result(turn[0].seat, seen_events(turn, viewer), state)
    for step in steps_as_told(turn, viewer):
        game = game.play(step)
    return game


@pytest.mark.parametrize(
    "other",
    one_in(
        2,
        ["apollo", "minotaur", "medusa", "bia", "dionysus", "charybdis", "harpies", "triton", "jason", "europa"],
        1,
    ),
)
def test_what_is_told_of_turns_is_what_the_seat_knows(other: str) -> None:
    follows_turns(setup_of("hecate", other, teams=2), seeded("results", other))


def test_three_players_of_whom_one_hides_workers() -> None:
    follows_turns(setup_of("atlas", "hecate", "minotaur", teams=3), seeded("results", "three"))


@pytest.mark.parametrize("other", ["apollo", "pan"])
def test_a_turn_that_met_nobody_is_played_and_decides_nothing(other: str) -> None:
    """Nobody sees a worker of Hecate, and yet it is not for others to say that she cannot move."""
    truth, chance = Game.begin(setup_of("hecate", other, teams=2)), seeded("met nobody", other)
    told, met = Game.begin(truth.setup, ORANGE), list[bool]()
    while truth.turn < 40:
        before, truth = truth, after_turn(truth, chance)
        if truth.outcome is not None:
            break
        turn = truth.plies[len(before.plies) :]
        if turn[0].seat is ORANGE:
            met.append(any(isinstance(event, ActionCancelled) for ply in turn for event in ply.events))
            assert is_told_as_result(turn, ORANGE) is met[-1]
        told = as_told(told, turn, truth, ORANGE)
        assert told.outcome is None
        assert told.to_act is truth.to_act
    assert met.count(False) > 5


@pytest.mark.parametrize("other", ["gaea", "moerae", "tartarus", "chaos"])
def test_with_which_powers_hecate_cannot_be_told(other: str) -> None:
    assert barred_from_telling(Game.begin(setup_of("hecate", other, teams=2)).state.cast) == other


def test_a_turn_that_was_not_seen_cannot_be_played() -> None:
    game = Game.begin(setup_of("hecate", "pan", teams=2), ORANGE)
    with pytest.raises(IllegalAction):
        game.after(Unseen(ORANGE))


def test_results_are_told_only_in_a_game_that_is_told() -> None:
    setup = setup_of("hecate", "pan", teams=2)
    truth = Game.begin(setup)
    with pytest.raises(ValueError, match="no result of a turn of blue"):
        truth.with_result(BLUE, (), truth.state)
    other = Game.begin(setup_of("pan", "hecate", teams=2)).state
    with pytest.raises(ValueError, match="no result of a turn of blue"):
        Game.begin(setup, ORANGE).with_result(BLUE, (), other)


def test_workers_that_a_viewer_may_not_know_do_not_stay() -> None:
    setup = setup_of("hecate", "pan", teams=2)
    truth, chance = Game.begin(setup), seeded("stay")
    while truth.turn < 2:
        truth = after_turn(truth, chance)
    told = Game.begin(setup, ORANGE).with_result(BLUE, (), truth.state)
    assert told.state == known_to(truth.state, ORANGE)
    assert isinstance(truth.state.cast.powers[0], Hecate)
    assert not told.state.team_squares(0)

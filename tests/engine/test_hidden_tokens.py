"""A game of which somebody is told all but where tokens lie: it is what that seat knows, ply by ply. With the tokens it
is the true game."""

from __future__ import annotations

import random

import pytest

from common.numbers import seeded
from engine import PUBLIC, Game, Player, PowerName, Seat, Setup
from engine.actions import PutToken
from engine.casting.cast import Cast
from engine.hidden_tokens import steps_as_told, tokens_put, viewer_at, with_tokens
from engine.seats import Viewer
from engine.secrets import known_to

BLUE, ORANGE, WHITE, _ = Seat


def follows(setup: Setup, chance: random.Random, plies: int = 400) -> int:
    """Play a game at random, with each seat and the public told of it; how many plies it had."""
    truth = Game.begin(setup)
    viewers: tuple[Viewer, ...] = (*truth.state.cast.seats, PUBLIC)
    told = {viewer: Game.begin(setup, viewer) for viewer in viewers}
    while truth.outcome is None and len(truth.plies) < plies:
        wins = truth.winning_actions()
        truth = truth.play(chance.choice(wins or truth.legal_actions()))
        for viewer in viewers:
            (step,) = steps_as_told(truth.plies[-1:], viewer)
            told[viewer] = told[viewer].play(step)
            if truth.outcome is None:
                assert told[viewer].state == known_to(truth.state, viewer), (viewer, step)
        seat = truth.to_act
        if seat is not None:
            assert told[seat].legal_actions() == truth.legal_actions()
            assert told[seat].view(seat) == truth.view(seat)
    if truth.outcome is not None:
        for viewer, game in told.items():
            shown = with_tokens(game, tokens_put(truth, viewer))
            assert (shown.state, shown.plies, shown.turn) == (truth.state, truth.plies, truth.turn)
            assert shown.known_by is None
    return len(truth.plies)


@pytest.mark.parametrize("secret", ["moerae", "tartarus"])
@pytest.mark.parametrize("other", ["apollo", "minotaur", "triton", "aphrodite", "charybdis", "medea"])
def test_what_is_told_is_what_the_seat_knows(secret: str, other: str) -> None:
    assert follows(setup_of(secret, other, teams=2), seeded("told", secret, other)) > 5


def setup_of(*powers: str, teams: int) -> Setup:
    seats = list(zip(Seat, powers, strict=False))
    return Setup(tuple(Player(seat, PowerName(power), at % teams) for at, (seat, power) in enumerate(seats)))


@pytest.mark.parametrize("number", range(3))
def test_three_players_of_whom_one_may_drop_out(number: int) -> None:
    assert follows(setup_of("apollo", "moerae", "minotaur", teams=3), seeded("three", number)) > 10


def cast_of(*powers: str) -> Cast:
    return Game.begin(setup_of(*powers, teams=len(powers))).state.cast


def test_who_cannot_be_told_enough() -> None:
    token = cast_of("tartarus", "pan")
    assert viewer_at(token, (BLUE,)) is BLUE
    assert viewer_at(token, (WHITE,)) is PUBLIC, "it has no seat of this game"
    assert viewer_at(token, (BLUE, ORANGE)) is None
    assert viewer_at(cast_of("moerae", "pan", "atlas"), (WHITE,)) is WHITE
    for power in ("hecate", "chaos"):
        assert viewer_at(cast_of(power, "pan"), (ORANGE,)) is None


def test_a_game_that_is_told_of_shows_nobody_what_only_stood_in() -> None:
    game = Game.begin(setup_of("tartarus", "pan", teams=2), ORANGE)
    while game.outcome is None:
        game = game.play(game.legal_actions()[0])
        if isinstance(game.plies[-1].action, PutToken):
            assert game.state.powers == game.undo().state.powers, "it is forgotten at once"
    assert not game.is_open
    assert not any(type(event).__name__ == "TokenPlaced" for event in game.events(PUBLIC))


def test_other_tokens_than_were_put_are_refused() -> None:
    setup = setup_of("tartarus", "pan", teams=2)
    told = Game.begin(setup, ORANGE)
    while not told.plies or not isinstance(told.plies[-1].action, PutToken):
        told = told.play(told.legal_actions()[0])
    put = told.plies[-1].action
    for tokens in ((), (put, put)):
        with pytest.raises(ValueError, match="other step stands in"):
            with_tokens(told, tokens)
    with pytest.raises(ValueError, match="nothing stands in"):
        with_tokens(Game.begin(setup), ())

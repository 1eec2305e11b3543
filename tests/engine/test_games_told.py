"""A game of which somebody is told all but where tokens lie and how decks are shuffled: it is what that seat knows, ply
by ply. With the tokens and the seed it is the true game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from common.numbers import seeded
from engine import PUBLIC, Game, Player, PowerName, Seat, Setup
from engine.actions import Action, Build, Piece, PutToken
from engine.casting.cast import Cast
from engine.seats import Viewer
from engine.secrets import known_to
from engine.state import State
from engine.told_games import cards_drawn, seed_as_told, steps_as_told, steps_not_told, viewer_at, with_secrets

BLUE, ORANGE, WHITE, _ = Seat


def follows(setup: Setup, chance: random.Random, plies: int = 400) -> int:
    """Play a game at random, with each seat and the public told of it; how many plies it had."""
    truth = Game.begin(setup)
    viewers: tuple[Viewer, ...] = (*truth.state.cast.seats, PUBLIC)
    shown = replace(setup, seed=seed_as_told(setup))
    told = {viewer: Game.begin(shown, viewer) for viewer in viewers}
    while truth.outcome is None and len(truth.plies) < plies:
        wins = truth.winning_actions()
        truth = truth.play(chance.choice(wins or truth.legal_actions()))
        for viewer in viewers:
            (step,) = steps_as_told(truth.plies[-1:], viewer)
            told[viewer] = played(told[viewer], step, cards_drawn(truth.plies[-1:]))
            if truth.outcome is None:
                assert known_alike(told[viewer].state, known_to(truth.state, viewer)), (viewer, step)
        seat = truth.to_act
        if seat is not None:
            assert told[seat].legal_actions() == truth.legal_actions()
            assert told[seat].view(seat) == truth.view(seat)
    if truth.outcome is not None:
        for viewer, game in told.items():
            known = with_secrets(game, steps_not_told(truth.plies, viewer), setup.seed)
            assert (known.state, known.plies, known.turn) == (truth.state, truth.plies, truth.turn)
            assert known.known_by is None
    return len(truth.plies)


def played(game: Game, step: Action, drawn: tuple[PowerName, ...]) -> Game:
    """A game that is told after a step; until it is told which card was drawn, nobody can do anything."""
    before, game = game, game.play(step)
    assert game.awaits_cards == len(drawn)
    if drawn:
        assert not game.legal_actions()
        assert game.outcome is None
        assert face_up(game) == face_up(before), "the card that lay there still does"
        game = game.with_drawn(drawn)
    return game


def face_up(game: Game) -> list[PowerName | None]:
    pairs = zip(game.state.powers, game.state.cast.powers, strict=True)
    return [power.lends(card) for card, power in pairs]


def known_alike(one: State, other: State) -> bool:
    """Whether two states are the same but for the seed that their decks have."""
    return one._replace(cast=other.cast, roles=other.roles) == other and one.roles.everyone == other.roles.everyone


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
    hecate = cast_of("hecate", "pan")
    assert viewer_at(hecate, (ORANGE,)) is ORANGE
    assert viewer_at(hecate, (BLUE, ORANGE)) is None
    assert viewer_at(cast_of("hecate", "gaea"), (ORANGE,)) is None


def test_several_seats_of_a_table_are_told_what_nobody_knows() -> None:
    chaos = cast_of("chaos", "pan", "atlas")
    assert viewer_at(chaos, (BLUE,)) is BLUE
    assert viewer_at(chaos, (BLUE, WHITE)) is PUBLIC
    assert viewer_at(cast_of("chaos", "moerae", "atlas"), (BLUE, WHITE)) is None


def test_only_cards_that_can_be_drawn_are_told() -> None:
    game = Game.begin(setup_of("chaos", "atlas", teams=2), ORANGE)
    with pytest.raises(ValueError, match="the game awaits 0"):
        game.with_drawn((PowerName("pan"),))
    while not game.awaits_cards:
        domes = (action for action in game.legal_actions() if isinstance(action, Build) and action.piece is Piece.DOME)
        game = game.play(next(domes, game.legal_actions()[0]))
    with pytest.raises(ValueError, match="2 card"):
        game.with_drawn((PowerName("pan"), PowerName("pan")))
    with pytest.raises(ValueError, match="atlas cannot be drawn; the deck has"):
        game.with_drawn((PowerName("atlas"),))
    chaos = game.state.cast.powers[0]
    card = chaos.drawable(game.state.powers[0])[-1]
    drawn = game.with_drawn((card,))
    assert face_up(drawn)[0] == card
    assert card not in chaos.drawable(drawn.state.powers[0])
    assert drawn.legal_actions()


def test_a_game_as_it_stood_has_the_turns_of_then() -> None:
    game = Game.begin(setup_of("apollo", "pan", teams=2))
    stood = [game]
    while game.turn < 4:
        game = game.play(game.legal_actions()[0])
        stood.append(game)
    assert [game.as_it_stood(plies) for plies in range(len(stood))] == stood
    with pytest.raises(ValueError, match="never stood after"):
        game.as_it_stood(len(stood))


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
        with pytest.raises(ValueError, match=r"no step was replaced for|the number of replaced steps"):
            with_secrets(told, tokens, None)
    with pytest.raises(ValueError, match="a game that is not told"):
        with_secrets(Game.begin(setup), (), None)

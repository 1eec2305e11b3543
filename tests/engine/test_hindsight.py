"""Who looks back on a game sees all of it, at every moment; nobody else sees more than before."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import HINDSIGHT, PUBLIC, Game, Player, PowerName, Seat, Setup, observe
from engine.actions import Place, PutToken
from engine.casting.catalogue import CARDS
from engine.squares import square, square_name
from engine.views import visible_event


def begun(*powers: str) -> Game:
    seats = zip(Seat, powers, strict=False)
    return Game.begin(
        Setup(tuple(Player(seat, PowerName(power), team=team) for team, (seat, power) in enumerate(seats)))
    )


def placed(powers: tuple[str, ...], *squares: str) -> Game:
    game = begun(*powers)
    for name in squares:
        game = game.play(Place(square(name)))
    return game


def test_secret_workers_are_seen() -> None:
    game = placed(("pan", "hecate"), "b2", "d2", "a5", "e1")
    seen = {(worker.seat, worker.square) for worker in observe(game.state, HINDSIGHT).workers}
    assert seen == {
        (Seat.BLUE, square("b2")),
        (Seat.BLUE, square("d2")),
        (Seat.ORANGE, square("a5")),
        (Seat.ORANGE, square("e1")),
    }
    assert all(player.hidden == 0 for player in observe(game.state, HINDSIGHT).players)


@pytest.mark.parametrize("power", ["tartarus", "moerae"])
def test_secret_tokens_are_seen(power: str) -> None:
    game = begun("pan", power)
    while not any(isinstance(action, PutToken) for action in game.legal_actions()):
        game = game.play(game.legal_actions()[0])
    game = game.play(PutToken(square("b3")))
    memory = {player.power: player.memory for player in observe(game.state, HINDSIGHT).players}
    owner = {player.power: player.memory for player in observe(game.state, Seat.ORANGE).players}
    assert memory[PowerName(power)] == owner[PowerName(power)]
    assert "b3" in str(memory)


@pytest.mark.parametrize(("power", "shown"), [("tartarus", {"b3"}), ("moerae", {"b3", "c3", "b4", "c4"})])
def test_secret_squares_are_known_to_their_player_and_in_the_end_to_all(power: str, shown: set[str]) -> None:
    game = begun("pan", power)
    everybody = (PUBLIC, HINDSIGHT, Seat.BLUE, Seat.ORANGE)
    while not any(isinstance(action, PutToken) for action in game.legal_actions()):
        game = game.play(game.legal_actions()[0])
        assert all(observe(game.state, viewer).secrets == () for viewer in everybody)
    game = game.play(PutToken(square("b3")))
    for viewer in everybody:
        secrets = {square_name(token.square) for token in observe(game.state, viewer).secrets}
        assert secrets == (shown if viewer in (HINDSIGHT, Seat.ORANGE) else set()), viewer
        assert not observe(game.state, viewer).revealed
    game = game.resign(Seat.BLUE)
    for viewer in everybody:
        seen = observe(game.state, viewer)
        assert {(token.power, square_name(token.square)) for token in seen.secrets} == {(power, on) for on in shown}
        assert seen.revealed


@pytest.mark.parametrize(("powers", "revealed"), [(("hecate", "pan"), True), (("chaos", "pan"), False)])
def test_only_what_was_somewhere_in_secret_is_revealed(powers: tuple[str, ...], *, revealed: bool) -> None:
    game = begun(*powers)
    while game.state.turn is None:
        game = game.play(game.legal_actions()[0])
    game = game.resign(Seat.BLUE)
    assert observe(game.state, PUBLIC).revealed is revealed


@pytest.mark.parametrize("powers", [("hecate", "pan"), ("tartarus", "apollo"), ("chaos", "moerae")])
def test_at_the_end_hindsight_and_everybody_see_the_same(powers: tuple[str, ...]) -> None:
    chance = random.Random(5)  # noqa: S311 - for a test
    game = begun(*powers)
    while game.outcome is None:
        game = game.play(chance.choice(game.legal_actions()))
    looking_back, playing = observe(game.state, HINDSIGHT), observe(game.state, Seat.BLUE)
    assert (looking_back.workers, looking_back.players) == (playing.workers, playing.players)
    assert (looking_back.secrets, looking_back.revealed) == (playing.secrets, playing.revealed)


@pytest.mark.parametrize("power", [str(card.power) for card in CARDS])
def test_every_viewer_is_shown_what_it_may_see_though_most_views_are_made_once_for_all(power: str) -> None:
    game, chance = begun(power, "mortal"), random.Random(power)  # noqa: S311 - a game by chance, no secret
    for _ in range(16):
        for viewer in (PUBLIC, HINDSIGHT, Seat.BLUE, Seat.ORANGE):
            assert replace(game.view(viewer), wins=()) == observe(game.state, viewer)
            seen = (visible_event(event, ply.before, viewer) for ply in game.plies for event in ply.events)
            assert game.outcome or game.events(viewer) == tuple(event for event in seen if event is not None)
        if game.outcome is None:
            game = game.play(chance.choice(game.legal_actions()))

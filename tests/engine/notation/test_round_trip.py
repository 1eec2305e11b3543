"""The start of a turn comes back the very same from its text and from its JSON, and a game from its record: in games by
chance of every power, of three and four players, beside the Ram and of 2007, under any rules."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from typing import Any

import pytest

from engine import Action, Done, Game, InvalidSetup, Move, Seat, Setup
from engine.actions import Resign
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from engine.events import TurnBegan
from engine.notation import (
    is_turn_start,
    parse_position,
    position_json,
    position_of,
    position_text,
    read_position,
    read_record,
    record_of,
    state_of,
)
from engine.setup import Edition, Rulings, Supply
from tests.engine import playing


def name(setup: Setup) -> str:
    return "-".join([*(power for player in setup.players for power in player.powers), *filter(None, [setup.fleece])])


def some_games() -> list[Setup]:
    """Every power in a game of two, and some games of every other kind; half of them under other rules."""
    chance = random.Random(7)  # noqa: S311 - no secret
    setups = []
    for number, power in enumerate(playing.NAMES):
        others = [each for each in playing.EVERY if frozenset({power, each}) not in IMPOSSIBLE_PAIRS]
        setups.append(playing.pair(power, chance.choice(others), seed=number))
    for _ in range(5):
        setups += [playing.of_three(chance), playing.of_teams(chance)]
        setups += [playing.of_fleece(chance), playing.of_2007(chance)]
    return [setup if chance.random() < 0.5 else under_other_rules(setup, chance) for setup in setups]


def any_game(chance: random.Random) -> Setup:
    kinds = (playing.of_three, playing.of_teams, playing.of_fleece, playing.of_2007)
    two = chance.choice(list(playing.ordered_pairs()))
    setup = playing.pair(*two, seed=chance.randrange(99)) if chance.random() < 0.4 else chance.choice(kinds)(chance)
    return under_other_rules(setup, chance)


def under_other_rules(setup: Setup, chance: random.Random) -> Setup:
    """The same game with switches set by chance; some ways of setting up are then none, and it stays as it is."""
    switches: dict[str, Any] = {}
    for field in fields(Rulings):
        usual = getattr(Rulings(), field.name)
        choices = (True, False, None) if usual is None else (True, False) if isinstance(usual, bool) else (0, 2, 3)
        if chance.random() < 0.3:
            switches[field.name] = chance.choice(choices)
    rulings = Rulings(**switches)
    edition = setup.profile.edition if setup.profile.gods_per_player > 1 else chance.choice(list(Edition))
    revised = frozenset(chance.sample(playing.NAMES, 9))
    size, supply = chance.choice((4, 5)), chance.choice(list(Supply))
    profile = replace(setup.profile, size=size, edition=edition, revised=revised, supply=supply, rulings=rulings)
    varied = replace(setup, profile=profile)
    try:
        Game.begin(varied)
    except InvalidSetup:
        return setup
    return varied


def check_written(game: Game) -> None:
    """A position, its text and its JSON each give back the very same state."""
    position = position_of(game.state)
    assert parse_position(position_text(position)) == position
    assert read_position(json.dumps(position_json(position))) == position
    state = state_of(position)
    if state.agenda != game.state.agenda:
        # The game has passed over first steps that can only be declined.
        state = Game.at(state).state
    assert state == game.state


def check_game(setup: Setup, chance: random.Random, most_turns: int) -> None:
    game = Game.begin(setup)
    while game.outcome is None and game.turn <= most_turns:
        begun = has_begun(game)
        assert is_turn_start(game.state) is begun
        if begun:
            check_written(game)
        if begun and len(setup.players) > 2 and not game.state.resigned and chance.random() < 0.1:
            game = game.resign(chance.choice(in_the_game(game)))
            continue
        game = game.play(likely(game, chance))
    record = record_of(game)
    again = read_record(json.dumps(record))
    assert (again.state, again.plies) == (game.state, game.plies)


def has_begun(game: Game) -> bool:
    """Whether nothing was done since a turn began, but that somebody gave up."""
    for ply in reversed(game.plies):
        if any(isinstance(event, TurnBegan) for event in ply.events):
            return True
        if not isinstance(ply.action, Resign):
            return False
    return False


def in_the_game(game: Game) -> list[Seat]:
    return [seat for seat in game.state.cast.seats if seat not in game.state.eliminated]


def likely(game: Game, chance: random.Random) -> Action:
    """An action by chance, with a liking for high places, and for leaving out what may be left out."""
    legal, levels = game.legal_actions(), game.state.levels
    ups = [act for act in legal if isinstance(act, Move) and levels[act.to] > levels[act.worker]]
    if Done() in legal and chance.random() < 0.3:
        return Done()
    return chance.choice(ups if ups and chance.random() < 0.5 else legal)


@pytest.mark.parametrize("setup", some_games(), ids=name)
def test_every_start_of_a_turn_comes_back_the_same(setup: Setup) -> None:
    check_game(setup, random.Random(setup.seed), 7 * len(setup.players))  # noqa: S311 - no secret


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_every_start_of_a_turn_in_many_games_comes_back_the_same(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(30):
        check_game(any_game(chance), chance, 100)

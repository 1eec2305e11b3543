"""Random play of every pair of powers: nothing breaks, nothing lit leads nowhere, nothing secret shows."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations

import pytest

from engine import PUBLIC, Done, Game, Player, Seat, Setup, State, UndoBarred, observe
from engine.catalogue import CARDS, IMPOSSIBLE_PAIRS
from engine.events import GameEnded
from engine.notation import (
    parse_action,
    parse_position,
    position_json,
    position_of,
    position_text,
    read_position,
    state_of,
)
from engine.powers import POWERS
from engine.setup import PowerName
from engine.squares import squares
from engine.state import Worker
from tests.engine.cases import game_at, line

NAMES = [power.name for power in POWERS]
PAIRS = [pair for pair in combinations(NAMES, 2) if frozenset(pair) not in IMPOSSIBLE_PAIRS]
MOST_TURNS = 120


def begin(one: PowerName, other: PowerName) -> Game:
    return Game.begin(Setup((Player(Seat.BLUE, one, 0), Player(Seat.ORANGE, other, 1))))


def play_at_random(one: PowerName, other: PowerName, seed: int, scrutiny: float) -> Game:
    """One game; at each step a share of ``scrutiny`` of all steps is looked at from every side."""
    chance = random.Random(f"{one}-{other}-{seed}")  # noqa: S311 - repeatable chance, no secret
    game = begin(one, other)
    turn = 0
    while game.outcome is None and game.turn <= MOST_TURNS:
        if game.turn != turn:
            turn = game.turn
            check_notation(game)
        actions = game.legal_actions()
        assert actions, f"{game.to_act} is asked and has no answer"
        if chance.random() < scrutiny:
            check_every_option(game)
            check_secrets(game)
        if chance.random() < max(scrutiny, 0.1):
            check_undo(game, chance)
        after = game.play(Done() if Done() in actions and chance.random() < 0.3 else chance.choice(actions))
        check_no_dead_end(game, after)
        game = after
    return game


def check_notation(game: Game) -> None:
    """The position is read back as the very state, from either form."""
    position = position_of(game.state)
    assert state_of(parse_position(position_text(position))) == game.state
    assert read_position(json.dumps(position_json(position))) == position


def check_every_option(game: Game) -> None:
    """Whatever is lit can be played, and somebody can go on after it."""
    for action in game.legal_actions():
        assert game.why_not(action) is None
        check_no_dead_end(game, game.play(action))


def check_no_dead_end(before: Game, after: Game) -> None:
    """Nobody loses in the middle of the own turn by a step that was lit for him."""
    ply = after.plies[-1]
    ended = [event for event in ply.events if isinstance(event, GameEnded)]
    if ended and ended[0].reason.key == "win.last_standing":
        (loser,) = [seat for seat in (Seat.BLUE, Seat.ORANGE) if seat not in ended[0].winners]
        assert before.active is None or loser != before.active or ply.seat != loser
    assert after.outcome is not None or after.legal_actions()


def check_undo(game: Game, chance: random.Random) -> None:
    """Taking a step back and playing it again leads to the same state."""
    action = chance.choice(game.legal_actions())
    played = game.play(action)
    try:
        undone = played.undo()
    except UndoBarred:
        assert "hecate" in {player.power for player in game.setup.players}
        return
    assert undone == game
    assert undone.play(action).state == played.state


def check_secrets(game: Game) -> None:
    """The public sees the same wherever the secret workers stand."""
    hidden = [player.team for player in game.setup.players if player.power == "hecate"]
    for team in hidden:
        shown = game.view(PUBLIC)
        assert not [worker for worker in shown.workers if game.state.cast.team(worker.seat) == team]
        for state in elsewhere(game.state, team):
            assert observe(state, PUBLIC) == shown


def elsewhere(state: State, team: int) -> list[State]:
    """The state with the secret workers on all other spaces that they could stand on."""
    mine = [worker for worker in state.workers if worker.team == team]
    others = [worker for worker in state.workers if worker.team != team]
    taken = {worker.square for worker in others} | state.domes
    free = [square for square in squares(state.size) if square not in taken]
    found = []
    for placed in combinations(free, len(mine)):
        moved = [Worker(worker.number, team, square) for worker, square in zip(mine, placed, strict=True)]
        found.append(replace(state, workers=(*others, *moved)))
    return found


@pytest.mark.parametrize("power", NAMES[:-1])
def test_a_game_of_each_pair(power: PowerName) -> None:
    for number, (one, other) in enumerate(PAIRS):
        if one == power:
            pair = (one, other) if number % 2 else (other, one)
            play_at_random(*pair, seed=number, scrutiny=0.01)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [3, 4])
def test_games_of_three_and_of_two_teams(players: int, seed: int) -> None:
    chance = random.Random(f"{players}-{seed}")  # noqa: S311 - repeatable chance, no secret
    powers = chance.sample([card.power for card in CARDS if players in card.players], players)
    seats = enumerate(zip(Seat, powers, strict=False))
    teams = (Player(seat, power, order % 2 if players == 4 else order) for order, (seat, power) in seats)
    game = Game.begin(Setup(tuple(teams)))
    turn = 0
    while game.outcome is None and game.turn <= MOST_TURNS:
        if game.turn != turn and not game.state.eliminated:
            turn = game.turn
            check_notation(game)
        if chance.random() < 0.1:
            check_undo(game, chance)
        game = game.play(chance.choice(game.legal_actions()))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_twenty_games_of_each_pair(pair: tuple[PowerName, PowerName]) -> None:
    ended = 0
    for seed in range(20):
        one, other = pair if seed % 2 else pair[::-1]
        ended += play_at_random(one, other, seed, scrutiny=0.05).outcome is not None
    assert ended >= 10


def test_a_step_that_can_only_be_declined_is_passed_over() -> None:
    game = game_at(line("artemis:a1,e5", "mortal:c5,d5", "a3:4 b3:4 b1:4 b2:4"), "a1-a2")
    assert game.legal_actions() == (parse_action("a2+a1"),)

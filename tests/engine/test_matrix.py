"""Random play of all powers in all variants: nothing breaks, nothing lit leads nowhere, nothing is lost on the way.

The sample that every run plays is fixed by its seeds; ``make matrix`` plays the whole.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice

import pytest

from engine import Game, PowerName, Setup
from engine.notation import (
    parse_action,
    parse_position,
    position_json,
    position_of,
    position_text,
    read_position,
    state_of,
)
from tests.engine.cases import game_at, line
from tests.engine.playing import EVERY, MOST_TURNS, of_2007, of_fleece, of_teams, of_three, ordered_pairs, pair, walk

PAIRS = list(ordered_pairs())
GAMES_OF_A_PAIR = 10
SAMPLE = 50
"""Every so many pairs have a game in the sample of a normal run."""

VARIANTS: dict[str, tuple[Callable[[random.Random], Setup], int, int]] = {
    "three": (of_three, 2000, 4),
    "teams": (of_teams, 2000, 4),
    "fleece": (of_fleece, 1000, 4),
    "original": (of_2007, 500, 4),
}
"""How a variant's games are set up, how many there are in the whole matrix, and how many in the sample."""

SHARES = 8
"""Into how many tests the games of a variant are split, so that they run side by side."""


def play(setup: Setup, seed: object, scrutiny: float = 0.02) -> Game:
    """One game; the position is written and read back at the start of its turns."""
    played = walk(setup, seed, scrutiny)
    turn = 0
    for game in played.steps():
        if game.turn != turn:
            turn = game.turn
            check_notation(game)
    return played.game


def check_notation(game: Game) -> None:
    """The position is read back as the very state, from either form."""
    position = position_of(game.state)
    assert state_of(parse_position(position_text(position))) == game.state
    assert state_of(read_position(json.dumps(position_json(position)))) == game.state


def variant(kind: str, number: int) -> tuple[Setup, str]:
    make, _, _ = VARIANTS[kind]
    seed = f"{kind}-{number}"
    return make(random.Random(seed)), seed  # noqa: S311 - repeatable chance, no secret


@pytest.mark.parametrize("power", EVERY)
def test_a_sample_of_pairs(power: PowerName) -> None:
    for number, (one, other) in enumerate(PAIRS):
        if one == power and number % SAMPLE == 0:
            play(pair(one, other, seed=number), f"{one}-{other}-{number}")


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_sample_of_variants(kind: str) -> None:
    _, _, sample = VARIANTS[kind]
    for number in range(sample):
        play(*variant(kind, number))


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("power", EVERY)
def test_ten_games_of_each_pair(power: PowerName) -> None:
    ended = games = 0
    for one, other in PAIRS:
        if one == power:
            for seed in range(GAMES_OF_A_PAIR):
                ended += play(pair(one, other, seed), f"{one}-{other}-{seed}", scrutiny=0.01).outcome is not None
                games += 1
    assert games >= GAMES_OF_A_PAIR * (len(EVERY) - 1)
    assert ended >= games / 2, f"only {ended} of {games} games came to an end in {MOST_TURNS} turns"


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("kind", VARIANTS)
def test_the_games_of_a_variant(kind: str, share: int) -> None:
    _, games, _ = VARIANTS[kind]
    for number in islice(range(games), share, None, SHARES):
        play(*variant(kind, number), scrutiny=0.01)


def test_a_step_that_can_only_be_declined_is_passed_over() -> None:
    game = game_at(line("artemis:a1,e5", "mortal:c5,d5", "a3:4 b3:4 b1:4 b2:4"), "a1-a2")
    assert game.legal_actions() == (parse_action("a2+a1"),)

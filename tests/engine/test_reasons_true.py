"""Every "no" and every "not won" of random games is true of the position, in all variants of the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine import Action, Game, Move, Setup
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from tests.engine.playing import EVERY, MOST_TURNS, of_2007, of_fleece, of_teams, of_three, pair
from tests.engine.reason_truth import check_dark_squares, check_denied_wins, check_lost_turns


def of_two(chance: random.Random) -> Setup:
    while True:
        one, other = chance.choice(EVERY), chance.choice(EVERY)
        if frozenset({one, other}) not in IMPOSSIBLE_PAIRS:
            return pair(one, other, chance.randrange(1000))


VARIANTS = [of_two, of_three, of_teams, of_fleece, of_2007]


def climbing(game: Game, chance: random.Random) -> Action:
    """Any action, but often the one that leads highest, so that games come to towers and wins."""
    actions = game.legal_actions()
    heights = {action: game.state.levels[action.to] for action in actions if isinstance(action, Move)}
    if heights and chance.random() < 0.6:
        top = max(heights.values())
        return chance.choice([action for action, height in heights.items() if height == top])
    return chance.choice(actions)


def play_and_check(variant: Callable[[random.Random], Setup], turns: int, seed: str) -> Counter[str]:
    """Random games of a variant until so many turns were taken: how many dark squares, denied wins and players without
    a turn were looked at."""
    chance = random.Random(f"{variant.__name__} {seed}")  # noqa: S311 - repeatable chance, no secret
    found: Counter[str] = Counter()
    while found["turns"] < turns:
        game = Game.begin(variant(chance))
        while game.outcome is None and game.turn <= MOST_TURNS:
            if chance.random() < 0.2:
                found["dark"] += check_dark_squares(game)
            game = game.play(climbing(game, chance))
            found["denied"] += check_denied_wins(game)
            found["lost"] += check_lost_turns(game)
        found["turns"] += game.turn
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_of_random_games_are_true(variant: Callable[[random.Random], Setup]) -> None:
    assert play_and_check(variant, 400, "quick")["dark"] > 400


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_of_twenty_thousand_turns_are_true(variant: Callable[[random.Random], Setup]) -> None:
    found = play_and_check(variant, 4000, "long")
    print(variant.__name__, dict(found))
    assert min(found["dark"], found["denied"], found["lost"]) > 0

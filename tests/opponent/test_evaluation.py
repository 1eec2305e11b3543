"""What a position is worth is the sum that the weights say, on each kind of board and however it came about."""

from __future__ import annotations

import random

import pytest

from engine import Setup
from engine.setup import MORTAL, PowerName
from opponent.evaluation import features
from opponent.weights import Weights, fitted_weights
from tests.engine.playing import of_2007, of_three, pair, walk


def weighed(numbers: list[int], weights: Weights) -> int:
    rows = (*weights.place, *weights.near, *weights.far, *weights.rival)
    flat = [each for row in rows for each in row]
    return sum(number * weight for number, weight in zip(numbers, flat, strict=True))


@pytest.mark.parametrize(
    "setup",
    [
        pair(MORTAL, PowerName("zeus")),
        pair(PowerName("medusa"), PowerName("gaea")),
        of_2007(random.Random(1)),  # noqa: S311 - repeatable chance, no secret
        of_2007(random.Random(2)),  # noqa: S311 - repeatable chance, no secret
        of_three(random.Random(5)),  # noqa: S311 - repeatable chance, no secret
    ],
    ids=["blocks below a worker", "workers that leave and come", "two gods", "two gods again", "three players"],
)
def test_a_position_is_worth_what_its_features_weigh(setup: Setup) -> None:
    seen = 0
    base = fitted_weights().base
    weights = base.powers[MORTAL]
    begun = walk(setup, 4)
    evaluator = base.evaluator(begun.game.state.cast)
    for game in begun.steps():
        state = game.state
        if state.turn is None or state.turn.actor is not None:
            continue
        mover = state.cast.team(state.turn.seat)
        teams = {worker.team for worker in state.workers}
        worth = {
            team: weighed(features(state, team), weights.to_move if team == mover else weights.waiting)
            for team in teams
        }
        others = [value for team, value in worth.items() if team != mover]
        seen += 1
        assert evaluator.value_among_many(state, mover, mover) == worth.get(mover, 0) - max(others, default=0)
        if len(state.cast.seats) == 2:
            assert evaluator.value(state, mover) == worth.get(mover, 0) - sum(others)
    assert seen > 5

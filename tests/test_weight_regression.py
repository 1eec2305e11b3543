"""Weights by regression: what positions of games say, and whether that is more than chance."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.weight_regression import FEATURES, Sample, fitted, outcome_of
from common.numbers import seeded
from engine.setup import MORTAL, PowerName
from opponent.weights import PowerWeights, fitted_weights

HERMES = PowerName("hermes")
BASE = fitted_weights().of(MORTAL)
LOW, HIGH = 0, 6
"""The features of a worker at the edge, on the ground and on the second level."""


def standing(feature: int) -> list[int]:
    """The features of two workers that stand so."""
    return [2 if number == feature else 0 for number in range(FEATURES)]


def games(count: int, *, high_wins: float) -> list[Sample]:
    """A position of each game: Hermes is on the move, high or low by turns, and wins so often from high squares, and as
    often as not from low ones."""
    chance = seeded("games", count)
    rows = []
    for number in range(count):
        is_high = number % 2 == 0
        won = chance.random() < (high_wins if is_high else 0.5)
        own = standing(HIGH if is_high else LOW)
        rows.append(Sample(number, own, standing(LOW), (HERMES, MORTAL), [20, 3, 2, 0, 0], won=won))
    return rows


def worth_of_height(weights: PowerWeights) -> int:
    """How much more a worker at the edge is worth on the second level than on the ground."""
    return weights.to_move.place[2][0] - weights.to_move.place[0][0]


def test_a_power_that_wins_from_high_squares_gets_more_for_them() -> None:
    found = fitted(games(400, high_wins=1.0), HERMES, BASE, hold=1.0)
    assert worth_of_height(found) > worth_of_height(BASE)
    assert found.to_move.place[3] == BASE.to_move.place[3], "nobody stood there"


def test_one_that_wins_from_them_no_more_often_gets_less() -> None:
    found = fitted(games(400, high_wins=0.5), HERMES, BASE, hold=1.0)
    assert worth_of_height(found) < worth_of_height(BASE)


def test_the_firmer_weights_are_held_the_nearer_they_stay() -> None:
    rows = games(400, high_wins=1.0)
    loose, firm = (worth_of_height(fitted(rows, HERMES, BASE, hold)) for hold in (1.0, 100.0))
    assert loose > firm > worth_of_height(BASE)


def test_weights_of_its_own_need_games_that_show_more_than_chance() -> None:
    shown = outcome_of(games(400, high_wins=0.3), HERMES, BASE)
    assert shown.weights is not None
    assert worth_of_height(shown.weights) < worth_of_height(BASE)
    assert shown.gain > 2 * shown.error > 0


def test_games_that_the_weights_foretell_already_give_none_of_its_own() -> None:
    """By the weights of the base game a worker on the second level wins so often."""
    few = outcome_of(games(60, high_wins=0.8), HERMES, BASE)
    assert few.weights is None


def test_what_comes_with_the_stage_of_the_game_is_no_worth_of_a_square() -> None:
    """Hermes wins late in the game, when more is built everywhere, and so beside his worker, too."""
    chance = seeded("stages", 0)
    rows = []
    for number in range(600):
        late = number % 2 == 1
        beside = chance.choice((1, 3)) if late else chance.choice((0, 2))  # squares with two blocks beside the worker
        own = [*standing(LOW)]
        own[12 + 2] = beside
        heights = [10, 5, 8, 2, 0] if late else [20, 2, 3, 0, 0]
        rows.append(
            Sample(number, own, standing(LOW), (HERMES, MORTAL), heights, won=chance.random() < 0.2 + 0.6 * late)
        )
    near = fitted(rows, HERMES, BASE, hold=1.0).to_move.near[0][2]
    blind = [replace(row, heights=[0] * 5) for row in rows]
    assert abs(near) < abs(fitted(blind, HERMES, BASE, hold=1.0).to_move.near[0][2])

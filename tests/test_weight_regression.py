"""Weights by regression: what positions of games say, and whether that is more than chance."""

from __future__ import annotations

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
        rows.append(Sample(number, standing(HIGH if is_high else LOW), standing(LOW), (HERMES, MORTAL), won=won))
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
    assert "its own" in shown.row


def test_games_that_the_weights_foretell_already_give_none_of_its_own() -> None:
    """By the weights of the base game a worker on the second level wins so often."""
    few = outcome_of(games(60, high_wins=0.8), HERMES, BASE)
    assert few.weights is None
    assert "as begun" in few.row

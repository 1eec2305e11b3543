"""A magnet in a hand is found over the board, and costs more the lower and stiller it is held."""

from __future__ import annotations

import pytest

from perception.arrangements import MagnetInHand
from perception.counted_work import run_to_end
from perception.fitting.limits import STILL_HAND_PENALTY, NoiseModel
from perception.fitting.magnet_fit import HandFit
from perception.fitting.residual import Residual
from perception.recognition.scoring import absolute_residual
from tests.perception.exact_readings import reading
from tests.perception.landings import recogniser

HANDS = HandFit(recogniser().model)


def residual_of(*hands: MagnetInHand) -> Residual:
    return absolute_residual(reading(hands=hands), NoiseModel(), frozenset(range(25)))


@pytest.mark.parametrize("hand", [MagnetInHand(1, 80.0, 100.0, 60.0), MagnetInHand(-1, 20.0, 130.0, 45.0)])
def test_a_hand_is_found_where_it_is(hand: MagnetInHand) -> None:
    found = run_to_end(HANDS.fit(residual_of(hand), hand.polarity, {}))
    assert found is not None
    position, trial = found
    assert (position.east, position.north) == pytest.approx((hand.east, hand.north), abs=3.0)
    assert position.height == pytest.approx(hand.height, abs=3.0)
    assert trial.misfit < 10.0


def test_a_hand_is_not_fitted_below_what_stands_under_it() -> None:
    lowest = dict.fromkeys(range(25), 70.0)
    found = run_to_end(HANDS.fit(residual_of(MagnetInHand(1, 90.0, 90.0, 50.0)), 1, lowest))
    assert found is not None
    assert found[0].height >= 70.0


def test_no_hand_is_found_above_a_floor_that_none_can_reach() -> None:
    residual = residual_of(MagnetInHand(1, 90.0, 90.0, 60.0))
    assert run_to_end(HANDS.fit(residual, 1, {}, residual.null_likelihood + 1e6)) is None


def test_a_still_hand_costs_more_the_lower_it_is() -> None:
    heights = [40.0, 60.0, 90.0, 200.0]
    costs = [HANDS.stillness_penalty(MagnetInHand(1, 90.0, 90.0, height)) for height in heights]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == pytest.approx(STILL_HAND_PENALTY, abs=0.1)


def test_the_field_of_a_hand_turns_over_with_its_magnet() -> None:
    up, down = (HANDS.pattern(MagnetInHand(polarity, 90.0, 90.0, 60.0)) for polarity in (1, -1))
    assert up[0] == tuple(-value for value in down[0])
    assert up[1] == down[1]

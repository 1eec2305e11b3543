"""Several short touches of a new block show together what none of them shows alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perception.arrangements import ExpectedArrangements, StandingMagnet
from perception.fitting.limits import NoiseModel
from perception.tracking.hover_detector import TouchEvidence, height_ratio, place_ratio
from tests.perception.exact_readings import magnet

C3 = 12
ON_C3 = StandingMagnet(C3, 1, 1)
BEFORE = ExpectedArrangements(frozenset(), (0,) * 25, tapped=frozenset({C3}), awaited=frozenset({C3}))
HEIGHT = 46.0


def test_touches_add_up() -> None:
    evidence = TouchEvidence()
    assert evidence.total(ON_C3, 0, 2.0, BEFORE) == 2.0
    assert evidence.total(ON_C3, 900, 3.0, BEFORE) == 5.0


def test_a_touch_counts_as_much_as_it_showed_at_most_since_a_hand_lifts_the_worker_at_its_end() -> None:
    evidence = TouchEvidence()
    assert [evidence.total(ON_C3, 0, ratio, BEFORE) for ratio in (1.0, 3.0, 2.0)] == [1.0, 3.0, 3.0]


def test_a_hand_that_hesitated_takes_nothing_from_the_touches_before_and_after() -> None:
    evidence = TouchEvidence()
    evidence.total(ON_C3, 0, 2.0, BEFORE)
    evidence.total(ON_C3, 900, -7.0, BEFORE)
    assert evidence.total(ON_C3, 1800, 2.0, BEFORE) == 4.0


def test_each_square_and_height_has_touches_of_its_own() -> None:
    evidence = TouchEvidence()
    evidence.total(ON_C3, 0, 2.0, BEFORE)
    assert evidence.total(replace(ON_C3, level=0), 900, 2.0, BEFORE) == 2.0


def test_touches_of_an_earlier_position_no_longer_count() -> None:
    evidence = TouchEvidence()
    evidence.total(ON_C3, 0, 2.0, BEFORE)
    built = replace(BEFORE, levels=(*BEFORE.levels[:C3], 1, *BEFORE.levels[C3 + 1 :]))
    assert evidence.total(ON_C3, 900, 2.0, built) == 2.0


@pytest.mark.parametrize(
    ("touched", "believed"),
    [
        (ON_C3, True),
        (replace(ON_C3, level=2), False),
        (replace(ON_C3, square=13), False),
        (replace(ON_C3, polarity=-1), False),
    ],
)
def test_a_touch_of_the_new_block_that_was_asked_for_is_believed_the_sooner(
    touched: StandingMagnet, *, believed: bool
) -> None:
    once, twice = (replace(BEFORE, asked=replace(ON_C3, level=0), questions=count) for count in (1, 2))
    plain, asked, asked_again = (TouchEvidence().total(touched, 0, 2.0, each) for each in (BEFORE, once, twice))
    assert (plain < asked < asked_again) is believed
    assert believed or plain == asked == asked_again


def test_a_worker_at_the_height_of_its_tower_stands_rather_than_hovers() -> None:
    model = NoiseModel()
    there, higher = magnet(C3, 1), replace(magnet(C3, 1), rise=18.0)
    assert height_ratio(there, HEIGHT, model) > 0 > height_ratio(higher, HEIGHT, model)


def test_a_magnet_that_is_weaker_may_be_a_little_higher() -> None:
    """It has the same field: a third of the height for each part of the strength."""
    weak_and_higher = replace(magnet(C3, 1), strength=0.9, rise=-0.1 * HEIGHT / 3)
    assert height_ratio(weak_and_higher, HEIGHT, NoiseModel()) == pytest.approx(
        height_ratio(magnet(C3, 1), HEIGHT, NoiseModel())
    )


@pytest.mark.parametrize(("off", "ratio"), [(0.0, 0.0), (6.0, 0.0), (10.0, -1.0), (15.0, -3.5)])
def test_far_off_the_middle_a_worker_is_more_likely_in_a_hand_that_is_higher(off: float, ratio: float) -> None:
    """Hands put workers some 5 mm off it in each direction."""
    assert place_ratio(magnet(C3, 1, east=off), NoiseModel()) == pytest.approx(ratio)

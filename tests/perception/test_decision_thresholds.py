"""When a verdict is clear, and when an explanation is doubtful although it is clear."""

from __future__ import annotations

import pytest

from perception.arrangements import MagnetInHand, ReferenceReading, Verdict
from perception.limits import DecisionThresholds
from tests.perception.exact_readings import explanation, magnet, reading

LIMITS = DecisionThresholds()
EMPTY = ReferenceReading(reading(), ())


@pytest.mark.parametrize(
    ("margin", "misfit", "clear"), [(10.0, 60.0, True), (9.9, 10.0, False), (50.0, 60.1, False), (-1.0, 10.0, False)]
)
def test_a_clear_verdict_has_a_margin_and_little_misfit(margin: float, misfit: float, *, clear: bool) -> None:
    assert LIMITS.is_clear(Verdict(explanation(magnet(12), misfit=misfit), margin, None)) is clear


def test_a_poor_explanation_is_doubtful() -> None:
    assert not LIMITS.is_doubtful(explanation(magnet(12), misfit=26.0), EMPTY)
    assert LIMITS.is_doubtful(explanation(magnet(12), misfit=26.1), EMPTY)


def test_a_new_magnet_far_off_the_middle_is_doubtful_and_a_known_one_is_not() -> None:
    off = magnet(12, east=12.0, north=12.0)
    assert LIMITS.is_doubtful(explanation(off), EMPTY)
    assert not LIMITS.is_doubtful(explanation(off), ReferenceReading(reading(off), (off,)))


def test_a_low_hand_and_two_hands_are_doubtful() -> None:
    low, high = (MagnetInHand(1, 90.0, 90.0, height) for height in (40.0, 60.0))
    assert not LIMITS.is_doubtful(explanation(hands=(high,)), EMPTY)
    assert LIMITS.is_doubtful(explanation(hands=(low,)), EMPTY)
    assert LIMITS.is_doubtful(explanation(hands=(high, high)), EMPTY)

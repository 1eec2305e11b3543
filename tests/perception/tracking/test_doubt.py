"""What an unclear reading leaves in doubt."""

from __future__ import annotations

from perception.arrangements import Verdict
from perception.limits import DecisionThresholds
from perception.tracking.belief import Doubt
from tests.perception.exact_readings import arrangement, explanation, magnet

LIMITS = DecisionThresholds()
HOME, OTHER, ELSEWHERE = magnet(6), magnet(18, 0, -1), magnet(13, 0, -1)
LANDED = magnet(7, 1)
BEFORE = arrangement(HOME, OTHER)


def test_two_explanations_that_are_about_as_likely_differ_in_what_is_in_doubt() -> None:
    verdict = Verdict(explanation(LANDED, OTHER), 2.0, explanation(LANDED, ELSEWHERE))
    doubt = Doubt.of(verdict, BEFORE, LIMITS)
    assert (doubt.disputed, doubt.likely) == (arrangement(OTHER, ELSEWHERE), arrangement(OTHER))
    assert doubt.margin == 2.0


def test_without_a_rival_that_comes_near_the_change_is_in_doubt() -> None:
    """A magnet beside the board may look like it; who stands elsewhere in the far less likely rival says nothing."""
    verdict = Verdict(explanation(LANDED, OTHER, misfit=30.0), 25.0, explanation(HOME, ELSEWHERE))
    doubt = Doubt.of(verdict, BEFORE, LIMITS)
    assert (doubt.disputed, doubt.likely) == (arrangement(HOME, LANDED), arrangement(LANDED))


def test_where_nothing_has_changed_the_rival_is_named() -> None:
    verdict = Verdict(explanation(HOME, OTHER, misfit=30.0), 25.0, explanation(HOME, ELSEWHERE))
    doubt = Doubt.of(verdict, BEFORE, LIMITS)
    assert (doubt.disputed, doubt.likely) == (arrangement(OTHER, ELSEWHERE), arrangement(OTHER))


def test_an_explanation_that_explains_badly_has_no_lead() -> None:
    verdict = Verdict(explanation(LANDED, OTHER, misfit=LIMITS.misfit + 1), 25.0, explanation(HOME, ELSEWHERE))
    doubt = Doubt.of(verdict, BEFORE, LIMITS)
    assert (doubt.margin, doubt.is_explained) == (0.0, False)

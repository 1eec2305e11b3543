"""Verdicts over explanations: which is the best, which is a rival, and by what margin."""

from __future__ import annotations

import pytest

from perception.arrangements import PlacedMagnet, Reading, Verdict, outline, ranked, with_rival
from perception.fitting.residual import BOUNDLESS
from tests.perception.exact_readings import arrangement, explanation, magnet

HERE, HIGHER, THERE = magnet(12), magnet(12, 1), magnet(13)


def test_a_verdict_needs_an_explanation() -> None:
    with pytest.raises(ValueError, match="at least one"):
        ranked([])


def test_the_margin_is_over_the_best_other_arrangement() -> None:
    best, rival = explanation(HERE, likelihood=5.0), explanation(THERE, likelihood=-3.0)
    verdict = ranked([explanation(likelihood=-9.0), rival, best])
    assert verdict == Verdict(best, 8.0, rival)
    assert verdict.disputed == arrangement(HERE, THERE)


def test_other_heights_are_no_rivals() -> None:
    verdict = ranked([explanation(HERE, likelihood=5.0), explanation(HIGHER, likelihood=4.0)])
    assert verdict.rival is None
    assert verdict.margin == float("inf")
    assert outline(arrangement(HERE)) == outline(arrangement(HIGHER))


def test_one_more_explanation_lowers_the_margin_if_it_has_other_magnets() -> None:
    best, rival = explanation(HERE, likelihood=5.0), explanation(THERE, likelihood=-3.0)
    verdict = ranked([best, rival])
    near = explanation(likelihood=3.0)
    assert with_rival(verdict, near) == Verdict(best, 2.0, near)
    assert with_rival(verdict, explanation(likelihood=9.0)).margin == -4.0
    assert with_rival(verdict, explanation(HIGHER, likelihood=9.0)) == verdict
    assert with_rival(verdict, explanation(likelihood=-8.0)) == verdict


def test_a_verdict_takes_the_rival_of_another_with_the_same_magnets() -> None:
    best, hand = explanation(HERE, likelihood=5.0), explanation(likelihood=4.0)
    verdict = ranked([best, hand])
    fewer = ranked([explanation(HIGHER, likelihood=4.5), explanation(THERE, likelihood=-9.0)])
    assert verdict.against_rival_of(fewer).margin == 14.0
    assert verdict.against_rival_of(ranked([explanation(THERE)])) == verdict
    likelier = ranked([explanation(HIGHER, likelihood=6.0)])
    assert verdict.against_rival_of(likelier) == likelier


def test_a_sensor_that_is_left_out_has_boundless_variance() -> None:
    reading = Reading((1.0, 2.0), extra_variance=(0.1, 0.2)).without(frozenset({1}))
    assert reading.extra_variance == (0.1, BOUNDLESS)
    assert Reading((1.0, 2.0)).without(frozenset({0})).extra_variance == (BOUNDLESS, 0.0)


def test_a_magnet_without_its_measured_fields_is_the_modelled_one() -> None:
    measured = PlacedMagnet(HERE.standing, 1.0, 2.0, 1.1, 0.5, (1.0,) * 25, (0.1,) * 25)
    assert measured.modelled == PlacedMagnet(HERE.standing, 1.0, 2.0, 1.1, 0.5)

"""A reading judged as a change against its reference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perception.arrangements import ExpectedArrangements, MagnetInHand, ReferenceReading, Verdict
from perception.counted_work import run_to_end
from tests.perception.exact_readings import arrangement, explanation, magnet, reading
from tests.perception.judged_changes import EXPECTED, FLAT, HOME, LANDED, LIMITS, OTHER, change, change_decoder
from tests.perception.landings import recogniser


def test_a_step_is_scored() -> None:
    verdict = run_to_end(change_decoder().score(change(LANDED, OTHER)))
    assert verdict.best.arrangement == arrangement(LANDED, OTHER)
    assert LIMITS.is_clear(verdict)


def test_a_worker_of_the_game_that_does_not_stand_is_in_a_hand() -> None:
    verdict = run_to_end(change_decoder().score(change(OTHER, hands=(MagnetInHand(1, 70.0, 50.0, 60.0),))))
    assert verdict.best.arrangement == arrangement(OTHER)
    assert len(verdict.best.hands) == 1


def test_a_magnet_in_a_hand_where_a_touch_is_awaited_stands() -> None:
    hand = MagnetInHand(1, 90.0, 45.0, recogniser().model.height(0) + 1.0)
    awaiting = ExpectedArrangements(EXPECTED.arrangement, FLAT, awaited=frozenset({7}))
    judged = change(OTHER, hands=(hand,), expected=awaiting)
    test = change_decoder()
    held = Verdict(explanation(OTHER, likelihood=-1e3, hands=(hand,)), 20.0, None)
    stands = run_to_end(test.standing_if_still(judged, held))
    assert stands.best.hands == ()
    assert {each.square for each in stands.best.arrangement} == {7, 18}
    high = MagnetInHand(1, 90.0, 45.0, 120.0)
    in_air = Verdict(explanation(OTHER, hands=(high,)), 20.0, None)
    assert run_to_end(test.standing_if_still(judged, in_air)) is in_air


def test_without_interference_the_same_magnets_need_no_lead() -> None:
    test, judged = change_decoder(), change(HOME, OTHER)
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None)
    assert run_to_end(test.is_better(Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None), plain, judged))
    elsewhere = Verdict(explanation(LANDED, OTHER, likelihood=15.0), 20.0, None)
    assert not run_to_end(test.is_better(elsewhere, plain, judged))
    far = Verdict(explanation(LANDED, OTHER, likelihood=21.0), 20.0, None)
    assert run_to_end(test.is_better(far, plain, judged))
    assert not run_to_end(test.is_better(Verdict(far.best, 5.0, None), plain, judged))


def test_while_interference_goes_the_same_magnets_need_no_good_explanation_either_way() -> None:
    test, judged = change_decoder(), change(HOME, OTHER)
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0, misfit=60.0), 20.0, None)
    for magnets, misfit, is_better in (
        ((HOME, OTHER), 30.0, True),
        ((HOME, OTHER), 40.0, False),
        ((LANDED, OTHER), 30.0, False),
    ):
        found = Verdict(explanation(*magnets, likelihood=40.0, misfit=misfit), 20.0, None)
        assert run_to_end(test.is_better(found, plain, judged)) == is_better


def test_without_interference_too_a_worker_on_its_way_high_over_a_tower_does_not_stand_on_it() -> None:
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None)
    high = Verdict(explanation(magnet(7, 3), OTHER, likelihood=40.0), 20.0, None)
    assert not run_to_end(change_decoder().is_better(high, plain, change(LANDED, OTHER)))


A3, C3 = 10, 12


def came_unseen(
    square: int, level: int, misfit: float, tapped: frozenset[int] = frozenset(), east: float = 0.0
) -> bool:
    """Whether a worker that seems to have come down there is doubted, since no hand put it there."""
    expected = ExpectedArrangements(arrangement(HOME, OTHER), FLAT, open=frozenset({square}), tapped=tapped)
    landed = magnet(square, level, east=east)
    found = explanation(landed, OTHER, misfit=misfit)
    judged = change(landed, OTHER, expected=expected)
    elsewhere = reading(OTHER, hands=(MagnetInHand(1, 250.0, 90.0, 60.0),)).fields
    judged = replace(judged, rest=replace(judged.rest, before=(elsewhere,) * 8))
    return run_to_end(change_decoder().came_unseen(judged, found))


def test_a_worker_high_at_the_rim_that_was_not_seen_on_its_way_may_be_a_magnet() -> None:
    assert came_unseen(A3, 3, 20.0)
    assert not came_unseen(A3, 3, 12.0)  # explained well
    assert not came_unseen(A3, 1, 20.0)  # no magnet out there has so much field
    assert not came_unseen(C3, 3, 20.0)  # far from the rim
    assert not came_unseen(A3, 3, 20.0, tapped=frozenset({A3}))  # perhaps a touch


def test_a_worker_far_off_the_middle_at_the_rim_that_was_not_seen_on_its_way_may_be_a_magnet() -> None:
    assert came_unseen(A3, 0, 12.0, east=18.0)
    assert not came_unseen(A3, 0, 12.0, east=8.0)
    assert not came_unseen(C3, 0, 12.0, east=18.0)  # far from the rim


def test_what_was_believed_is_what_stood_before() -> None:
    lifted = arrangement(OTHER)
    assert change(LANDED, OTHER).before == arrangement(HOME, OTHER)
    since = change(LANDED, OTHER, believed=lifted)
    assert since.before == lifted
    assert since.leads_to(Verdict(explanation(LANDED, OTHER), 20.0, None))
    assert not since.leads_to(Verdict(explanation(OTHER), 20.0, None))
    empty = ReferenceReading(reading(), ())
    assert since.against(empty).reference is empty


@pytest.mark.parametrize(("off", "plain"), [(0.0, True), (9.0, False)])
def test_a_touch_is_plain_only_while_the_others_stand_as_they_did(off: float, *, plain: bool) -> None:
    """With a magnet beside the board a touch of the next square can look so."""
    other = replace(OTHER, east=off)
    verdict, is_plain = run_to_end(change_decoder().plain(change(LANDED, other)))
    assert verdict.best.arrangement == arrangement(LANDED, OTHER)
    assert is_plain is plain

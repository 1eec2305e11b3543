"""Hypotheses compared on one reading: the best, its rival, hands, other levels, and what was touched unnoticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perception.arrangements import Arrangement, MagnetInHand, PlacedMagnet, Verdict, outline
from perception.counted_work import run_to_end
from perception.limits import DecisionThresholds
from perception.recognition.limits import OTHER_LEVEL
from perception.recognition.scoring import is_over_board
from tests.perception.exact_readings import arrangement, magnet, reading, reference
from tests.perception.landings import GEOMETRY, recogniser

LIMITS = DecisionThresholds()
HOME, OTHER = magnet(6, 1), magnet(18, 0, -1)
LANDED = magnet(7, 0, 1, 3.0, -2.0)
BOTH = arrangement(HOME, OTHER)


def score(
    *now: PlacedMagnet,
    likely: tuple[Arrangement, ...],
    unlikely: tuple[Arrangement, ...] = (),
    present: tuple[int, ...] = (),
    hands: tuple[MagnetInHand, ...] = (),
) -> Verdict:
    return run_to_end(
        recogniser().score(reading(*now, hands=hands), reference(HOME, OTHER), likely, unlikely, present=present)
    )


def landings() -> tuple[Arrangement, ...]:
    return tuple(arrangement(magnet(square), OTHER) for square in range(25) if square not in {6, 18})


def test_the_arrangement_that_stands_is_the_best() -> None:
    verdict = score(LANDED, OTHER, likely=(BOTH, arrangement(OTHER), *landings()))
    assert verdict.best.arrangement == arrangement(LANDED, OTHER)
    assert LIMITS.is_clear(verdict)
    (found,) = [each for each in verdict.best.placed if each.standing == LANDED.standing]
    assert (found.east, found.north) == pytest.approx((3.0, -2.0), abs=1.0)


def test_an_unlikely_arrangement_has_to_make_up_its_penalty() -> None:
    landed = arrangement(LANDED, OTHER)
    plain = score(LANDED, OTHER, likely=(BOTH, landed))
    charged = score(LANDED, OTHER, likely=(BOTH,), unlikely=(landed,))
    penalty = recogniser().noise_model.unlikely_penalty
    assert plain.best.likelihood - charged.best.likelihood == pytest.approx(penalty)


def test_a_missing_magnet_is_found_in_a_hand() -> None:
    hand = MagnetInHand(1, 70.0, 60.0, 55.0)
    verdict = score(OTHER, likely=(BOTH, arrangement(OTHER), *landings()), present=(1, -1), hands=(hand,))
    (held,) = verdict.best.hands
    assert verdict.best.arrangement == arrangement(OTHER)
    assert (held.east, held.north, held.height) == pytest.approx((70.0, 60.0, 55.0), abs=5.0)


@pytest.mark.parametrize(
    ("east", "north", "over"),
    [(0.0, 0.0, True), (-40.0, 80.0, True), (-50.0, 80.0, False), (90.0, 220.0, True), (90.0, 230.0, False)],
)
def test_only_a_hand_over_the_board_may_be_a_worker_on_a_tower(east: float, north: float, *, over: bool) -> None:
    assert is_over_board(MagnetInHand(1, east, north, 26.0), GEOMETRY) is over


def test_no_hand_is_tried_where_no_magnet_is_missing() -> None:
    verdict = score(OTHER, likely=(BOTH, arrangement(OTHER)), present=(-1,), hands=(MagnetInHand(1, 70.0, 60.0, 55.0),))
    assert verdict.best.hands == ()
    assert verdict.best.misfit > LIMITS.misfit


def test_a_worker_more_than_the_game_has_is_believed_only_where_it_explains_more() -> None:
    """What the game has explains the reading nearly as well as one worker more does; then no hand brought that."""
    faint = magnet(24, 4, -1)
    known = score(LANDED, OTHER, likely=(arrangement(LANDED, OTHER), arrangement(LANDED, OTHER, faint)))
    likely = (arrangement(LANDED, OTHER), arrangement(LANDED, OTHER, magnet(0, 0, -1)))
    third = score(LANDED, OTHER, magnet(0, 0, -1), likely=likely, present=(1, -1))
    unknown = score(LANDED, OTHER, magnet(0, 0, -1), likely=likely)
    assert known.best.arrangement == arrangement(LANDED, OTHER)
    assert third.best.arrangement == arrangement(LANDED, OTHER, magnet(0, 0, -1))
    assert unknown.best.likelihood - third.best.likelihood == pytest.approx(10.0)


def test_a_tower_of_another_height_is_found() -> None:
    taller = magnet(7, 2)
    verdict = score(taller, OTHER, likely=(BOTH, arrangement(OTHER), arrangement(magnet(7, 0), OTHER)))
    assert taller.standing in verdict.best.arrangement
    assert verdict.best.misfit < LIMITS.misfit


@pytest.mark.parametrize(("believed", "off"), [(1, 1), (0, 2)])
def test_each_level_that_a_tower_is_off_is_less_likely(believed: int, off: int) -> None:
    """Nobody puts two blocks too many; a hand that rests over the tower looks like it."""
    taller = magnet(7, 2)
    known = score(taller, OTHER, likely=(BOTH, arrangement(taller, OTHER)))
    found = score(taller, OTHER, likely=(BOTH, arrangement(magnet(7, believed), OTHER)))
    assert found.best.arrangement == arrangement(taller, OTHER)
    assert known.best.likelihood - found.best.likelihood == pytest.approx(off * OTHER_LEVEL)


def test_a_worker_that_was_moved_on_its_square_unnoticed_is_found() -> None:
    moved = replace(OTHER, east=7.0)
    verdict = score(LANDED, moved, likely=(BOTH, arrangement(OTHER), arrangement(LANDED, OTHER)))
    assert outline(verdict.best.arrangement) == outline(arrangement(LANDED, OTHER))
    (found,) = [each for each in verdict.best.placed if each.standing == OTHER.standing]
    assert found.east == pytest.approx(7.0, abs=1.5)


def test_a_best_explanation_among_dismissed_ones_still_has_a_rival() -> None:
    verdict = score(LANDED, OTHER, likely=(arrangement(LANDED, OTHER), arrangement(magnet(24), OTHER)))
    assert verdict.rival is not None
    assert verdict.margin >= 25.0

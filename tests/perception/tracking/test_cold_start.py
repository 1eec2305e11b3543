"""A board decoded without a reference: clear or not, turned or not, and what a known change says against it."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT
from perception.arrangements import PlacedMagnet, Reading, Verdict
from perception.counted_work import run_to_end
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements
from perception.findings import Turned
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder
from perception.tracking.cold_start import ColdStart, turned_reading
from tests.perception.exact_readings import arrangement, explanation, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionLimits()
FLAT = (0,) * SQUARE_COUNT
WORKERS = (magnet(1), magnet(18, east=3.0), magnet(8, polarity=-1))
EXPECTED = ExpectedArrangements(arrangement(*WORKERS), FLAT)
COLD = ColdStart(recogniser(), InterferenceDecoder(recogniser(), frozenset), LIMITS)


def decoded(shown: Reading) -> tuple[Verdict, Verdict | DisturbedVerdict | None]:
    return run_to_end(COLD.decode(shown, EXPECTED))


def test_a_board_that_stands_as_expected_is_clear() -> None:
    verdict, clear = decoded(reading(*WORKERS))
    assert clear is verdict
    assert verdict.best.arrangement == EXPECTED.arrangement


def test_a_worker_that_is_missing_is_clear() -> None:
    verdict, clear = decoded(reading(*WORKERS[1:]))
    assert clear is verdict
    assert verdict.best.arrangement == arrangement(*WORKERS[1:])


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_board_is_found_to_be_turned(quarters: int) -> None:
    shown = turned_reading(reading(*WORKERS), 4 - quarters, 5)
    assert run_to_end(COLD.turned(shown, EXPECTED.arrangement)) == Turned(quarters)


def test_a_board_that_lies_right_or_has_too_little_on_it_is_not_turned() -> None:
    assert run_to_end(COLD.turned(reading(*WORKERS), EXPECTED.arrangement)) is None
    assert run_to_end(COLD.turned(reading(magnet(4)), arrangement(magnet(0)))) is None


def test_a_board_that_fits_in_two_ways_is_not_turned() -> None:
    opposite: tuple[PlacedMagnet, ...] = (magnet(0), magnet(24))
    shown = turned_reading(reading(*opposite), 1, 5)
    assert run_to_end(COLD.turned(shown, arrangement(*opposite))) is None


def test_other_magnets_contradict_a_change_that_is_well_explained() -> None:
    here, there = explanation(magnet(12)), explanation(magnet(13))
    assert COLD.contradicts_change(there, Verdict(here, 20.0, None))
    assert not COLD.contradicts_change(here, Verdict(here, 20.0, None))
    assert not COLD.contradicts_change(there, None)
    assert not COLD.contradicts_change(there, Verdict(explanation(magnet(12), misfit=40.0), 20.0, None))


@pytest.mark.parametrize("has_reference", [True, False])
def test_the_heights_of_magnets_are_found(*, has_reference: bool) -> None:
    tower = magnet(1, 2)
    shown = reading(tower, *WORKERS[1:])
    before = reference(*WORKERS[1:]) if has_reference else None
    best = run_to_end(recogniser().explain_alone(shown, arrangement(tower, *WORKERS[1:])))
    heights = run_to_end(COLD.heights(shown, best, shown, before))
    assert {each.square: each.level for each in heights}[1] == 2
    assert {each.square for each in heights} == ({1} if has_reference else {1, 8, 18})

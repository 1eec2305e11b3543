"""A board decoded without a reference: clear or not, turned or not, and what a known change says against it."""

from __future__ import annotations

from dataclasses import replace
from operator import add

import pytest

from hardware.board import SQUARE_COUNT
from perception.arrangements import ExpectedArrangements, PlacedMagnet, Reading, Verdict
from perception.counted_work import run_to_end
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder
from perception.interference.interference_tracker import InterferenceTracker
from perception.limits import DecisionThresholds
from perception.orientation import turned_square
from perception.sensors.baseline import Baseline
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.cold_start import ColdStart
from tests.perception.exact_readings import arrangement, explanation, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionThresholds()
FLAT = (0,) * SQUARE_COUNT
WORKERS = (magnet(1), magnet(18, east=3.0), magnet(8, polarity=-1))
EXPECTED = ExpectedArrangements(arrangement(*WORKERS), FLAT)


class UnknownBoard:
    """A board without a reference, and what is known of interference on it."""

    def __init__(self) -> None:
        decoder = recogniser()
        interference = InterferenceDecoder(decoder, frozenset)
        self.baseline = Baseline(decoder.model)
        sensors = SensorFilter(decoder.squares, decoder.noise_model)
        self.interference = InterferenceTracker(sensors, self.baseline, interference.fitter)
        self.cold_start = ColdStart(decoder, interference, self.baseline, self.interference, LIMITS)

    def corrected(self, shown: Reading) -> Reading:
        """The reading less its baselines and the interference that is believed to be there."""
        return run_to_end(self.cold_start.corrected(shown, None, EXPECTED))[0]


COLD = UnknownBoard().cold_start


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
def test_a_board_that_was_turned_with_its_towers_is_read_as_it_lies(quarters: int) -> None:
    """A worker stands on a block where the game has none."""
    workers = (*WORKERS, magnet(21, 1))
    lying = tuple(
        magnet(turned_square(at, quarters), level, sign)
        for at, level, sign in ((1, 0, 1), (18, 0, 1), (8, 0, -1), (21, 1, 1))
    )
    turned = run_to_end(COLD.turned(reading(*lying), arrangement(*workers)))
    assert turned is not None
    assert turned.arrangement == arrangement(*lying)


def test_a_board_that_lies_right_or_has_too_little_on_it_is_not_turned() -> None:
    assert run_to_end(COLD.turned(reading(*WORKERS), EXPECTED.arrangement)) is None
    assert run_to_end(COLD.turned(reading(magnet(4)), arrangement(magnet(0)))) is None


def test_a_board_that_may_have_been_turned_in_two_ways_is_read_as_it_lies() -> None:
    turned = run_to_end(COLD.turned(reading(magnet(4), magnet(20)), arrangement(magnet(0), magnet(24))))
    assert turned is not None
    assert turned.arrangement == arrangement(magnet(4), magnet(20))


STRAY_FIELDS = tuple(0.8 / (1 + square % 5) ** 2 for square in range(SQUARE_COUNT))
"""What a magnet west of the board adds."""


@pytest.mark.parametrize("workers", [WORKERS, WORKERS[1:]], ids=["as expected", "one is missing"])
def test_interference_that_is_gone_is_taken_off_no_reading(workers: tuple[PlacedMagnet, ...]) -> None:
    board = UnknownBoard()
    board.baseline.add(STRAY_FIELDS, tuple(0.1 * abs(each) for each in STRAY_FIELDS))
    assert board.corrected(reading(*workers)) == reading(*workers)
    assert not board.interference.is_disturbed


def test_interference_that_is_still_there_is_taken_off_the_reading() -> None:
    board, shown = UnknownBoard(), reading(*WORKERS)
    board.baseline.add(STRAY_FIELDS, tuple(0.1 * abs(each) for each in STRAY_FIELDS))
    disturbed = replace(shown, fields=tuple(map(add, shown.fields, STRAY_FIELDS)))
    assert board.corrected(disturbed).fields == pytest.approx(shown.fields)
    assert board.interference.is_disturbed


def test_other_magnets_contradict_a_change_that_is_well_explained() -> None:
    here, there = explanation(magnet(12)), explanation(magnet(13))
    assert COLD.contradicts_change(there, (Verdict(here, 20.0, None),))
    assert not COLD.contradicts_change(here, (Verdict(here, 20.0, None),))
    assert not COLD.contradicts_change(there, ())
    assert not COLD.contradicts_change(there, (Verdict(explanation(magnet(12), misfit=40.0), 20.0, None),))


@pytest.mark.parametrize("has_reference", [True, False])
def test_the_heights_of_magnets_are_found(*, has_reference: bool) -> None:
    tower = magnet(1, 2)
    shown = reading(tower, *WORKERS[1:])
    before = reference(*WORKERS[1:]) if has_reference else None
    best = run_to_end(recogniser().explain_alone(shown, arrangement(tower, *WORKERS[1:])))
    heights = run_to_end(COLD.heights(shown, best, shown, before))
    assert {each.square: each.level for each in heights}[1] == 2
    assert {each.square for each in heights} == ({1} if has_reference else {1, 8, 18})

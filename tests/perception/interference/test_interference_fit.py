"""Each kind of interference is fitted to what an arrangement leaves, and subtracted from the reading."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from hardware.board import SQUARE_COUNT
from hardware.virtual.magnets import SensorPose, dipole_fields
from perception.arrangements import Reading, ReferenceReading
from perception.counted_work import run_to_end
from perception.findings import Fallen, SensorFault, SensorTrouble, Shifted, StrayField
from perception.fitting.dipole_fit import sideways
from perception.fitting.residual import BOUNDLESS, NOTHING
from perception.interference.interference_fit import InterferenceFitter, WeightedResidual
from tests.perception.exact_readings import explanation, magnet, reading
from tests.perception.landings import GEOMETRY, recogniser

CENTRES = tuple(GEOMETRY.centre(square) for square in range(SQUARE_COUNT))
SENSORS = tuple(SensorPose(*centre) for centre in CENTRES)
FITTER = InterferenceFitter(recogniser().model, recogniser().squares, frozenset)
MOMENT = 1000 * GEOMETRY.magnet.remanence * (GEOMETRY.magnet.diameter / 2) ** 2 * GEOMETRY.magnet.thickness / 4
WEIGHTS = (400.0,) * SQUARE_COUNT
LEAN = radians(3)
FLAT = (0,) * SQUARE_COUNT
EMPTY = ReferenceReading(Reading(NOTHING, count=50), ())
BESIDE = tuple(dipole_fields((0.0, 60_000.0, 0.0), (-40.0, 90.0, 10.0), SENSORS))


def left(fields: tuple[float, ...]) -> WeightedResidual:
    """These fields, unexplained over an empty board."""
    return WeightedResidual(Reading(fields, count=50), EMPTY, fields, WEIGHTS)


def test_a_shift_of_all_sensors_is_found_and_subtracted() -> None:
    hint = FITTER.shifted(left((0.5,) * SQUARE_COUNT))
    found = run_to_end(hint.refine())
    assert isinstance(found.found, Shifted)
    assert found.found.amount == pytest.approx(0.5, abs=0.01)
    assert found.reading.fields == pytest.approx(NOTHING, abs=0.01)
    assert found.adds == pytest.approx((0.5,) * SQUARE_COUNT, abs=0.01)


def test_a_magnet_beside_the_board_is_found_and_its_share_stays_uncertain() -> None:
    hint = run_to_end(FITTER.stray(left(BESIDE)))
    assert hint.rough
    found = run_to_end(hint.refine())
    assert isinstance(found.found, StrayField)
    assert found.found.squares <= {0, 5, 10, 15, 20}
    assert found.reading.fields == pytest.approx(NOTHING, abs=0.15)
    assert found.reading.extra_variance == pytest.approx(tuple(each * each for each in found.unsure))
    assert all(unsure >= 0.15 * abs(adds) for unsure, adds in zip(found.unsure, found.adds, strict=True))


def test_a_sensor_that_leans_feels_some_of_what_a_magnet_beside_the_board_does_sideways() -> None:
    """A strong one that points at the board has little vertical field there."""
    strong, place = (0.0, 2_000_000.0, 0.0), (90.0, -90.0, 5.0)
    leaning = [SensorPose(*GEOMETRY.centre(square), north=sin(LEAN), down=cos(LEAN)) for square in range(SQUARE_COUNT)]
    hint = run_to_end(FITTER.stray(left(tuple(dipole_fields(strong, place, leaning)))))
    found = run_to_end(hint.refine())
    upright = dipole_fields(strong, place, SENSORS)
    felt = dipole_fields(strong, place, leaning)
    assert max(abs(one - other) for one, other in zip(upright, felt, strict=True)) > 0.15 * max(map(abs, upright))
    across = sideways(place, strong, [GEOMETRY.centre(square) for square in range(SQUARE_COUNT)])
    lying = [SensorPose(*GEOMETRY.centre(square), north=1.0, down=0.0) for square in (2, 7)]
    assert [across[2], across[7]] == pytest.approx(
        [abs(each) for each in dipole_fields(strong, place, lying)], rel=0.01
    )
    assert max(found.unsure) > 0.15 * max(map(abs, found.adds))


def test_a_fallen_worker_is_found_where_it_lies() -> None:
    height = recogniser().model.height(0) + GEOMETRY.magnet.diameter / 2 + 2.0
    x, y = GEOMETRY.centre(13)
    fields = tuple(dipole_fields((MOMENT, 0.0, 0.0), (x + 3.0, y, height), SENSORS))
    hint = run_to_end(FITTER.fallen(left(fields), magnet(12).standing, frozenset(), FLAT))
    found = run_to_end(hint.refine())
    assert found.found == Fallen(13, 1)
    assert hint.gain > 50.0
    beside = run_to_end(FITTER.fallen(left(fields), magnet(12).standing, frozenset({magnet(13, 1).standing}), FLAT))
    found = run_to_end(beside.refine())
    assert isinstance(found.found, Fallen)
    assert found.found.square != 13  # where another stands it does not lie


def test_a_broken_sensor_is_left_out() -> None:
    fields = tuple(3.0 if square == 7 else 0.0 for square in range(SQUARE_COUNT))
    hints = [run_to_end(hint.refine()) for hint in FITTER.broken(left(fields))]
    assert hints[0].found == SensorFault(7, SensorTrouble.WEAK)
    assert hints[0].reading.extra_variance[7] == BOUNDLESS
    assert hints[0].reading.extra_variance[8] == 0.0


def test_two_sensors_that_answer_for_each_other_are_found() -> None:
    felt = reading(magnet(7, 1)).fields
    crossed = tuple(felt[{7: 18, 18: 7}.get(square, square)] for square in range(SQUARE_COUNT))
    off = tuple(now - right for now, right in zip(crossed, felt, strict=True))
    before = ReferenceReading(Reading(felt, count=50), (magnet(7, 1),))
    residual = WeightedResidual(Reading(crossed, count=50), before, off, WEIGHTS)
    best = run_to_end(max(FITTER.exchanged(residual), key=lambda hint: hint.gain).refine())
    assert best.found == SensorFault(7, SensorTrouble.SWAPPED, 18)
    assert best.reading.fields == pytest.approx(felt)


def test_a_known_exchange_may_be_given_up() -> None:
    fitter = InterferenceFitter(recogniser().model, recogniser().squares, lambda: frozenset({(7, 18)}))
    felt = reading(magnet(7, 1)).fields
    crossed = tuple(felt[{7: 18, 18: 7}.get(square, square)] for square in range(SQUARE_COUNT))
    off = tuple(now - right for now, right in zip(crossed, felt, strict=True))
    hints = list(fitter.exchanged(left(off)))
    assert max(hint.prior for hint in hints) == -2.0
    assert max(hint.prior for hint in FITTER.exchanged(left(off))) == -14.0


def test_a_faint_magnet_may_lie_and_a_strong_one_cannot() -> None:
    assert FITTER.may_lie(explanation(magnet(12, 1)), EMPTY, FLAT)
    assert not FITTER.may_lie(explanation(magnet(12, 0)), EMPTY, FLAT)
    known = ReferenceReading(reading(magnet(12, 1)), (magnet(12, 1),))
    assert not FITTER.may_lie(explanation(magnet(12, 1)), known, FLAT)


def test_fields_are_named_by_what_they_most_likely_are() -> None:
    assert FITTER.named(NOTHING) == ()
    (shift,) = FITTER.named((0.4,) * SQUARE_COUNT)
    assert isinstance(shift, Shifted)
    (stray,) = FITTER.named(BESIDE)
    assert isinstance(stray, StrayField)

"""How far zeros step with the lights is learned where no magnet moved, and nothing is made of noise or of workers."""

from __future__ import annotations

from dataclasses import replace
from operator import add

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from perception.arrangements import PlacedMagnet, Reading, ReferenceReading
from perception.fitting.limits import NoiseModel
from perception.fitting.residual import Residual
from perception.sensors.drift import ZeroSteps
from tests.perception.exact_readings import magnet, reading
from tests.perception.landings import recogniser

NOISE = 0.03
WORKER = magnet(0, 1)


def learned(steps: list[float], placed: tuple[PlacedMagnet, ...] = (WORKER,), *, rounds: int = 40) -> ZeroSteps:
    """What is learned if every other reading has these fields on top; the readings are of 50 frames."""
    found, chance = ZeroSteps(recogniser().model, NoiseModel()), seeded("steps")
    dark = reading(*placed)
    before = ReferenceReading(replace(dark, count=50), placed)
    for number in range(rounds):
        fields = (
            field + step * (number % 2) + chance.gauss(0.0, NOISE / 50**0.5)
            for field, step in zip(dark.fields, steps, strict=True)
        )
        now = Reading(tuple(fields), dark.clipped, 50)
        found.learn(now, placed, before, NOISE)
        before = ReferenceReading(now, placed)
    return found


def test_noise_alone_is_no_step() -> None:
    assert learned([0.0] * SQUARE_COUNT).variance == (0.0,) * SQUARE_COUNT


def test_each_sensor_has_the_steps_that_its_wires_give_it() -> None:
    far, near = 24, 12
    steps = [0.04 if square == far else 0.0 for square in range(SQUARE_COUNT)]
    variance = learned(steps).variance
    known = NoiseModel().floor ** 2
    assert 0.7 * (0.04**2 - known) < 2 * variance[far] < 1.3 * (0.04**2 - known)
    assert variance[near] == 0.0


def test_a_few_readings_are_enough() -> None:
    assert min(learned([0.04] * SQUARE_COUNT, (), rounds=6).variance) > 0.0


def test_what_a_worker_does_that_moved_is_no_step() -> None:
    found, there = ZeroSteps(recogniser().model, NoiseModel()), magnet(12, 0)
    before = ReferenceReading(replace(reading(WORKER), count=50), (WORKER,))
    wrong = tuple(1.1 * field for field in reading(there).fields)  # it is stronger than the model says
    found.learn(Reading(wrong, frozenset(), 50), (there,), before, NOISE)
    assert all(found.variance[square] == 0.0 for square in (0, 1, 5, 7, 11, 12, 13, 17))


def test_a_sensor_that_is_not_believed_teaches_nothing() -> None:
    found, dark = ZeroSteps(recogniser().model, NoiseModel()), Reading((0.0,) * SQUARE_COUNT, count=50)
    lit = replace(dark, fields=(0.05,) * SQUARE_COUNT).without(frozenset({3}))
    found.learn(lit, (), ReferenceReading(dark, ()), NOISE)
    assert found.variance[3] == 0.0
    assert found.variance[4] > 0.0


def lit(board: Reading, by: float, *, moved: float = 0.0) -> Reading:
    """The readings of 20 frames of a board whose lights shift some zeros one way and others the other."""
    shifts = (by * (1.5 if square % 3 else -1.0) + moved * (square == 12) for square in range(SQUARE_COUNT))
    return Reading(tuple(map(add, board.fields, shifts)), board.clipped, 20)


def left_of(before: Reading, now: Reading) -> Residual:
    """What is left of a reading on a board where nothing moved."""
    change = tuple(late - early for early, late in zip(before.fields, now.fields, strict=True))
    return Residual(change, (0.023**2,) * SQUARE_COUNT, ())


@pytest.mark.parametrize("measure", [-1.0, 0.5, 1.5])
def test_what_lights_have_shifted_once_they_explain_when_they_shift_it_again(measure: float) -> None:
    found, dark = ZeroSteps(recogniser().model, NoiseModel()), reading(WORKER)
    found.note(replace(dark, count=20), lit(dark, 0.03), NOISE)
    left = left_of(dark, lit(dark, 0.03 * measure))
    assert left.misfit - found.explained(left) < 0.2 * left.misfit


def test_lights_explain_no_more_than_they_shift() -> None:
    found, dark = ZeroSteps(recogniser().model, NoiseModel()), reading(WORKER)
    moved = left_of(dark, lit(dark, 0.0, moved=0.2))
    assert found.explained(moved) == 0.0
    found.note(replace(dark, count=20), lit(dark, 0.03), NOISE)
    assert found.explained(moved) < 0.2 * moved.misfit
    assert found.explained(left_of(dark, lit(dark, 0.3))) == 0.0, "ten times as much is something else"


def test_noise_teaches_nothing_of_lights() -> None:
    chance, dark = seeded("noise"), reading(WORKER)
    found = ZeroSteps(recogniser().model, NoiseModel())
    for _ in range(20):
        noisy = tuple(field + chance.gauss(0.0, NOISE / 20**0.5) for field in dark.fields)
        found.note(replace(dark, count=20), Reading(noisy, dark.clipped, 20), NOISE)
    assert found.explained(left_of(dark, lit(dark, 0.03))) == 0.0

"""The residual of a reading against its reference, and by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import SQUARE_COUNT
from perception.arrangements import Reading, ReferenceReading
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import SquareModel
from perception.fitting.residual import BOUNDLESS
from perception.recognition.scoring import (
    ReadingDifference,
    absolute_residual,
    reference_after,
    sensor_variance,
)
from tests.perception.exact_readings import arrangement, magnet, reading, reference
from tests.perception.landings import recogniser

NOISE = NoiseModel()
SQUARES = SquareModel(recogniser().model, NOISE)
EVERYWHERE = frozenset(range(SQUARE_COUNT))
OFF, OTHER, OFF_RIM = magnet(12, 1, 1, 8.0, 8.0), magnet(3, 1, -1), magnet(23, 1, -1, 3.0)


def difference(now: Reading, before: ReferenceReading) -> ReadingDifference:
    return ReadingDifference(now, before, SQUARES, NOISE, EVERYWHERE)


def test_what_stays_cancels_wherever_it_stands() -> None:
    residual = difference(reading(OFF, OTHER), reference(OFF, OTHER)).residual(frozenset())
    assert residual.change == (0.0,) * SQUARE_COUNT
    assert residual.misfit == 0.0


def test_what_is_gone_leaves_nothing_of_its_field() -> None:
    found = difference(reading(OTHER), reference(OFF, OTHER))
    assert found.residual(arrangement(OFF)).misfit < 10.0
    assert found.residual(frozenset()).misfit > 1000.0
    assert [each.standing for each in found.kept(arrangement(OFF))] == [OTHER.standing]


def test_what_came_is_in_the_residual() -> None:
    residual = difference(reading(OFF, OTHER), reference(OTHER)).residual(frozenset())
    came = reading(OFF).fields
    assert residual.change == pytest.approx(came, abs=0.05)


def test_a_residual_is_computed_once() -> None:
    found = difference(reading(OTHER), reference(OFF, OTHER))
    assert found.residual(arrangement(OFF)) is found.residual(arrangement(OFF))


def test_a_clipped_sensor_is_a_bound_on_what_the_others_leave() -> None:
    strong = magnet(12, 0)
    now = reading(strong, OTHER)
    assert now.clipped == {12}
    (bound,) = difference(now, reference(OTHER)).residual(frozenset()).bounds
    assert bound[:2] == (12, 1.0)
    assert bound[2] == pytest.approx(abs(now.fields[12]))


def test_a_field_that_the_reference_could_not_measure_comes_from_the_model() -> None:
    strong = magnet(12, 0)
    residual = difference(reading(strong), reference(strong)).residual(frozenset())
    assert residual.variance[12] == BOUNDLESS
    after_lift = difference(reading(), reference(strong)).residual(arrangement(strong))
    assert after_lift.change[12] == pytest.approx(0.0, abs=0.05)
    assert after_lift.misfit < 10.0


BESIDES = 0.4
"""What the sensor of c3 reads besides the magnets of the game, in mT."""


def with_more_at_c3(shown: Reading) -> Reading:
    fields = tuple(
        field + BESIDES * (sensor == 12 and sensor not in shown.clipped) for sensor, field in enumerate(shown.fields)
    )
    return replace(shown, fields=fields)


def test_what_a_sensor_read_before_a_worker_drove_it_to_its_limit_counts_once_that_is_gone() -> None:
    strong, placed = magnet(12, 0), reference(OTHER).placed
    bare = ReferenceReading(with_more_at_c3(reading(OTHER)), placed)
    covered = reference_after(bare, with_more_at_c3(reading(strong, OTHER)), (strong, *placed), SQUARES)
    later = reference_after(covered, with_more_at_c3(reading(strong, OFF_RIM)), (strong, OFF_RIM), SQUARES)
    for known, others in ((covered, OTHER), (later, OFF_RIM)):
        lifted = difference(with_more_at_c3(reading(others)), known).residual(arrangement(strong))
        assert lifted.change[12] == pytest.approx(0.0, abs=0.05)
    weak = ReferenceReading(with_more_at_c3(reading(OFF, OTHER)), (magnet(12, 1), *placed), covered.besides)
    again = reference_after(weak, covered.reading, (strong, *placed), SQUARES)
    assert again.besides[12] == covered.besides[12]
    failing = ReferenceReading(with_more_at_c3(reading(OTHER)).without(frozenset({12})), placed)
    assert reference_after(failing, covered.reading, (strong, *placed), SQUARES).besides[12] == 0.0
    forgotten = ReferenceReading(covered.reading, covered.placed)
    lifted = difference(with_more_at_c3(reading(OTHER)), forgotten).residual(arrangement(strong))
    assert lifted.change[12] == pytest.approx(BESIDES, abs=0.05)


def test_what_a_sensor_read_besides_workers_counts_where_the_reference_is_unsure() -> None:
    """A magnet lies beside the rim, and its fields are known roughly: a lifted worker leaves nothing there."""
    bare = ReferenceReading(with_more_at_c3(reading(OTHER, OFF_RIM)), reference(OTHER, OFF_RIM).placed)
    known = reference_after(bare, bare.reading, bare.placed, SQUARES)
    unsure = replace(known.reading, extra_variance=tuple(0.36 * (sensor == 12) for sensor in range(SQUARE_COUNT)))
    found = difference(with_more_at_c3(reading(OTHER)), replace(known, reading=unsure)).residual(arrangement(OFF_RIM))
    assert found.change[12] == pytest.approx(0.0, abs=0.05)


def stepped(shown: Reading, steps: dict[int, float]) -> Reading:
    return replace(shown, fields=tuple(field + steps.get(sensor, 0.0) for sensor, field in enumerate(shown.fields)))


@pytest.mark.parametrize(
    ("steps", "is_pushed"),
    [
        ({12: -0.35}, True),
        ({12: -0.35, 11: 0.1, 13: -0.1}, True),
        ({12: -0.08}, False),
        ({12: 0.3, 11: 0.25, 13: 0.2, 7: 0.3, 17: 0.2}, False),
    ],
)
def test_a_worker_that_is_pushed_leaves_nothing_of_that_once_it_is_gone(
    steps: dict[int, float], *, is_pushed: bool
) -> None:
    """Drift stays, and so does what a magnet beside the board adds, which the sensors around feel as well."""
    before = reference(OFF, OTHER)
    after = reference_after(before, stepped(reading(OFF, OTHER), steps), before.placed, SQUARES)
    lifted = difference(reading(OTHER), after).residual(arrangement(OFF))
    left = 0.0 if is_pushed else -steps[12]
    assert lifted.change[12] == pytest.approx(left, abs=0.02)


def test_what_another_worker_may_add_is_no_push() -> None:
    before, next_to_it = reference(OFF, OTHER), magnet(13, 0, -1)
    (stays,) = (each for each in before.placed if each.standing == OFF.standing)
    uncertain = replace(next_to_it, fields=reading(next_to_it).fields, variance=(0.01,) * SQUARE_COUNT)
    shown = stepped(reading(OFF, OTHER, next_to_it), {12: 0.2})
    assert stays in reference_after(before, shown, (*before.placed, uncertain), SQUARES).placed


def test_a_reading_by_itself_trusts_the_baseline() -> None:
    now = reading(magnet(12, 0), OTHER)
    residual = absolute_residual(now, NOISE, EVERYWHERE)
    assert residual.change == now.fields
    assert residual.variance[12] == BOUNDLESS
    assert residual.variance[0] == pytest.approx(NOISE.noise**2 / now.count + NOISE.floor**2 + NOISE.zero**2)
    assert [bound[0] for bound in residual.bounds] == [12]


def test_a_sensor_that_the_board_does_not_have_says_nothing() -> None:
    assert sensor_variance(reading(), EVERYWHERE) == (0.0,) * SQUARE_COUNT
    fewer = sensor_variance(reading(), EVERYWHERE - {24})
    assert (fewer[23], fewer[24]) == (0.0, BOUNDLESS)

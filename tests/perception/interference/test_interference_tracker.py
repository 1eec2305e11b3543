"""What interference is known, and what that does to the reference and the baselines."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading, ReferenceReading
from perception.findings import Fallen, SensorFault, SensorTrouble, Shifted, StrayField
from perception.fitting.residual import BOUNDLESS, NOTHING
from perception.interference.interference_fit import InterferenceFit, InterferenceFitter
from perception.interference.interference_tracker import InterferenceTracker, as_uncertain_as, with_uncertain
from perception.sensors.baseline import Baseline
from perception.sensors.sensor_filter import SensorFilter
from tests.perception.exact_readings import explanation, magnet, reading, reference
from tests.perception.landings import recogniser

SHIFT = (0.4,) * SQUARE_COUNT
BEST = explanation(magnet(12))


class KnownInterference:
    """The interference of a board about which nothing has been found yet."""

    def __init__(self) -> None:
        decoder = recogniser()
        self.sensors = SensorFilter(decoder.squares, decoder.noise_model)
        self.sensors.feed(Frame(0, 0, reading(magnet(12)).fields))
        self.baseline = Baseline(decoder.model)
        fitter = InterferenceFitter(decoder.model, decoder.squares, lambda: self.sensors.exchanged)
        self.tracker = InterferenceTracker(self.sensors, self.baseline, fitter)

    def note(
        self,
        found: Shifted | StrayField | Fallen | SensorFault,
        before: ReferenceReading | None,
        adds: tuple[float, ...] = NOTHING,
    ) -> tuple[Reading, ReferenceReading | None]:
        """Store interference; gives the reading to compare with, and the reference."""
        base = before or ReferenceReading(reading(), ())
        fit = InterferenceFit(found, -12.0, reading(magnet(12)), base, adds)
        return self.tracker.note(fit, BEST, reading(magnet(12)), before)


def test_nothing_is_known_at_first() -> None:
    tracker = KnownInterference().tracker
    assert not tracker.is_disturbed
    assert tracker.known == ()


def test_a_shift_since_the_reference_is_added_to_it() -> None:
    board, before = KnownInterference(), reference(magnet(12))
    _, after = board.note(Shifted(0.4), before, SHIFT)
    assert after is not None
    assert after.reading.fields == pytest.approx(tuple(value + 0.4 for value in before.reading.fields))
    assert board.tracker.is_disturbed
    (known,) = board.tracker.known
    assert isinstance(known, Shifted)


def test_what_interference_adds_at_a_clipped_sensor_is_at_most_what_others_feel_and_unsure() -> None:
    """The fit of a magnet next to a worker on the ground may have any field at the sensor under that."""
    board = KnownInterference()
    adds = tuple({12: -3.0, 13: 0.4}.get(square, 0.1) for square in range(SQUARE_COUNT))
    _, after = board.note(StrayField(frozenset({13})), ReferenceReading(reading(), ()), adds)
    assert after is not None
    assert (after.besides[12], after.besides[13]) == pytest.approx((-0.4, 0.4))
    assert after.reading.extra_variance[12] == pytest.approx(0.4**2)
    assert board.baseline.interference_fields[12] == pytest.approx(-0.4)


def test_a_shift_without_a_reference_is_the_baseline_and_no_interference() -> None:
    board = KnownInterference()
    assert board.note(Shifted(0.4), None, SHIFT)[1] is None
    assert not board.tracker.is_disturbed
    assert board.baseline.felt((), 0) == pytest.approx(0.4)


def test_interference_that_is_gone_is_taken_off_the_reference_and_the_baseline() -> None:
    board, before = KnownInterference(), reference(magnet(12))
    _, after = board.note(StrayField(frozenset({10})), before, SHIFT)
    assert after is not None
    undisturbed = board.tracker.undisturbed(after)
    assert undisturbed.reading.fields == pytest.approx(before.reading.fields)
    assert board.tracker.clear(after) == undisturbed
    assert not board.tracker.is_disturbed
    assert board.baseline.felt((), 0) == pytest.approx(0.0)


def test_a_fallen_worker_is_known_until_something_else_is_found() -> None:
    board, before = KnownInterference(), reference(magnet(12))
    now, after = board.note(Fallen(7, 1), before)
    assert (now, after) == (reading(magnet(12)), before)
    assert board.tracker.known == (Fallen(7, 1),)
    board.note(Shifted(0.4), before, SHIFT)
    assert board.tracker.fallen is None


def test_a_failing_sensor_is_suspected() -> None:
    board = KnownInterference()
    for _ in range(2):
        board.note(SensorFault(3, SensorTrouble.WEAK), reference(magnet(12)))
    assert board.sensors.faults == (SensorFault(3, SensorTrouble.WEAK),)


def test_an_exchange_that_is_not_believed_yet_leaves_both_sensors_out() -> None:
    board, before = KnownInterference(), reference(magnet(12))
    now, after = board.note(SensorFault(3, SensorTrouble.SWAPPED, 4), before)
    assert after is before
    assert {square for square, each in enumerate(now.extra_variance) if each == BOUNDLESS} == {3, 4}
    assert board.sensors.faults == ()


def test_an_exchange_that_shows_a_strong_magnet_on_the_wrong_square_is_believed() -> None:
    board = KnownInterference()
    board.note(SensorFault(12, SensorTrouble.SWAPPED, 20), reference(magnet(12)))
    assert board.sensors.faults == (SensorFault(12, SensorTrouble.SWAPPED, 20),)


def test_a_field_stays_as_uncertain_as_it_was_while_nothing_moves() -> None:
    now = reading(magnet(12))
    before = with_uncertain(now, (0.1, *NOTHING[1:]))
    assert as_uncertain_as(now, before).extra_variance[:2] == pytest.approx((0.01, 0.0))
    assert as_uncertain_as(before, with_uncertain(now, NOTHING)) == before
    assert as_uncertain_as(now, now) is now


def test_a_sensor_that_failed_before_counts_again() -> None:
    now = reading(magnet(12))
    assert as_uncertain_as(now, now.without(frozenset({3}))).extra_variance[3] == 0.0

"""Two sensors are believed to be exchanged on good grounds only, and no longer than what they show bears that out."""

from __future__ import annotations

import pytest

from hardware.board import SQUARE_COUNT, Frame
from hardware.hand_actions import Break, Failure, FailureKind, Knock, Lift, Mend, Put
from perception.arrangements import Explanation, PlacedMagnet, Reading, ReferenceReading, StandingMagnet
from perception.findings import SensorFault, SensorTrouble, StrayField
from perception.interference.interference_fit import InterferenceFit, InterferenceFitter
from perception.interference.interference_tracker import InterferenceTracker
from perception.sensors.baseline import Baseline
from perception.sensors.sensor_filter import SensorFilter, SensorHealth
from tests.perception.landings import LARGER, recogniser
from tests.perception.tracked_board import Setting, WatchedBoard

ON_TWO_BLOCKS = Setting(
    (("blue-1", 1), ("orange-1", 3), ("orange-2", 12), ("blue-2", 17)),
    ((1, 2), (3, 1), (7, 3), (13, 1), (0, 1), (6, 1), (8, 2)),
)
IN_THE_CORNER = Setting(
    (("blue-1", 0), ("orange-1", 3), ("orange-2", 12), ("blue-2", 17)), ((0, 2), (3, 1), (7, 3), (13, 1))
)
ONE, OTHER = 1, 2
EXCHANGED = SensorFault(ONE, SensorTrouble.SWAPPED, OTHER)


@pytest.mark.parametrize(("setting", "seed"), [(ON_TWO_BLOCKS, 11), (ON_TWO_BLOCKS, 18), (IN_THE_CORNER, 27)])
def test_a_worker_that_fell_makes_no_sensors_look_exchanged(setting: Setting, seed: int) -> None:
    table = WatchedBoard(setting, seed=seed, period=40)
    table.hands(Knock("blue-1"), rest=3500)
    assert table.faults == ()
    table.hands(Lift("blue-1"), Put("blue-1", table.spots["blue-1"]), rest=1500)
    assert table.faults == ()
    assert table.read == table.arrangement()


def test_wires_put_right_while_nobody_looked_are_seen_to_be_right_again() -> None:
    """By larger magnets: with those of 12 mm the table stays unsure, and asks."""
    under_a_worker, free = 6, 12
    table = WatchedBoard(geometry=LARGER)
    table.hands(Break(Failure(under_a_worker, FailureKind.SWAPPED, free)), rest=2500)
    assert [*table.faults] == [SensorFault(under_a_worker, SensorTrouble.SWAPPED, free)]
    table.board.enqueue(Mend(under_a_worker))
    table.miss(10)
    table.tracker.forget()
    table.rest(2500)
    assert [*table.faults] == []
    assert table.read == table.arrangement()


def shown(one: float, other: float) -> Reading:
    """What the wires of the two squares bring."""
    return Reading(tuple({ONE: one, OTHER: other}.get(square, 0.0) for square in range(SQUARE_COUNT)))


def compare(health: SensorHealth, reading: Reading, *, one: float, other: float) -> None:
    health.compare(reading, lambda square: {ONE: one, OTHER: other}.get(square, 0.0))


def test_an_exchange_that_readings_refute_time_and_again_is_given_up() -> None:
    health = SensorHealth()
    health.exchange(ONE, OTHER, 0.4)
    for _ in range(2):
        compare(health, shown(7.0, 0.2), one=6.8, other=0.2)
        assert health.faults == (EXCHANGED,)
    compare(health, shown(7.0, 0.2), one=6.8, other=0.2)
    assert health.faults == ()
    assert health.corrected(shown(7.0, 0.2)) == shown(7.0, 0.2)


def test_an_exchange_that_readings_bear_out_is_believed_on() -> None:
    health = SensorHealth()
    health.exchange(ONE, OTHER, 0.4)
    for _ in range(5):
        compare(health, shown(7.0, 0.2), one=6.8, other=0.2)
        compare(health, shown(-0.2, 7.2), one=6.8, other=0.2)
    assert health.faults == (EXCHANGED,)


def test_what_the_two_should_feel_alike_tells_nothing() -> None:
    health = SensorHealth()
    health.exchange(ONE, OTHER, 0.4)
    for _ in range(5):
        compare(health, shown(0.5, 0.2), one=0.5, other=0.2)
    assert health.faults == (EXCHANGED,)


def test_it_takes_two_readings_that_differ_and_a_right_one_clears_the_two() -> None:
    health = SensorHealth()
    assert not health.suspect_exchange(ONE, OTHER, 2.0)
    assert not health.suspect_exchange(ONE, OTHER, 2.1)
    assert health.suspect_exchange(ONE, OTHER, -2.0)
    compare(health, shown(7.0, 0.2), one=6.8, other=0.2)
    assert not health.suspect_exchange(ONE, OTHER, -2.0)


def nothing_known() -> tuple[InterferenceTracker, SensorFilter]:
    """What is known of a board about which nothing has been found out."""
    decoder = recogniser()
    sensors = SensorFilter(decoder.squares, decoder.noise_model)
    sensors.feed(Frame(0, 0, shown(0.0, 0.0).fields))
    fitter = InterferenceFitter(decoder.model, decoder.squares, lambda: sensors.exchanged)
    return InterferenceTracker(sensors, Baseline(decoder.model), fitter), sensors


def found_exchanged(interference: InterferenceTracker, standing: StandingMagnet) -> None:
    """Say that the two are exchanged, by a reading in which this worker stands."""
    reference = ReferenceReading(shown(0.0, 0.0), ())
    best = Explanation(frozenset({standing}), 0.0, 10.0, (PlacedMagnet(standing),))
    interference.note(InterferenceFit(EXCHANGED, -14.0, shown(0.0, 0.0), reference), best, shown(0.0, 0.0), reference)


def add_stray(interference: InterferenceTracker) -> None:
    adds = shown(0.5, 1.0).fields
    reference = ReferenceReading(shown(0.0, 0.0), ())
    fit = InterferenceFit(StrayField(frozenset({OTHER})), -18.0, shown(0.0, 0.0), reference, adds)
    interference.note(fit, Explanation(frozenset(), 0.0, 10.0, ()), shown(0.5, 1.0), reference)


HIGH_ON_ONE, HIGH_ON_OTHER = StandingMagnet(ONE, 2, 1), StandingMagnet(OTHER, 2, 1)


FAINT_AND_FAINT_AGAIN = (HIGH_ON_ONE, HIGH_ON_OTHER)


@pytest.mark.parametrize(
    "standing", [(HIGH_ON_ONE,), (HIGH_ON_ONE, HIGH_ON_ONE)], ids=["one landing", "the same again"]
)
def test_one_faint_landing_is_not_enough_to_believe_an_exchange(standing: tuple[StandingMagnet, ...]) -> None:
    interference, sensors = nothing_known()
    for each in standing:
        found_exchanged(interference, each)
    assert sensors.faults == ()


def test_two_faint_landings_are() -> None:
    interference, sensors = nothing_known()
    for each in FAINT_AND_FAINT_AGAIN:
        found_exchanged(interference, each)
    assert sensors.faults == (EXCHANGED,)


def test_beside_a_stray_only_a_worker_near_its_sensor_tells_of_an_exchange() -> None:
    interference, sensors = nothing_known()
    add_stray(interference)
    for each in FAINT_AND_FAINT_AGAIN:
        found_exchanged(interference, each)
        assert not sensors.faults
    found_exchanged(interference, StandingMagnet(ONE, 0, 1))
    assert [*sensors.faults] == [EXCHANGED]

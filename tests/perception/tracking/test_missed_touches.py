"""Touches that nothing explained are judged again once it is known that a magnet came."""

from __future__ import annotations

import pytest

from hardware.board import Frame
from perception.arrangements import ExpectedArrangements, StandingMagnet
from perception.findings import Fallen, Interference, SensorFault, SensorTrouble, Shifted, StrayField
from perception.sensors.movement import Rest, RestRecord
from perception.tracking.reading_change import ReadingChange
from perception.tracking.touches import MissedTouches
from tests.perception.exact_readings import magnet, reading, reference

BESIDE = StrayField(frozenset({4}))
NOW = 2000


def watched(*rests: tuple[int, int]) -> MissedTouches:
    """Rests that began at a time and lasted for so long, in ms; each is watched from frame to frame."""
    missed = MissedTouches()
    expected = ExpectedArrangements(frozenset(), (0,) * 25)
    for since, ms in rests:
        for rested in range(0, ms + 1, 20):
            change = ReadingChange(reading(), reference(magnet(12)), None, expected, RestRecord(rested, 0.03))
            missed.watch(change, Rest(since, since + rested), 120)
    return missed


def due(missed: MissedTouches) -> list[tuple[int, int]]:
    return [(each.rest.since, each.change.rest.rested) for each in missed.due]


@pytest.mark.parametrize("found", [BESIDE, Shifted(0.1)])
def test_a_touch_is_due_once_a_magnet_is_known(found: Interference) -> None:
    missed = watched((1000, 300))
    assert due(missed) == []
    missed.explain(found, NOW)
    assert due(missed) == [(1000, 300)]


@pytest.mark.parametrize("found", [Fallen(7, 1), SensorFault(3, SensorTrouble.WEAK)])
def test_what_is_on_the_board_was_no_reason(found: Interference | SensorFault) -> None:
    missed = watched((1000, 300))
    missed.explain(found, NOW)
    assert due(missed) == []


def test_the_rest_in_which_the_magnet_was_found_is_understood() -> None:
    missed = watched((1000, 300), (NOW, 200))
    missed.explain(BESIDE, NOW)
    assert due(missed) == [(1000, 300)]


def test_the_three_longest_rests_are_judged_again_in_their_order() -> None:
    missed = watched((0, 100), (200, 140), (400, 500), (1000, 160), (1200, 200))
    missed.explain(BESIDE, NOW)
    assert due(missed) == [(400, 500), (1000, 160), (1200, 200)]


def test_what_was_understood_is_not_judged_again() -> None:
    missed = watched((1000, 300))
    missed.understood(frozenset())
    missed.explain(BESIDE, NOW)
    assert due(missed) == []


def test_a_touch_that_rocks_is_forgotten_when_something_else_is_expected() -> None:
    """It is counted anew from then on."""
    missed, worker = MissedTouches(), StandingMagnet(12, 0, 1)
    for number in range(20):
        if number == 15:
            missed.forget()
        missed.watch_ground(Frame(20 * number, number, (0.0,) * 25), worker, None)
    missed.watch_ground(Frame(400, 20, (0.0,) * 25), None, None)
    assert missed.rocked is None


def test_what_is_due_is_forgotten_when_something_else_is_expected() -> None:
    missed = watched((1000, 300))
    missed.explain(BESIDE, NOW)
    missed.understood(frozenset())
    assert due(missed) == [(1000, 300)]
    missed.forget()
    assert due(missed) == []

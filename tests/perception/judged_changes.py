"""Readings of a small board that are judged as changes, and what judges them."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from perception.arrangements import Arrangement, MagnetInHand, PlacedMagnet
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements
from perception.interference.interference_decoder import InterferenceDecoder
from perception.sensors.movement import RestRecord
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.change_test import ChangeTest
from perception.tracking.hover_test import HoverTest
from perception.tracking.reading_change import ReadingChange
from tests.perception.exact_readings import arrangement, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionLimits()
FLAT = (0,) * SQUARE_COUNT
HOME, OTHER, LANDED = magnet(6), magnet(18, polarity=-1), magnet(7)
EXPECTED = ExpectedArrangements(arrangement(HOME, OTHER), FLAT, open=frozenset({7}))


def change(
    *now: PlacedMagnet,
    expected: ExpectedArrangements = EXPECTED,
    believed: Arrangement | None = None,
    hands: tuple[MagnetInHand, ...] = (),
    shift: float = 0.0,
) -> ReadingChange:
    shown = reading(*now, hands=hands)
    fields = tuple(value + shift for value in shown.fields)
    return ReadingChange(
        type(shown)(fields, shown.clipped, shown.count),
        reference(HOME, OTHER),
        believed,
        expected,
        RestRecord(0, 0.03, (0,), ((0.0,) * SQUARE_COUNT,)),
    )


def change_test(decoder: InterferenceDecoder | None = None) -> ChangeTest:
    decoder = decoder or InterferenceDecoder(recogniser(), frozenset)
    steps = ZeroSteps(recogniser().model, recogniser().noise_model)
    return ChangeTest(recogniser(), decoder, LIMITS, HoverTest(recogniser().model), steps)

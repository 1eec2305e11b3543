"""Readings of a small board that are judged as changes, and what judges them."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from perception.arrangements import Arrangement, ExpectedArrangements, MagnetInHand, PlacedMagnet
from perception.interference.interference_decoder import InterferenceDecoder
from perception.limits import DecisionThresholds
from perception.sensors.drift import ZeroSteps
from perception.sensors.movement import RestRecord
from perception.tracking.change_decoder import ChangeDecoder
from perception.tracking.hover_detector import HoverDetector
from perception.tracking.reading_change import ReadingChange
from tests.perception.exact_readings import arrangement, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionThresholds()
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


def change_decoder(decoder: InterferenceDecoder | None = None) -> ChangeDecoder:
    decoder = decoder or InterferenceDecoder(recogniser(), frozenset)
    steps = ZeroSteps(recogniser().model, recogniser().noise_model)
    return ChangeDecoder(recogniser(), decoder, LIMITS, HoverDetector(recogniser().model), steps)

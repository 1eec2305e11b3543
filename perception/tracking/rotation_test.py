"""Does the board stand turned? Then what stands is what is expected, seen from another side."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from perception.decision_limits import DecisionLimits
from perception.findings import Turned
from perception.hypotheses import Arrangement, Reading
from perception.orientation import turned_square
from perception.recognition.recogniser import Recogniser
from perception.sensors.sensor_health import rewired

_ENOUGH = 2


def turned_reading(reading: Reading, quarters: int, size: int) -> Reading:
    """A reading of the board as if it were seen turned clockwise by so many quarters."""
    source = [0] * SQUARE_COUNT
    for square in range(SQUARE_COUNT):
        source[turned_square(square, quarters, size)] = square
    return rewired(reading, tuple(source))


def found_turned(
    recogniser: Recogniser, reading: Reading, expected: Arrangement, limits: DecisionLimits
) -> Turned | None:
    """The one way to turn the board so that what stands is what is expected; None if it is so as it stands, or if
    none or several ways fit. ``reading`` is above its zeros; ``limits`` says what a fit is."""
    if len(expected) < _ENOUGH:
        return None
    straight = recogniser.explain_alone(reading, expected)
    if straight.misfit <= limits.misfit:
        return None
    size = recogniser.model.geometry.size
    fits = [(recogniser.explain_alone(turned_reading(reading, way, size), expected), way) for way in (1, 2, 3)]
    fits.sort(key=lambda each: -each[0].likelihood)
    (best, quarters), (second, _) = fits[:2]
    lead = best.likelihood - max(second.likelihood, straight.likelihood)
    return Turned(quarters) if best.misfit <= limits.misfit and lead >= limits.margin else None

"""Does a magnet stand that seems to rest? A hand may hold it still for a moment, or lead it past high over a square."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from perception.hypotheses import Explanation, MagnetInHand, ReferenceReading, Verdict
from perception.reachable import ReachableHypotheses
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.tremor_test import as_if_held, is_at_a_touch, stillness, trembles, under, would_show

TOUCHED = 200
"""For so many ms at least a worker rests that touches a square."""

_STILL = 6.0
"""The log-likelihood ratio, by its trembling alone, from which on what may be in a hand stands."""

_PASSED_BY = 240
_ANY_HEIGHT = (-1,) * SQUARE_COUNT


class HoverTest:
    """Judges what rests over one board."""

    def __init__(self, model: FieldModel, sensors: SensorFilter) -> None:
        self._model = model
        self._sensors = sensors

    def may_tremble(self, best: Explanation, reference: ReferenceReading, expected: ReachableHypotheses) -> bool:
        """Whether a magnet low in a hand, or one on a height that nobody expects, is what it seems: a hand trembles,
        what stands does not, and it takes some frames to tell."""
        model, sensors = self._model, self._sensors
        over = as_if_held(model, best, reference, expected.levels)
        if any(trembles(model, each, sensors.spread, sensors.noise) for each in over):
            return True
        strange = [each for each in as_if_held(model, best, reference, expected.highest) if would_show(model, each)]
        if sensors.varied:
            return not all(self.stands(each, expected) for each in strange)
        low = [each for each in best.hands if would_show(model, each)]
        touches = sensors.rested >= TOUCHED
        return not all(touches and under(model, each) in expected.awaited for each in (*low, *strange))

    def may_pass_by(self, best: Explanation, reference: ReferenceReading) -> bool:
        """Whether what is said to have come down high over its sensor may still be on its way: it is felt so little
        that it seems to rest for some frames."""
        if self._sensors.rested >= _PASSED_BY:
            return False
        model = self._model
        come = as_if_held(model, best, reference, _ANY_HEIGHT)
        return any(not would_show(model, each) for each in come)

    def benefits_from_waiting(self, verdict: Verdict) -> bool:
        """Whether a longer rest tells more of this verdict: a hand that is part of it would be seen to tremble."""
        explanations = (verdict.best, verdict.rival)
        hands = (hand for each in explanations if each is not None for hand in each.hands)
        return any(would_show(self._model, hand) for hand in hands)

    def stands(self, hand: MagnetInHand, expected: ReachableHypotheses) -> bool:
        """Whether what seems to be low in a hand stands: a touch is awaited there, or it does not tremble."""
        model = self._model
        if under(model, hand) in expected.awaited:
            return is_at_a_touch(model, hand)
        return stillness(model, hand, self._sensors.deviations, self._sensors.noise) >= _STILL

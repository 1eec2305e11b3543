"""Whether a worker that seems to have come down has fallen over instead, and lies where it seems to stand.

One that lies on its side has the field of one that stands far off the middle of the square, or of one that stands and a
magnet beside the board. Its own reading hardly tells, but no hand is seen to put it down.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from perception.arrangements import Arrangement, Explanation, PlacedMagnet, StandingMagnet, outline
from perception.counted_work import TaskSteps
from perception.decision_limits import FAIRLY
from perception.expected_arrangements import in_hands
from perception.findings import Interference, SensorFault, StrayField
from perception.fitting.residual import NOTHING
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_fit import FALLEN_PRIOR, InterferenceFit
from perception.recognition.recogniser import Recogniser
from perception.tracking.descent import DescentTest
from perception.tracking.reading_change import ReadingChange

_ASKEW, _NEARER = 10.5, 9.0
"""How many mm off the middle of its square hands seldom put a worker; and one that no hand was seen to lift, or beside
a magnet."""
_LIES = 5.0
"""By how much likelier a reading has to be, if such a worker lies there, than if it stands; if no hand was seen to lift
it, or beside a magnet, it may be so much less likely."""


class _Case:
    """The workers that are new in an explanation of a change, which may have fallen, and the interference ``found``."""

    def __init__(self, change: ReadingChange, best: Explanation, found: Interference | SensorFault | None) -> None:
        self._misfit = best.misfit
        self._levels = change.expected.levels
        self._was_lifted = bool(in_hands(change.expected.arrangement, change.before))
        self._failing = found.square if isinstance(found, SensorFault) else None
        self.is_beside_magnet = isinstance(found, StrayField)
        known = frozenset(change.reference.placed)
        self.odd = tuple(each for each in best.placed if each not in known and self._is_odd(each))

    @property
    def margin(self) -> float:
        """By how much likelier the reading has to be if such a worker lies there."""
        return _LIES if self._was_carried else -_LIES

    @property
    def is_doubted_at_once(self) -> bool:
        """Whether an odd worker needs no comparison: beside a magnet it came unseen from a place where it was not seen
        lifted, and the reading is explained no better than fairly; or it is lower than the tower of the game; or a
        sensor fails just then."""
        if self.is_beside_magnet and not self._was_lifted and self._misfit > FAIRLY:
            return True
        return self._failing is not None or any(self._is_far_off(each) and self._rise(each) < 0 for each in self.odd)

    @property
    def _was_carried(self) -> bool:
        """Whether a hand was seen to lift it, and it was no magnet beside the board."""
        return self._was_lifted and not self.is_beside_magnet

    def _is_odd(self, placed: PlacedMagnet) -> bool:
        """Whether a worker is far off the middle of its square, beside a magnet higher than the tower of the game, or
        was not seen lifted and is over a sensor that fails just then."""
        if self._is_far_off(placed) or (self.is_beside_magnet and self._rise(placed) > 0):
            return True
        return not self._was_lifted and placed.standing.square == self._failing

    def _is_far_off(self, placed: PlacedMagnet) -> bool:
        return hypot(placed.east, placed.north) > (_ASKEW if self._was_carried else _NEARER)

    def _rise(self, placed: PlacedMagnet) -> int:
        """By how many blocks a worker is higher than the tower of the game."""
        return placed.standing.level - self._levels[placed.standing.square]


class FallTest:
    """Doubts workers that no hand was seen to put down on one board."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._descent = DescentTest(recogniser)

    def may_have_fallen(
        self, best: Explanation, change: ReadingChange, found: InterferenceFit | None = None
    ) -> TaskSteps[bool]:
        """Whether a worker that is new may lie on its side where it seems to stand, with ``found`` or no interference:
        no hand was seen to put it down, its place is odd, and it is about as likely that it lies there."""
        if not outline(change.reference.arrangement) - outline(best.arrangement):
            return False  # all that stood before still stand: who is new comes from the box
        case = _Case(change, best, None if found is None else found.found)
        if not case.odd or (yield from self._was_seen(best, change, found)):
            return False
        if case.is_doubted_at_once:
            return True
        ways = [change]
        if found is not None and case.is_beside_magnet:
            ways.append(replace(change, reading=found.reading, reference=found.reference))
        for each in case.odd:
            for way in ways:
                if (yield from self._lying(way, best.arrangement, each.standing)) > best.likelihood + case.margin:
                    return True
        return False

    def _lying(self, change: ReadingChange, arrangement: Arrangement, worker: StandingMagnet) -> TaskSteps[float]:
        """The log-likelihood of the reading if this worker of an arrangement lies somewhere on its side instead, as if
        that were as likely as that it stands."""
        reading, reference, left = change.reading, change.reference, arrangement - {worker}
        explanation = yield from self._recogniser.explain(reading, reference, left)
        residual = self._decoder.residual(reading, reference, explanation)
        hint = yield from self._decoder.fitter.fallen(residual, worker, change.expected.levels)
        fallen = yield from hint.refine()
        explanation = yield from self._recogniser.explain(fallen.reading, fallen.reference, left)
        return explanation.likelihood + fallen.prior + FALLEN_PRIOR

    def _was_seen(self, best: Explanation, change: ReadingChange, found: InterferenceFit | None) -> TaskSteps[bool]:
        """Whether a hand was seen to put down the worker that is new."""
        reading, reference, beside = change.reading, change.reference, NOTHING
        if found is not None:
            reading, reference, beside = found.reading, found.reference, found.adds
        return (yield from self._descent.came_down(best, reading, reference, beside, change.rest))

"""Whether a worker that seems to have come down has fallen over instead, and lies where it seems to stand.

One that lies on its side has the field of one that stands far off the middle of the square, or of one that stands and a
magnet beside the board. Its own reading hardly tells, but no hand is seen to put it down.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from perception.arrangements import Arrangement, Explanation, StandingMagnet, outline
from perception.counted_work import TaskSteps
from perception.decision_limits import FAIRLY
from perception.expected_arrangements import in_hands
from perception.findings import SensorFault, StrayField
from perception.fitting.residual import NOTHING
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_fit import FALLEN_PRIOR, InterferenceFit
from perception.recognition.recogniser import Recogniser
from perception.tracking.descent import DescentTest
from perception.tracking.reading_change import ReadingChange

_ASKEW, _UNLIFTED_ASKEW = 10.5, 9.0
"""How many mm off the middle of its square hands seldom put a worker; and one that no hand was seen to lift."""
_LIES = 5.0
"""By how much likelier a reading has to be, if such a worker lies there, than if it stands; if no hand was seen to lift
it, it may be so much less likely."""


class FallTest:
    """Doubts workers that no hand was seen to put down on one board."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._descent = DescentTest(recogniser)

    def may_have_fallen(
        self, best: Explanation, change: ReadingChange, found: InterferenceFit | None = None
    ) -> TaskSteps[bool]:
        """Whether a worker that no hand was seen to put down may lie on its side where it seems to stand, with
        ``found`` or no interference: it is far off the middle of its square, or with a magnet beside the board higher
        than the tower of the game, and about as likely to lie there, with that magnet or without. A worker that no hand
        was seen to lift need not be quite so far off, nor so likely to lie; with a magnet beside the board that
        explains the reading no better than fairly, it is doubted at once, and so is one over a sensor that fails just
        then. So is any that is far off and lower than the tower of the game, or far off just as a sensor fails."""
        if not outline(change.reference.arrangement) - outline(best.arrangement):
            return False  # all that stood before still stand: who is new comes from the box
        known = frozenset(change.reference.placed)
        was_lifted = bool(in_hands(change.expected.arrangement, change.before))
        least, margin = (_ASKEW, _LIES) if was_lifted else (_UNLIFTED_ASKEW, -_LIES)
        levels = change.expected.levels
        new = [each for each in best.placed if each not in known]
        odd = [each for each in new if hypot(each.east, each.north) > least]
        is_low = any(each.standing.level < levels[each.standing.square] for each in odd)
        is_magnet = found is not None and isinstance(found.found, StrayField)
        failed = found.found.square if found is not None and isinstance(found.found, SensorFault) else None
        if is_magnet:
            odd += [each for each in new if each not in odd and each.standing.level > levels[each.standing.square]]
        if not was_lifted:
            odd += [each for each in new if each not in odd and each.standing.square == failed]
        if not odd or (yield from self._was_seen(best, change, found)):
            return False
        if is_low or failed is not None or (is_magnet and not was_lifted and best.misfit > FAIRLY):
            return True
        ways = [change]
        if found is not None and is_magnet:
            ways.append(replace(change, reading=found.reading, reference=found.reference))
        for each in odd:
            for way in ways:
                if (yield from self._lying(way, best.arrangement, each.standing)) > best.likelihood + margin:
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

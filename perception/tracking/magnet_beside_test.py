"""Judges a change that is explained badly with a magnet that lies beside the board, as a watch or a phone does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from perception.arrangements import Explanation, Reading, ReferenceReading, Verdict, outline
from perception.counted_work import TaskSteps
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import in_hands
from perception.interference.disturbed_verdict import DisturbedVerdict, clearer_verdict
from perception.interference.interference_decoder import InterferenceDecoder, nearby_arrangements
from perception.interference.interference_fit import InterferenceFit
from perception.interference.magnet_beside import FAINT, MagnetBeside, PossibleWorkers
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord
from perception.tracking.change_test import BADLY, ChangeTest
from perception.tracking.descent import DescentTest
from perception.tracking.fall_test import FallTest
from perception.tracking.landings import FeltLandings, high_landings, left_standing, on_other_levels
from perception.tracking.reading_change import ReadingChange

_PERHAPS_FALLEN = 150.0
"""The misfit up to which a worker that lies on its side may be all that is not explained."""
_LOOK_AGAIN = 400
"""For how many ms a magnet beside the board is not looked for again, as long as the board rests."""


class MagnetBesideTest:
    """Looks for a magnet beside one board."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        limits: DecisionLimits,
        change_test: ChangeTest,
    ) -> None:
        self._limits = limits
        self._change_test = change_test
        self._beside = MagnetBeside(recogniser, decoder)
        self._landings = FeltLandings(recogniser, decoder)
        self._descent = DescentTest(recogniser)
        self._fall_test = FallTest(recogniser, decoder)
        self._looked_beside_at = 0
        self._seen_down_in = -1

    def saw_down_in(self, rest: RestRecord) -> bool:
        """Whether a worker was seen on its way down before this rest, while such a magnet was looked for."""
        return self._seen_down_in == rest.times[-1] - rest.rested

    def explain(
        self, change: ReadingChange, verdict: Verdict, latest: Callable[[], RestRecord | None]
    ) -> TaskSteps[DisturbedVerdict | None]:
        """The best arrangement in which all magnets stand, with a magnet that lies some way beside the board, where
        that is clear and explains the reading well; else None. It is looked for in readings that are explained poorly,
        or badly where a worker may touch, and not again at once. That takes some frames; ``latest`` gives what the rest
        has shown until then (None: nothing more)."""
        if not self._is_due(change, verdict):
            return None
        at, reference, expected = change.rest.times[-1], change.reference, change.expected
        self._looked_beside_at = at
        disturbed = yield from self._found(change, verdict)
        if disturbed is None:
            return None
        if disturbed.was_seen:
            self._seen_down_in = at - change.rest.rested
        best = disturbed.verdict.best
        if best.held or in_hands(expected.arrangement, best.arrangement):
            return None
        if not disturbed.was_seen and (yield from self._may_have_fallen(disturbed, change, verdict)):
            return None
        if self._change_test.may_be_held(best, replace(change, rest=latest() or change.rest)):
            self._looked_beside_at = at - _LOOK_AGAIN  # a longer rest may show that it is in no hand
            return None
        misfit = BADLY if _is_same(best, verdict.best) else None
        if self._change_test.may_hold_interference(best, reference, expected, misfit):
            return None
        chosen = clearer_verdict(verdict, disturbed, self._limits)
        return chosen if isinstance(chosen, DisturbedVerdict) else None

    def _is_due(self, change: ReadingChange, verdict: Verdict) -> bool:
        """Whether the reading is explained so badly that such a magnet is to be looked for now."""
        rested, expected = change.rest.rested, change.expected
        touches = bool(expected.awaited) and bool(in_hands(expected.arrangement, change.before))
        poor = verdict.best.misfit > (BADLY if expected.tapped else self._limits.doubtful)
        if change.jumped or not poor or not (touches or rested >= self._limits.doubtful_after):
            return False
        return change.rest.times[-1] - self._looked_beside_at >= min(rested, _LOOK_AGAIN)

    def _found(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[DisturbedVerdict | None]:
        """The magnet beside the board that explains the reading best, with workers that all stand."""
        reference, expected = change.reference, change.expected
        left = left_standing(change)
        near = high_landings(change, left)
        near += yield from self._landings.find(change, left)
        near += nearby_arrangements(change.before, reference.arrangement, expected.arrangement, verdict)
        near += on_other_levels(verdict.best.arrangement - reference.arrangement, verdict, expected)
        standing = [each for each in near if not in_hands(expected.arrangement, each)]
        workers = PossibleWorkers(change.before, left, tuple(dict.fromkeys((*standing, left))))

        def score(corrected: Reading, base: ReferenceReading, known: float) -> TaskSteps[Verdict]:
            return self._change_test.score_if_still(replace(change, reading=corrected, reference=base), known)

        def came_down(best: Explanation, found: InterferenceFit) -> TaskSteps[bool]:
            return self._descent.came_down(best, found.reading, found.reference, found.adds, change.rest)

        return (yield from self._beside.explained(change.reading, reference, workers, score, came_down))

    def _may_have_fallen(self, disturbed: DisturbedVerdict, change: ReadingChange, plain: Verdict) -> TaskSteps[bool]:
        """Whether a worker may have fallen over, and such a magnet only seems to be there: one that fell off a high
        tower looks much like it."""
        best = disturbed.verdict.best
        was_high = any(each.level >= FAINT for each in change.before - plain.best.arrangement)
        has_moved = outline(best.arrangement) != outline(change.expected.arrangement)
        if was_high and plain.best.misfit <= _PERHAPS_FALLEN and has_moved:
            return True
        return (yield from self._fall_test.may_have_fallen(best, change, disturbed.interference))


def _is_same(one: Explanation, other: Explanation) -> bool:
    """Whether the same magnets stand in both, and hands hold none."""
    held = one.held or other.held or one.hands or other.hands
    return not held and outline(one.arrangement) == outline(other.arrangement)

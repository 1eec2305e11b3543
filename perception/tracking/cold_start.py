"""A look at a board without an reference reading: what stands, disturbed or not, or what is expected, seen from another
side."""

from __future__ import annotations

from perception.decision_limits import DecisionLimits
from perception.findings import HeightFound, Turned
from perception.hypotheses import Arrangement, Explanation, Reading, ReferenceReading, Verdict, outline, ranked
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder, clearer_verdict
from perception.reachable import ReachableHypotheses
from perception.recognition.incremental_task import TaskSteps
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import empty_board_reference
from perception.tracking.rotation_test import found_turned


class ColdStart:
    """Looks at one board. Readings are above their zeros."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder, limits: DecisionLimits) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._limits = limits
        self._empty = empty_board_reference(recogniser.noise_model.zero)

    def turned(self, reading: Reading, expected: Arrangement) -> Turned | None:
        """How the board stands turned, if what stands is clearly what is expected from another side."""
        return found_turned(self._recogniser, reading, expected, self._limits)

    def decode(
        self, reading: Reading, expected: ReachableHypotheses
    ) -> TaskSteps[tuple[Verdict, Verdict | DisturbedVerdict | None]]:
        """The arrangement that fits best, and what is clear: that arrangement, one with a disturbance, or nothing."""

        verdict = yield from self._recogniser.decode(reading, expected.arrangement, expected.levels)
        if not self._limits.is_doubtful(verdict.best, self._empty):
            return verdict, verdict if self._limits.is_clear(verdict) else None
        near = tuple(dict.fromkeys((expected.arrangement, verdict.best.arrangement)))

        def score(corrected: Reading, _base: ReferenceReading) -> TaskSteps[Verdict]:
            # A look takes long, and is not worth it for what not even these few arrangements explain.
            few = ranked(self._recogniser.explain_alone(corrected, arrangement) for arrangement in near)
            if few.best.misfit > self._limits.doubtful:
                return few
            return (yield from self._recogniser.decode(corrected, few.best.arrangement, expected.levels))

        disturbed = yield from self._decoder.explained(reading, self._empty, near, expected.levels, score)
        clear = clearer_verdict(verdict, disturbed, self._limits)
        if isinstance(clear, DisturbedVerdict) and not outline(clear.verdict.best.arrangement) <= outline(
            expected.arrangement
        ):
            return verdict, None  # a disturbance and a magnet that nobody knows could be the same
        return verdict, clear

    def explain_alone(self, reading: Reading, arrangement: Arrangement) -> Explanation:
        """Where the magnets of this arrangement stand."""
        return self._recogniser.explain_alone(reading, arrangement)

    def contradicts_change(self, found: Explanation, known: Verdict | None) -> bool:
        """Whether other magnets were found than the change since the reference reading shows (None: there is no
        reference reading), which is well explained: faint ones are only seen there."""
        if known is None or known.best.misfit > self._limits.doubtful:
            return False
        return outline(found.arrangement) != outline(known.best.arrangement)

    def heights(
        self, corrected: Reading, best: Explanation, reading: Reading, reference: ReferenceReading | None
    ) -> tuple[HeightFound, ...]:
        """The levels on which the magnets stand that were found in the reading ``corrected`` its zeros. The change
        since an reference reading, where that explains them, tells more than fields whose zero is little known."""
        if reference is not None:
            changed = self._recogniser.explain(reading, reference, best.arrangement)
            if changed.misfit <= self._limits.misfit:
                return self._recogniser.heights(reading, reference, changed)
        return self._recogniser.heights(corrected, None, best)

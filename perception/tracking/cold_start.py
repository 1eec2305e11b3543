"""A look at a board without an anchor: what stands, disturbed or not, or what is expected, seen from another side."""

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

    def __init__(self, recogniser: Recogniser, disturbed: InterferenceDecoder, pace: DecisionLimits) -> None:
        self._recogniser = recogniser
        self._disturbed = disturbed
        self._pace = pace
        self._empty = empty_board_reference(recogniser.sensing.zero)

    def turned(self, reading: Reading, expected: Arrangement) -> Turned | None:
        """How the board stands turned, if what stands is clearly what is expected from another side."""
        return found_turned(self._recogniser, reading, expected, self._pace)

    def look(
        self, reading: Reading, expected: ReachableHypotheses
    ) -> TaskSteps[tuple[Verdict, Verdict | DisturbedVerdict | None]]:
        """The world that fits best, and what is clear: that world, one with a disturbance, or nothing."""

        verdict = yield from self._recogniser.look(reading, expected.world, expected.levels)
        if not self._pace.is_doubtful(verdict.best, self._empty):
            return verdict, verdict if self._pace.is_clear(verdict) else None
        near = tuple(dict.fromkeys((expected.world, verdict.best.world)))

        def weigh(corrected: Reading, _base: ReferenceReading) -> TaskSteps[Verdict]:
            # A look takes long, and is not worth it for what not even these few worlds explain.
            few = ranked(self._recogniser.survey(corrected, world) for world in near)
            if few.best.misfit > self._pace.doubtful:
                return few
            return (yield from self._recogniser.look(corrected, few.best.world, expected.levels))

        understood = yield from self._disturbed.explained(reading, self._empty, near, expected.levels, weigh)
        clear = clearer_verdict(verdict, understood, self._pace)
        if isinstance(clear, DisturbedVerdict) and not outline(clear.verdict.best.world) <= outline(expected.world):
            return verdict, None  # a disturbance and a magnet that nobody knows could be the same
        return verdict, clear

    def survey(self, reading: Reading, world: Arrangement) -> Explanation:
        """Where the magnets of this world stand."""
        return self._recogniser.survey(reading, world)

    def is_worse_founded(self, found: Explanation, known: Verdict | None) -> bool:
        """Whether other magnets were found than the change since the anchor shows (None: there is no anchor), which is
        well explained: faint ones are only seen there."""
        if known is None or known.best.misfit > self._pace.doubtful:
            return False
        return outline(found.world) != outline(known.best.world)

    def heights(
        self, above: Reading, best: Explanation, reading: Reading, anchor: ReferenceReading | None
    ) -> tuple[HeightFound, ...]:
        """The levels on which the magnets stand that were found in the reading ``above`` its zeros. The change since an
        anchor, where that explains them, tells more than fields whose zero is little known."""
        if anchor is not None:
            changed = self._recogniser.explain(reading, anchor, best.world)
            if changed.misfit <= self._pace.misfit:
                return self._recogniser.heights(reading, anchor, changed)
        return self._recogniser.heights(above, None, best)

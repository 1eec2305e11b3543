"""Decodes a board without a reference reading. Apart from `rest_decoder`, which decides when that is done and what is
believed of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    Reading,
    ReferenceReading,
    Verdict,
    outline,
    ranked,
)
from perception.counted_work import TaskSteps
from perception.findings import HeightFound
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder, clearer_verdict
from perception.interference.interference_fit import InterferenceFit
from perception.interference.interference_tracker import InterferenceTracker
from perception.limits import DecisionThresholds
from perception.orientation import QUARTERS, turned_square
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import Baseline, empty_board_reference


class ColdStart:
    """Decodes readings of one board without a reference. Readings are less their baselines."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        baseline: Baseline,
        interference: InterferenceTracker,
        thresholds: DecisionThresholds,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._baseline = baseline
        self._interference = interference
        self._thresholds = thresholds
        self._empty = empty_board_reference(recogniser.noise_model.zeros(recogniser.model.channels))

    def corrected(
        self, reading: Reading, reference: ReferenceReading | None, expected: ExpectedArrangements
    ) -> TaskSteps[tuple[Reading, ReferenceReading | None]]:
        """Return the reading less its baselines, and the reference to go on with. Known interference is forgotten, and
        subtracted from both, if an arrangement clearly explains the reading without it and better than with it; if it
        is another arrangement, far better."""
        corrected = self._baseline.corrected(reading)
        if not self._interference.is_disturbed:
            return corrected, reference
        gone = self._baseline.undisturbed(reading)
        without = yield from self._recogniser.decode(gone, expected.arrangement, expected.levels)
        if not self._thresholds.is_clear(without) or self._thresholds.is_doubtful(without.best, self._empty):
            return corrected, reference
        still = yield from self._recogniser.decode(corrected, expected.arrangement, expected.levels)
        same = outline(without.best.arrangement) == outline(still.best.arrangement)
        if without.best.likelihood - still.best.likelihood < (0.0 if same else self._thresholds.margin):
            return corrected, reference
        return gone, self._interference.clear(reference)

    def turned(self, reading: Reading, expected: Arrangement) -> TaskSteps[Explanation | None]:
        """Explain a reading by the expected arrangement on a board that was turned with its towers, so that it stands
        on other squares. None if it is explained straight, if no turn explains it clearly, or for a single worker."""
        if len(expected) < 2:
            return None
        straight = yield from self._recogniser.explain_alone(reading, expected)
        if straight.misfit <= self._thresholds.misfit:
            return None
        size = self._recogniser.model.geometry.size
        ways = [
            frozenset(replace(each, square=turned_square(each.square, quarters, size)) for each in expected)
            for quarters in range(1, QUARTERS)
        ]
        verdict = ranked([straight, *(yield from self._explained_alone(reading, ways))])
        is_turned = verdict.best is not straight and self._thresholds.is_clear(verdict)
        return verdict.best if is_turned else None

    def decode(
        self, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[tuple[Verdict, Verdict | DisturbedVerdict | None]]:
        """Decode a reading. Gives the best arrangement, and what is clear: that arrangement, one with interference, or
        nothing."""

        verdict = yield from self._recogniser.decode(reading, expected.arrangement, expected.levels)
        if not self._thresholds.is_doubtful(verdict.best, self._empty):
            return verdict, verdict if self._thresholds.is_clear(verdict) else None
        near = tuple(dict.fromkeys((expected.arrangement, verdict.best.arrangement)))

        def score(found: InterferenceFit, _known: float) -> TaskSteps[Verdict]:
            # A look takes long, and is not worth it for what not even these few arrangements explain.
            corrected = found.reading
            few = ranked((yield from self._explained_alone(corrected, near)))
            if few.best.misfit > self._thresholds.doubtful:
                return few
            return (yield from self._recogniser.decode(corrected, few.best.arrangement, expected.levels))

        disturbed = yield from self._decoder.explained(reading, self._empty, near, expected.levels, score)
        clear = clearer_verdict(verdict, disturbed, self._thresholds)
        if isinstance(clear, DisturbedVerdict) and not outline(clear.verdict.best.arrangement) <= outline(
            expected.arrangement
        ):
            return verdict, None  # a disturbance and a magnet that nobody knows could be the same
        return verdict, clear

    def _explained_alone(self, reading: Reading, arrangements: Iterable[Arrangement]) -> TaskSteps[list[Explanation]]:
        found = []
        for arrangement in arrangements:
            explanation = yield from self._recogniser.explain_alone(reading, arrangement)
            found.append(explanation)
        return found

    def explain_alone(self, reading: Reading, arrangement: Arrangement) -> TaskSteps[Explanation]:
        """Explain a reading by this arrangement."""
        return self._recogniser.explain_alone(reading, arrangement)

    def contradicts_change(self, found: Explanation, known: Sequence[Verdict]) -> bool:
        """Check whether this explanation has other magnets than a possible one of the change since the reference that
        explains it well. ``known`` has no verdict if there is no reference. Faint magnets, what came to lie beside the
        board, and hands show only in the change."""
        possible = [each.best for each in known]
        rivals = (each.rival for each in known if each.margin < self._thresholds.margin)
        possible += [each for each in rivals if each is not None and each.hands]
        well = (each.arrangement for each in possible if each.misfit <= self._thresholds.doubtful)
        return any(outline(found.arrangement) != outline(each) for each in well)

    def heights(
        self, corrected: Reading, best: Explanation, reading: Reading, reference: ReferenceReading | None
    ) -> TaskSteps[tuple[HeightFound, ...]]:
        """Find the levels of the magnets in the reading ``corrected`` by its baselines. If the change since a reference
        explains them, it is used, since it is more exact than fields with an uncertain baseline."""
        if reference is not None:
            changed = yield from self._recogniser.explain(reading, reference, best.arrangement)
            if changed.misfit <= self._thresholds.misfit:
                return (yield from self._recogniser.heights(reading, reference, changed))
        return (yield from self._recogniser.heights(corrected, None, best))

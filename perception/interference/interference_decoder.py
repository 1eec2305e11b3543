"""Decodes readings that no arrangement explains as an arrangement with interference.

Each arrangement that is near is tried with each kind of interference, fitted to what the arrangement leaves
unexplained. Interference has a prior, so that it does not stand in for a worker. What the best fits leave is scored
again with all hypotheses, so that the arrangement needs its usual margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from common.numbers import total
from perception.arrangements import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    Verdict,
    outline,
)
from perception.counted_work import TaskSteps
from perception.findings import SensorFault
from perception.fitting.residual import BOUNDLESS
from perception.interference.coincidence import UNSEEN, Coincidence, charged
from perception.interference.disturbed_verdict import DisturbedVerdict
from perception.interference.interference_fit import (
    BROKEN_PRIOR,
    UNKNOWN_ZERO,
    InterferenceFit,
    InterferenceFitter,
    InterferenceHint,
)
from perception.interference.weighted_residual import WeightedResidual
from perception.recognition.recogniser import Recogniser

ScoreHypotheses = Callable[[Reading, ReferenceReading, float], TaskSteps[Verdict]]
"""Scores all hypotheses for a reading against a reference. What is far less likely than a log-likelihood that is known
from elsewhere need not be tried."""

_HOPEFUL = 12
_ROUGH = 4
_FEW = 2
_HOPELESS = 35.0
"""Where there is a reference: a fit that is so much less likely than the best, as far as a coarse one shows, is not
made closely."""
_FAILING_AT_ONCE = 2
"""How many sensors fail at most: one, or two that are exchanged."""

_COARSE = 0.5
"""By what share of what it gains a coarse fit may be worse than a close one."""

_Tried = tuple[float, Arrangement, InterferenceFit]
"""The log-likelihood of interference with an arrangement, and both."""


@dataclass(frozen=True, slots=True)
class _Hint:
    """A hint of interference with an arrangement: about how likely both are, and the ``most`` that a close fit shows
    them to be where the hint is not rough."""

    arrangement: Arrangement
    hint: InterferenceHint
    value: float
    most: float

    @classmethod
    def of(cls, arrangement: Arrangement, explanation: Explanation, hint: InterferenceHint, cost: float = 0.0) -> _Hint:
        """A hint of interference in what an explanation leaves."""
        gain = min(hint.gain, explanation.misfit / 2)
        value = explanation.likelihood + gain + hint.prior - cost
        return cls(arrangement, hint, value, value + _COARSE * gain)


@dataclass(frozen=True, slots=True)
class _Search:
    """One search for interference: what is read, what it is compared with, what two things at once cost, and the
    log-likelihood from which on anything counts. ``places`` are where magnets stand without interference, for each
    arrangement that was tried."""

    reading: Reading
    reference: ReferenceReading
    coincidence: Coincidence
    enough: float
    places: dict[Arrangement, tuple[PlacedMagnet, ...]] = field(default_factory=dict)

    def least(self, hints: Sequence[_Hint]) -> float:
        """The log-likelihood from which on a hint is worth a close fit beside these ones."""
        best = max((each.value for each in hints), default=0.0)
        return best - _HOPELESS if self.reference.placed else -inf


def nearby_arrangements(
    believed: Arrangement, reference: Arrangement, expected: Arrangement, verdict: Verdict
) -> list[Arrangement]:
    """The arrangements that are near: what is believed, with each worker lifted, what is expected, and those of a
    verdict."""
    arrangements = [believed, reference, expected, verdict.best.arrangement, *(believed - {each} for each in believed)]
    if verdict.rival is not None:
        arrangements.append(verdict.rival.arrangement)
    return list(dict.fromkeys(arrangements))


class InterferenceDecoder:
    """Explains interference in the readings of one board. ``exchanges`` gives the pairs of sensors, the lesser first,
    that are believed to be exchanged."""

    def __init__(self, recogniser: Recogniser, exchanges: Callable[[], frozenset[tuple[int, int]]]) -> None:
        self._recogniser = recogniser
        self.fitter = InterferenceFitter(recogniser.model, recogniser.squares, exchanges, recogniser.work)

    def explained(  # noqa: PLR0913 - what is read, what it is compared with, what may be, and how likely
        self,
        reading: Reading,
        reference: ReferenceReading,
        arrangements: Sequence[Arrangement],
        levels: Sequence[int],
        score: ScoreHypotheses,
        *,
        landed: Sequence[Arrangement] = (),
        further: Sequence[Arrangement] = (),
        jump_cost: float = 0.0,
        enough: float = -inf,
    ) -> TaskSteps[DisturbedVerdict | None]:
        """The interference and the arrangement that explain the reading best together; None if there are none.

        The verdict's margin is over every other arrangement with any interference. The first of ``arrangements`` is the
        one believed before; another one must have come about at the same time as the interference. ``jump_cost`` is the
        log-likelihood that it costs that a hand took part. ``landed`` arrangements, in which a worker has come down,
        are tried with a magnet near the rim only, and ``further`` ones with failing sensors only. What cannot reach a
        log-likelihood of ``enough`` is left out.
        """
        seen = jump_cost > 0 or not reference.placed
        filled = frozenset() if seen else reading.clipped - reference.reading.clipped
        stood, believed = outline(reference.arrangement), outline(arrangements[0])
        coincidence = Coincidence(stood, believed, jump_cost, 0.0 if seen else UNSEEN, filled, self.fitter.exchanges())
        search = _Search(reading, reference, coincidence, enough)
        hints = yield from self._near_hints(search, arrangements, levels)
        hints += yield from self._landed_hints(search, landed)
        hints += yield from self._further_hints(search, further, hints)
        hints += self._landed_on_exchanged(reading, reference, (*arrangements, *further))
        tried = yield from self._tried(search, hints)
        found: list[DisturbedVerdict] = []
        for _, _, interference in tried[:_FEW]:
            known = max([enough, *(each.value for each in found)]) - interference.prior
            verdict = yield from score(interference.reading, interference.reference, known)
            verdict = self._charged_for_asymmetry(verdict, interference, reference)
            found.append(charged(verdict, interference, coincidence))
        found = [each for each in found if each.value > -inf]
        if not found:
            return None
        best = max(found, key=lambda each: each.value)
        shape = outline(best.verdict.best.arrangement)
        others = [best.value - value for value, arrangement, _ in tried if outline(arrangement) != shape]
        others += [best.value - each.value for each in found if outline(each.verdict.best.arrangement) != shape]
        return replace(best, verdict=replace(best.verdict, margin=min([best.verdict.margin, *others])))

    def _near_hints(
        self, search: _Search, arrangements: Sequence[Arrangement], levels: Sequence[int]
    ) -> TaskSteps[list[_Hint]]:
        """What is worth a close fit of each kind of interference with these arrangements."""
        hints: list[_Hint] = []
        for arrangement in arrangements:
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            cost = search.coincidence.least(arrangement)
            if _upper_bound(explanation, -BROKEN_PRIOR) - cost < search.enough:
                continue
            candidates = yield from self._hints(search.reference, explanation, residual, levels)
            hopeful = [hint for hint in candidates if _upper_bound(explanation, hint.prior) - cost >= search.enough]
            hints += [_Hint.of(arrangement, explanation, hint, cost) for hint in hopeful]
        return _worth_refining(hints, arrangements[0])

    def _landed_hints(self, search: _Search, arrangements: Sequence[Arrangement]) -> TaskSteps[list[_Hint]]:
        """A magnet near the rim with each of these arrangements."""
        hints: list[_Hint] = []
        for arrangement in arrangements:
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            hint = yield from self.fitter.stray(residual)
            cost = search.coincidence.least(arrangement)
            if _upper_bound(explanation, hint.prior) - cost >= search.enough:
                hints.append(_Hint.of(arrangement, explanation, hint, cost))
        return hints

    def _further_hints(
        self, search: _Search, arrangements: Sequence[Arrangement], near: Sequence[_Hint]
    ) -> TaskSteps[list[_Hint]]:
        """The likeliest failing sensors with further arrangements, where these may come up to what is ``near``."""
        hints: list[_Hint] = []
        floor = max(search.enough, search.least(near)) + BROKEN_PRIOR
        for arrangement in arrangements:
            yield
            if not self._recogniser.may_explain(
                search.reading, search.reference, arrangement, floor, spared=_FAILING_AT_ONCE
            ):
                continue
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            if _upper_bound(explanation, -BROKEN_PRIOR) >= search.enough:
                hints += [_Hint.of(arrangement, explanation, hint) for hint in self._sensor_hints(residual)]
        return sorted(hints, key=lambda each: -each.value)[:_HOPEFUL]

    def _tried(self, search: _Search, hints: Sequence[_Hint]) -> TaskSteps[list[_Tried]]:
        """The interference of these hints fitted closely, and how likely its arrangement then is, the likeliest
        first. What is far less likely than the best is not fitted to the end."""
        tried: list[_Tried] = []
        best, least = -inf, search.least(hints)
        for each in sorted(hints, key=lambda each: -each.value):
            if each.most < least and not each.hint.rough:
                continue
            interference = yield from each.hint.refine()
            cost = search.coincidence.cost(interference, each.arrangement)
            if cost == inf:
                continue
            explanation = yield from self._recogniser.explain(
                interference.reading,
                interference.reference,
                each.arrangement,
                search.places.get(each.arrangement, ()),
                best - _HOPELESS - interference.prior + cost,
            )
            value = explanation.likelihood + interference.prior - cost
            tried.append((value, each.arrangement, interference))
            best = max(best, value)
        return sorted(tried, key=lambda each: -each[0])

    def _landed_on_exchanged(
        self, reading: Reading, reference: ReferenceReading, arrangements: Sequence[Arrangement]
    ) -> Iterator[_Hint]:
        """Arrangements with one new magnet whose sensor is exchanged with the one that has become clipped."""
        filled = reading.clipped - reference.reading.clipped
        for arrangement in arrangements:
            new = arrangement - reference.arrangement
            if len(filled) == 1 == len(new):
                (landed,), (felt,) = new, filled
                if landed.square != felt:
                    crossed = self.fitter.crossed(reading, reference, landed.square, felt)
                    yield _Hint(arrangement, crossed, -inf, inf)

    def _charged_for_asymmetry(
        self, verdict: Verdict, interference: InterferenceFit, reference: ReferenceReading
    ) -> Verdict:
        """The verdict, less what two sensors that were exchanged since the reference cannot explain: one should now
        read as much too much as the other reads too little."""
        if (
            not isinstance(interference.found, SensorFault)
            or interference.found.other is None
            or interference.reference is not reference
        ):
            return verdict
        best, pair = verdict.best, (interference.found.square, interference.found.other)
        residual = self.residual(interference.reading, reference, best)
        if not all(residual.weights[square] for square in pair):
            return verdict
        variance = total(1 / residual.weights[square] - UNKNOWN_ZERO**2 for square in pair)
        odd = total(residual.fields[square] for square in pair) ** 2 / variance
        best = replace(best, misfit=best.misfit + odd, likelihood=best.likelihood - odd / 2)
        return replace(verdict, best=best, margin=verdict.margin - odd / 2)

    def residual(self, reading: Reading, reference: ReferenceReading, explanation: Explanation) -> WeightedResidual:
        """What an explanation leaves of a reading, with the weight of each sensor."""
        residual = self._recogniser.residual(reading, reference, explanation)
        weights = tuple(0.0 if variance >= BOUNDLESS else 1 / variance for variance in residual.variance)
        return WeightedResidual(reading, reference, residual.unexplained, weights)

    def _explained_with_residual(
        self, search: _Search, arrangement: Arrangement
    ) -> TaskSteps[tuple[Explanation, WeightedResidual]]:
        explanation = yield from self._recogniser.explain(search.reading, search.reference, arrangement)
        search.places[arrangement] = explanation.placed
        return explanation, self.residual(search.reading, search.reference, explanation)

    def _hints(
        self, reference: ReferenceReading, explanation: Explanation, residual: WeightedResidual, levels: Sequence[int]
    ) -> TaskSteps[list[InterferenceHint]]:
        """All kinds of interference with one arrangement."""
        hints = [self.fitter.shifted(residual), (yield from self.fitter.stray(residual))]
        missing = reference.arrangement - explanation.arrangement
        if len(missing) == 1 and not explanation.arrangement - reference.arrangement:
            hints.append((yield from self.fitter.fallen(residual, next(iter(missing)), levels)))
        return [*hints, *self._sensor_hints(residual)]

    def _sensor_hints(self, residual: WeightedResidual) -> Iterator[InterferenceHint]:
        """Sensors that may fail."""
        yield from self.fitter.broken(residual)
        yield from self.fitter.exchanged(residual)


def _upper_bound(explanation: Explanation, prior: float) -> float:
    """The greatest log-likelihood of an arrangement with interference of this prior, which explains at most all that is
    left."""
    return explanation.likelihood + explanation.misfit / 2 + prior


def _worth_refining(hints: list[_Hint], believed: Arrangement) -> list[_Hint]:
    """The hints that are worth a close fit: all for the arrangement that was believed, the best of the others, and some
    of the kinds that only a close fit shows well."""
    same = [each for each in hints if each.arrangement == believed]
    order = sorted((each for each in hints if each.arrangement != believed), key=lambda each: -each.value)
    rough = [each for each in order[_HOPEFUL:] if each.hint.rough]
    return same + order[:_HOPEFUL] + rough[:_ROUGH]

"""Decodes readings that no arrangement explains as an arrangement with interference.

Each arrangement that is near is tried with each kind of interference, fitted to what the arrangement leaves
unexplained. Interference has a prior, so that it does not stand in for a worker. It costs more if it appeared just when
a magnet of the game moved. What the best fits leave is scored again with all hypotheses, so that the arrangement needs
its usual margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from common.numbers import total
from hardware.geometry import steps_between
from perception.arrangements import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    Verdict,
    against_weight,
    outline,
)
from perception.counted_work import TaskSteps
from perception.findings import Fallen, SensorFault, StrayField
from perception.fitting.residual import BOUNDLESS
from perception.interference import limits
from perception.interference.interference_fit import (
    InterferenceFit,
    InterferenceFitter,
    InterferenceHint,
    WeightedResidual,
)
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser


@dataclass(frozen=True, slots=True)
class DisturbedVerdict:
    """A reading explained by the best arrangement of a verdict together with interference. ``value`` is the
    log-likelihood of both. ``was_seen`` says that the worker that is new was seen on its way down."""

    verdict: Verdict
    interference: InterferenceFit
    value: float
    was_seen: bool = False

    @property
    def exchange(self) -> bool:
        """Whether the interference is two sensors that are exchanged."""
        return isinstance(self.interference.found, SensorFault) and self.interference.found.other is not None

    def has_arrangement_of(self, plain: Verdict) -> bool:
        """Check whether the same magnets stand here as in a verdict without interference."""
        return outline(plain.best.arrangement) == outline(self.verdict.best.arrangement)

    def lead(self, plain: Verdict) -> float:
        """Return the log-likelihood by which this leads a verdict without interference. If the same magnets stand in
        both, one of the two has to lead the other arrangements of the other one."""
        ahead = self.value - plain.best.likelihood
        if not self.has_arrangement_of(plain):
            return ahead
        return ahead + plain.margin if ahead >= 0 else ahead - self.verdict.margin


def clearer_verdict(
    plain: Verdict, disturbed: DisturbedVerdict | None, thresholds: DecisionThresholds
) -> Verdict | DisturbedVerdict | None:
    """Return the clear one of a verdict and one with interference, if it clearly beats the other; else None."""
    if disturbed is not None and disturbed.exchange and disturbed.verdict.best.misfit > thresholds.doubtful:
        disturbed = None  # with the wires put right everything fits, or they are right as they are
    lead = -inf if disturbed is None else disturbed.lead(plain)
    if thresholds.is_clear(plain) and lead <= -thresholds.margin:
        return plain
    if disturbed is not None and thresholds.is_clear(disturbed.verdict) and lead >= thresholds.margin:
        return disturbed
    return None


def possible_verdicts(
    plain: Verdict, disturbed: DisturbedVerdict | None, thresholds: DecisionThresholds
) -> tuple[Verdict, ...]:
    """Return the possible verdicts on a change: the plain one, and the one with interference if no other arrangement
    clearly beats it. A worker that fell comes first where that is likelier, since without a reference it looks like one
    that stands."""
    if disturbed is None:
        return (plain,)
    lead = disturbed.lead(plain)
    if isinstance(disturbed.interference.found, Fallen) and lead >= 0:
        return (disturbed.verdict,)
    beaten = lead <= -thresholds.margin and not disturbed.has_arrangement_of(plain)
    return (plain,) if beaten else (plain, disturbed.verdict)


Outline = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Coincidence:
    """The costs of what happened at once: interference appeared, a magnet moved, a hand took part. ``unseen`` is the
    cost of a sensor that failed unnoticed.

    ``stood`` is the outline of the reference and ``believed`` that which is believed since: a worker in a hand is put
    down rather than dropped. The sensors that are ``filled`` became clipped while a hand was over the board, so a
    magnet did that. Pairs that are ``exchanged`` already cost nothing.
    """

    stood: Outline
    believed: Outline
    jump_cost: float
    unseen: float
    filled: frozenset[int]
    exchanged: frozenset[tuple[int, int]]

    def least(self, arrangement: Arrangement) -> float:
        """Return the least cost of an arrangement with any interference."""
        standing = outline(arrangement)
        if standing == self.believed:
            return 0.0
        return self.jump_cost if standing < self.believed else self.jump_cost + self._at_once(standing)

    def _at_once(self, standing: Outline) -> float:
        """Return what it costs that these magnets stand and interference appeared at the same time."""
        put_down = self.believed < standing and len(standing) <= len(self.stood)
        return limits.PUT_DOWN if put_down else limits.TWO_AT_ONCE

    def cost(self, interference: InterferenceFit, arrangement: Arrangement) -> float:
        """Return the cost of an arrangement with this interference. It is infinite if the two cannot occur together."""
        standing = outline(arrangement)
        if isinstance(interference.found, Fallen):
            fell = standing < self.stood and standing <= self.believed
            if not fell:
                return inf
            return self.jump_cost + limits.DROPPED * (standing == self.believed)
        if isinstance(interference.found, SensorFault):
            # Where it did not fail before the eyes it may have failed long ago; and a worker that goes to the next
            # square looks much like two sensors that are exchanged.
            if interference.found.other is None and interference.found.square in self.filled:
                return inf
            pair = (interference.found.square, interference.found.other)
            hidden = self.unseen if _are_beside(*pair) and pair not in self.exchanged else 0.0
            return hidden + (
                self.jump_cost + limits.TWO_AT_ONCE if self.jump_cost and standing != self.believed else 0.0
            )
        if standing != self.believed:
            # A worker that came down may be the magnet itself.
            came_down = not standing < self.believed
            touching = (
                came_down
                and isinstance(interference.found, StrayField)
                and _touch(interference.found.squares, standing ^ self.believed)
            )
            return self.jump_cost + self._at_once(standing) * (2 if touching else 1)
        return min(self.jump_cost, limits.TWO_AT_ONCE) if isinstance(interference.found, StrayField) else 0.0


def charged(verdict: Verdict, interference: InterferenceFit, coincidence: Coincidence) -> DisturbedVerdict:
    """Return a verdict with interference, less the cost of what happened at once."""
    cost = coincidence.cost(interference, verdict.best.arrangement)
    other = 0.0 if verdict.rival is None else coincidence.cost(interference, verdict.rival.arrangement)
    counted = replace(verdict, margin=verdict.margin - cost + other)
    return DisturbedVerdict(counted, interference, verdict.best.likelihood + interference.prior - cost)


def _touch(squares: frozenset[int], changed: Outline) -> bool:
    """Check whether a magnet next to one of these squares changed, so that it could be the stray magnet itself."""
    return any(_are_beside(one, other) for one in squares for other, _ in changed)


def _are_beside(one: int, other: int | None) -> bool:
    """Check whether two squares touch, or are one; not if the other is None."""
    return other is not None and steps_between(one, other) <= 1


ScoreHypotheses = Callable[[InterferenceFit, float], TaskSteps[Verdict]]
"""Scores all hypotheses for a reading without interference, against its reference. What is far less likely than a
log-likelihood that is known from elsewhere need not be tried."""


_Tried = tuple[float, Arrangement, InterferenceFit]
"""The log-likelihood of interference with an arrangement, and both."""


@dataclass(frozen=True, slots=True)
class _Hint:
    """A hint of interference with an arrangement, and about how likely both are. Unless the hint is rough, a close fit
    makes them no likelier than ``most``."""

    arrangement: Arrangement
    hint: InterferenceHint
    value: float
    most: float

    @classmethod
    def of(cls, arrangement: Arrangement, explanation: Explanation, hint: InterferenceHint, cost: float = 0.0) -> _Hint:
        """Return a hint of interference in what an explanation leaves."""
        gain = min(hint.gain, explanation.misfit / 2)
        value = explanation.likelihood + gain + hint.prior - cost
        return cls(arrangement, hint, value, value + limits.COARSE_SHARE * gain)


@dataclass(frozen=True, slots=True)
class _Search:
    """One search for interference. It holds the reading, its reference, the costs of coincidences, and the
    log-likelihood from which on anything counts. Workers weigh on the squares that are ``weighed``, if that is known.
    ``places`` are where magnets stand without interference, for each
    arrangement that was tried."""

    reading: Reading
    reference: ReferenceReading
    coincidence: Coincidence
    enough: float
    weighed: frozenset[int] | None = None
    places: dict[Arrangement, tuple[PlacedMagnet, ...]] = field(default_factory=dict)

    def least_cost(self, arrangement: Arrangement) -> float:
        """Return the least cost of an arrangement with any interference."""
        return self.coincidence.least(arrangement) + against_weight(arrangement, self.weighed)

    def cost(self, interference: InterferenceFit, arrangement: Arrangement) -> float:
        """Return the cost of an arrangement with this interference. A worker that fell weighs where it lies."""
        lies = isinstance(interference.found, Fallen)
        return self.coincidence.cost(interference, arrangement) + (
            0.0 if lies else against_weight(arrangement, self.weighed)
        )

    def least(self, hints: Sequence[_Hint]) -> float:
        """Return the log-likelihood from which on a hint is worth a close fit beside these ones."""
        best = max((each.value for each in hints), default=0.0)
        return best - limits.HOPELESS_HINT if self.reference.placed else -inf


def nearby_arrangements(
    believed: Arrangement, reference: Arrangement, expected: Arrangement, verdict: Verdict
) -> list[Arrangement]:
    """Return the arrangements that are near: the believed one, the same with each worker lifted, the expected one, and
    those of a verdict."""
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
        weighed: frozenset[int] | None = None,
    ) -> TaskSteps[DisturbedVerdict | None]:
        """Explain a reading by interference and an arrangement together. Gives None if nothing does.

        The verdict's margin is over every other arrangement with any interference. The first of ``arrangements`` is the
        one believed before; another one came about at the same time as the interference. ``jump_cost`` is the
        log-likelihood that it costs that a hand took part. ``landed`` arrangements, in which a worker has come down,
        are tried only with a magnet near the rim, and ``further`` ones only with failing sensors. What cannot reach a
        log-likelihood of ``enough`` is left out. Workers weigh on the squares that are ``weighed``, if that is known.
        """
        seen = jump_cost > 0 or not reference.placed
        filled = frozenset() if seen else reading.clipped - reference.reading.clipped
        stood, believed = outline(reference.arrangement), outline(arrangements[0])
        coincidence = Coincidence(
            stood, believed, jump_cost, 0.0 if seen else limits.UNSEEN_FAILURE, filled, self.fitter.exchanges()
        )
        search = _Search(reading, reference, coincidence, enough, weighed)
        hints = yield from self._near_hints(search, arrangements, levels)
        hints += yield from self._landed_hints(search, landed)
        hints += yield from self._further_hints(search, further, hints)
        hints += self._landed_on_exchanged(reading, reference, (*arrangements, *further))
        tried = yield from self._tried(search, hints)
        found: list[DisturbedVerdict] = []
        for _, _, interference in tried[: limits.SCORED_HINTS]:
            known = max([enough, *(each.value for each in found)]) - interference.prior
            verdict = yield from score(interference, known)
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
        """Return what is worth a close fit of each kind of interference with these arrangements."""
        hints: list[_Hint] = []
        for arrangement in arrangements:
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            cost = search.least_cost(arrangement)
            if _upper_bound(explanation, -limits.BROKEN_PRIOR) - cost < search.enough:
                continue
            candidates = yield from self._hints(search.reference, explanation, residual, levels)
            hopeful = [hint for hint in candidates if _upper_bound(explanation, hint.prior) - cost >= search.enough]
            hints += [_Hint.of(arrangement, explanation, hint, cost) for hint in hopeful]
        return _worth_refining(hints, arrangements[0])

    def _landed_hints(self, search: _Search, arrangements: Sequence[Arrangement]) -> TaskSteps[list[_Hint]]:
        """Return a magnet near the rim with each of these arrangements."""
        hints: list[_Hint] = []
        for arrangement in arrangements:
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            hint = yield from self.fitter.stray(residual)
            cost = search.least_cost(arrangement)
            if _upper_bound(explanation, hint.prior) - cost >= search.enough:
                hints.append(_Hint.of(arrangement, explanation, hint, cost))
        return hints

    def _further_hints(
        self, search: _Search, arrangements: Sequence[Arrangement], near: Sequence[_Hint]
    ) -> TaskSteps[list[_Hint]]:
        """Return the likeliest failing sensors with further arrangements, where these may come up to what is
        ``near``."""
        hints: list[_Hint] = []
        floor = max(search.enough, search.least(near)) + limits.BROKEN_PRIOR
        for arrangement in arrangements:
            yield
            if not self._recogniser.may_explain(
                search.reading, search.reference, arrangement, floor, spared=limits.FAILING_AT_ONCE
            ):
                continue
            explanation, residual = yield from self._explained_with_residual(search, arrangement)
            if _upper_bound(explanation, -limits.BROKEN_PRIOR) >= search.enough:
                hints += [_Hint.of(arrangement, explanation, hint) for hint in self._sensor_hints(residual)]
        return sorted(hints, key=lambda each: -each.value)[: limits.HOPEFUL_HINTS]

    def _tried(self, search: _Search, hints: Sequence[_Hint]) -> TaskSteps[list[_Tried]]:
        """Return the interference of these hints fitted closely, and how likely its arrangement then is, the likeliest
        first. What is far less likely than the best is not fitted to the end."""
        tried: list[_Tried] = []
        best, least = -inf, search.least(hints)
        for each in sorted(hints, key=lambda each: -each.value):
            if each.most < least and not each.hint.rough:
                continue
            interference = yield from each.hint.refine()
            cost = search.cost(interference, each.arrangement)
            if cost == inf:
                continue
            explanation = yield from self._recogniser.explain(
                interference.reading,
                interference.reference,
                each.arrangement,
                search.places.get(each.arrangement, ()),
                best - limits.HOPELESS_HINT - interference.prior + cost,
            )
            value = explanation.likelihood + interference.prior - cost
            tried.append((value, each.arrangement, interference))
            best = max(best, value)
        return sorted(tried, key=lambda each: -each[0])

    def _landed_on_exchanged(
        self, reading: Reading, reference: ReferenceReading, arrangements: Sequence[Arrangement]
    ) -> Iterator[_Hint]:
        """Return arrangements with one new magnet whose sensor is exchanged with the one that has become clipped."""
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
        """Return the verdict, less what two sensors that were exchanged since the reference cannot explain: one should
        now read as much too much as the other reads too little."""
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
        variance = total(1 / residual.weights[square] - limits.UNKNOWN_ZERO**2 for square in pair)
        odd = total(residual.fields[square] for square in pair) ** 2 / variance
        best = replace(best, misfit=best.misfit + odd, likelihood=best.likelihood - odd / 2)
        return replace(verdict, best=best, margin=verdict.margin - odd / 2)

    def residual(self, reading: Reading, reference: ReferenceReading, explanation: Explanation) -> WeightedResidual:
        """Return the residual that an explanation leaves of a reading, with the weight of each sensor."""
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
        """Return all kinds of interference with one arrangement."""
        hints = [self.fitter.shifted(residual), (yield from self.fitter.stray(residual))]
        missing = reference.arrangement - explanation.arrangement
        if len(missing) == 1 and not explanation.arrangement - reference.arrangement:
            standing = explanation.arrangement
            hints.append((yield from self.fitter.fallen(residual, next(iter(missing)), standing, levels)))
        return [*hints, *self._sensor_hints(residual)]

    def _sensor_hints(self, residual: WeightedResidual) -> Iterator[InterferenceHint]:
        """Sensors that may fail."""
        yield from self.fitter.broken(residual)
        yield from self.fitter.exchanged(residual)


def _upper_bound(explanation: Explanation, prior: float) -> float:
    """Return the greatest log-likelihood of an arrangement with interference of this prior, which explains at most all
    that is left."""
    return explanation.likelihood + explanation.misfit / 2 + prior


def _worth_refining(hints: list[_Hint], believed: Arrangement) -> list[_Hint]:
    """Return the hints that are worth a close fit: all for the arrangement that was believed, the best of the others,
    and some of the kinds that only a close fit shows well."""
    same = [each for each in hints if each.arrangement == believed]
    order = sorted((each for each in hints if each.arrangement != believed), key=lambda each: -each.value)
    rough = [each for each in order[limits.HOPEFUL_HINTS :] if each.hint.rough]
    return same + order[: limits.HOPEFUL_HINTS] + rough[: limits.ROUGH_HINTS]

"""Scores hypotheses for a reading as a change against its reference: the best explanation, and how much less likely the
others are. Apart from `recogniser`, which says what is asked of a reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count
from math import sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import TALLEST, FieldModel
from hardware.geometry import Geometry, steps_between
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    ranked,
    surplus_of,
)
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import HandFit, JointFit, JointFitResult, Member, SquareModel
from perception.fitting.residual import BOUNDLESS, Bound, Fields, Residual, minus, nothing
from perception.limits import HYPOTHESIS, MINUS, RESIDUAL
from perception.recognition import limits

Change = tuple[Arrangement, Arrangement]
"""The magnets that are gone, and those that are added anywhere on their squares."""


class ReadingDifference:
    """The residuals of one reading against one reference, each computed once. ``present_sensors`` are those of the
    board."""

    def __init__(
        self,
        reading: Reading,
        reference: ReferenceReading,
        squares: SquareModel,
        noise_model: NoiseModel,
        present_sensors: frozenset[int],
    ) -> None:
        self._work = squares.work
        self.reading = reading
        self.reference = reference
        self._noise_model = noise_model
        self._noise = noise_model.noise**2 * (1 / reading.count + 1 / reference.reading.count) + noise_model.floor**2
        self._now = sensor_variance(reading, present_sensors)
        self._then = sensor_variance(reference.reading, present_sensors)
        self._patterns = {each.standing: squares.pattern(each) for each in reference.placed}
        self._residuals: dict[Arrangement, Residual] = {}
        self.fits: dict[Change, JointFitResult] = {}
        """Fits of standing magnets to the residual without those that are gone."""
        self.starts: dict[Change, tuple[PlacedMagnet, ...]] = {}
        """Where such fits begin: where they ended for a reading that was nearly the same."""

    def begin_at(self, last: ReadingDifference) -> None:
        """Begin fits where those of the ``last`` reading ended, if that was nearly the same."""
        if last.reference is self.reference and _is_near(last.reading, self.reading):
            self.starts = {**last.starts, **{change: fit.placed for change, fit in last.fits.items()}}

    def kept(self, gone: Arrangement) -> tuple[PlacedMagnet, ...]:
        """Return the magnets of the reference that are not gone."""
        return tuple(each for each in self.reference.placed if each.standing not in gone)

    def residual(self, gone: Arrangement) -> Residual:
        """Return the reading less the magnets that stay: by difference where the reference could measure the field, by
        the model elsewhere."""
        found = self._residuals.get(gone)
        if found is None:
            self._work.done += RESIDUAL
            found = self._residuals[gone] = self._residual(gone)
        return found

    def _residual(self, gone: Arrangement) -> Residual:
        base, reading = self.reference.reading, self.reading
        zero, drifted = self._noise_model.zero**2 + self._noise, self._noise_model.drifted**2 + self._noise
        removed_fields, extra_variance = self._sum(gone)
        stays = spread = nothing(len(reading.fields))
        besides = self.reference.felt_besides
        if base.clipped or gone:
            stays, spread = self._sum(self.reference.arrangement - gone)
        change: list[float] = []
        variance: list[float] = []
        bounds: list[Bound] = []
        for sensor, value in enumerate(reading.fields):
            kept = base.fields[sensor] - removed_fields[sensor]
            doubt = self._noise + extra_variance[sensor] + self._then[sensor]
            if sensor in base.clipped:
                kept, doubt = stays[sensor] + besides[sensor], zero + spread[sensor] + self._then[sensor]
            elif gone and drifted + spread[sensor] < doubt:
                kept, doubt = stays[sensor] + besides[sensor], drifted + spread[sensor]
            doubt = min(doubt + self._now[sensor], BOUNDLESS)
            if sensor in reading.clipped and doubt < BOUNDLESS:
                bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), kept, doubt))
                doubt = BOUNDLESS
            change.append(value - kept)
            variance.append(doubt)
        return Residual(tuple(change), tuple(variance), tuple(bounds))

    def _sum(self, arrangement: Arrangement) -> tuple[Fields, Fields]:
        patterns = [self._patterns[each] for each in arrangement if each in self._patterns]
        return _joint_pattern(patterns, len(self.reading.fields))


def reference_after(
    before: ReferenceReading | None, reading: Reading, placed: tuple[PlacedMagnet, ...], squares: SquareModel
) -> ReferenceReading:
    """Return a reading of these magnets as the reference that follows the one ``before``. What a sensor feels besides
    magnets, and how uncertain that is, was last shown when no worker stood on it and it did not fail. Where the sensor
    under a worker that stayed has stepped, the worker was pushed: a zero does not step so far."""
    if before is None:
        return ReferenceReading(reading, placed)
    placed = _with_pushed(placed, before, reading, squares)
    felt, _ = _joint_pattern([squares.pattern(each) for each in before.placed], len(reading.fields))
    doubt = before.reading.variances
    hidden = before.reading.clipped | {each.standing.square for each in before.placed}
    known = before.felt_besides
    besides = tuple(
        known[sensor] if sensor in hidden or doubt[sensor] >= BOUNDLESS else field - felt[sensor]
        for sensor, field in enumerate(before.reading.fields)
    )
    return ReferenceReading(_as_uncertain_where_clipped(reading, before.reading), placed, besides)


def _with_pushed(
    placed: tuple[PlacedMagnet, ...], before: ReferenceReading, reading: Reading, squares: SquareModel
) -> tuple[PlacedMagnet, ...]:
    """Return the magnets of a reading, those that were pushed since the one before with what their sensors feel more of
    them. A step is theirs if it is more than drift, than what others that came or went may add there, and than the
    sensors around show, which feel a magnet beside the board as well."""
    came = [squares.pattern(each) for each in placed if each not in before.placed]
    went = [squares.pattern(each) for each in before.placed if each not in placed]
    channels = len(reading.fields)
    (added, spread), (removed, doubt) = _joint_pattern(came, channels), _joint_pattern(went, channels)
    then, unknown = before.reading, reading.variances
    steps = tuple(
        now - was - more + less
        for now, was, more, less in zip(reading.fields, then.fields, added, removed, strict=True)
    )
    variance = tuple(map(total, zip(unknown, then.variances, spread, doubt, strict=True)))
    silent = then.clipped | reading.clipped | {sensor for sensor, each in enumerate(variance) if each >= BOUNDLESS}
    covered = silent | {each.standing.square for each in placed}

    def pushed(worker: PlacedMagnet) -> PlacedMagnet:
        sensor = worker.standing.square
        near = (other for other in range(SQUARE_COUNT) if steps_between(other, sensor) == 1)
        around = [abs(steps[other]) for other in near if other not in covered]
        least = max(
            [
                limits.ZERO_STEP,
                limits.CLEAR_STEP * sqrt(variance[sensor]),
                *(limits.LONE_STEP * step for step in around),
            ]
        )
        stayed = worker in before.placed and sensor not in silent
        return worker.with_more(steps[sensor]) if stayed and abs(steps[sensor]) > least else worker

    return tuple(map(pushed, placed))


def _as_uncertain_where_clipped(reading: Reading, before: Reading) -> Reading:
    """Return the reading, its clipped sensors at least as uncertain as they were before."""
    if not (reading.clipped and before.extra_variance):
        return reading
    pairs = zip(reading.variances, before.extra_variance, strict=True)
    extra_variance = tuple(
        max(now, was) if sensor in reading.clipped and was < BOUNDLESS else now
        for sensor, (now, was) in enumerate(pairs)
    )
    return replace(reading, extra_variance=extra_variance)


def _joint_pattern(patterns: list[tuple[Fields, Fields]], channels: int) -> tuple[Fields, Fields]:
    """Return the fields of magnets together, and their variances."""
    if not patterns:
        return nothing(channels), nothing(channels)
    if len(patterns) == 1:
        return patterns[0]
    fields, spread = zip(*patterns, strict=True)
    return tuple(map(sum, zip(*fields, strict=True))), tuple(map(sum, zip(*spread, strict=True)))


def _is_near(one: Reading, other: Reading) -> bool:
    """Check whether two readings are nearly the same."""
    if one.clipped != other.clipped or one.extra_variance != other.extra_variance:
        return False
    return all(abs(before - now) < limits.SAME_FIELD for before, now in zip(one.fields, other.fields, strict=True))


def absolute_residual(reading: Reading, noise_model: NoiseModel, present_sensors: frozenset[int]) -> Residual:
    """Return the residual of a reading by itself: no magnet is known, the baseline is trusted."""
    noise = noise_model.noise**2 / reading.count + noise_model.floor**2
    zeros = noise_model.zeros(len(reading.fields))
    extra = sensor_variance(reading, present_sensors)
    variance = [min(BOUNDLESS, noise + zero**2 + each) for zero, each in zip(zeros, extra, strict=True)]
    bounds: list[Bound] = []
    for sensor in sorted(reading.clipped):
        value = reading.fields[sensor]
        if variance[sensor] < BOUNDLESS:
            bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), 0.0, variance[sensor]))
            variance[sensor] = BOUNDLESS
    return Residual(reading.fields, tuple(variance), tuple(bounds))


def sensor_variance(reading: Reading, present_sensors: frozenset[int]) -> Fields:
    """Return the extra variance of each sensor; boundless where the board has none."""
    extra = reading.variances
    if not reading.extra_variance and len(present_sensors) == len(reading.fields):
        return extra
    return tuple(each if sensor in present_sensors else BOUNDLESS for sensor, each in enumerate(extra))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An arrangement that is to be fitted: the magnets of the reference that are ``gone``, those that are ``added`` at
    unknown places, and its log-likelihood before any reading (``prior``)."""

    arrangement: Arrangement
    gone: Arrangement
    added: Arrangement
    prior: float


_Waiting = tuple[float, int, Hypothesis]
"""The least cost of a hypothesis (the negative log-likelihood), a number that keeps the order, and the hypothesis."""


@dataclass(frozen=True, slots=True)
class Fitters:
    """The fits of magnets on one board, and the count of their work."""

    work: WorkCount
    model: FieldModel
    squares: SquareModel
    hand: HandFit
    joint: JointFit


def fit_standing(
    fitters: Fitters, difference: ReadingDifference, gone: Arrangement, added: Arrangement, floor: float = float("-inf")
) -> TaskSteps[JointFitResult]:
    """Fit the added magnets, each on its square. A fit to the same readings that has reached its floor is not made
    again."""
    fit = difference.fits.get((gone, added))
    if fit is None:
        last = difference.starts.get((gone, added))
        start = last or tuple(PlacedMagnet(each) for each in sorted(added))
        fit = yield from fitters.joint.fit(difference.residual(gone), start, {}, near=last is not None, floor=floor)
        if fit.likelihood >= floor:
            difference.fits[gone, added] = fit
        else:
            difference.starts[gone, added] = fit.placed
    return fit


class Scoring:
    """Compares hypotheses for one reading. ``present`` are the polarities of all magnets on the board or in hands.
    ``known`` is the log-likelihood of an explanation from elsewhere: what is far less likely does not matter."""

    def __init__(
        self,
        fitters: Fitters,
        difference: ReadingDifference,
        hypotheses: Sequence[Hypothesis],
        present: tuple[int, ...],
        known: float = float("-inf"),
    ) -> None:
        self._fitters = fitters
        self._difference = difference
        self._hypotheses = hypotheses
        self._present = present
        self._found: list[tuple[Explanation, Hypothesis]] = []
        self._fits: list[JointFitResult] = []
        self._dismissed: list[Arrangement] = []
        self._waiting: list[_Waiting] = []
        self._order = count()
        self._tried_with_hand: set[tuple[Arrangement, tuple[MagnetInHand, ...]]] = set()
        self._best = known
        self._lowest: dict[int, float] = {}
        for standing in difference.reference.arrangement.union(*(hypothesis.added for hypothesis in hypotheses)):
            floor = fitters.model.height(standing.level) + limits.CLEARANCE
            self._lowest[standing.square] = max(floor, self._lowest.get(standing.square, 0.0))

    def verdict(self, penalty: float) -> TaskSteps[Verdict]:
        """Return the best arrangement and its rival. Unlikely explanations have to make up ``penalty``.

        If that takes more than `MOST_WORK`, hypotheses that were not tried may be as likely: the margin is 0 at most.
        """
        last = self._fitters.work.done + limits.MOST_WORK
        steps = self._try_all(penalty)
        for _ in steps:
            if self._fitters.work.done >= last:
                return replace(self._verdict(), margin=0.0)
            yield
        return self._verdict()

    def _try_all(self, penalty: float) -> TaskSteps[None]:
        """Fit the hypotheses, and ever less likely ones while the reading is unexplained."""
        yield from self._compare(self._hypotheses)
        if self._is_unexplained:
            still = [each for _, each in self._found if not each.gone and not each.added]
            yield from self._try_moved_on_square(still, penalty)
        yield from self._try_hands()
        if self._is_unexplained or self._hand_is_low:
            yield from self._compare((yield from self._made(_on_other_levels(self._hypotheses))))
            yield from self._try_hands()
        if self._is_unexplained or self._seems_all_lifted:
            yield from self._compare((yield from self._made(_with_another_gone(self._hypotheses, penalty))))
            yield from self._try_hands()
        if self._is_unexplained or self._has_many_hands:
            yield from self._try_landing_beside_hands()
        if self._is_unexplained:
            best = self._top(len(self._found))
            bare = [each for each in best if not each[1].added]
            near = [each for _, each in dict.fromkeys([*best[: limits.CLOSER_LOOKS], *bare[:1]])]
            yield from self._try_moved_on_square(near, penalty)
            yield from self._try_hands()
        if self._is_unexplained:
            yield from self._compare((yield from self._made(_with_another_touched(self._hypotheses, penalty))))
        heapify(self._waiting)
        yield from self._fit_waiting(self._waiting)

    def _verdict(self) -> Verdict:
        """Return the verdict over what was fitted so far."""
        self._dismissed += [hypothesis.arrangement for _, _, hypothesis in self._waiting]
        explanations = [each for each, _ in self._found]
        top = max(explanations, key=lambda each: each.likelihood, default=None)
        for arrangement in self._dismissed:
            if top is None or outline(arrangement) != outline(top.arrangement):
                explanations.append(Explanation(arrangement, self._best - limits.SURE, float("inf"), ()))
                break
        verdict = ranked(explanations)
        return replace(verdict, best=self._with_measured_fields(verdict.best))

    def _with_measured_fields(self, best: Explanation) -> Explanation:
        """Return the best explanation, its new magnets with their measured fields."""
        for (explanation, hypothesis), fit in zip(self._found, self._fits, strict=True):
            if explanation is best:
                placed = self._difference.kept(hypothesis.gone) + fit.read(self._difference.residual(hypothesis.gone))
                return replace(best, placed=placed)
        return best

    @property
    def _is_unexplained(self) -> bool:
        """Whether the best so far leaves too much unexplained."""
        return bool(self._found) and self._top(1)[0][0].misfit > limits.EXPLAINED

    def _top(self, most: int) -> list[tuple[Explanation, Hypothesis]]:
        return sorted(self._found, key=lambda each: -each[0].likelihood)[:most]

    @property
    def _hand_is_low(self) -> bool:
        """Whether the best so far, or one that it does not clearly beat, has a hand where a worker may stand."""
        highest = self._fitters.model.height(TALLEST) + limits.CLEARANCE
        near = (each for each, _ in self._found if each.likelihood >= self._best - limits.CLOSE_RIVAL)
        geometry = self._fitters.model.geometry
        return any(hand.height < highest and is_over_board(hand, geometry) for each in near for hand in each.hands)

    @property
    def _seems_all_lifted(self) -> bool:
        """Whether in the best so far two workers are in hands and none came down: one may stand unnoticed."""
        return bool(self._found) and len(self._top(1)[0][1].gone) > 1 and not self._top(1)[0][1].added

    @property
    def _has_many_hands(self) -> bool:
        """Whether the best so far has more than one hand: one of them may be a worker that stands."""
        return bool(self._found) and len(self._top(1)[0][0].hands) > 1

    # -- plain arrangements

    def _made(self, hypotheses: Iterable[Hypothesis]) -> TaskSteps[list[Hypothesis]]:
        """Make further hypotheses, some at a time."""
        made: list[Hypothesis] = []
        for hypothesis in hypotheses:
            made.append(hypothesis)
            if len(made) % limits.HYPOTHESES_AT_ONCE == 0:
                self._fitters.work.done += HYPOTHESIS * limits.HYPOTHESES_AT_ONCE
                yield
        return made

    def _compare(self, hypotheses: Iterable[Hypothesis]) -> TaskSteps[None]:
        """Fit all hypotheses that have a chance: those with the fewest added magnets first, then the most promising."""
        groups: dict[int, list[Hypothesis]] = {}
        for hypothesis in hypotheses:
            groups.setdefault(len(hypothesis.added), []).append(hypothesis)
        for hypothesis in groups.pop(0, ()):
            self._add(hypothesis, (yield from self._fit_hypothesis(hypothesis)))
            yield
        for _, group in sorted(groups.items()):
            waiting: list[_Waiting] = []
            for number, hypothesis in enumerate(group):
                if number % limits.BOUNDS_AT_ONCE == 0:
                    yield
                residual = self._difference.residual(hypothesis.gone)
                bound = self._fitters.squares.bound(
                    residual, hypothesis.added, self._best - limits.SURE - hypothesis.prior
                )
                if bound is None:
                    self._dismissed.append(hypothesis.arrangement)
                else:
                    heappush(waiting, (-bound - hypothesis.prior, next(self._order), hypothesis))
            yield from self._fit_waiting(waiting)
            self._waiting += waiting

    def _fit_waiting(self, waiting: list[_Waiting]) -> TaskSteps[None]:
        """Fit hypotheses that wait, the most promising first, while one may come near the best; only a few while the
        reading is unexplained. The others stay in the queue."""
        tried = 0
        while waiting and -waiting[0][0] >= self._best - limits.SURE:
            tried += 1
            if tried > limits.MOST_FITS and self._is_unexplained:
                return
            hypothesis = heappop(waiting)[2]
            self._add(hypothesis, (yield from self._fit_hypothesis(hypothesis)))

    def _fit_hypothesis(self, hypothesis: Hypothesis) -> TaskSteps[JointFitResult]:
        floor = self._best - limits.SURE - hypothesis.prior
        return fit_standing(self._fitters, self._difference, hypothesis.gone, hypothesis.added, floor)

    def _add(self, hypothesis: Hypothesis, fit: JointFitResult) -> None:
        placed = self._difference.kept(hypothesis.gone) + fit.placed
        surplus = surplus_of(self._present, (*hypothesis.arrangement, *fit.hands)) if self._present else 0
        likelihood = fit.likelihood + hypothesis.prior - limits.SURPLUS_COST * surplus
        self._found.append((Explanation(hypothesis.arrangement, likelihood, fit.misfit, placed, fit.hands), hypothesis))
        self._fits.append(fit)
        self._best = max(self._best, likelihood)

    # -- hands over the board

    def _missing(self, explanation: Explanation) -> list[int]:
        """Return the polarities of the magnets that are present but neither stand nor are held, once for each
        magnet."""
        missing = []
        for polarity in (1, -1):
            left = self._present.count(polarity)
            left -= sum(each.polarity == polarity for each in explanation.arrangement)
            left -= sum(each.polarity == polarity for each in explanation.hands)
            missing += [polarity] * max(0, left)
        return missing

    def _try_hands(self) -> TaskSteps[None]:
        """Add a hand to explanations that add no magnet, since a hand may be all that is new; and to the best ones,
        while the reading is unexplained, as many hands as it takes."""
        reference = self._difference.reference.arrangement
        pending = [each for each in self._top(len(self._found)) if each[1].added <= reference and not each[0].hands]
        pending = [
            each
            for each in pending[: limits.MOST_HANDS] + self._promising_with_hand
            if (each[0].arrangement, each[0].hands) not in self._tried_with_hand
        ]
        while pending:
            for explanation, hypothesis in pending:
                self._tried_with_hand.add((explanation.arrangement, explanation.hands))
                for polarity in sorted(set(self._missing(explanation))):
                    yield from self._try_hand(explanation, hypothesis, polarity)
            pending = (
                [
                    each
                    for each in self._top(limits.CLOSER_LOOKS)
                    if (each[0].arrangement, each[0].hands) not in self._tried_with_hand
                ]
                if self._is_unexplained
                else []
            )

    @property
    def _promising_with_hand(self) -> list[tuple[Explanation, Hypothesis]]:
        """Explanations with added magnets that would be near the best if a hand explained all that they leave."""
        reference = self._difference.reference.arrangement
        return [
            each
            for each in self._top(limits.HOPEFUL_EXPLANATIONS)
            if not each[1].added <= reference
            and not each[0].hands
            and self._missing(each[0])
            and each[0].likelihood + 0.5 * each[0].misfit - limits.HAND_COST > self._best - limits.SURE
        ]

    def _try_hand(self, explanation: Explanation, hypothesis: Hypothesis, polarity: int) -> TaskSteps[None]:
        """Add one more magnet in a hand to an explanation."""
        residual = self._difference.residual(hypothesis.gone)
        new: list[Member] = [each.modelled for each in explanation.placed if each.standing in hypothesis.added]
        new += explanation.hands
        rest = residual
        for member in new:
            rest = minus(rest, *self._fitters.joint.pattern(member))
        self._fitters.work.done += MINUS * len(new)
        yield
        floor = self._best - limits.SURE - hypothesis.prior
        found = yield from self._fitters.hand.fit(rest, polarity, self._lowest, floor)
        if found is not None:
            fit = yield from self._fitters.joint.fit(residual, [*new, found[0]], self._lowest, near=True, floor=floor)
            self._add(hypothesis, fit)

    def _try_landing_beside_hands(self) -> TaskSteps[None]:
        """Subtract the field of each of the best hands, and fit what may have come down beside it."""
        for explanation, holding in self._best_with_hands():
            residual = self._difference.residual(holding.gone)
            for hand in explanation.hands:
                fields, spread = self._fitters.hand.pattern(hand)
                rest = minus(residual, fields, tuple(limits.WIDE * value for value in spread))
                yield
                for hypothesis in (yield from self._most_promising(rest, holding)):
                    start: list[Member] = [*(PlacedMagnet(each) for each in sorted(hypothesis.added)), hand]
                    floor = self._best - limits.SURE - hypothesis.prior
                    fit = yield from self._fitters.joint.fit(residual, start, self._lowest, near=False, floor=floor)
                    self._add(hypothesis, fit)

    def _best_with_hands(self) -> list[tuple[Explanation, Hypothesis]]:
        """Return the best explanations by hands alone, one for each set of magnets that are gone, if one of these may
        have come down."""
        landings = {hypothesis.gone for hypothesis in self._hypotheses if hypothesis.added}
        handed: dict[Arrangement, tuple[Explanation, Hypothesis]] = {}
        for explanation, hypothesis in self._top(len(self._found)):
            if explanation.hands and not hypothesis.added and hypothesis.gone in landings:
                handed.setdefault(hypothesis.gone, (explanation, hypothesis))
        return list(handed.values())[: limits.CLOSER_LOOKS]

    def _most_promising(self, rest: Residual, holding: Hypothesis) -> TaskSteps[list[Hypothesis]]:
        """Return the hypotheses with the same magnets gone that may best explain what a hand leaves."""
        bounds: list[_Waiting] = []
        for number, hypothesis in enumerate(self._hypotheses):
            if hypothesis.added and hypothesis.gone == holding.gone:
                if len(bounds) % limits.BOUNDS_AT_ONCE == 0:
                    yield
                bound = self._fitters.squares.bound(rest, hypothesis.added, float("-inf"))
                bounds.append((-(bound or 0.0) - hypothesis.prior, number, hypothesis))
        return [hypothesis for _, _, hypothesis in sorted(bounds)[: limits.CLOSER_LOOKS]]

    # -- a worker that was touched unseen

    def _try_moved_on_square(self, hypotheses: Iterable[Hypothesis], penalty: float) -> TaskSteps[None]:
        """Try these hypotheses with one more magnet in a new position on its square."""
        for hypothesis in hypotheses:
            nudged = [
                replace(
                    hypothesis,
                    gone=hypothesis.gone | {one},
                    added=hypothesis.added | {one},
                    prior=hypothesis.prior - penalty,
                )
                for one in sorted(hypothesis.arrangement - hypothesis.added)
            ]
            yield from self._compare(nudged)


def is_over_board(hand: MagnetInHand, geometry: Geometry) -> bool:
    """Check whether a hand is over the board, or so near to it that a worker on a square may look like it."""
    lowest, highest = -geometry.pitch, geometry.size * geometry.pitch
    return lowest <= hand.east <= highest and lowest <= hand.north <= highest


def _with_another_gone(hypotheses: Sequence[Hypothesis], penalty: float) -> Iterator[Hypothesis]:
    """Yield the same hypotheses with one more magnet that was lifted unnoticed while another came down."""
    known = {hypothesis.arrangement for hypothesis in hypotheses}
    for hypothesis in hypotheses:
        if hypothesis.added:
            for one in hypothesis.arrangement - hypothesis.added:
                arrangement = hypothesis.arrangement - {one}
                if arrangement not in known:
                    known.add(arrangement)
                    prior = hypothesis.prior - penalty
                    yield Hypothesis(arrangement, hypothesis.gone | {one}, hypothesis.added, prior)


def _with_another_touched(hypotheses: Iterable[Hypothesis], penalty: float) -> Iterator[Hypothesis]:
    """Yield the likely hypotheses with one added magnet, with another one in a new position on its square."""
    for hypothesis in hypotheses:
        if len(hypothesis.added) == 1 and hypothesis.prior == 0.0:
            for one in sorted(hypothesis.arrangement - hypothesis.added):
                gone, added = hypothesis.gone | {one}, hypothesis.added | {one}
                yield replace(hypothesis, gone=gone, added=added, prior=hypothesis.prior - penalty)


def _on_other_levels(hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield the same hypotheses with an added magnet on another level than the game's."""
    known = {hypothesis.arrangement for hypothesis in hypotheses}
    for hypothesis in hypotheses:
        for one in hypothesis.added:
            rest, unplaced = hypothesis.arrangement - {one}, hypothesis.added - {one}
            for level in range(max(0, one.level - limits.LEVELS_OFF), min(TALLEST, one.level + limits.LEVELS_OFF) + 1):
                other = frozenset({StandingMagnet(one.square, level, one.polarity)})
                if rest | other not in known:
                    known.add(rest | other)
                    prior = hypothesis.prior - limits.OTHER_LEVEL * abs(level - one.level)
                    yield Hypothesis(rest | other, hypothesis.gone, unplaced | other, prior)

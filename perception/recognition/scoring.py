"""Scores hypotheses for one reading: which arrangement explains it best, and how much less likely the others are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count

from hardware.field_model import TALLEST, FieldModel
from hardware.geometry import Geometry
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    StandingMagnet,
    Verdict,
    outline,
    ranked,
    surplus_of,
)
from perception.counted_work import MINUS, TaskSteps, WorkCount
from perception.fitting.hand_fit import HandFit
from perception.fitting.joint_fit import JointFit, JointFitResult, Member
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.recognition.reading_difference import ReadingDifference

SURE = 25.0
"""A hypothesis whose log-likelihood is this much below the best one is not fitted."""
EXPLAINED = 35.0
"""The misfit above which no arrangement so far explains the reading."""
STRAINED = 45.0
"""How far the best log-likelihood may be below one without any deviation before further hypotheses are tried."""
OTHER_LEVEL = 5.0
"""The log-likelihood that a worker on another level than the game's has to make up, for each level."""
_FAR_OFF = 2
"""By how many pieces a tower may differ from the game's."""
_CLEARANCE = 12.0
"""The least height in mm of a held magnet above the top of a square."""
_CLOSE = 10.0
"""A hypothesis that is this much less likely than the best does not make it doubtful."""
_CLOSER_LOOKS = 3
_BOUNDS = 8
"""How many bounds are computed at once."""
MOST_WORK = 12_000
"""The most work of one verdict: about 30 ms on a desktop machine."""
_FITS = 12
_HANDS = 6
_HOPEFUL = 12
_HAND = 20.0
"""The least log-likelihood that a hand costs, with the misfit that is left of any reading."""
_ONE_MORE = 10.0
"""The log-likelihood that each magnet has to make up that the game does not have."""
_WIDE = 30.0
"""The factor of the variance of a hand's field while no other magnet is fitted beside it."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An arrangement to be fitted: the magnets of the reference that are gone, those that are added and whose positions
    are unknown, and its log-likelihood before any reading (``prior``)."""

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
    """The magnets that are added where they fit best, each on its square. A fit to the same readings that has reached
    its floor is not done again."""
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
    ``known`` is the log-likelihood of an explanation that is known from elsewhere: what is far less likely does not
    matter."""

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
        self._plain = -0.5 * difference.residual(frozenset()).log_variance
        self._lowest: dict[int, float] = {}
        for standing in difference.reference.arrangement.union(*(hypothesis.added for hypothesis in hypotheses)):
            floor = fitters.model.height(standing.level) + _CLEARANCE
            self._lowest[standing.square] = max(floor, self._lowest.get(standing.square, 0.0))

    def verdict(self, penalty: float) -> TaskSteps[Verdict]:
        """The best arrangement and its rival. Unlikely explanations have to make up ``penalty``.

        If that takes more than `MOST_WORK`, what was not tried may be as likely: the margin is 0 at most.
        """
        last = self._fitters.work.done + MOST_WORK
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
            yield from self._compare(_on_other_levels(self._hypotheses))
            yield from self._try_hands()
        if self._is_unexplained or self._seems_all_lifted:
            yield from self._compare(_with_another_gone(self._hypotheses, penalty))
            yield from self._try_hands()
        if self._is_unexplained or self._has_many_hands:
            yield from self._try_landing_beside_hands()
        if self._is_unexplained:
            best = self._top(len(self._found))
            bare = [each for each in best if not each[1].added]
            near = [each for _, each in dict.fromkeys([*best[:_CLOSER_LOOKS], *bare[:1]])]
            yield from self._try_moved_on_square(near, penalty)
            yield from self._try_hands()
        if self._is_unexplained:
            yield from self._compare(_with_another_touched(self._hypotheses, penalty))
        heapify(self._waiting)
        yield from self._fit_waiting(self._waiting)

    def _verdict(self) -> Verdict:
        """The verdict over what was fitted so far."""
        self._dismissed += [hypothesis.arrangement for _, _, hypothesis in self._waiting]
        explanations = [each for each, _ in self._found]
        top = max(explanations, key=lambda each: each.likelihood, default=None)
        for arrangement in self._dismissed:
            if top is None or outline(arrangement) != outline(top.arrangement):
                explanations.append(Explanation(arrangement, self._best - SURE, float("inf"), ()))
                break
        verdict = ranked(explanations)
        return replace(verdict, best=self._with_measured_fields(verdict.best))

    def _with_measured_fields(self, best: Explanation) -> Explanation:
        """The best explanation, its new magnets with their measured fields."""
        for (explanation, hypothesis), fit in zip(self._found, self._fits, strict=True):
            if explanation is best:
                placed = self._difference.kept(hypothesis.gone) + fit.read(self._difference.residual(hypothesis.gone))
                return replace(best, placed=placed)
        return best

    @property
    def _is_unexplained(self) -> bool:
        """Whether the best so far leaves too much unexplained, or strains to explain it."""
        if not self._found:
            return False
        best = self._top(1)[0][0]
        return best.misfit > EXPLAINED or best.likelihood < self._plain - STRAINED

    def _top(self, most: int) -> list[tuple[Explanation, Hypothesis]]:
        return sorted(self._found, key=lambda each: -each[0].likelihood)[:most]

    @property
    def _hand_is_low(self) -> bool:
        """Whether the best so far, or one that it does not clearly beat, has a hand where a worker may stand."""
        highest = self._fitters.model.height(TALLEST) + _CLEARANCE
        near = (each for each, _ in self._found if each.likelihood >= self._best - _CLOSE)
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
                if number % _BOUNDS == 0:
                    yield
                residual = self._difference.residual(hypothesis.gone)
                bound = self._fitters.squares.bound(residual, hypothesis.added, self._best - SURE - hypothesis.prior)
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
        while waiting and -waiting[0][0] >= self._best - SURE:
            tried += 1
            if tried > _FITS and self._is_unexplained:
                return
            hypothesis = heappop(waiting)[2]
            self._add(hypothesis, (yield from self._fit_hypothesis(hypothesis)))

    def _fit_hypothesis(self, hypothesis: Hypothesis) -> TaskSteps[JointFitResult]:
        floor = self._best - SURE - hypothesis.prior
        return fit_standing(self._fitters, self._difference, hypothesis.gone, hypothesis.added, floor)

    def _add(self, hypothesis: Hypothesis, fit: JointFitResult) -> None:
        placed = self._difference.kept(hypothesis.gone) + fit.placed
        surplus = surplus_of(self._present, (*hypothesis.arrangement, *fit.hands)) if self._present else 0
        likelihood = fit.likelihood + hypothesis.prior - _ONE_MORE * surplus
        self._found.append((Explanation(hypothesis.arrangement, likelihood, fit.misfit, placed, fit.hands), hypothesis))
        self._fits.append(fit)
        self._best = max(self._best, likelihood)

    # -- hands over the board

    def _missing(self, explanation: Explanation) -> list[int]:
        """The polarities of the magnets that are present but neither stand nor are held, once for each magnet."""
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
            for each in pending[:_HANDS] + self._promising_with_hand
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
                    for each in self._top(_CLOSER_LOOKS)
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
            for each in self._top(_HOPEFUL)
            if not each[1].added <= reference
            and not each[0].hands
            and self._missing(each[0])
            and each[0].likelihood + 0.5 * each[0].misfit - _HAND > self._best - SURE
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
        floor = self._best - SURE - hypothesis.prior
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
                rest = minus(residual, fields, tuple(_WIDE * value for value in spread))
                yield
                for hypothesis in (yield from self._most_promising(rest, holding)):
                    start: list[Member] = [*(PlacedMagnet(each) for each in sorted(hypothesis.added)), hand]
                    floor = self._best - SURE - hypothesis.prior
                    fit = yield from self._fitters.joint.fit(residual, start, self._lowest, near=False, floor=floor)
                    self._add(hypothesis, fit)

    def _best_with_hands(self) -> list[tuple[Explanation, Hypothesis]]:
        """The best explanations by hands alone, one for each set of magnets that are gone, if one of these may have
        come down."""
        landings = {hypothesis.gone for hypothesis in self._hypotheses if hypothesis.added}
        handed: dict[Arrangement, tuple[Explanation, Hypothesis]] = {}
        for explanation, hypothesis in self._top(len(self._found)):
            if explanation.hands and not hypothesis.added and hypothesis.gone in landings:
                handed.setdefault(hypothesis.gone, (explanation, hypothesis))
        return list(handed.values())[:_CLOSER_LOOKS]

    def _most_promising(self, rest: Residual, holding: Hypothesis) -> TaskSteps[list[Hypothesis]]:
        """The hypotheses with the same magnets gone that may best explain what a hand leaves."""
        bounds: list[_Waiting] = []
        for number, hypothesis in enumerate(self._hypotheses):
            if hypothesis.added and hypothesis.gone == holding.gone:
                if len(bounds) % _BOUNDS == 0:
                    yield
                bound = self._fitters.squares.bound(rest, hypothesis.added, float("-inf"))
                bounds.append((-(bound or 0.0) - hypothesis.prior, number, hypothesis))
        return [hypothesis for _, _, hypothesis in sorted(bounds)[:_CLOSER_LOOKS]]

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
    """Whether a hand is over the board, or so near to it that a worker on a square may look like it."""
    lowest, highest = -geometry.pitch, geometry.size * geometry.pitch
    return lowest <= hand.east <= highest and lowest <= hand.north <= highest


def _with_another_gone(hypotheses: Iterable[Hypothesis], penalty: float) -> list[Hypothesis]:
    """The same hypotheses with one more magnet that was lifted unnoticed while another came down."""
    found: dict[Arrangement, Hypothesis] = {}
    for hypothesis in hypotheses:
        if hypothesis.added:
            for one in hypothesis.arrangement - hypothesis.added:
                arrangement = hypothesis.arrangement - {one}
                found.setdefault(
                    arrangement,
                    Hypothesis(arrangement, hypothesis.gone | {one}, hypothesis.added, hypothesis.prior - penalty),
                )
    for hypothesis in hypotheses:
        found.pop(hypothesis.arrangement, None)
    return list(found.values())


def _with_another_touched(hypotheses: Iterable[Hypothesis], penalty: float) -> list[Hypothesis]:
    """The likely hypotheses with one added magnet, with another one in a new position on its square."""
    return [
        replace(
            hypothesis, gone=hypothesis.gone | {one}, added=hypothesis.added | {one}, prior=hypothesis.prior - penalty
        )
        for hypothesis in hypotheses
        if len(hypothesis.added) == 1 and hypothesis.prior == 0.0
        for one in sorted(hypothesis.arrangement - hypothesis.added)
    ]


def _on_other_levels(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """The same hypotheses with an added magnet on another level than the game's."""
    found: dict[Arrangement, Hypothesis] = {}
    for hypothesis in hypotheses:
        for one in hypothesis.added:
            rest, unplaced = hypothesis.arrangement - {one}, hypothesis.added - {one}
            for level in range(max(0, one.level - _FAR_OFF), min(TALLEST, one.level + _FAR_OFF) + 1):
                if level != one.level:
                    other = frozenset({StandingMagnet(one.square, level, one.polarity)})
                    found.setdefault(
                        rest | other,
                        Hypothesis(
                            rest | other,
                            hypothesis.gone,
                            unplaced | other,
                            hypothesis.prior - OTHER_LEVEL * abs(level - one.level),
                        ),
                    )
    for hypothesis in hypotheses:
        found.pop(hypothesis.arrangement, None)
    return list(found.values())

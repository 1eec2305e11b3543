"""One reading weighed: which of the worlds that may be explains it best, and how much worse the others do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count

from hardware.field_model import TALLEST, FieldModel
from perception.fitting.hand_fit import HandFit
from perception.fitting.joint_fit import JointFit, JointFitResult, Member
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.hypotheses import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    StandingMagnet,
    Verdict,
    outline,
    ranked,
)
from perception.recognition.reading_difference import ReadingDifference

SURE = 25.0
"""A world whose log-likelihood is so much less than the best one's is not looked at more closely."""
EXPLAINED = 35.0
"""The misfit from which on something is taken to be at work that no plain world holds."""
STRAINED = 45.0
"""By how much less likely than an explanation without any deviation the best may be before others are looked for."""
OTHER_LEVEL = 5.0
"""The log-likelihood that a worker must make up that stands on another height than the game has there."""
_FAR_OFF = 2
"""By how many pieces a tower may differ from what the game believes."""
_CLEARANCE = 12.0
"""How many mm above the top of a square a hand's magnet is at least."""
_CLOSE = 10.0
"""What is less likely than the best by so much does not make it doubtful."""
_CLOSER_LOOKS = 3
_FITS = 12
_HANDS = 6
_HOPEFUL = 12
_HAND = 20.0
"""What a hand costs at the least, with what is left over of any reading."""
_WIDE = 30.0
"""By how much the variance of a hand's field is more while nothing else is fitted beside it."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A world to be fitted: the anchor's magnets that are gone for it, those whose places are to be found, and how
    likely it is before any reading (as a log-likelihood)."""

    world: Arrangement
    gone: Arrangement
    added: Arrangement
    prior: float


_Waiting = tuple[float, int, Hypothesis]
"""The least that a case costs (the negative log-likelihood), a number to keep an order, and the case."""


@dataclass(frozen=True, slots=True)
class Fitters:
    """What fits magnets on one board."""

    model: FieldModel
    squares: SquareModel
    held: HandFit
    together: JointFit


class Scoring:
    """Worlds compared on one scene. ``present`` are the polarities of all magnets on the board or in hands."""

    def __init__(
        self, tools: Fitters, scene: ReadingDifference, cases: Sequence[Hypothesis], present: tuple[int, ...]
    ) -> None:
        self._tools = tools
        self._scene = scene
        self._cases = cases
        self._present = present
        self._found: list[tuple[Explanation, Hypothesis]] = []
        self._fits: list[JointFitResult] = []
        self._dismissed: list[Arrangement] = []
        self._waiting: list[_Waiting] = []
        self._order = count()
        self._handed: set[tuple[Arrangement, tuple[MagnetInHand, ...]]] = set()
        self._best = float("-inf")
        self._plain = -0.5 * scene.ground(frozenset()).least
        self._lowest: dict[int, float] = {}
        for standing in scene.anchor.world.union(*(case.added for case in cases)):
            floor = tools.model.height(standing.level) + _CLEARANCE
            self._lowest[standing.square] = max(floor, self._lowest.get(standing.square, 0.0))

    def verdict(self, doubt: float) -> Verdict:
        """The best world and its rival; an unlikely explanation starts with a handicap of ``doubt``."""
        self._compare(self._cases)
        if self._odd:
            self._nudge([each for _, each in self._found if not each.gone and not each.added], doubt)
        self._with_hands()
        if self._odd or self._hand_is_low:
            self._compare(_on_other_levels(self._cases))
            self._with_hands()
        if self._odd or self._seems_all_lifted:
            self._compare(_with_another_gone(self._cases, doubt))
            self._with_hands()
        if self._odd or self._has_many_hands:
            self._beside_hands()
        if self._odd:
            best = self._top(len(self._found))
            bare = [each for each in best if not each[1].added]
            self._nudge([each for _, each in dict.fromkeys([*best[:_CLOSER_LOOKS], *bare[:1]])], doubt)
            self._with_hands()
        if self._odd:
            self._compare(_with_another_touched(self._cases, doubt))
        heapify(self._waiting)
        self._fit(self._waiting)
        self._dismissed += [case.world for _, _, case in self._waiting]
        explanations = [each for each, _ in self._found]
        top = max(explanations, key=lambda each: each.likelihood, default=None)
        for world in self._dismissed:
            if top is None or outline(world) != outline(top.world):
                explanations.append(Explanation(world, self._best - SURE, float("inf"), ()))
                break
        verdict = ranked(explanations)
        return replace(verdict, best=self._read(verdict.best))

    def _read(self, best: Explanation) -> Explanation:
        """The best explanation, its new magnets with what the reading showed of them."""
        for (explanation, case), fit in zip(self._found, self._fits, strict=True):
            if explanation is best:
                placed = self._scene.kept(case.gone) + fit.read(self._scene.ground(case.gone))
                return replace(best, placed=placed)
        return best

    @property
    def _odd(self) -> bool:
        """Whether the best so far leaves something unexplained, or strains to explain it."""
        if not self._found:
            return False
        best = self._top(1)[0][0]
        return best.misfit > EXPLAINED or best.likelihood < self._plain - STRAINED

    def _top(self, most: int) -> list[tuple[Explanation, Hypothesis]]:
        return sorted(self._found, key=lambda each: -each[0].likelihood)[:most]

    @property
    def _hand_is_low(self) -> bool:
        """Whether a hand is where a worker may stand, by the best so far or one that it does not clearly beat."""
        highest = self._tools.model.height(TALLEST) + _CLEARANCE
        near = (each for each, _ in self._found if each.likelihood >= self._best - _CLOSE)
        return any(hand.height < highest for each in near for hand in each.hands)

    @property
    def _seems_all_lifted(self) -> bool:
        """Whether the best so far is that two workers are in hands and none came down: one may stand unseen."""
        return bool(self._found) and len(self._top(1)[0][1].gone) > 1 and not self._top(1)[0][1].added

    @property
    def _has_many_hands(self) -> bool:
        """Whether the best so far needs more than one hand: one of them may be a worker that stands."""
        return bool(self._found) and len(self._top(1)[0][0].hands) > 1

    # -- plain worlds

    def _compare(self, cases: Iterable[Hypothesis]) -> None:
        """Fit all that have a chance, those with the fewest new magnets first, and of these the most promising."""
        groups: dict[int, list[Hypothesis]] = {}
        for case in cases:
            groups.setdefault(len(case.added), []).append(case)
        for case in groups.pop(0, ()):
            self._add(case, self._fitted(case))
        for _, group in sorted(groups.items()):
            waiting: list[_Waiting] = []
            for case in group:
                ground = self._scene.ground(case.gone)
                bound = self._tools.squares.bound(ground, case.added, self._best - SURE - case.prior)
                if bound is None:
                    self._dismissed.append(case.world)
                else:
                    heappush(waiting, (-bound - case.prior, next(self._order), case))
            self._fit(waiting)
            self._waiting += waiting

    def _fit(self, waiting: list[_Waiting]) -> None:
        """Fit those that wait, the most promising first, as long as one may come near the best; only a few if the
        best leaves something unexplained. Those that are left wait on."""
        tried = 0
        while waiting and -waiting[0][0] >= self._best - SURE:
            tried += 1
            if tried > _FITS and self._odd:
                return
            case = heappop(waiting)[2]
            self._add(case, self._fitted(case))

    def _fitted(self, case: Hypothesis) -> JointFitResult:
        start = [PlacedMagnet(each) for each in sorted(case.added)]
        floor = self._best - SURE - case.prior
        return self._tools.together.fitted(self._scene.ground(case.gone), start, self._lowest, near=False, floor=floor)

    def _add(self, case: Hypothesis, fit: JointFitResult) -> None:
        placed = self._scene.kept(case.gone) + fit.placed
        likelihood = fit.likelihood + case.prior
        self._found.append((Explanation(case.world, likelihood, fit.misfit, placed, fit.hands), case))
        self._fits.append(fit)
        self._best = max(self._best, likelihood)

    # -- hands over the board

    def _missing(self, explanation: Explanation) -> list[int]:
        """The polarities of the magnets that are present but neither stand nor are held, once for each magnet."""
        missing = []
        for polarity in (1, -1):
            left = self._present.count(polarity)
            left -= sum(each.polarity == polarity for each in explanation.world)
            left -= sum(each.polarity == polarity for each in explanation.hands)
            missing += [polarity] * max(0, left)
        return missing

    def _with_hands(self) -> None:
        """Try those worlds with a magnet in a hand that have no new one, as a hand may be all that is new; and the
        best ones, if they leave something unexplained, with as many hands as it takes."""
        anchored = self._scene.anchor.world
        looks = [each for each in self._top(len(self._found)) if each[1].added <= anchored and not each[0].hands]
        looks = [each for each in looks[:_HANDS] + self._hopeful if (each[0].world, each[0].hands) not in self._handed]
        while looks:
            for explanation, case in looks:
                self._handed.add((explanation.world, explanation.hands))
                for polarity in sorted(set(self._missing(explanation))):
                    self._with_hand(explanation, case, polarity)
            looks = (
                [each for each in self._top(_CLOSER_LOOKS) if (each[0].world, each[0].hands) not in self._handed]
                if self._odd
                else []
            )

    @property
    def _hopeful(self) -> list[tuple[Explanation, Hypothesis]]:
        """Those with new magnets that would be near the best if a hand explained all that they leave."""
        anchored = self._scene.anchor.world
        return [
            each
            for each in self._top(_HOPEFUL)
            if not each[1].added <= anchored
            and not each[0].hands
            and self._missing(each[0])
            and each[0].likelihood + 0.5 * each[0].misfit - _HAND > self._best - SURE
        ]

    def _with_hand(self, explanation: Explanation, case: Hypothesis, polarity: int) -> None:
        """Try an explained world with one more magnet in a hand."""
        ground = self._scene.ground(case.gone)
        new: list[Member] = [each.modelled for each in explanation.placed if each.standing in case.added]
        new += explanation.hands
        rest = ground
        for member in new:
            rest = minus(rest, *self._tools.together.pattern(member))
        found = self._tools.held.best(rest, polarity, self._lowest, self._best - SURE - case.prior)
        if found is not None:
            self._add(case, self._tools.together.fitted(ground, [*new, found[0]], self._lowest, near=True))

    def _beside_hands(self) -> None:
        """Take the field of each of the best hands off, and look what can have been put down beside it."""
        for explanation, holding in self._handed_best():
            ground = self._scene.ground(holding.gone)
            for hand in explanation.hands:
                fields, spread = self._tools.held.pattern(hand)
                rest = minus(ground, fields, tuple(_WIDE * value for value in spread))
                for case in self._promising(rest, holding):
                    start: list[Member] = [*(PlacedMagnet(each) for each in sorted(case.added)), hand]
                    self._add(case, self._tools.together.fitted(ground, start, self._lowest, near=False))

    def _handed_best(self) -> list[tuple[Explanation, Hypothesis]]:
        """The best explanations by hands alone, one for each set of magnets that are gone, if one of them may have
        been put down."""
        landings = {case.gone for case in self._cases if case.added}
        handed: dict[Arrangement, tuple[Explanation, Hypothesis]] = {}
        for explanation, case in self._top(len(self._found)):
            if explanation.hands and not case.added and case.gone in landings:
                handed.setdefault(case.gone, (explanation, case))
        return list(handed.values())[:_CLOSER_LOOKS]

    def _promising(self, rest: Residual, holding: Hypothesis) -> list[Hypothesis]:
        """The worlds with the same magnets gone that may explain best what a hand leaves."""
        bounds = []
        for number, case in enumerate(self._cases):
            if case.added and case.gone == holding.gone:
                bound = self._tools.squares.bound(rest, case.added, float("-inf"))
                bounds.append((-(bound or 0.0) - case.prior, number, case))
        return [case for _, _, case in sorted(bounds)[:_CLOSER_LOOKS]]

    # -- a worker that was touched unseen

    def _nudge(self, cases: Iterable[Hypothesis], doubt: float) -> None:
        """Try these worlds with one more magnet than known in a new place on its square."""
        for case in cases:
            nudged = [
                replace(case, gone=case.gone | {one}, added=case.added | {one}, prior=case.prior - doubt)
                for one in sorted(case.world - case.added)
            ]
            self._compare(nudged)


def _with_another_gone(cases: Iterable[Hypothesis], doubt: float) -> list[Hypothesis]:
    """The same worlds with one magnet more that was lifted unseen, while another came down."""
    found: dict[Arrangement, Hypothesis] = {}
    for case in cases:
        if case.added:
            for one in case.world - case.added:
                world = case.world - {one}
                found.setdefault(world, Hypothesis(world, case.gone | {one}, case.added, case.prior - doubt))
    for case in cases:
        found.pop(case.world, None)
    return list(found.values())


def _with_another_touched(cases: Iterable[Hypothesis], doubt: float) -> list[Hypothesis]:
    """The likely worlds into which one magnet came, with one more in a new place on its square."""
    return [
        replace(case, gone=case.gone | {one}, added=case.added | {one}, prior=case.prior - doubt)
        for case in cases
        if len(case.added) == 1 and case.prior == 0.0
        for one in sorted(case.world - case.added)
    ]


def _on_other_levels(cases: Iterable[Hypothesis]) -> list[Hypothesis]:
    """The same worlds with a new magnet on another height than the game has there."""
    found: dict[Arrangement, Hypothesis] = {}
    for case in cases:
        for one in case.added:
            rest, unplaced = case.world - {one}, case.added - {one}
            for level in range(max(0, one.level - _FAR_OFF), min(TALLEST, one.level + _FAR_OFF) + 1):
                if level != one.level:
                    other = frozenset({StandingMagnet(one.square, level, one.polarity)})
                    found.setdefault(
                        rest | other, Hypothesis(rest | other, case.gone, unplaced | other, case.prior - OTHER_LEVEL)
                    )
    for case in cases:
        found.pop(case.world, None)
    return list(found.values())

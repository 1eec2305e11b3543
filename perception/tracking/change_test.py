"""A reading at rest as a change against the reference reading, and what the arrangements that may be make of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from perception.decision_limits import DecisionLimits
from perception.hypotheses import Arrangement, Reading, ReferenceReading, Verdict, outline
from perception.reachable import ReachableHypotheses, candidates, in_hands
from perception.recognition.recogniser import Recogniser
from perception.tracking.hover_test import HoverTest
from perception.tracking.tremor_test import put_down


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """A reading that is judged as a change against ``reference``. ``believed`` is the arrangement that was read last
    (None: none since the reference reading), ``expected`` what the game makes likely."""

    reading: Reading
    reference: ReferenceReading
    believed: Arrangement | None
    expected: ReachableHypotheses

    @property
    def before(self) -> Arrangement:
        """What stood before, as far as is known."""
        return self.reference.arrangement if self.believed is None else self.believed

    def against(self, reference: ReferenceReading) -> ReadingChange:
        """The same reading against another reference reading."""
        return replace(self, reference=reference)

    def leads_to(self, verdict: Verdict) -> bool:
        """Whether other magnets stand by this verdict than before."""
        return outline(verdict.best.arrangement) != outline(self.before)


class ChangeTest:
    """Weighs the arrangements that may be, over one board."""

    def __init__(self, recogniser: Recogniser, limits: DecisionLimits, hover_test: HoverTest) -> None:
        self._recogniser = recogniser
        self._limits = limits
        self._hover_test = hover_test

    def likely(self, change: ReadingChange) -> list[Arrangement]:
        """The arrangements that hands may have led to, without the unlikely ones."""
        return list(dict.fromkeys(self._candidates(change)[0]))

    def score(self, change: ReadingChange) -> Verdict:
        """What the reading shows, with all magnets of the game on the board or in hands."""
        expected = change.expected
        return self._score_with((*(each.polarity for each in expected.arrangement), *expected.box), change)

    def standing_if_still(self, change: ReadingChange, verdict: Verdict) -> Verdict:
        """The verdict, but for a magnet in a hand that is too still for that, or awaited where it is: as the best
        explanation it stands on a tower of another height than is believed, if that explains the reading as clearly;
        as a rival it is none."""
        model, best, second, expected = self._recogniser.model, verdict.best, verdict.rival, change.expected
        if (
            not best.hands
            and second is not None
            and any(self._hover_test.stands(each, expected) for each in second.hands)
        ):
            return verdict.against_rival_of(self._score_with((), change))
        if len(best.hands) != 1 or not self._hover_test.stands(best.hands[0], expected):
            return verdict
        arrangements = tuple(put_down(model, best.arrangement, best.hands[0]))
        if not arrangements:
            return verdict
        stands = self._recogniser.score(change.reading, change.reference, arrangements).best
        if self._limits.is_doubtful(stands, change.reference) or stands.likelihood < best.likelihood:
            return verdict
        margin = inf if second is None else stands.likelihood - second.likelihood
        return Verdict(stands, margin, second)

    def is_better(self, undisturbed: Verdict, verdict: Verdict, change: ReadingChange) -> bool:
        """Whether the change is explained clearly, and far better than by a verdict, if nothing disturbs any more.
        Where the same magnets stand either way, and all of them, it need not be far: what stands is known then."""
        best, plain = undisturbed.best, verdict.best
        all_stand = not (plain.held or in_hands(change.expected.arrangement, plain.arrangement))
        same = outline(best.arrangement) == outline(plain.arrangement) and all_stand
        far = best.likelihood - plain.likelihood >= (0.0 if same else self._limits.margin)
        return far and self._limits.is_clear(undisturbed) and not self._limits.is_doubtful(best, change.reference)

    def _score_with(self, present: tuple[int, ...], change: ReadingChange) -> Verdict:
        """The arrangements that may be, with the magnets ``present`` on the board or in hands."""
        likely, unlikely = self._candidates(change)
        loose = frozenset() if change.believed is None else change.reference.arrangement - change.believed
        return self._recogniser.score(change.reading, change.reference, likely, unlikely, present=present, loose=loose)

    def _candidates(self, change: ReadingChange) -> tuple[list[Arrangement], list[Arrangement]]:
        return candidates(change.reference.arrangement, change.believed, change.expected, self._recogniser.squares)

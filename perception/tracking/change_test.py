"""Judges a reading at rest as a change against the reference: which arrangement explains it, and with what margin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from perception.arrangements import Arrangement, Explanation, Reading, ReferenceReading, Verdict, outline
from perception.counted_work import TaskSteps
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements, candidates, in_hands
from perception.interference.interference_decoder import (
    DisturbedVerdict,
    InterferenceDecoder,
    clearer_verdict,
    nearby_arrangements,
)
from perception.recognition.recogniser import Recogniser
from perception.sensors.rest_detector import RestRecord
from perception.tracking.hover_test import HoverTest, put_down


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """A reading that is judged as a change against ``reference``. ``believed`` is the arrangement that was decoded last
    (None: none since the reference), ``expected`` what the game allows, and ``rest`` what the rest has shown. It
    ``jumped`` if it followed on the reference from one frame to the next, as no hand can do."""

    reading: Reading
    reference: ReferenceReading
    believed: Arrangement | None
    expected: ExpectedArrangements
    rest: RestRecord
    jumped: bool = False

    @property
    def before(self) -> Arrangement:
        """What stood before, as far as is known."""
        return self.reference.arrangement if self.believed is None else self.believed

    def against(self, reference: ReferenceReading) -> ReadingChange:
        """The same reading against another reference."""
        return replace(self, reference=reference)

    def has_jumped(self, verdict: Verdict) -> bool:
        """Whether this verdict moves magnets from one frame to the next."""
        return self.jumped and outline(verdict.best.arrangement) != outline(self.reference.arrangement)

    def leads_to(self, verdict: Verdict) -> bool:
        """Whether other magnets stand in this verdict than before."""
        return outline(verdict.best.arrangement) != outline(self.before)


class ChangeTest:
    """Scores the arrangements that the game makes possible, on one board."""

    def __init__(
        self, recogniser: Recogniser, decoder: InterferenceDecoder, limits: DecisionLimits, hover_test: HoverTest
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._limits = limits
        self._hover_test = hover_test

    def score(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict on the reading, with all magnets of the game on the board or in hands. What is far less likely
        than ``known`` is not tried."""
        expected = change.expected
        return self._score_with((*(each.polarity for each in expected.arrangement), *expected.box), change, known)

    def standing_if_still(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[Verdict]:
        """The verdict, corrected for a magnet in a hand that shows no tremor or is where a touch is awaited. In the
        best explanation it stands on a tower of any height, if that explains the reading as clearly; in the rival it
        makes that rival void."""
        model, best, second, expected = self._recogniser.model, verdict.best, verdict.rival, change.expected
        if (
            not best.hands
            and second is not None
            and any(self._hover_test.stands(each, expected, change.rest) for each in second.hands)
        ):
            return verdict.against_rival_of((yield from self._score_with((), change)))
        if len(best.hands) != 1 or not self._hover_test.stands(best.hands[0], expected, change.rest):
            return verdict
        arrangements = tuple(put_down(model, best.arrangement, best.hands[0]))
        if not arrangements:
            return verdict
        stands = (yield from self._recogniser.score(change.reading, change.reference, arrangements)).best
        if self._limits.is_doubtful(stands, change.reference) or stands.likelihood < best.likelihood:
            return verdict
        margin = inf if second is None else stands.likelihood - second.likelihood
        return Verdict(stands, margin, second)

    def is_better(self, undisturbed: Verdict, verdict: Verdict, change: ReadingChange) -> bool:
        """Whether the change is explained clearly, and far better than by ``verdict``, if known interference is gone.
        It need not be far if all magnets stand, and the same ones either way, since the arrangement is certain then."""
        best, plain = undisturbed.best, verdict.best
        all_stand = not (plain.held or in_hands(change.expected.arrangement, plain.arrangement))
        same = outline(best.arrangement) == outline(plain.arrangement) and all_stand
        far = best.likelihood - plain.likelihood >= (0.0 if same else self._limits.margin)
        return far and self._limits.is_clear(undisturbed) and not self._limits.is_doubtful(best, change.reference)

    def may_hold_interference(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements
    ) -> bool:
        """Whether interference has to be ruled out before an explanation is believed."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        return self._limits.is_doubtful(best, reference) or self._decoder.fitter.may_lie(best, reference, floor)

    def explain_with_interference(
        self, change: ReadingChange, verdict: Verdict, jump_cost: float
    ) -> TaskSteps[tuple[Verdict | DisturbedVerdict | None, DisturbedVerdict | None]]:
        """Which of the verdict and the best one with interference is clear (None: neither), and the latter (None:
        there is none). ``jump_cost`` is the log-likelihood that it costs that a hand took part."""
        reference, expected = change.reference, change.expected
        near = nearby_arrangements(change.before, reference.arrangement, expected.arrangement, verdict)

        def score(corrected: Reading, base: ReferenceReading, known: float) -> TaskSteps[Verdict]:
            return self.score(replace(change, reading=corrected, reference=base), known)

        likely = dict.fromkeys(self._candidates(change)[0])
        further = [] if jump_cost else [each for each in likely if each not in near]
        plain = replace(verdict.best, likelihood=verdict.best.likelihood - jump_cost * change.leads_to(verdict))
        enough = plain.likelihood - self._limits.margin if self._limits.is_clear(verdict) else -inf
        disturbed = yield from self._decoder.explained(
            change.reading, reference, near, expected.levels, score, further=further, jump_cost=jump_cost, enough=enough
        )
        return clearer_verdict(replace(verdict, best=plain), disturbed, self._limits), disturbed

    def _score_with(self, present: tuple[int, ...], change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict with the magnets ``present`` on the board or in hands."""
        likely, unlikely = self._candidates(change)
        loose = frozenset() if change.believed is None else change.reference.arrangement - change.believed
        return self._recogniser.score(
            change.reading, change.reference, likely, unlikely, present=present, loose=loose, known=known
        )

    def _candidates(self, change: ReadingChange) -> tuple[list[Arrangement], list[Arrangement]]:
        return candidates(change.reference.arrangement, change.believed, change.expected, self._recogniser.squares)

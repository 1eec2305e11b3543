"""Judges a reading at rest as a change against the reference: which arrangement explains it, and with what margin."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from hardware.geometry import is_at_rim
from perception.arrangements import (
    Arrangement,
    Explanation,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    surplus_of,
)
from perception.counted_work import TaskSteps
from perception.decision_limits import FAIRLY, DecisionLimits
from perception.expected_arrangements import ExpectedArrangements, candidates, in_hands
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.magnet_beside import FAINT
from perception.recognition.recogniser import Recogniser
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.descent import DescentTest
from perception.tracking.fall_test import FallTest
from perception.tracking.hover_test import TOUCHED, HoverTest, put_down
from perception.tracking.missed_touches import MissedBy, MissedTouch
from perception.tracking.reading_change import ReadingChange

BADLY = 36.0
"""The misfit from which on a reading is explained so badly that a magnet may lie beside the board."""


class ChangeTest:
    """Scores the arrangements that the game makes possible, on one board."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        limits: DecisionLimits,
        hover_test: HoverTest,
        zero_steps: ZeroSteps,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._limits = limits
        self._hover_test = hover_test
        self._zero_steps = zero_steps
        self._descent = DescentTest(recogniser)
        self._fall_test = FallTest(recogniser, decoder)

    def score(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict on the reading, with all magnets of the game on the board or in hands. What is far less likely
        than ``known`` is not tried."""
        return self._score_with(change.expected.present, change, known)

    def score_if_still(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict on the reading; a magnet that shows no tremor is in no hand."""
        verdict = yield from self.score(change, known)
        if change.rest.varied or (change.expected.awaited and change.rest.rested >= TOUCHED):
            verdict = yield from self.standing_if_still(change, verdict)
        return verdict

    def plain(self, change: ReadingChange) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on the reading, and whether it is plain: clear, without interference, in no hand, and with one
        worker at most in a new place."""
        verdict = yield from self.score(change)
        best = verdict.best
        new = frozenset(best.placed) - frozenset(change.reference.placed)
        if change.has_jumped(verdict) or len(new) > 1 or not self._limits.is_clear(verdict):
            return verdict, False
        may_hold = self.may_hold_interference(best, change.reference, change.expected)
        return verdict, not (may_hold or self.may_be_held(best, change))

    def touches_unless_it_lies(self, verdict: Verdict, change: ReadingChange) -> bool:
        """Whether it is plain that one worker, which was in a hand, touches a square where it may build, unless it lies
        there on its side."""
        best, reference, expected = verdict.best, change.reference, change.expected
        new = best.arrangement - reference.arrangement
        placed = frozenset(best.placed) - frozenset(reference.placed)
        if len(new) != 1 or len(placed) != 1 or len(best.arrangement) != len(reference.arrangement) or best.hands:
            return False
        touches = {each.square for each in new} <= expected.tapped
        others_stand = outline(best.arrangement - new) < outline(reference.arrangement)
        poor = self._limits.is_doubtful(best, reference) or self._has_surplus(best, expected)
        is_plain = self._limits.is_clear(verdict) and not (poor or self.may_be_held(best, change))
        return touches and others_stand and is_plain

    def missed_touch(self, touch: MissedTouch) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on the reading of an earlier touch, and whether it is plain."""
        if touch.by is MissedBy.DISTANCE:
            return self._touched_far_off(touch.change)
        if touch.on_ground is not None:
            return self._touches_ground(touch.change, touch.on_ground)
        return self.plain(touch.change)

    def _touched_far_off(self, change: ReadingChange) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on a reading of a worker that does not lie where it is, and whether it touches a square there."""
        verdict = yield from self.score(change)
        return verdict, self.touches_unless_it_lies(verdict, change)

    def _touches_ground(self, change: ReadingChange, worker: StandingMagnet) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on a reading of the moments in which this worker stood flat, and whether it is clear that it
        touched the ground there, all others standing."""
        verdict = yield from self.score(change)
        best = verdict.best
        others = best.arrangement - {worker} < change.reference.arrangement
        doubtful = self.may_hold_interference(best, change.reference, change.expected, BADLY)
        return verdict, worker in best.arrangement and others and self._limits.is_clear(verdict) and not doubtful

    def but_for_lights(self, change: ReadingChange, verdict: Verdict) -> Verdict:
        """The verdict; what its best explanation does not explain well may come from lights that have changed."""
        best = verdict.best
        if best.misfit <= self._limits.doubtful:
            return verdict
        lit = self._zero_steps.explained(self._recogniser.residual(change.reading, change.reference, best))
        return replace(verdict, best=replace(best, misfit=best.misfit - lit))

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

    def is_better(self, undisturbed: Verdict, verdict: Verdict, change: ReadingChange) -> TaskSteps[bool]:
        """Whether this change, without the known interference, is explained clearly, and far better than by
        ``verdict``, with it. It need be neither far nor quite well if all magnets stand, and the same ones either way:
        the arrangement is certain then, though the interference may still be on its way. A hand must not explain it
        either, nor a worker that fell."""
        best, plain = undisturbed.best, verdict.best
        all_stand = not (plain.held or in_hands(change.expected.arrangement, plain.arrangement))
        same = outline(best.arrangement) == outline(plain.arrangement) and all_stand
        far = best.likelihood - plain.likelihood >= (0.0 if same else self._limits.margin)
        if not (far and self._limits.is_clear(undisturbed)):
            return False
        if self._limits.is_doubtful(best, change.reference, BADLY if same else None):
            return False
        if self.may_be_held(best, change):
            return False
        return not (yield from self._fall_test.may_have_fallen(best, change))

    def may_be_held(self, best: Explanation, change: ReadingChange) -> bool:
        """Whether a worker that is new in an explanation may be in a hand, by all that the rest has shown."""
        return self._hover_test.may_be_held(best, change.reference, change.expected, change.rest)

    def may_hold_interference(
        self,
        best: Explanation,
        reference: ReferenceReading,
        expected: ExpectedArrangements,
        misfit: float | None = None,
    ) -> bool:
        """Whether interference has to be ruled out before an explanation is believed, as one has to be that is poor
        (from this ``misfit`` on; None: from the usual one)."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        doubtful = self._limits.is_doubtful(best, reference, misfit)
        return doubtful or self._has_surplus(best, expected) or self._decoder.fitter.may_lie(best, reference, floor)

    def _has_surplus(self, best: Explanation, expected: ExpectedArrangements) -> bool:
        """Whether there are more workers than the game has."""
        return surplus_of(expected.present, (*best.arrangement, *best.hands)) > 0

    def came_unseen(self, change: ReadingChange, best: Explanation) -> TaskSteps[bool]:
        """Whether a worker has come down at the rim so high on a tower, or so far off the middle of its square, that a
        magnet beside the board may be all there is, and no hand was seen to put it there. One that is high is doubted
        only where the reading is explained no better than fairly. A touch is judged by more than that."""
        known, size = frozenset(change.reference.placed), self._recogniser.model.geometry.size
        at_rim = [each for each in best.placed if each not in known and is_at_rim(each.standing.square, size)]
        faint = best.misfit > FAIRLY and any(each.standing.level >= FAINT for each in at_rim)
        if change.expected.tapped or not (faint or any(self._limits.is_off_centre(each) for each in at_rim)):
            return False
        return not (yield from self._descent.may_have_come_down(best, change.reading, change.reference, change.rest))

    def _score_with(self, present: tuple[int, ...], change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict with the magnets ``present`` on the board or in hands."""
        likely, unlikely = self.candidates(change)
        loose = frozenset() if change.believed is None else change.reference.arrangement - change.believed
        return self._recogniser.score(
            change.reading, change.reference, likely, unlikely, present=present, loose=loose, known=known
        )

    def candidates(self, change: ReadingChange) -> tuple[list[Arrangement], list[Arrangement]]:
        """The arrangements that the game makes likely, and those that it makes unlikely."""
        return candidates(change.reference.arrangement, change.believed, change.expected, self._recogniser.squares)

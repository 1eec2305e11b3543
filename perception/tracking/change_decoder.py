"""Decodes a reading at rest as a change against the reference: which arrangement explains it, and with what margin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from hardware.geometry import is_at_rim
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    against_weight,
    candidates,
    in_hands,
    outline,
    surplus_of,
    with_rival,
)
from perception.counted_work import TaskSteps
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.limits import FAINT_LEVEL
from perception.limits import BADLY, FAIRLY, DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.sensors.drift import ZeroSteps
from perception.tracking import limits
from perception.tracking.descent_detector import DescentDetector, FallDetector
from perception.tracking.hover_detector import HoverDetector, put_down
from perception.tracking.reading_change import ReadingChange
from perception.tracking.touches import MissedTouch


@dataclass(frozen=True, slots=True)
class DecodedChange:
    """A change with its verdict. A new magnet may be in a hand (``may_be_held``), or magnets moved from one frame to
    the next (``jumped``). The verdict ``is_clear`` if it is good enough to be believed, and ``is_doubtful`` if
    interference has to be ruled out before."""

    change: ReadingChange
    verdict: Verdict
    may_be_held: bool
    jumped: bool
    is_doubtful: bool
    is_clear: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it can be believed as it is."""
        return self.is_clear and not (self.is_doubtful or self.jumped)

    def with_rival(self, other: Explanation) -> DecodedChange:
        """Return the same with one more explanation as a possible rival."""
        return replace(self, verdict=with_rival(self.verdict, other))


class ChangeDecoder:
    """Decodes changes of one board: scores the arrangements that the game makes possible."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        thresholds: DecisionThresholds,
        hover_detector: HoverDetector,
        zero_steps: ZeroSteps,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._thresholds = thresholds
        self._hover_detector = hover_detector
        self._zero_steps = zero_steps
        self._descent = DescentDetector(recogniser)
        self._fall_detector = FallDetector(recogniser, decoder)

    def decode(self, change: ReadingChange) -> TaskSteps[DecodedChange]:
        """Decode a change: its verdict, and what speaks against it at once. Whether it is clear is weighed later."""
        verdict = self.but_for_lights(change, (yield from self.score_if_still(change)))
        doubtful = self.may_hold_interference(verdict.best, change.reference, change.expected)
        doubtful |= self.hardly_stands(verdict.best, change)
        stays = verdict.best.arrangement == change.before  # a worker pushed where it stands is in no hand
        may_be_held = self.may_be_held(verdict.best, change) and not stays
        return DecodedChange(change, verdict, may_be_held, change.has_jumped(verdict), doubtful)

    def weigh(self, found: DecodedChange) -> TaskSteps[DecodedChange]:
        """Weigh whether the verdict on a change is clear. A worker that came unseen makes it doubtful."""
        clear, doubtful = self._thresholds.is_clear(found.verdict), found.is_doubtful
        if clear and not doubtful:
            doubtful = yield from self.came_unseen(found.change, found.verdict.best)
        return replace(found, is_clear=clear, is_doubtful=doubtful)

    def score(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """Score a reading with all magnets of the game on the board or in hands. What is far less likely than ``known``
        is not tried."""
        return self._score_with(change.expected.present, change, known)

    def score_if_still(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """Score a reading in the same way; a magnet that shows no tremor is in no hand."""
        verdict = yield from self.score(change, known)
        if change.rest.varied or (change.expected.awaited and change.rest.rested >= limits.TOUCHED):
            verdict = yield from self.standing_if_still(change, verdict)
        return verdict

    def plain(self, change: ReadingChange) -> TaskSteps[tuple[Verdict, bool]]:
        """Score a reading, and check whether the verdict is plain: clear, without interference, in no hand, and with
        one worker at most in a new place."""
        verdict = yield from self.score(change)
        best = verdict.best
        new = frozenset(best.placed) - frozenset(change.reference.placed)
        if change.has_jumped(verdict) or len(new) > 1 or not self._thresholds.is_clear(verdict):
            return verdict, False
        may_hold = self.may_hold_interference(best, change.reference, change.expected)
        return verdict, not (may_hold or self.may_be_held(best, change))

    def missed_touch(self, touch: MissedTouch) -> TaskSteps[tuple[Verdict, bool]]:
        """Score the reading of an earlier touch, and check whether the verdict is plain."""
        if touch.on_ground is not None:
            return self._touches_ground(touch.change, touch.on_ground)
        return self.plain(touch.change)

    def _touches_ground(self, change: ReadingChange, worker: StandingMagnet) -> TaskSteps[tuple[Verdict, bool]]:
        """Score a reading of the frames in which this worker stood flat, and check whether it clearly touched the
        ground there while all others stood."""
        verdict = yield from self.score(change)
        best = verdict.best
        others = best.arrangement - {worker} < change.reference.arrangement
        doubtful = self.may_hold_interference(best, change.reference, change.expected, BADLY)
        return verdict, worker in best.arrangement and others and self._thresholds.is_clear(verdict) and not doubtful

    def but_for_lights(self, change: ReadingChange, verdict: Verdict) -> Verdict:
        """Return the verdict with less misfit where lights that have changed explain it."""
        best = verdict.best
        if best.misfit <= self._thresholds.doubtful:
            return verdict
        lit = self._zero_steps.explained(self._recogniser.residual(change.reading, change.reference, best))
        return replace(verdict, best=replace(best, misfit=best.misfit - lit))

    def standing_if_still(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[Verdict]:
        """Correct a verdict with a magnet in a hand that shows no tremor, or that is where a touch is awaited. In the
        best explanation the magnet stands on a tower of any height, if that explains the reading as clearly. In the
        rival it makes the rival void."""
        model, best, second, expected = self._recogniser.model, verdict.best, verdict.rival, change.expected
        if (
            not best.hands
            and second is not None
            and any(self._hover_detector.stands(each, expected, change.rest) for each in second.hands)
        ):
            return verdict.against_rival_of((yield from self._score_with((), change)))
        if len(best.hands) != 1 or not self._hover_detector.stands(best.hands[0], expected, change.rest):
            return verdict
        arrangements = tuple(put_down(model, best.arrangement, best.hands[0]))
        if not arrangements:
            return verdict
        stands = (yield from self._recogniser.score(change.reading, change.reference, arrangements)).best
        if self._thresholds.is_doubtful(stands, change.reference) or stands.likelihood < best.likelihood:
            return verdict
        margin = inf if second is None else stands.likelihood - second.likelihood
        return Verdict(stands, margin, second)

    def is_better(self, undisturbed: Verdict, verdict: Verdict, change: ReadingChange) -> TaskSteps[bool]:
        """Check whether this change is explained clearly without the known interference, and far better than by
        ``verdict`` with it. If all magnets stand, and the same ones either way, it need be neither far nor quite well:
        the arrangement is certain then, though the interference may still be on its way. Neither a hand nor a worker
        that fell may explain it."""
        best, plain = undisturbed.best, verdict.best
        all_stand = not (plain.held or in_hands(change.expected.arrangement, plain.arrangement))
        same = outline(best.arrangement) == outline(plain.arrangement) and all_stand
        far = best.likelihood - plain.likelihood >= (0.0 if same else self._thresholds.margin)
        if not (far and self._thresholds.is_clear(undisturbed)):
            return False
        if self._thresholds.is_doubtful(best, change.reference, BADLY if same else None):
            return False
        if self.may_be_held(best, change):
            return False
        return not (yield from self._fall_detector.may_have_fallen(best, change))

    def may_be_held(self, best: Explanation, change: ReadingChange) -> bool:
        """Check whether a new worker of an explanation may be in a hand, by all that the rest has shown."""
        return self._hover_detector.may_be_held(best, change.reference, change.expected, change.rest)

    def hardly_stands(self, best: Explanation, change: ReadingChange) -> bool:
        """Check whether a new worker of an explanation stands only just, by all that the rest has shown."""
        return self._hover_detector.hardly_stands(best, change.reference, change.expected, change.rest)

    def may_hold_interference(
        self,
        best: Explanation,
        reference: ReferenceReading,
        expected: ExpectedArrangements,
        misfit: float | None = None,
    ) -> bool:
        """Check whether interference has to be ruled out before an explanation is believed, as it has for a poor one.
        An explanation is poor from this ``misfit`` on, if one is given."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        doubtful = self._thresholds.is_doubtful(best, reference, misfit)
        return doubtful or self._has_surplus(best, expected) or self._decoder.fitter.may_lie(best, reference, floor)

    def _has_surplus(self, best: Explanation, expected: ExpectedArrangements) -> bool:
        """Check whether there are more workers than the game has."""
        return surplus_of(expected.workers, (*best.arrangement, *best.hands)) > 0

    def came_unseen(self, change: ReadingChange, best: Explanation) -> TaskSteps[bool]:
        """Check whether a worker has come down at the rim that no hand was seen to put there: so high on a tower, or so
        far off the middle of its square, that a magnet beside the board may be all there is. One that is high is
        doubted only where the reading is explained no better than fairly. A touch is decoded by more than that."""
        known, size = frozenset(change.reference.placed), self._recogniser.model.geometry.size
        at_rim = [each for each in best.placed if each not in known and is_at_rim(each.standing.square, size)]
        faint = best.misfit > FAIRLY and any(each.standing.level >= FAINT_LEVEL for each in at_rim)
        if change.expected.tapped or not (faint or any(self._thresholds.is_off_centre(each) for each in at_rim)):
            return False
        return not (yield from self._descent.may_have_come_down(best, change.reading, change.reference, change.rest))

    def _score_with(self, present: tuple[int, ...], change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """Return the verdict with the magnets ``present`` on the board or in hands. What the scale contradicts is not
        clear, however well it explains the fields: there is something else, which has not been tried."""
        likely, unlikely = self.candidates(change)
        loose = frozenset() if change.believed is None else change.reference.arrangement - change.believed
        weighed = change.expected.weighed
        verdict = yield from self._recogniser.score(
            change.reading,
            change.reference,
            likely,
            unlikely,
            present=present,
            loose=loose,
            known=known,
            weighed=weighed,
        )
        return replace(verdict, margin=0.0) if against_weight(verdict.best.arrangement, weighed) else verdict

    def candidates(self, change: ReadingChange) -> tuple[list[Arrangement], list[Arrangement]]:
        """Return the arrangements that the game makes likely, and those that it makes unlikely."""
        return candidates(change.reference.arrangement, change.believed, change.expected, self._recogniser.squares)

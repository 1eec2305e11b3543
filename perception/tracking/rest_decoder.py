"""Decodes what a board shows at rest: from a change, or a reading by itself, to what is believed. Apart from `tracker`,
which decides when a rest is decoded."""

from __future__ import annotations

from dataclasses import replace

from perception.arrangements import Arrangement, ExpectedArrangements, Reading, Verdict, in_hands
from perception.counted_work import TaskSteps
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder, possible_verdicts
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.tracking.belief import Belief
from perception.tracking.change_decoder import ChangeDecoder, DecodedChange
from perception.tracking.cold_start import ColdStart
from perception.tracking.hover_detector import HoverDetector
from perception.tracking.interference_detector import InterferenceDetector, MagnetBesideDetector
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rests import DecodingQueue, FrameResult
from perception.tracking.touches import MissedTouch


class RestDecoder:
    """Decodes rests of one board. Each way to do so is a task, which ends with what the board shows being believed, or
    with a reading that stays unclear."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        queue: DecodingQueue,
        belief: Belief,
        thresholds: DecisionThresholds,
    ) -> None:
        self._queue = queue
        self._belief = belief
        self._thresholds = thresholds
        self._hovers = HoverDetector(recogniser.model, recogniser.noise_model)
        self._changes = ChangeDecoder(recogniser, decoder, thresholds, self._hovers, belief.zero_steps)
        self._beside = MagnetBesideDetector(recogniser, decoder, thresholds, self._changes)
        self._interference = InterferenceDetector(recogniser, decoder, thresholds, self._changes, self._beside)
        self._cold_start = ColdStart(recogniser, decoder, belief.baseline, belief.interference, thresholds)

    @property
    def waits_for_end(self) -> bool:
        """Whether what follows the rest that was decoded last may show whether a magnet is in a hand."""
        return self._hovers.waits_for_end

    # -- as a change against the reference

    def change(self, change: ReadingChange) -> TaskSteps[FrameResult]:
        """Decode a change: without interference, with a magnet beside the board, with any interference, and at last
        without the reference. While there may be a magnet beside the board further sensors count only for where it
        lies: they are nearer to it than to the workers."""
        change = self._undisturbed(change)
        found = whole = yield from self._changes.decode(change)
        if found.verdict.best.misfit > self._thresholds.doubtful and change.of_squares is not change:
            change = change.of_squares
            found = yield from self._changes.decode(change)
        if not found.may_be_held:
            if self._belief.interference.is_disturbed and not found.jumped:
                without = change.against(self._belief.interference.undisturbed(change.reference))
                undisturbed = yield from self._changes.score(without, found.verdict.best.likelihood)
                found = found.with_rival(undisturbed.best)
                if (yield from self._changes.is_better(undisturbed, found.verdict, without)):
                    return (yield from self._belief.accept_undisturbed(undisturbed.best, change, without.reference))
            found = yield from self._changes.weigh(found)
            if found.is_plain:
                return (yield from self._belief.accept_plain(found.verdict.best, change.reading, change.expected))
        # Several magnets in one thing are none to further sensors, which are near, and one to those of squares.
        decoded = (found,) if whole.change is found.change else (whole, found)
        beside = yield from self._beside.explain(decoded, lambda: self._queue.task.shown)
        if beside is not None:
            disturbed, by = beside
            return (yield from self._belief.accept_disturbed(disturbed, by.reading, change.expected))
        if found.may_be_held or not self._may_search_long(found):
            return self._stay_unclear(found.verdict)
        if found.jumped or found.is_doubtful:
            return (yield from self._with_interference(found))
        return (yield from self._without_reference_after_long(found, (found.verdict,)))

    def _undisturbed(self, change: ReadingChange) -> ReadingChange:
        """Return the change as it is decoded: by the squares alone while a magnet beside the board is known."""
        return change.of_squares if self._belief.interference.is_disturbed else change

    def without(self, silent: frozenset[int], change: ReadingChange) -> TaskSteps[FrameResult]:
        """Decode a change without the sensors that may have died. Unless it is plain, wait until they show by their
        silence or their noise whether they have."""
        others = change.without(silent)
        if self._belief.interference.is_disturbed:
            return self._stay_unclear((yield from self._changes.score(others)))
        return (yield from self._if_plain(others, self._changes.plain(others)))

    def missed(self, touch: MissedTouch) -> TaskSteps[FrameResult]:
        """Decode an earlier touch that was not understood."""
        touch = replace(touch, change=self._undisturbed(touch.change))
        return self._if_plain(touch.change, self._changes.missed_touch(touch))

    def _if_plain(self, change: ReadingChange, steps: TaskSteps[tuple[Verdict, bool]]) -> TaskSteps[FrameResult]:
        """Believe a verdict that is plain; else nothing."""
        verdict, is_plain = yield from steps
        if not is_plain:
            return self._stay_unclear(verdict)
        return (yield from self._belief.accept_plain(verdict.best, change.reading, change.expected))

    def _may_search_long(self, found: DecodedChange) -> bool:
        """Check whether the rest has lasted long enough for a long search, and is not over."""
        change, verdict, queue = found.change, found.verdict, self._queue
        wait = self._thresholds.interference_after
        if found.is_clear and found.is_doubtful:
            wait = self._thresholds.doubtful_after
        # Who is still in a hand has done nothing yet: such a search must not keep the touch that follows waiting.
        is_carried = verdict.best.held or in_hands(change.expected.arrangement, verdict.best.arrangement)
        may_outlive = found.is_clear and not (found.jumped or is_carried)
        return queue.task.lasted(change.rest) >= wait and queue.task.bind_to_rest(may_outlive=may_outlive)

    def _with_interference(self, found: DecodedChange) -> TaskSteps[FrameResult]:
        """Explain a change with interference or without, whichever is clear. If neither is for long, decode the reading
        without the reference."""
        change, verdict = found.change, found.verdict
        chosen, disturbed = yield from self._interference.explain(change, verdict)
        if self._queue.task.past_rest is not None and isinstance(chosen, DisturbedVerdict):
            # Interference that was so short need not be known.
            chosen = verdict if chosen.has_arrangement_of(verdict) else None
        if isinstance(chosen, DisturbedVerdict):
            return (yield from self._belief.accept_disturbed(chosen, change.reading, change.expected))
        if self._changes.hardly_stands(verdict.best, change):
            return self._stay_unclear(verdict)
        if chosen is not None:
            return (yield from self._belief.accept_plain(verdict.best, change.reading, change.expected))
        if not self._queue.task.bind_to_rest(may_outlive=False):
            return self._stay_unclear(verdict)
        possible = possible_verdicts(verdict, disturbed, self._thresholds)
        return (yield from self._without_reference_after_long(found, possible))

    def _without_reference_after_long(
        self, found: DecodedChange, possible: tuple[Verdict, ...]
    ) -> TaskSteps[FrameResult]:
        """Decode the reading without the reference if the board has been unclear for long, or frames are missing."""
        if not self._queue.needs_cold_start:
            return self._stay_unclear(found.verdict)
        return (yield from self.alone(found.change.reading, found.change.expected, possible))

    def _stay_unclear(self, verdict: Verdict | None) -> FrameResult:
        awaits_tremor = verdict is not None and self._hovers.benefits_from_waiting(verdict)
        return self._belief.stay_unclear(verdict, awaits_tremor=awaits_tremor)

    # -- without a reference

    def alone(
        self, reading: Reading, expected: ExpectedArrangements, changed: tuple[Verdict, ...] = ()
    ) -> TaskSteps[FrameResult]:
        """Decode the reading by itself; ``changed`` are possible verdicts on the change since the reference."""
        belief = self._belief
        known = () if self._queue.schedule.frames_missing else changed
        self._queue.cold_started()
        corrected, reference = yield from self._cold_start.corrected(reading, belief.reference, expected)
        belief.refer_to(reference)
        belief.update_findings()
        turned = yield from self._cold_start.turned(corrected.of_squares, expected.arrangement)
        if turned is not None:
            return belief.accept_cold(turned, reading, (), is_known=False)
        verdict, clear = yield from self._cold_start.decode(corrected, expected)
        if clear is None and corrected.of_squares is not corrected:
            verdict, clear = yield from self._cold_start.decode(corrected.of_squares, expected)
        best = clear.verdict.best if isinstance(clear, DisturbedVerdict) else verdict.best
        reference = belief.reference
        doubted = clear is None or self._cold_start.contradicts_change(best, known)
        if isinstance(clear, DisturbedVerdict) and not doubted:
            if reference and self._thresholds.is_doubtful(best, reference):
                return self._stay_unclear(known[0] if known else verdict)  # more than one odd thing at a time
            return belief.accept_cold_disturbed(clear, reading, is_known=bool(known))
        if doubted or (reference and self._changes.may_hold_interference(best, reference, expected)):
            return self._stay_unclear(known[0] if known else verdict)
        belief.interference.forget_fallen()
        heights = yield from self._cold_start.heights(corrected, best, reading, reference)
        return belief.accept_cold(best, reading, heights, is_known=bool(known))

    def trusted(
        self, arrangement: Arrangement, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[FrameResult]:
        """Take the reading for this arrangement, which a player has stated."""
        corrected, reference = yield from self._cold_start.corrected(reading, self._belief.reference, expected)
        self._belief.refer_to(reference)
        best = yield from self._cold_start.explain_alone(corrected, arrangement)
        return self._belief.accept_trusted(best, reading)

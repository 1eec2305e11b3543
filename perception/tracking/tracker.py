"""Which magnets stand where, followed from frame to frame. It knows nothing of rules, only what may be expected.

The tracker believes in one arrangement at a time and leaves it only for another that explains a reading at rest with a
clear margin. Fields are judged as changes against the last reading in which every magnet stood; while one is in a
hand, that reading stays the reference reading, since a hand's field must never be taken for part of the board. What no
arrangement explains may be a arrangement and something that disturbs; what nothing explains stays unclear, and is
looked at afresh with growing patience.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from math import inf

from hardware.board import Frame
from perception.decision_limits import DecisionLimits
from perception.findings import NOTHING_FOUND, Findings, HeightFound
from perception.hypotheses import (
    Arrangement,
    Explanation,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    with_rival,
)
from perception.interference.interference_decoder import (
    DisturbedVerdict,
    InterferenceDecoder,
    clearer_verdict,
    fallen_if_likelier,
    nearby_arrangements,
)
from perception.interference.interference_tracker import InterferenceTracker
from perception.reachable import ReachableHypotheses, in_hands
from perception.recognition.incremental_task import SCORING_COST, IncrementalTask, TaskSteps
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import Baseline, following_drift, has_stepped
from perception.sensors.rest_detector import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.change_test import ChangeTest, ReadingChange
from perception.tracking.cold_start import ColdStart
from perception.tracking.hover_test import TOUCHED, HoverTest


class FrameResult(StrEnum):
    """How a frame left the tracker: nothing new, the board in motion, or a reading that was (not) understood."""

    SAME = "same"
    MOVING = "moving"
    READ = "read"
    UNCLEAR = "unclear"


_LONGEST_RETRY_WAIT = 8000
_LONGEST_COLD_WAIT = 16_000
_JUMP_COST = 20.0


class Tracker:
    """Follows the magnets of one board.

    ``arrangement`` is what is believed to stand, ``since`` when, ``lifting`` a magnet that is on its way up just now,
    ``disputed`` the magnets that an unclear reading may show or not, ``likely`` those of them that it rather shows,
    ``findings`` what is known besides.
    """

    def __init__(self, recogniser: Recogniser, limits: DecisionLimits | None = None) -> None:
        self._recogniser = recogniser
        self._limits = limits or DecisionLimits()
        self._sensors = SensorFilter(recogniser.squares, recogniser.noise_model)
        self._hover_test = HoverTest(recogniser.model, self._sensors)
        self._change_test = ChangeTest(recogniser, self._limits, self._hover_test)
        self._baseline = Baseline(recogniser.model)
        self._decoder = InterferenceDecoder(recogniser, lambda: self._sensors.exchanged)
        self._interference = InterferenceTracker(self._sensors, self._baseline, self._decoder.fitter)
        self._cold_start = ColdStart(recogniser, self._decoder, self._limits)
        self._reference: ReferenceReading | None = None
        self._trusted: Arrangement | None = None
        self._last_read: Reading | None = None
        self._heights: tuple[HeightFound, ...] = ()
        self._task: IncrementalTask[FrameResult] | None = None
        self._outlives_rest = False
        self._past_rest: Rest | None = None
        self._tried_at = 0
        self._is_settled = False
        self._stood_as_expected = False
        self._frames_missing = False
        self._unclear_since: int | None = None
        self._awaits_tremor = False
        self._moving = False
        self._lift_checked_at = 0
        self._cold_started_at = 0
        self._cold_starts = 0
        self._followed_at = 0
        self.arrangement: Arrangement | None = None
        self.since = 0
        self.lifting: StandingMagnet | None = None
        self.disputed: Arrangement = frozenset()
        self.likely: Arrangement = frozenset()
        self.findings: Findings = NOTHING_FOUND

    @property
    def settled(self) -> bool:
        """Whether the board is at rest and understood: ``arrangement`` is what stands there now."""
        return self._is_settled

    @property
    def still_since(self) -> int:
        """Since when nothing at all has moved; ``arrangement`` may have stood for longer, a tremor aside."""
        return self._sensors.since if self._past_rest is None else self._past_rest.since

    @property
    def seen(self) -> int:
        """When what is believed was seen last: now, or before the board moved on while that was thought about."""
        return self._sensors.at if self._past_rest is None else self._past_rest.until

    @property
    def unclear_since(self) -> int | None:
        """Since when the board has been at rest without being understood; None if it is understood or moving."""
        return self._unclear_since

    def forget(self) -> None:
        """Read the next still board afresh, without an reference reading: nothing that was believed is a guide."""
        self._reference, self.arrangement, self.lifting, self._interference.fallen, self._frames_missing = (
            None,
            None,
            None,
            None,
            False,
        )
        self._heights = ()
        self.reconsider()
        self._update_findings()

    def resume_after_gap(self) -> None:
        """Frames are missing (a lost link): the next still board is judged by what was known if that gives a clear
        reading at once, and afresh otherwise."""
        self._frames_missing, self.lifting = True, None
        self._sensors.restart()
        self.reconsider()

    def trust(self, arrangement: Arrangement) -> None:
        """Take what stands for this arrangement, whatever the fields say. What moves just then is read afresh instead:
        this was said of what stood before."""
        self._trusted = arrangement
        self.reconsider()
        if self._sensors.rested < self._limits.touch:
            self._note_motion()

    def reconsider(self) -> None:
        """Judge the board again at the next frame, since other arrangements are expected than before."""
        self._is_settled, self._task, self._past_rest, self._tried_at = False, None, None, -_LONGEST_COLD_WAIT

    def feed(self, frame: Frame, expected: ReachableHypotheses) -> FrameResult:
        """Take in a frame. ``arrangement``, ``since``, ``lifting``, ``disputed`` and ``findings`` tell what is believed
        then."""
        if self._task is None:
            self._past_rest = None
        rest = self._sensors.rest
        if not self._sensors.feed(frame):
            self._stood_as_expected = self._is_settled and self.arrangement == expected.arrangement
            self._is_settled, self._unclear_since, self._cold_starts = False, None, 0
            self._tried_at = frame.at
            self._note_end_of_rest(rest)
            self._note_motion()
        if self._sensors.watch():
            self.reconsider()
            self._update_findings()
        if self._is_settled:
            self._follow_drift(expected)
            return FrameResult.SAME
        if self._past_rest is not None and self._task is not None:
            return self._advance_past_rest(self._task)
        if self._sensors.rested < self._limits.touch or self._sensors.drifting:
            return self._detect_lift(frame)
        if self._task is not None:
            return self._advance_task(self._task)
        if self._unclear_since is not None and frame.at - self._tried_at < self._wait(frame.at - self._unclear_since):
            return FrameResult.UNCLEAR
        return self._judge(frame.at, expected)

    def _note_motion(self) -> None:
        """Something moves: what somebody said of the board, if it has been read before, is no more so."""
        if self._trusted is not None and self.arrangement is not None:
            self._trusted = None
            self.forget()

    def _detect_lift(self, frame: Frame) -> FrameResult:
        """While things move: is a worker being lifted? Looked at in some frames only, to save time."""
        begins, self._moving = not self._moving, True
        reference = self._reference
        if reference is None or self.arrangement != reference.arrangement or self.lifting is not None:
            return FrameResult.MOVING if begins else FrameResult.SAME
        if frame.at - self._lift_checked_at >= self._limits.lift_period:
            reading = self._sensors.lift_likely(reference)
            if reading is not None:
                self._lift_checked_at = frame.at
                self.lifting = self._recogniser.lifting(reading, reference)
        return FrameResult.MOVING if begins or self.lifting is not None else FrameResult.SAME

    # -- at rest

    def _wait(self, unclear: int) -> int:
        """How long to wait before an unclear reading is tried again, in ms."""
        soon = self._limits.tremor_wait if self._awaits_tremor else self._limits.patience
        if unclear < soon and self._reference is not None:
            return self._limits.retry
        return min(max(self._limits.patience, unclear // 2), _LONGEST_RETRY_WAIT)

    def _judge(self, at: int, expected: ReachableHypotheses) -> FrameResult:
        self._tried_at, self._moving = at, False
        reading = self._sensors.reading()
        if self._trusted is not None:
            return self._accept_trusted(self._trusted, reading)
        reference = self._reference
        if reference is None:
            return self._start_task(self._start_cold(reading, expected, None), outlives_rest=False)
        change = ReadingChange(reading, reference, self.arrangement, expected)
        silent = self._sensors.silent(reading, reference)
        if silent:
            return FrameResult.SAME if self._sensors.rested < TOUCHED else self._beside(silent, change)
        verdict = self._change_test.score(change)
        if self._sensors.varied or (expected.awaited and self._sensors.rested >= TOUCHED):
            verdict = self._change_test.standing_if_still(change, verdict)
        if self._hover_test.may_tremble(verdict.best, reference, expected) or self._hover_test.may_pass_by(
            verdict.best, reference
        ):
            return self._stay_unclear(verdict)
        jumped_elsewhere = self._jumped_elsewhere(verdict.best, reference)
        undisturbed = None if jumped_elsewhere else self._score_undisturbed(change)
        if undisturbed is not None:
            verdict = with_rival(verdict, undisturbed.best)
            if self._change_test.is_better(undisturbed, verdict, change):
                return self._accept_undisturbed(undisturbed, change)
        clear = self._limits.is_clear(verdict)
        doubtful = self._needs_interference_check(verdict.best, reference, expected)
        if clear and not (doubtful or jumped_elsewhere):
            return self._accept_plain(verdict, reading, expected)
        if self._sensors.rested < (
            self._limits.doubtful_after if clear and doubtful else self._limits.interference_after
        ):
            return self._stay_unclear(verdict)
        if not (jumped_elsewhere or doubtful):
            if not self._needs_cold_start:
                return self._stay_unclear(verdict)
            return self._start_task(self._start_cold(reading, expected, verdict), outlives_rest=False)
        outlives_rest = clear and not (jumped_elsewhere or self._frames_missing or verdict.best.hands)
        jump_cost = _JUMP_COST * (self._stood_as_expected and self._sensors.jumped)
        return self._start_task(self._explain_change(change, verdict, jump_cost), outlives_rest=outlives_rest)

    def _beside(self, silent: frozenset[int], change: ReadingChange) -> FrameResult:
        """Believe what is plain without the sensors that may have died; what is not waits for their silence, or their
        noise."""
        others = change.reading.without(silent)
        reference, expected = change.reference, change.expected
        verdict = self._change_test.score(replace(change, reading=others))
        best = verdict.best
        clear = self._limits.is_clear(verdict) and not (
            self._jumped_elsewhere(best, reference) or self._interference.is_disturbed
        )
        passing = self._hover_test.may_tremble(best, reference, expected) or self._hover_test.may_pass_by(
            best, reference
        )
        if not clear or passing or self._needs_interference_check(best, reference, expected):
            return self._stay_unclear(verdict)
        return self._accept_plain(verdict, others, expected)

    def _needs_interference_check(
        self, best: Explanation, reference: ReferenceReading, expected: ReachableHypotheses
    ) -> bool:
        """Whether something that disturbs has to be ruled out before an explanation is believed."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        return self._limits.is_doubtful(best, reference) or self._decoder.fitter.may_lie(best, reference, floor)

    def _jumped_elsewhere(self, best: Explanation, reference: ReferenceReading) -> bool:
        """Whether magnets are said to have gone elsewhere from one frame to the next, as no hand can do."""
        return (
            self._stood_as_expected
            and self._sensors.jumped
            and outline(best.arrangement) != outline(reference.arrangement)
        )

    def _start_task(self, steps: TaskSteps[FrameResult], *, outlives_rest: bool) -> FrameResult:
        """Begin to think about what rests, with the next frame: this one has had its share of work. A ``outlives_rest``
        thought is brought to its end even if the rest is over by then."""
        self._task, self._outlives_rest = IncrementalTask(steps), outlives_rest
        return FrameResult.SAME if self._unclear_since is None else FrameResult.UNCLEAR

    def _advance_task(self, task: IncrementalTask[FrameResult]) -> FrameResult:
        """Think on for one frame; how that left the board."""
        result = task.advance(self._limits.work_per_frame)
        if result is None:
            return FrameResult.SAME if self._unclear_since is None else FrameResult.UNCLEAR
        self._task = None
        return result

    def _note_end_of_rest(self, rest: Rest) -> None:
        """A rest is over: go on with what is thought about it, if it lasts."""
        if self._task is not None and self._outlives_rest:
            self._past_rest = self._past_rest or rest
        else:
            self._task = None

    def _advance_past_rest(self, task: IncrementalTask[FrameResult]) -> FrameResult:
        """Think on for one frame about a rest that is over: what stood then, if that was plain."""
        result = task.advance(self._limits.work_per_frame)
        if result is None:
            return FrameResult.SAME
        self._task, self._is_settled, self._unclear_since = None, False, None
        return result if result is FrameResult.READ else FrameResult.SAME

    def _explain_change(self, change: ReadingChange, verdict: Verdict, jump_cost: float) -> TaskSteps[FrameResult]:
        """Think of something that disturbs, and look afresh if that explains nothing for long."""
        found = yield from self._explain_with_interference(change, verdict, jump_cost)
        if isinstance(found, FrameResult):
            return found
        if not self._needs_cold_start:
            return self._stay_unclear(verdict)
        return (yield from self._start_cold(change.reading, change.expected, fallen_if_likelier(verdict, found)))

    def _score_undisturbed(self, change: ReadingChange) -> Verdict | None:
        """The verdict if what was there to disturb is gone; None if there was nothing."""
        if not self._interference.is_disturbed:
            return None
        return self._change_test.score(change.against(self._interference.undisturbed(change.reference)))

    def _accept_undisturbed(self, verdict: Verdict, change: ReadingChange) -> FrameResult:
        """Believe that what was there to disturb is gone."""
        self._reference = self._interference.clear(change.reference)
        return self._accept_plain(verdict, change.reading, change.expected)

    def _explain_with_interference(
        self, change: ReadingChange, verdict: Verdict, jump_cost: float
    ) -> TaskSteps[FrameResult | DisturbedVerdict | None]:
        """Think of something that disturbs; believe it, or the verdict without it, if either is clear. If neither is,
        the best that disturbs (None: nothing may). ``jump_cost`` is how unlikely it is that a hand did it."""
        reading, expected = change.reading, change.expected
        near = nearby_arrangements(change.before, change.reference.arrangement, expected.arrangement, verdict)

        def score(corrected: Reading, base: ReferenceReading) -> TaskSteps[Verdict]:
            scored = self._change_test.score(replace(change, reading=corrected, reference=base))
            yield SCORING_COST
            return scored

        further = (
            []
            if jump_cost
            else [arrangement for arrangement in self._change_test.likely(change) if arrangement not in near]
        )
        plain = replace(verdict.best, likelihood=verdict.best.likelihood - jump_cost * change.leads_to(verdict))
        enough = plain.likelihood - self._limits.margin if self._limits.is_clear(verdict) else -inf
        disturbed = yield from self._decoder.explained(
            reading, change.reference, near, expected.levels, score, further=further, jump_cost=jump_cost, enough=enough
        )
        chosen = clearer_verdict(replace(verdict, best=plain), disturbed, self._limits)
        if self._past_rest is not None and isinstance(chosen, DisturbedVerdict):
            # What disturbed for so short a time need not be known.
            stood = outline(chosen.verdict.best.arrangement) == outline(verdict.best.arrangement)
            return self._accept_plain(verdict, reading, expected) if stood else disturbed
        if chosen is disturbed and disturbed is not None:
            noted = self._note_interference(disturbed, reading)
            return self._accept(disturbed.verdict.best, noted, expected)
        return disturbed if chosen is None else self._accept_plain(verdict, reading, expected)

    @property
    def _needs_cold_start(self) -> bool:
        """Whether the board should be read afresh: frames are missing, or it has been at rest for so long without being
        understood."""
        if self._frames_missing or self._unclear_since is None:
            return self._frames_missing
        patience = min(self._limits.cold_start_after << self._cold_starts, _LONGEST_COLD_WAIT)
        return self._sensors.at - max(self._unclear_since, self._cold_started_at) >= patience

    def _stay_unclear(self, verdict: Verdict | None) -> FrameResult:
        if self._unclear_since is None:
            self._unclear_since = self._sensors.since
        self.disputed = frozenset() if verdict is None else verdict.disputed
        self.likely = frozenset() if verdict is None else self.disputed & verdict.best.arrangement
        self._awaits_tremor = verdict is not None and self._hover_test.benefits_from_waiting(verdict)
        return FrameResult.UNCLEAR

    # -- without an reference reading

    def _start_cold(
        self, reading: Reading, expected: ReachableHypotheses, changed: Verdict | None
    ) -> TaskSteps[FrameResult]:
        """Read the board by itself; ``changed`` is what the change since the reference reading says, where there is
        one."""
        known = None if self._frames_missing else changed
        self._cold_started_at, self._cold_starts, self._frames_missing = self._sensors.at, self._cold_starts + 1, False
        corrected = self._baseline.corrected(reading)
        self._interference.turned = self._cold_start.turned(corrected, expected.arrangement)
        yield SCORING_COST
        self._update_findings()
        if self._interference.turned is not None:
            return self._stay_unclear(None)
        verdict, clear = yield from self._cold_start.decode(corrected, expected)
        best = clear.verdict.best if isinstance(clear, DisturbedVerdict) else verdict.best
        if clear is None or self._cold_start.contradicts_change(best, known):
            return self._stay_unclear(known or verdict)
        if isinstance(clear, DisturbedVerdict):
            return self._accept_cold_or_keep_reference(best, self._note_interference(clear, reading), (), known)
        if self._reference is not None and self._needs_interference_check(best, self._reference, expected):
            return self._stay_unclear(known or verdict)
        self._interference.fallen = None
        return self._accept_cold_or_keep_reference(
            best, reading, self._cold_start.heights(corrected, best, reading, self._reference), known
        )

    # -- what is believed

    def _accept_plain(self, verdict: Verdict, reading: Reading, expected: ReachableHypotheses) -> FrameResult:
        """Believe a arrangement by itself."""
        self._interference.fallen = None
        return self._accept(verdict.best, reading, expected)

    def _accept(self, best: Explanation, reading: Reading, expected: ReachableHypotheses) -> FrameResult:
        """Believe an explanation by change. Its reading is a new reference reading if every magnet stands."""
        self._store_heights(best.arrangement, self._recogniser.heights(reading, self._reference, best))
        if not (best.held or in_hands(expected.arrangement, best.arrangement)):
            self._reference = ReferenceReading(reading, best.placed)
            self._baseline.drop_interference_if_gone(reading, best.placed)
            if self._past_rest is None:
                self._sensors.check_suspects(best, self._baseline)
        return self._settle(best.arrangement)

    def _accept_cold(self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...]) -> FrameResult:
        """Believe an explanation that was found without an reference reading."""
        self._store_heights(frozenset(), heights)
        self._reference = ReferenceReading(reading, best.placed)
        return self._settle(best.arrangement)

    def _accept_cold_or_keep_reference(
        self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...], known: Verdict | None
    ) -> FrameResult:
        """Believe an explanation that was found without the reference reading, which ``known`` compares with. Where
        workers are only gone since, the reference reading stays: one may lie about, and is no part of the board."""
        if (
            known is None
            or self._reference is None
            or not outline(best.arrangement) < outline(self._reference.arrangement)
        ):
            return self._accept_cold(best, reading, heights)
        self._store_heights(frozenset(), heights)
        return self._settle(best.arrangement)

    def _accept_trusted(self, arrangement: Arrangement, reading: Reading) -> FrameResult:
        """Refer to on this arrangement: somebody said that it is right."""
        self._trusted, self._interference.turned, self._interference.fallen = None, None, None
        return self._accept_cold(
            self._cold_start.explain_alone(self._baseline.corrected(reading), arrangement), reading, ()
        )

    def _store_heights(self, arrangement: Arrangement, found: tuple[HeightFound, ...]) -> None:
        """Remember on which levels magnets stand, as long as they do."""
        new = {each.square for each in found}
        stays = outline(arrangement) & (frozenset() if self.arrangement is None else outline(self.arrangement))
        kept = {square for square, _ in stays} - new
        self._heights = (*found, *(each for each in self._heights if each.square in kept))

    def _settle(self, arrangement: Arrangement) -> FrameResult:
        self._unclear_since, self._is_settled, self._frames_missing, self._cold_starts = None, True, False, 0
        self.lifting, self.disputed, self._last_read = None, frozenset(), self._sensors.reading()
        if self.arrangement is None or outline(arrangement) != outline(self.arrangement):
            self.since = self.still_since
        self.arrangement = arrangement
        self._update_findings()
        return FrameResult.READ

    def _note_interference(self, disturbed: DisturbedVerdict, reading: Reading) -> Reading:
        """Remember what disturbs; gives the reading that later ones are to be compared with."""
        best = disturbed.verdict.best
        noted, self._reference = self._interference.note(disturbed.interference, best, reading, self._reference)
        return noted

    def _follow_drift(self, expected: ReachableHypotheses) -> None:
        """Follow slowly what the board reads while all magnets stand as expected. A small step, by which no rest was
        broken, is judged like any other change."""
        reference, at, period = self._reference, self._sensors.at, self._limits.drift_period
        if reference is None or at - self._followed_at < period or self._sensors.rested < period:
            return
        self._followed_at = at
        reading = self._sensors.reading()
        stands = self.arrangement == reference.arrangement and outline(reference.arrangement) == outline(
            expected.arrangement
        )
        before = reference.reading if stands else self._last_read
        if before is not None and has_stepped(before, reading, self._sensors.noise):
            self._sensors.restart()
            return
        self._last_read = reading
        if stands:
            self._reference = following_drift(reference, reading)
            self._baseline.follow(reading, reference.placed)

    def _update_findings(self) -> None:
        self.findings = Findings(self._heights, self._interference.known, self._sensors.faults)

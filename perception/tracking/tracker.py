"""Follows the magnets of one board from frame to frame. It knows no rules, only which arrangements the game expects.

The tracker believes one arrangement until another one explains a reading at rest with a clear margin. Readings are
judged as changes against the reference, the last reading in which every magnet stood; while a magnet is in a hand, the
reference stays, since the field of a hand is no part of the board. A reading that no arrangement explains may be one
with interference. What nothing explains stays unclear and is decoded again without the reference, ever more rarely.
"""

from __future__ import annotations

from dataclasses import replace

from hardware.board import Frame
from perception.arrangements import (
    Arrangement,
    Explanation,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    with_rival,
)
from perception.counted_work import FrameBudget, TaskSteps
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements, in_hands
from perception.findings import NOTHING_FOUND, Findings, HeightFound, heights_now
from perception.interference.disturbed_verdict import DisturbedVerdict, possible_verdicts
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_tracker import InterferenceTracker, with_uncertain
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import Baseline, DriftFollower
from perception.sensors.movement import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.change_test import ChangeTest
from perception.tracking.cold_start import ColdStart
from perception.tracking.doubt import NO_DOUBT, Doubt
from perception.tracking.ended_rest import EndedRest
from perception.tracking.frame_result import FrameResult
from perception.tracking.hover_test import TOUCHED, HoverTest
from perception.tracking.interference_test import InterferenceTest
from perception.tracking.magnet_beside_test import MagnetBesideTest
from perception.tracking.missed_touches import MissedTouches
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rest_task import RestTask
from perception.tracking.retry_schedule import RetrySchedule
from perception.tracking.touch_watch import LiftDetector, TouchWatch


class Tracker:
    """Follows the magnets of one board.

    ``arrangement`` is what is believed to stand (None: nothing yet) and ``since`` the time from which it does, in ms of
    the board's clock. ``doubt`` is what the last unclear reading may show. ``touches`` notes where a worker seems to
    have been put too briefly to be read. ``findings`` holds heights, interference and sensors that fail.
    """

    def __init__(self, recogniser: Recogniser, limits: DecisionLimits | None = None) -> None:
        self._recogniser = recogniser
        self._limits = limits or DecisionLimits()
        self._sensors = SensorFilter(recogniser.squares, recogniser.noise_model)
        self._hover_test = HoverTest(recogniser.model, recogniser.noise_model)
        self._baseline = Baseline(recogniser.model)
        self._zero_steps = ZeroSteps(recogniser.model, recogniser.noise_model)
        self._decoder = InterferenceDecoder(recogniser, lambda: self._sensors.exchanged)
        self._change_test = ChangeTest(recogniser, self._decoder, self._limits, self._hover_test, self._zero_steps)
        self._beside = MagnetBesideTest(recogniser, self._decoder, self._limits, self._change_test)
        self._disturbed = InterferenceTest(recogniser, self._decoder, self._limits, self._change_test, self._beside)
        self._interference = InterferenceTracker(self._sensors, self._baseline, self._decoder.fitter)
        self.touches = TouchWatch(recogniser.model)
        self._cold_start = ColdStart(recogniser, self._decoder, self._baseline, self._interference, self._limits)
        self._reference: ReferenceReading | None = None
        self._trusted: Arrangement | None = None
        self._heights: tuple[HeightFound, ...] = ()
        self._task = RestTask[FrameResult](recogniser.work)
        self._ended: EndedRest | None = None
        self._missed = MissedTouches()
        self._budget = FrameBudget(recogniser.work, self._limits.work_per_frame, self._limits.frame)
        self._schedule = RetrySchedule(self._limits)
        self._lifts = LiftDetector(recogniser, self._sensors, self._limits.lift_period)
        self._drift = DriftFollower(self._sensors, self._baseline, self._zero_steps, self._limits.drift_period)
        self._is_settled = self._stood_as_expected = self._moving = False
        self.arrangement: Arrangement | None = None
        self.since, self.doubt, self.findings = 0, NO_DOUBT, NOTHING_FOUND

    @property
    def settled(self) -> bool:
        """Whether the board is at rest and decoded: ``arrangement`` stands there now."""
        return self._is_settled

    @property
    def still_since(self) -> int:
        """Since when nothing has moved, in ms; ``arrangement`` may have stood longer."""
        return self._sensors.since if self._task.past_rest is None else self._task.past_rest.since

    @property
    def seen(self) -> int:
        """When the board last showed what is believed, in ms: now, or at the end of the rest that was decoded."""
        return self._sensors.at if self._task.past_rest is None else self._task.past_rest.until

    @property
    def unclear_since(self) -> int | None:
        """Since when the board has been at rest and unclear, in ms; None if it is decoded or moving."""
        return self._schedule.unclear_since

    @property
    def is_judging(self) -> bool:
        """Whether a reading is being judged: more may be known soon."""
        return self._task.is_running

    @property
    def lifting(self) -> StandingMagnet | None:
        """The magnet that a hand lifts at this moment; None if none is known."""
        return self._lifts.lifting

    def forget(self) -> None:
        """Decode the next reading at rest without the reference and without regard to what was believed."""
        self._reference, self.arrangement, self._lifts.lifting = None, None, None
        self._interference.fallen, self._schedule.frames_missing, self._heights = None, False, ()
        self.reconsider()
        self._update_findings()

    def resume_after_gap(self) -> None:
        """Frames are missing, for example after a lost link. The next reading at rest is judged as a change against the
        reference if that is clear at once, and decoded without it otherwise."""
        self._schedule.frames_missing, self._lifts.lifting = True, None
        self._sensors.restart()
        self.reconsider()

    def trust(self, arrangement: Arrangement) -> None:
        """Believe that this arrangement stands, whatever the fields show. If the board moves at this moment, it is
        decoded without the reference instead, since the statement was about what stood before."""
        self._trusted = arrangement
        self.reconsider()
        if self._sensors.rested < self._limits.touch:
            self._note_motion()

    def reconsider(self) -> None:
        """Judge the board again at the next frame, since other arrangements are expected than before."""
        self._task.cancel()
        self._missed.forget()
        self._is_settled, self._ended = False, None
        self._schedule.judge_at_once()

    def feed(self, frame: Frame, expected: ExpectedArrangements) -> FrameResult:
        """Take in a frame; the attributes hold what is believed after it."""
        self._drift.expect(expected)
        if self._task.past_rest is not None:
            self._task.begin_frame()
        if self._reference is not None and not self._is_settled:
            self._watch_touches(frame, self._reference, expected)
        self._task.note_rest(self._sensors)
        rest, unclear = self._sensors.rest, self._unclear_change(expected)
        if not self._sensors.feed(frame, self._reference, self._baseline.interference_fields):
            self._stood_as_expected = self._is_settled and self.arrangement == expected.arrangement
            self._is_settled = False
            self._schedule.moved(frame.at)
            self._missed.rest_ended(rest)
            if unclear is not None:
                self._judge_ended(unclear, rest)
            self._task.end_rest(rest, was_touch=self.touches.is_any_down)
            self._note_motion()
        self._judge_what_followed(frame)
        if self._sensors.watch(is_clear=self._schedule.unclear_since is None):
            self.reconsider()
            self._update_findings()
        if self._is_settled and self._reference is not None:
            self._judge_missed(self._reference, expected)
        if self._is_settled:
            self._reference = self._drift.follow(self._reference, self.arrangement, expected.arrangement)
            return FrameResult.SAME
        self._budget.begin_frame(frame.at)
        self._task.give_way(self._sensors.rested, is_touch=self.touches.is_any_down)
        if self._task.past_rest is not None and self._task.is_running:
            return self._advance_past_rest()
        if self._task.is_running:
            return self._advance_task()
        if self._sensors.rested < self._limits.touch or self._sensors.drifting:
            return self._detect_lift()
        if not self._schedule.is_due(frame.at, has_reference=self._reference is not None):
            return FrameResult.UNCLEAR
        return self._begin_judgement(frame.at, expected)

    def _note_motion(self) -> None:
        """The board moves: an arrangement that was trusted, and decoded since, holds no longer."""
        if self._trusted is not None and self.arrangement is not None:
            self._trusted = None
            self.forget()

    def _detect_lift(self) -> FrameResult:
        """While the board moves, check now and then whether a worker is being lifted."""
        begins, self._moving = not self._moving, True
        found = self._lifts.look(self._reference, self.arrangement, self._budget.left)
        return FrameResult.MOVING if begins or found else FrameResult.SAME

    # -- at rest

    def _unclear_change(self, expected: ExpectedArrangements) -> ReadingChange | None:
        """The present reading as a change, if it is not understood yet and may be judged better when its rest ends."""
        reference = self._reference
        judged = not self._hover_test.waits_for_end and self._schedule.has_judged(self._sensors.at)
        is_open = self._task.is_running and self.touches.is_any_down and self._sensors.rested >= self._limits.touch
        waits = is_open or (self._schedule.unclear_since is not None and not judged)
        if not waits or reference is None or self._schedule.frames_missing:
            return None
        change = self._change(reference, expected)
        return None if self._sensors.silent(change.reading, reference) else change

    def _judge_ended(self, change: ReadingChange, rest: Rest) -> None:
        """Judge a reading whose rest has just ended: at once; or when it is known what follows, and by then a judgement
        of its first frames that is still being made has not understood it."""
        self._ended = EndedRest(change, rest) if self._hover_test.waits_for_end or self._task.is_running else None
        if self._ended is None:
            self._task.start(self._judge(change), outlives_rest=True)

    def _judge_what_followed(self, frame: Frame) -> None:
        """Judge a rest that has ended once it is known what follows, unless it was understood before."""
        if self._ended is None or not self._ended.feed(frame) or self._task.past_rest is not None:
            return
        self._task.start_about(self._ended.rest, self._judge(self._ended.change))
        self._ended = None

    def _watch_touches(self, frame: Frame, reference: ReferenceReading, expected: ExpectedArrangements) -> None:
        """Note where a worker seems to touch a square, and keep what is not understood of it."""
        self.touches.feed(frame, reference, expected)
        self._missed.watch_ground(frame, self.touches.on_ground, self.arrangement)
        if self.touches.is_any_down:
            self._missed.watch(self._change(reference, expected), self._sensors.rest, self._limits.touch)

    def _judge_missed(self, reference: ReferenceReading, expected: ExpectedArrangements) -> None:
        """Judge an earlier touch again that was not understood."""
        touch = self._missed.take(self._sensors, reference, self.arrangement, expected)
        if touch is not None:
            judging = self._believe_if_plain(touch.change, self._change_test.missed_touch(touch))
            self._task.start_about(touch.rest, judging, waits_from=self._sensors.rested)
            self._is_settled = False

    def _change(self, reference: ReferenceReading, expected: ExpectedArrangements) -> ReadingChange:
        """The present reading as a change against the reference."""
        jumped, reading = self._stood_as_expected and self._sensors.jumped, self._sensors.reading()
        return ReadingChange(reading, reference, self.arrangement, expected, self._sensors.record, jumped)

    def _begin_judgement(self, at: int, expected: ExpectedArrangements) -> FrameResult:
        """Judge the present reading: at once where that is little work, over some frames where it is much."""
        self._moving = False
        self._schedule.judged(at)
        reading, reference = self._sensors.reading(), self._reference
        if self._trusted is not None:
            return self._start_task(self._accept_trusted(self._trusted, reading, expected), outlives_rest=False)
        if reference is None:
            return self._start_task(self._start_cold(reading, expected, ()), outlives_rest=False)
        change = self._change(reference, expected)
        silent = self._sensors.silent(reading, reference)
        if silent and change.rest.rested < TOUCHED:
            return FrameResult.SAME
        steps = self._judge_without(silent, change) if silent else self._judge(change)
        return self._start_task(steps, outlives_rest=not self._schedule.frames_missing)

    def _judge(self, change: ReadingChange) -> TaskSteps[FrameResult]:
        """Judge the reading as a change against the reference."""
        reading, reference, expected, rest = change.reading, change.reference, change.expected, change.rest
        verdict = self._change_test.but_for_lights(change, (yield from self._change_test.score_if_still(change)))
        jumped = change.has_jumped(verdict)
        clear, doubtful = False, self._change_test.may_hold_interference(verdict.best, reference, expected)
        stays = verdict.best.arrangement == change.before  # a worker pushed where it stands is in no hand
        may_be_held = self._change_test.may_be_held(verdict.best, change) and not stays
        if not may_be_held:
            if self._interference.is_disturbed and not jumped:
                without = change.against(self._interference.undisturbed(reference))
                undisturbed = yield from self._change_test.score(without, verdict.best.likelihood)
                verdict = with_rival(verdict, undisturbed.best)
                if (yield from self._change_test.is_better(undisturbed, verdict, without)):
                    left = self._recogniser.residual(reading, without.reference, undisturbed.best).unexplained
                    self._reference = self._interference.clear(reference)
                    return (yield from self._accept_plain(undisturbed, with_uncertain(reading, left), expected))
            clear = self._limits.is_clear(verdict)
            if clear and not doubtful:
                doubtful = yield from self._change_test.came_unseen(change, verdict.best)
            if clear and not (doubtful or jumped):
                return (yield from self._accept_plain(verdict, reading, expected))
        beside = yield from self._beside.explain(change, verdict, lambda: self._task.shown)
        if beside is not None:
            noted = self._note_interference(beside, reading)
            return (yield from self._accept(beside.verdict.best, noted, expected))
        if may_be_held:
            return self._stay_unclear(verdict)
        wait = self._limits.doubtful_after if clear and doubtful else self._limits.interference_after
        # Who is still in a hand has done nothing yet: such a search must not keep the touch that follows waiting.
        is_carried = verdict.best.held or in_hands(expected.arrangement, verdict.best.arrangement)
        may_outlive = clear and not (jumped or is_carried)
        if self._change_test.touches_unless_it_lies(verdict, change):
            self._missed.may_lie(change, self._task.past_rest or self._sensors.rest)
        if self._task.lasted(rest) < wait or not self._task.bind_to_rest(may_outlive=may_outlive):
            return self._stay_unclear(verdict)
        if not (jumped or doubtful):
            if not self._schedule.needs_cold_start(self._sensors.at):
                return self._stay_unclear(verdict)
            return (yield from self._start_cold(reading, expected, (verdict,)))
        return (yield from self._explain_change(change, verdict))

    def _judge_without(self, silent: frozenset[int], change: ReadingChange) -> TaskSteps[FrameResult]:
        """Judge the change without the sensors that may have died. Unless it is plain, wait until they show by their
        silence or their noise whether they have."""
        others = replace(change, reading=change.reading.without(silent))
        if self._interference.is_disturbed:
            return self._stay_unclear((yield from self._change_test.score(others)))
        return (yield from self._believe_if_plain(others, self._change_test.plain(others)))

    def _believe_if_plain(
        self, change: ReadingChange, judged: TaskSteps[tuple[Verdict, bool]]
    ) -> TaskSteps[FrameResult]:
        """Believe a verdict that is plain; else nothing."""
        verdict, is_plain = yield from judged
        if not is_plain:
            return self._stay_unclear(verdict)
        return (yield from self._accept_plain(verdict, change.reading, change.expected))

    def _start_task(self, steps: TaskSteps[FrameResult], *, outlives_rest: bool) -> FrameResult:
        """Start a task, and do what this frame has time for."""
        self._task.start(steps, outlives_rest=outlives_rest)
        return self._advance_task()

    def _advance_task(self) -> FrameResult:
        """Work on the task for one frame."""
        result = self._task.advance(self._budget.left)
        return result or (FrameResult.SAME if self.unclear_since is None else FrameResult.UNCLEAR)

    def _advance_past_rest(self) -> FrameResult:
        """Work for one frame on a rest that is over. If that stays unclear, the present rest is still to be judged."""
        result = self._task.advance(self._budget.left)
        if result is None:
            return FrameResult.SAME
        self._is_settled = False
        self._schedule.went_on()
        return result

    def _explain_change(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[FrameResult]:
        """Explain the change with interference or without, whichever is clear. If neither is for long, decode the
        reading without the reference."""
        reading, expected = change.reading, change.expected
        chosen, disturbed = yield from self._disturbed.explain(change, verdict)
        if self._task.past_rest is not None and isinstance(chosen, DisturbedVerdict):
            # Interference that was so short need not be known.
            chosen = verdict if chosen.has_arrangement_of(verdict) else None
        if isinstance(chosen, DisturbedVerdict):
            noted = self._note_interference(chosen, reading)
            return (yield from self._accept(chosen.verdict.best, noted, expected))
        if chosen is not None:
            return (yield from self._accept_plain(verdict, reading, expected))
        if not (self._task.bind_to_rest(may_outlive=False) and self._schedule.needs_cold_start(self._sensors.at)):
            return self._stay_unclear(verdict)
        return (yield from self._start_cold(reading, expected, possible_verdicts(verdict, disturbed, self._limits)))

    def _stay_unclear(self, verdict: Verdict | None) -> FrameResult:
        awaits_tremor = verdict is not None and self._hover_test.benefits_from_waiting(verdict)
        self._schedule.stayed_unclear(self._sensors.since, awaits_tremor=awaits_tremor)
        self.doubt = NO_DOUBT if verdict is None else Doubt.of(verdict, self.arrangement, self._limits)
        return FrameResult.UNCLEAR

    # -- without a reference

    def _start_cold(
        self, reading: Reading, expected: ExpectedArrangements, changed: tuple[Verdict, ...]
    ) -> TaskSteps[FrameResult]:
        """Decode the reading by itself; ``changed`` are possible verdicts on the change since the reference."""
        known = () if self._schedule.frames_missing else changed
        self._schedule.cold_started(self._sensors.at)
        corrected, self._reference = yield from self._cold_start.corrected(reading, self._reference, expected)
        self._interference.turned = yield from self._cold_start.turned(corrected, expected.arrangement)
        self._update_findings()
        if self._interference.turned is not None:
            return self._stay_unclear(None)
        verdict, clear = yield from self._cold_start.decode(corrected, expected)
        best = clear.verdict.best if isinstance(clear, DisturbedVerdict) else verdict.best
        doubted = clear is None or self._cold_start.contradicts_change(best, known)
        if isinstance(clear, DisturbedVerdict) and not doubted:
            return self._accept_cold(best, self._note_interference(clear, reading), (), is_known=bool(known))
        reference = self._reference
        if doubted or (reference and self._change_test.may_hold_interference(best, reference, expected)):
            return self._stay_unclear(known[0] if known else verdict)
        self._interference.fallen = None
        heights = yield from self._cold_start.heights(corrected, best, reading, reference)
        return self._accept_cold(best, reading, heights, is_known=bool(known))

    # -- what is believed

    def _accept_plain(
        self, verdict: Verdict, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[FrameResult]:
        """Believe an arrangement without a fallen worker."""
        self._interference.fallen = None
        return (yield from self._accept(verdict.best, reading, expected))

    def _accept(self, best: Explanation, reading: Reading, expected: ExpectedArrangements) -> TaskSteps[FrameResult]:
        """Believe an explanation of a change. If every magnet stands, its reading is the new reference."""
        heights = yield from self._recogniser.heights(reading, self._reference, best)
        stays = outline(best.arrangement) & outline(self.arrangement or frozenset())
        self._heights = heights_now(heights, self._heights, frozenset(square for square, _ in stays))
        if not (best.held or in_hands(expected.arrangement, best.arrangement)):
            if self._reference is not None and not self._interference.is_disturbed:
                self._drift.learn_steps(reading, best.placed, self._reference)
            now = self._interference.comparable(reading, best, self._reference)
            self._reference = self._recogniser.reference_after(self._reference, now, best.placed)
            self._baseline.drop_interference_if_gone(reading, best.placed)
            if self._task.past_rest is None:
                self._sensors.check_suspects(lambda square: self._baseline.felt(best.placed, square))
        return self._settle(best.arrangement)

    def _accept_cold(
        self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...], *, is_known: bool
    ) -> FrameResult:
        """Believe an explanation that was found without the reference. That stays if the change since it was judged
        (``is_known``) and workers are only gone: one of them may lie on the board."""
        self._heights = heights
        before = self._reference
        if not is_known or before is None or not outline(best.arrangement) < outline(before.arrangement):
            self._reference = ReferenceReading(reading, best.placed, self._baseline.fields)
        return self._settle(best.arrangement)

    def _accept_trusted(
        self, arrangement: Arrangement, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[FrameResult]:
        """Believe the arrangement that is trusted, and take the reading as its reference."""
        corrected, self._reference = yield from self._cold_start.corrected(reading, self._reference, expected)
        best = yield from self._cold_start.explain_alone(corrected, arrangement)
        self._trusted, self._interference.turned, self._interference.fallen = None, None, None
        return self._accept_cold(best, reading, (), is_known=False)

    def _settle(self, arrangement: Arrangement) -> FrameResult:
        self._is_settled, self._ended = True, None
        self._drift.decoded()
        self._lifts.lifting, self.doubt = None, NO_DOUBT
        stayed = self.arrangement is not None and outline(arrangement) == outline(self.arrangement)
        self.since = self.since if stayed and not self._schedule.rest_missed else self.still_since
        self._schedule.decoded()
        self._missed.understood(arrangement)
        self.arrangement = arrangement
        self._update_findings()
        return FrameResult.READ

    def _note_interference(self, disturbed: DisturbedVerdict, reading: Reading) -> Reading:
        """Store the interference; gives the reading with which later ones are compared."""
        best = disturbed.verdict.best
        self._missed.explain(disturbed.interference.found, self.still_since)
        noted, self._reference = self._interference.note(disturbed.interference, best, reading, self._reference)
        return noted

    def _update_findings(self) -> None:
        self.findings = Findings(self._heights, self._interference.known, self._sensors.faults)

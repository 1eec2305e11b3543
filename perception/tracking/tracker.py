"""Follows the magnets of one board from frame to frame. It knows no rules, only which arrangements the game expects.

The tracker believes one arrangement until another one explains a reading at rest with a clear margin. Readings are
decoded as changes against the reference, the last reading in which every magnet stood. While a magnet is in a hand, the
reference stays, since the field of a hand is no part of the board. A reading that no arrangement explains may be one
with interference. What nothing explains stays unclear and is decoded again without the reference, ever more rarely.

`Tracker.feed` takes a frame through seven stages. A reading that is decoded goes through those of
`rest_decoder.RestDecoder.change`, and what comes of it to `belief.Belief`.
"""

from __future__ import annotations

from hardware.board import Frame
from perception.arrangements import Arrangement, ExpectedArrangements, ReferenceReading, StandingMagnet
from perception.counted_work import FrameBudget
from perception.findings import Findings
from perception.interference.interference_decoder import InterferenceDecoder
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking import limits
from perception.tracking.belief import Belief, Doubt
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rest_decoder import RestDecoder
from perception.tracking.rests import DecodingQueue, FrameResult
from perception.tracking.touches import LiftDetector, TouchWatch


class Tracker:
    """Follows the magnets of one board. ``touches`` notes where a worker seems to be put too briefly to be read."""

    def __init__(self, recogniser: Recogniser, thresholds: DecisionThresholds | None = None) -> None:
        self._thresholds = thresholds = thresholds or DecisionThresholds()
        sensors = self._sensors = SensorFilter(recogniser.squares, recogniser.noise_model, recogniser.model.channels)
        queue = self._queue = DecodingQueue(recogniser.work, sensors, thresholds)
        decoder = InterferenceDecoder(recogniser, lambda: sensors.exchanged)
        belief = self._belief = Belief(recogniser, decoder, sensors, queue, thresholds)
        self._decoder = RestDecoder(recogniser, decoder, queue, belief, thresholds)
        self._lifts = LiftDetector(recogniser, sensors, thresholds.lift_period)
        self._budget = FrameBudget(recogniser.work, thresholds.work_per_frame, thresholds.frame)
        self._stood_as_expected = self._moving = False
        self.touches = TouchWatch(recogniser.model)

    # -- what is known

    @property
    def arrangement(self) -> Arrangement | None:
        """What is believed to stand; None if nothing was decoded yet."""
        return self._belief.arrangement

    @property
    def since(self) -> int:
        """Since when it has stood, in ms of the board's clock."""
        return self._belief.since

    @property
    def doubt(self) -> Doubt:
        """What the last unclear reading may show."""
        return self._belief.doubt

    @property
    def findings(self) -> Findings:
        """Heights, interference and sensors that fail."""
        return self._belief.findings

    @property
    def settled(self) -> bool:
        """Whether the board is at rest and decoded: ``arrangement`` stands there now."""
        return self._belief.is_settled

    @property
    def still_since(self) -> int:
        """Since when nothing has moved, in ms; ``arrangement`` may have stood longer."""
        return self._queue.rest.since

    @property
    def seen(self) -> int:
        """When the board last showed what is believed, in ms: now, or at the end of the rest that was decoded."""
        return self._queue.rest.until

    @property
    def unclear_since(self) -> int | None:
        """Since when the board has been at rest and unclear, in ms; None if it is decoded or moving."""
        return self._queue.schedule.unclear_since

    @property
    def is_judging(self) -> bool:
        """Whether a reading is being decoded: more may be known soon."""
        return self._queue.task.is_running

    @property
    def lifting(self) -> StandingMagnet | None:
        """The magnet that a hand is lifting; None if none is known."""
        return self._lifts.lifting

    # -- what others know

    def forget(self) -> None:
        """Decode the next reading at rest without the reference and without regard to what was believed."""
        self._lifts.forget()
        self._queue.schedule.forget_gap()
        self.reconsider()
        self._belief.forget()

    def resume_after_gap(self) -> None:
        """Frames are missing, for example after a lost link. The next reading at rest is decoded as a change against
        the reference if that is clear at once, and without it otherwise."""
        self._queue.schedule.note_gap()
        self._lifts.forget()
        self._sensors.restart()
        self.reconsider()

    def trust(self, arrangement: Arrangement) -> None:
        """Believe that this arrangement stands, whatever the fields show. If the board is moving, it is decoded without
        the reference instead, since the statement was about what stood before."""
        self._belief.trust(arrangement)
        self.reconsider()
        if self._sensors.rested < self._thresholds.touch:
            self._drop_trust()

    def reconsider(self) -> None:
        """Decode the board again at the next frame, since other arrangements are expected than before."""
        self._belief.unsettle()
        self._queue.reconsider()

    # -- the stages of a frame

    def feed(self, frame: Frame, expected: ExpectedArrangements) -> FrameResult:
        """Take in a frame; the attributes hold what is believed after it.

        A board that is decoded only follows drift, until the rest ends, a sensor fails or an earlier touch is due. Any
        other board is decoded, as far as the frame has time.
        """
        self._watch_touches(frame, expected)
        self._follow_rest(frame, expected)
        self._decode_ended_rest(frame)
        self._check_sensors()
        self._decode_missed_touch(expected)
        if self._belief.is_settled:
            self._belief.follow_drift(expected.arrangement)
            return FrameResult.SAME
        return self._decode(frame.at, expected)

    def _watch_touches(self, frame: Frame, expected: ExpectedArrangements) -> None:
        """While the board is not decoded, note where a worker seems to touch a square, and keep what is not understood
        of it."""
        reference, missed = self._belief.reference, self._queue.missed
        if reference is None or self._belief.is_settled:
            return
        self.touches.feed(frame, reference, expected)
        missed.watch_ground(frame, self.touches.on_ground, self.arrangement)
        if self.touches.is_any_down:
            missed.watch(self._change(reference, expected), self._sensors.rest, self._thresholds.touch)

    def _follow_rest(self, frame: Frame, expected: ExpectedArrangements) -> None:
        """Give the frame to the sensors. If the rest ends with it, decode what was unclear until then."""
        belief, queue, sensors = self._belief, self._queue, self._sensors
        belief.expect(expected)
        queue.task.begin_frame()
        queue.task.note_rest(sensors)
        rest, unclear = sensors.rest, self._unclear_change(expected)
        if sensors.feed(frame, belief.reference, belief.baseline.interference_fields):
            return
        self._stood_as_expected = belief.is_settled and belief.arrangement == expected.arrangement
        belief.unsettle()
        queue.schedule.moved(frame.at)
        if unclear is not None and queue.end_rest(unclear, rest, awaits_what_follows=self._decoder.waits_for_end):
            queue.task.start(self._decoder.change(unclear), outlives_rest=True)
        queue.task.end_rest(rest, was_touch=self.touches.is_any_down)
        self._drop_trust()

    def _decode_ended_rest(self, frame: Frame) -> None:
        """Decode a brief rest that has ended once it is known what follows, unless it was understood before."""
        ended = self._queue.followed(frame)
        if ended is not None:
            self._queue.task.start_about(ended.rest, self._decoder.change(ended.change))

    def _check_sensors(self) -> None:
        """Check now and then which sensors fail. Where that has changed, the board is decoded again."""
        if self._sensors.watch(is_clear=self._queue.schedule.unclear_since is None):
            self.reconsider()
            self._belief.update_findings()

    def _decode_missed_touch(self, expected: ExpectedArrangements) -> None:
        """Once the board is decoded, decode an earlier touch again that was not understood."""
        reference = self._belief.reference
        if reference is None or not self._belief.is_settled:
            return
        touch = self._queue.missed.take(self._sensors, reference, self.arrangement, expected)
        if touch is not None:
            steps = self._decoder.missed(touch)
            self._queue.task.start_about(touch.rest, steps, waits_from=self._sensors.rested)
            self._belief.unsettle()

    def _decode(self, at: int, expected: ExpectedArrangements) -> FrameResult:
        """Decode the present rest, or go on with the task that is under way, as far as this frame has time."""
        self._budget.begin_frame(at)
        sensors, task, schedule = self._sensors, self._queue.task, self._queue.schedule
        task.give_way(sensors.rested, is_touch=self.touches.is_any_down)
        if task.is_running:
            return self._advance() if task.past_rest is None else self._advance_past_rest()
        if sensors.rested < self._thresholds.touch or sensors.drifting:
            return self._detect_lift()
        if not schedule.is_due(at, has_reference=self._belief.reference is not None):
            return FrameResult.UNCLEAR
        self._moving = False
        schedule.tried(at)
        return self._advance() if self._start(expected) else FrameResult.SAME

    # -- parts of these

    def _start(self, expected: ExpectedArrangements) -> bool:
        """Start to decode the present reading. Not where a sensor may have died and the rest is too short to tell."""
        reading, reference, trusted = self._sensors.reading(), self._belief.reference, self._belief.trusted
        task, decoder = self._queue.task, self._decoder
        if trusted is not None:
            task.start(decoder.trusted(trusted, reading, expected), outlives_rest=False)
            return True
        if reference is None:
            task.start(decoder.alone(reading, expected), outlives_rest=False)
            return True
        change, silent = self._change(reference, expected), self._sensors.silent(reading, reference)
        if silent and change.rest.rested < limits.TOUCHED:
            return False
        steps = decoder.without(silent, change) if silent else decoder.change(change)
        task.start(steps, outlives_rest=not self._queue.schedule.frames_missing)
        return True

    def _advance(self) -> FrameResult:
        """Work on the task for one frame."""
        result = self._worked()
        return result or (FrameResult.SAME if self.unclear_since is None else FrameResult.UNCLEAR)

    def _advance_past_rest(self) -> FrameResult:
        """Work for one frame on a rest that is over. If that stays unclear, the present rest is still to be decoded."""
        result = self._worked()
        if result is None:
            return FrameResult.SAME
        self._belief.unsettle()
        self._queue.schedule.went_on()
        return result

    def _worked(self) -> FrameResult | None:
        """Do what this frame has time for; the result, or None while there is more to do."""
        result = self._queue.task.advance(self._budget.left)
        if result is FrameResult.READ:
            self._lifts.forget()
        return result

    def _detect_lift(self) -> FrameResult:
        """While the board moves, check now and then whether a worker is being lifted."""
        begins, self._moving = not self._moving, True
        found = self._lifts.look(self._belief.reference, self.arrangement, self._budget.left)
        return FrameResult.MOVING if begins or found else FrameResult.SAME

    def _drop_trust(self) -> None:
        """The board moves: an arrangement that was stated, and decoded since, holds no longer."""
        if self._belief.drop_trust():
            self.forget()

    def _unclear_change(self, expected: ExpectedArrangements) -> ReadingChange | None:
        """Return the present reading as a change, if it is not understood yet and may be decoded better when its rest
        ends."""
        sensors, reference = self._sensors, self._belief.reference
        task, schedule = self._queue.task, self._queue.schedule
        if schedule.unclear_since is None and not task.is_running:
            return None
        tried = not self._decoder.waits_for_end and schedule.was_tried(sensors.at)
        is_open = task.is_running and self.touches.is_any_down and sensors.rested >= self._thresholds.touch
        waits = is_open or (schedule.unclear_since is not None and not tried)
        if not waits or reference is None or schedule.frames_missing:
            return None
        change = self._change(reference, expected)
        return None if sensors.silent(change.reading, reference) else change

    def _change(self, reference: ReferenceReading, expected: ExpectedArrangements) -> ReadingChange:
        """Return the present reading as a change against the reference."""
        jumped, reading = self._stood_as_expected and self._sensors.jumped, self._sensors.reading()
        return ReadingChange(reading, reference, self.arrangement, expected, self._sensors.record, jumped)

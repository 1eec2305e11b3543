"""What is believed to stand on a board, and the reading with which later ones are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    Reading,
    ReferenceReading,
    Verdict,
    in_hands,
    outline,
)
from perception.counted_work import TaskSteps
from perception.findings import NOTHING_FOUND, Findings, HeightFound, heights_now
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder
from perception.interference.interference_tracker import InterferenceTracker, with_uncertain
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import Baseline
from perception.sensors.drift import DriftFollower, ZeroSteps
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rests import DecodingQueue, FrameResult
from perception.tracking.touches import is_lifted


@dataclass(frozen=True, slots=True)
class Doubt:
    """What an unclear reading may show. It may or may not show the magnets that are ``disputed``; its best explanation
    has those that are ``likely``. If that explains the reading well (``is_explained``), its log-likelihood exceeds that
    of its rival by ``margin``, else ``margin`` is 0."""

    disputed: Arrangement = frozenset()
    likely: Arrangement = frozenset()
    margin: float = 0.0
    is_explained: bool = True

    @classmethod
    def of(cls, verdict: Verdict, before: Arrangement | None, thresholds: DecisionThresholds) -> Doubt:
        """Return the doubt that a verdict leaves, where this was believed ``before``. If no rival comes near the best
        explanation, what has changed in it is in doubt."""
        best = verdict.best
        is_explained = best.misfit <= thresholds.misfit
        changed = frozenset() if before is None or verdict.margin < thresholds.margin else best.arrangement ^ before
        disputed = changed or verdict.disputed
        margin = verdict.margin if is_explained else 0.0
        return cls(disputed, disputed & best.arrangement, margin, is_explained)


NO_DOUBT = Doubt()


class Belief:
    """What is believed of one board.

    ``arrangement`` has stood since ``since``, in ms of the board's clock; it is None until something was decoded. While
    the board is at rest and decoded, it ``is_settled``. ``reference`` is the last reading in which every magnet stood.
    ``trusted`` is an arrangement that a player stated and that the next reading will be taken for. ``doubt`` is what
    the last unclear reading may show, ``findings`` are heights, interference and sensors that fail.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        sensors: SensorFilter,
        queue: DecodingQueue,
        thresholds: DecisionThresholds,
    ) -> None:
        self._recogniser = recogniser
        self._sensors = sensors
        self._queue = queue
        self._thresholds = thresholds
        self._heights: tuple[HeightFound, ...] = ()
        self.baseline = Baseline(recogniser.model)
        self.zero_steps = ZeroSteps(recogniser.model, recogniser.noise_model)
        self.interference = InterferenceTracker(sensors, self.baseline, decoder.fitter)
        self._drift = DriftFollower(sensors, self.baseline, self.zero_steps, thresholds.drift_period)
        self.reference: ReferenceReading | None = None
        self.arrangement: Arrangement | None = None
        self.trusted: Arrangement | None = None
        self.is_settled = False
        self.since, self.doubt, self.findings = 0, NO_DOUBT, NOTHING_FOUND

    # -- what is forgotten

    def forget(self) -> None:
        """Forget what is believed, and with what readings are compared."""
        self.reference, self.arrangement, self._heights = None, None, ()
        self.interference.forget_fallen()
        self.update_findings()

    def trust(self, arrangement: Arrangement) -> None:
        """Take the next reading at rest for this arrangement."""
        self.trusted = arrangement

    def drop_trust(self) -> bool:
        """Return the board moves: an arrangement that was stated and decoded since holds no longer. Whether there was
        one."""
        if self.trusted is None or self.arrangement is None:
            return False
        self.trusted = None
        return True

    def unsettle(self) -> None:
        """The board is to be decoded: it moves, or something else is expected."""
        self.is_settled = False

    def update_findings(self) -> None:
        """Take the present heights, interference and faults as what was found."""
        self.findings = Findings(self._heights, self.interference.known, self._sensors.faults)

    # -- while nothing moves

    def expect(self, expected: ExpectedArrangements) -> None:
        """This is expected now: if it has changed, lights change at about this time."""
        self._drift.expect(expected)

    def follow_drift(self, expected: Arrangement) -> None:
        """Let the reference follow a board that rests and is decoded."""
        self.reference = self._drift.follow(self.reference, self.arrangement, expected)

    def refer_to(self, reference: ReferenceReading | None) -> None:
        """Compare later readings with this one."""
        self.reference = reference

    # -- what is believed

    def accept_plain(
        self, best: Explanation, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[FrameResult]:
        """Believe an explanation of a change without a fallen worker."""
        self.interference.forget_fallen()
        return (yield from self._accept(best, reading, expected))

    def accept_undisturbed(
        self, best: Explanation, change: ReadingChange, without: ReferenceReading
    ) -> TaskSteps[FrameResult]:
        """Believe an explanation of a change against the reference ``without`` the known interference: it is gone."""
        left = self._recogniser.residual(change.reading, without, best).unexplained
        self.reference = self.interference.clear(change.reference)
        return (yield from self.accept_plain(best, with_uncertain(change.reading, left), change.expected))

    def accept_disturbed(
        self, disturbed: DisturbedVerdict, reading: Reading, expected: ExpectedArrangements
    ) -> TaskSteps[FrameResult]:
        """Believe an explanation of a change with interference."""
        noted = self._note_interference(disturbed, reading)
        return (yield from self._accept(disturbed.verdict.best, noted, expected))

    def _accept(self, best: Explanation, reading: Reading, expected: ExpectedArrangements) -> TaskSteps[FrameResult]:
        """Believe an explanation of a change. If every magnet stands, its reading is the new reference."""
        heights = yield from self._recogniser.heights(reading, self.reference, best)
        stays = outline(best.arrangement) & outline(self.arrangement or frozenset())
        self._heights = heights_now(heights, self._heights, frozenset(square for square, _ in stays))
        if not (best.held or in_hands(expected.arrangement, best.arrangement)):
            if self.reference is not None and not self.interference.is_disturbed:
                self._drift.learn_steps(reading, best.placed, self.reference)
            now = self.interference.comparable(reading, best, self.reference)
            self.reference = self._recogniser.reference_after(self.reference, now, best.placed)
            self.baseline.drop_interference_if_gone(reading, best.placed)
            if self._queue.task.past_rest is None:
                self._sensors.check_suspects(lambda square: self.baseline.felt(best.placed, square))
        return self._settle(best.arrangement)

    def accept_cold(
        self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...], *, is_known: bool
    ) -> FrameResult:
        """Believe an explanation that was found without the reference. That stays if the change since it was decoded
        (``is_known``) and workers are only gone: one of them may lie on the board."""
        self._heights = heights
        before = self.reference
        if not is_known or before is None or not outline(best.arrangement) < outline(before.arrangement):
            self.reference = ReferenceReading(reading, best.placed, self.baseline.fields)
        return self._settle(best.arrangement)

    def accept_cold_disturbed(self, disturbed: DisturbedVerdict, reading: Reading, *, is_known: bool) -> FrameResult:
        """Believe an explanation with interference that was found without the reference."""
        noted = self._note_interference(disturbed, reading)
        return self.accept_cold(disturbed.verdict.best, noted, (), is_known=is_known)

    def accept_trusted(self, best: Explanation, reading: Reading) -> FrameResult:
        """Believe the arrangement that is trusted, and take the reading as its reference."""
        self.trusted = None
        self.interference.forget_fallen()
        return self.accept_cold(best, reading, (), is_known=False)

    def stay_unclear(self, verdict: Verdict | None, *, awaits_tremor: bool) -> FrameResult:
        """Believe nothing new; a verdict shows what is in doubt. A longer rest may show a tremor
        (``awaits_tremor``)."""
        self._queue.schedule.stayed_unclear(self._sensors.since, awaits_tremor=awaits_tremor)
        self.doubt = NO_DOUBT if verdict is None else self._doubt_left_by(verdict)
        return FrameResult.UNCLEAR

    def _doubt_left_by(self, verdict: Verdict) -> Doubt:
        """Return what is in doubt. If the explanation is odd, that is first where a worker is thought to stand as
        before though its sensor has lost most of its field: it fell, or was drawn to another one."""
        doubt, reference = Doubt.of(verdict, self.arrangement, self._thresholds), self.reference
        if reference is None or not self._thresholds.is_doubtful(verdict.best, reference):
            return doubt
        stay = (each for each in reference.placed if each.fields and each.standing in verdict.best.arrangement)
        fields = self._sensors.reading().fields
        lost = frozenset(each.standing for each in stay if is_lifted(each, fields, reference))
        return replace(doubt, disputed=lost) if lost else doubt

    def _settle(self, arrangement: Arrangement) -> FrameResult:
        self.is_settled, self.doubt = True, NO_DOUBT
        self._drift.decoded()
        stayed = self.arrangement is not None and outline(arrangement) == outline(self.arrangement)
        self.since = self.since if stayed and not self._queue.schedule.rest_missed else self._queue.rest.since
        self._queue.decoded(arrangement)
        self.arrangement = arrangement
        self.update_findings()
        return FrameResult.READ

    def _note_interference(self, disturbed: DisturbedVerdict, reading: Reading) -> Reading:
        """Store the interference; gives the reading with which later ones are compared."""
        self._queue.missed.explain(disturbed.interference.found, self._queue.rest.since)
        noted, self.reference = self.interference.note(
            disturbed.interference, disturbed.verdict.best, reading, self.reference
        )
        return noted

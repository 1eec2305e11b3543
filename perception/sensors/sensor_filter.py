"""The sensors of a board together: whether they are at rest, what they read, and which of them are believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import add
from statistics import fmean

from hardware.board import Frame
from perception.arrangements import Reading, ReferenceReading
from perception.findings import SensorFault
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import NOTHING, Fields
from perception.sensors.movement import Rest, RestDetector, RestRecord, SensorStatistics
from perception.sensors.sensor_health import SensorHealth

_HEALTH_EVERY = 200
_CHANGED = 0.3
_LIFTED = 0.25
_LOUDER = 1.2
_PROVING = 1.0
_PROVEN = 0.25
_NEAR = 0.15


class SensorFilter:
    """Follows the frames of one board with sensors on ``squares``. ``at`` is the time of the last frame."""

    def __init__(self, squares: tuple[int, ...], noise_model: NoiseModel) -> None:
        self._squares = squares
        self._usual = noise_model.noise
        self._statistics = SensorStatistics(squares, noise_model.noise)
        self._rest_detector = RestDetector()
        self._health = SensorHealth()
        self._watched = 0
        self._frame: Frame | None = None
        self._steps = NOTHING
        self.at = 0

    @property
    def noise(self) -> float:
        """The noise of one frame in mT rms."""
        return self._statistics.noise

    @property
    def since(self) -> int:
        """Since when nothing has moved, in ms of the board's clock."""
        return self._rest_detector.since

    @property
    def rested(self) -> int:
        """For how many ms nothing has moved."""
        return self.at - self._rest_detector.since

    @property
    def rest(self) -> Rest:
        """The current rest."""
        return Rest(self._rest_detector.since, self.at)

    @property
    def drifting(self) -> bool:
        """Whether the last frames move one way."""
        return self._rest_detector.drifting

    @property
    def record(self) -> RestRecord:
        """What the current rest has shown until now."""
        return self._rest_detector.record(self._statistics.noises)

    @property
    def jumped(self) -> bool:
        """Whether this rest followed on another from one frame to the next."""
        return self._rest_detector.jumped

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        """The sensors that fail."""
        return self._health.faults

    def restart(self) -> None:
        """The next frame begins a new rest."""
        self._rest_detector.restart()

    def feed(self, frame: Frame, reference: ReferenceReading | None = None, beside: Fields = NOTHING) -> bool:
        """Take in a frame; ``reference`` is a reading in which all magnets stood, ``beside`` is what is known to come
        from magnets beside the board. True if the board rested since the frame before."""
        self.at, self._frame = frame.at, frame
        standing = NOTHING if reference is None else reference.reading.fields
        if self._health.exchanged:
            standing = self._health.as_wired(standing)
        self._statistics.feed(frame, standing, beside)
        return self._rest_detector.feed(frame, self._statistics.noise)

    def watch(self, *, is_clear: bool = True) -> bool:
        """Check the sensors now and then; not ``is_clear`` is a reading at rest that is not understood. True if other
        ones are doubted than before."""
        if self._frame is None or self.at - self._watched < _HEALTH_EVERY:
            return False
        self._watched, before = self.at, self._health.doubted
        self._health.watch(self._statistics, self._frame, None if is_clear else self._rest_detector.frames)
        if self._health.doubted == before:
            return False
        self._rest_detector.ignore(self._health.doubted)
        return True

    def reading(self) -> Reading:
        """The mean over the rest, with what is known of the sensors and their noise."""
        return self._known(self._rest_detector.reading())

    def recent_reading(self, ms: int) -> Reading | None:
        """As `reading`, over the last ``ms`` only; None if something moved slowly meanwhile, or the rest is shorter."""
        recent = self._rest_detector.recent(ms)
        return None if recent is None else self._known(recent)

    def mean_of(self, frames: Sequence[Frame]) -> Reading:
        """The mean of some frames, with what is known of the sensors and their noise."""
        fields = tuple(map(fmean, zip(*(each.fields for each in frames), strict=True)))
        return self._known(Reading(fields, frozenset().union(*(each.clipped for each in frames)), len(frames)))

    def _known(self, measured: Reading) -> Reading:
        """A reading with what is known of the sensors and their noise."""
        reading, noise = self._health.corrected(measured), self._statistics.noise
        more = self._steps
        if noise > _LOUDER * self._usual:
            louder = (noise**2 - self._usual**2) / reading.count
            more = tuple(each + louder for each in more)
        if more is NOTHING:
            return reading
        return replace(reading, extra_variance=tuple(map(add, reading.extra_variance or NOTHING, more)))

    def expect_steps(self, variance: Fields) -> None:
        """Expect that the zero of each sensor steps from reading to reading, with this variance in mT squared."""
        self._steps = variance if any(variance) else NOTHING

    def lift_likely(self, reference: ReferenceReading) -> Reading | None:
        """The last frame as a reading if it looks like a lift: the sensor under a magnet lost some of its field, and
        another one felt it too, since one alone may have died."""
        if self._frame is None:
            return None
        reading = self._health.corrected(Reading.of(self._frame))
        least = _LIFTED + 5 * self._statistics.noise
        changes = zip(reading.fields, reference.reading.fields, strict=True)
        if sum(abs(now - then) > least / 2 for now, then in changes) < 2:
            return None
        for each in reference.arrangement:
            before = abs(reference.reading.fields[each.square])
            if before - abs(reading.fields[each.square]) > min(least, 0.5 * before):
                return reading
        return None

    def silent(self, reading: Reading, reference: ReferenceReading) -> frozenset[int]:
        """The squares whose sensor changed and has shown no noise since: it may have died. One that came to feel a
        strong field has not."""
        return frozenset(
            square
            for square in self._squares
            if square not in reading.clipped
            and abs(reading.fields[square] - reference.reading.fields[square]) > _CHANGED
            and self._health.sensor_of(square) not in self._health.doubted
            and not self._statistics.is_strong(self._health.sensor_of(square))
            and self._statistics.is_constant(self._health.sensor_of(square), self._rest_detector.frames)
        )

    def suspect(self, square: int) -> None:
        """The current reading could only be explained without this sensor."""
        evidence = (self._health.sensor_of(square), self._statistics, self._rest_detector.reading(), self.at)
        if self._rest_detector.jumped:
            self._health.mark_failed(*evidence)
        else:
            self._health.suspect(*evidence)
        self._rest_detector.ignore(self._health.doubted)

    def exchange(self, one: int, other: int, zero: float) -> None:
        """Exchange the sensors of two squares; the one at ``one`` then reads ``zero`` mT too much."""
        self._health.exchange(one, other, zero)

    @property
    def exchanged(self) -> frozenset[tuple[int, int]]:
        """The pairs of squares, the lesser first, that an exchange would give one of their own sensors again."""
        return self._health.exchanged

    def suspect_exchange(self, one: int, other: int, gap: float) -> bool:
        """The current reading could only be explained with these two exchanged, where the first should feel ``gap`` mT
        more. True if another reading showed it too."""
        return self._health.suspect_exchange(one, other, gap)

    def check_suspects(self, felt: Callable[[int], float]) -> None:
        """Compare suspected sensors with what they should read; ``felt`` gives that in mT for the one of a square."""
        self._health.compare(self._rest_detector.reading(), felt)
        suspects = self._health.suspected
        if not suspects:
            return
        reading = self._health.corrected(self._rest_detector.reading())
        for square in self._squares:
            sensor, wanted = self._health.sensor_of(square), felt(square)
            if sensor in suspects and square not in reading.clipped and abs(wanted) >= _PROVING:
                right = abs(reading.fields[square] - wanted) <= _PROVEN * abs(wanted) + _NEAR
                self._health.note_check(sensor, right=right)
        self._rest_detector.ignore(self._health.doubted)

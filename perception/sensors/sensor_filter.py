"""The sensors of a board as one sense: is it at rest, what does it read, and which sensors are to be believed."""

from __future__ import annotations

from dataclasses import replace

from hardware.board import Frame
from perception.findings import SensorFault
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import NOTHING
from perception.hypotheses import Explanation, Reading, ReferenceReading
from perception.sensors.baseline import Baseline
from perception.sensors.rest_detector import Rest, RestDetector
from perception.sensors.sensor_health import SensorHealth
from perception.sensors.sensor_statistics import SensorStatistics

_HEALTH_EVERY = 200
_CHANGED = 0.3
_LIFTED = 0.25
_LOUDER = 1.2
_PROVING = 1.0
_PROVEN = 0.25
_NEAR = 0.15


class SensorFilter:
    """Follows the frames of one board with sensors on ``squares``. ``at`` is the time of the last frame."""

    def __init__(self, squares: tuple[int, ...], sensing: NoiseModel) -> None:
        self._squares = squares
        self._usual = sensing.noise
        self._vitals = SensorStatistics(squares, sensing.noise)
        self._still = RestDetector()
        self._health = SensorHealth()
        self._watched = 0
        self._frame: Frame | None = None
        self.at = 0

    @property
    def noise(self) -> float:
        """The noise of one frame in mT rms."""
        return self._vitals.noise

    @property
    def since(self) -> int:
        """Since when nothing has moved, in ms of the board's clock."""
        return self._still.since

    @property
    def rested(self) -> int:
        """For how many ms nothing has moved."""
        return self.at - self._still.since

    @property
    def rest(self) -> Rest:
        """The rest that goes on."""
        return Rest(self._still.since, self.at)

    @property
    def drifting(self) -> bool:
        """Whether the last frames move one way."""
        return self._still.drifting

    @property
    def varied(self) -> bool:
        """Whether the rest is long enough to say how much a sensor varies."""
        return self._still.varied

    def spread(self, sensor: int) -> float:
        """How much a sensor has varied lately in this rest, in mT rms."""
        return self._still.spread(sensor)

    def deviations(self, sensor: int) -> tuple[tuple[int, float], ...]:
        """How far off its mean a sensor was in the last frames of this rest: times in ms, and mT."""
        return self._still.deviations(sensor)

    @property
    def jumped(self) -> bool:
        """Whether this rest followed on another from one frame to the next."""
        return self._still.jumped

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        """The sensors that fail."""
        return self._health.faults

    def restart(self) -> None:
        """The next frame begins a new rest."""
        self._still.restart()

    def feed(self, frame: Frame) -> bool:
        """Take in a frame; whether the board rested between the frame before and this one."""
        self.at, self._frame = frame.at, frame
        self._vitals.feed(frame)
        return self._still.feed(frame, self._vitals.noise)

    def watch(self) -> bool:
        """Look after the sensors, now and then; whether others are doubted than before."""
        if self._frame is None or self.at - self._watched < _HEALTH_EVERY:
            return False
        self._watched, before = self.at, self._health.doubted
        self._health.watch(self._vitals, Reading.of(self._frame), self.at)
        if self._health.doubted == before:
            return False
        self._still.ignore(self._health.doubted)
        return True

    def reading(self) -> Reading:
        """The mean over the still time, with what is known of the sensors and of their noise."""
        reading, noise = self._health.sorted_out(self._still.reading()), self._vitals.noise
        if noise <= _LOUDER * self._usual:
            return reading
        more = (noise**2 - self._usual**2) / reading.count
        return replace(reading, blur=tuple(each + more for each in reading.blur or NOTHING))

    def lift_likely(self, anchor: ReferenceReading) -> Reading | None:
        """The last frame as a reading, if it looks like a lift: a standing magnet's own sensor lost some of its field,
        and another sensor felt it, too (one alone may have died)."""
        if self._frame is None:
            return None
        reading = self._health.sorted_out(Reading.of(self._frame))
        least = _LIFTED + 5 * self._vitals.noise
        changes = zip(reading.fields, anchor.reading.fields, strict=True)
        if sum(abs(now - then) > least / 2 for now, then in changes) < 2:
            return None
        for each in anchor.world:
            before = abs(anchor.reading.fields[each.square])
            if before - abs(reading.fields[each.square]) > min(least, 0.5 * before):
                return reading
        return None

    def silent(self, reading: Reading, anchor: ReferenceReading) -> frozenset[int]:
        """The squares whose sensor changed and has not trembled since: it may have died."""
        return frozenset(
            square
            for square in self._squares
            if square not in reading.clipped
            and abs(reading.fields[square] - anchor.reading.fields[square]) > _CHANGED
            and self._health.wire(square) not in self._health.doubted
            and self._vitals.unmoved(self._health.wire(square), self._still.frames)
        )

    def suspect(self, square: int) -> None:
        """What is read now could only be explained without this sensor."""
        told = (self._health.wire(square), self._vitals, self._still.reading(), self.at)
        if self._still.jumped:
            self._health.accuse(*told)
        else:
            self._health.suspect(*told)
        self._still.ignore(self._health.doubted)

    def exchange(self, one: int, other: int, zero: float) -> None:
        """The sensors of two squares answer for each other; at ``one`` that reads ``zero`` mT too much."""
        self._health.exchange(one, other, zero)

    @property
    def exchanged(self) -> frozenset[tuple[int, int]]:
        """The pairs of squares, the lesser first, of which one has its own sensor again if they are exchanged."""
        return self._health.exchanged

    def confuse(self, one: int, other: int, gap: float) -> bool:
        """What is read now could only be explained with these two exchanged, where the first should feel ``gap`` mT
        more; whether another reading said so, too."""
        return self._health.confuse(one, other, gap)

    def prove(self, best: Explanation, zeros: Baseline) -> None:
        """Hold what sensors on trial show against what the standing magnets should make them show."""
        self._health.compare(self._still.reading(), lambda square: zeros.felt(best.placed, square))
        trial = self._health.on_trial
        if not trial:
            return
        reading = self._health.sorted_out(self._still.reading())
        for square in self._squares:
            sensor, felt = self._health.wire(square), zeros.felt(best.placed, square)
            if sensor in trial and square not in reading.clipped and abs(felt) >= _PROVING:
                right = abs(reading.fields[square] - felt) <= _PROVEN * abs(felt) + _NEAR
                self._health.prove(sensor, right=right)
        self._still.ignore(self._health.doubted)

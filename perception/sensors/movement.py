"""Detects whether anything moves on the board: the noise of its sensors, and rests, in which no sensor changes by more
than its noise and a slow drift.

The noise is measured by second differences, the deviation of three frames in a row from a straight line. A moving hand
changes a field little from frame to frame, while noise changes it in full, and most sensors feel little of any hand.
The sensor under a worker in a hand feels its tremor, but then it also feels the worker, and reads something else than
it did while all magnets stood.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import cbrt, inf, log
from statistics import fmean, pstdev

from common.numbers import total
from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading
from perception.fitting.residual import nothing
from perception.sensors import limits


def moved(field: float, way: float) -> float:
    """Return how much a field in mT changes if its magnet moves by ``way`` mm.

    A magnet is at a distance that goes with the inverse third root of its field.
    """
    size = abs(field)
    return 3 * way * size * cbrt(size) / limits.ONE_MILLITESLA_AT


def wobble(field: float) -> float:
    """Return how much a field in mT changes if its magnet moves by `limits.WOBBLE`."""
    return moved(field, limits.WOBBLE)


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing moved between these two times, in ms of the board's clock."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class RestRecord:
    """What a rest has shown. It has lasted ``rested`` ms. Its last frames had these ``times`` in ms and ``fields`` in
    mT. The board has this ``noise`` in mT rms, and its sensors have the ``noises``; without these each has that of the
    board.

    ``before`` are the fields of the frames in the last `limits.KEPT_BEFORE` ms before it, and ``after`` those of the
    frames just after it, once it has ended.
    """

    rested: int
    noise: float
    times: tuple[int, ...] = ()
    fields: tuple[tuple[float, ...], ...] = ()
    noises: tuple[float, ...] = ()
    before: tuple[tuple[float, ...], ...] = ()
    after: tuple[tuple[float, ...], ...] = ()

    def noise_of(self, sensor: int) -> float:
        """Return the noise of a sensor in mT rms, within once and twice the noise of the board."""
        return (
            min(max(self.noise, self.noises[sensor]), limits.LOUDEST_SENSOR * self.noise) if self.noises else self.noise
        )

    @property
    def varied(self) -> bool:
        """Whether there are enough frames to measure how much a sensor varies."""
        return len(self.fields) >= limits.VARIED_FRAMES

    def spread(self, sensor: int) -> float:
        """Return how much a sensor has varied in the last frames, in mT rms; 0 for a single frame."""
        return pstdev(fields[sensor] for fields in self.fields[-limits.VARIED_FRAMES :])

    def deviations(self, sensor: int) -> tuple[tuple[int, float], ...]:
        """Return the deviation of a sensor from its mean in mT in each of the last frames, with the times in ms."""
        fields = [each[sensor] for each in self.fields]
        mean = fmean(fields)
        return tuple((at, field - mean) for at, field in zip(self.times, fields, strict=True))


class RestDetector:
    """Detects rests of a board with so many ``channels``. Nothing has moved since the time ``since``, in ms of the
    board's clock. The rest has ``jumped`` if it followed on another from one frame to the next, as no hand can do.

    Missing frames do not end a rest, since a busy table misses some. If the fields are the same before and after,
    nothing has moved. Only time in which frames came counts as rest.
    """

    def __init__(self, channels: int = SQUARE_COUNT) -> None:
        self._means: list[float] = []
        self._clipped: frozenset[int] = frozenset()
        self._count = 0
        self._last: deque[tuple[float, ...]] = deque(maxlen=limits.KEPT_FRAMES)
        self._times: deque[int] = deque(maxlen=limits.KEPT_FRAMES)
        self._before: deque[tuple[int, tuple[float, ...]]] = deque()
        self._noise = 0.0
        self._at = 0
        self._number = 0
        self._further = frozenset(range(SQUARE_COUNT, channels))
        self._slack = [0.0] * channels
        self.ignore(frozenset())
        self.since = 0
        self.jumped = False

    def ignore(self, squares: frozenset[int]) -> None:
        """Leave out the sensors of these squares, which vary by themselves. Further sensors are always left out: one
        may be so near to a watch beside the board that its tremor would never let the board rest."""
        out = squares | self._further
        self._slack = [float("inf") if square in out else 0.0 for square in range(len(self._slack))]

    def restart(self) -> None:
        """Begin a new rest with the next frame, whatever it shows."""
        self._means, self._count = [], 0

    def feed(self, frame: Frame, noise: float) -> bool:
        """Take in a frame of a board with this noise in mT rms. True if the board rested since the frame before."""
        self._noise = noise
        unseen = max(0, frame.at - self._at - limits.LONGEST_GAP)
        follows = frame.number == self._number + 1 and frame.at - self._at <= limits.QUICKEST_HAND
        self._at, self._number = frame.at, frame.number
        if self._means and self._agrees(frame.fields):
            self.since += unseen
            # A field at the very end of the range is clipped in some frames only; no frame bounds it then.
            if not frame.clipped <= self._clipped:
                self._clipped |= frame.clipped
            self._count = min(self._count + 1, limits.MEAN_FRAMES)
            share = 1 / self._count
            self._means = [mean + share * (value - mean) for mean, value in zip(self._means, frame.fields, strict=True)]
            self._last.append(frame.fields)
            self._times.append(frame.at)
            return True
        self.jumped = follows and self._count >= limits.RESTED_FRAMES and not self._agrees(frame.fields, limits.ABRUPT)
        self._before.extend(zip(self._times, self._last, strict=True))
        while self._before and self._before[0][0] < frame.at - limits.KEPT_BEFORE:
            self._before.popleft()
        self._last.clear()
        self._times.clear()
        self._last.append(frame.fields)
        self._times.append(frame.at)
        self._means, self._clipped, self._count, self.since = list(frame.fields), frame.clipped, 1, frame.at
        return False

    @property
    def frames(self) -> int:
        """How many frames the mean of the rest has."""
        return self._count

    def record(self, noises: tuple[float, ...] = ()) -> RestRecord:
        """Return what the present rest has shown until now. ``noises`` are those of the sensors in mT rms, if they are
        known."""
        before = tuple(fields for _, fields in self._before)
        return RestRecord(self._at - self.since, self._noise, tuple(self._times), tuple(self._last), noises, before)

    @property
    def drifting(self) -> bool:
        """Whether the last frames, though near the mean, move one way, as when a hand slows down or starts."""
        half = min(len(self._last), limits.RECENT_FRAMES) // 2
        if half == 0:
            return True
        frames = tuple(self._last)
        allowed = half * (limits.DRIFT / 2 + limits.STEADY * self._noise * (2 / half) ** 0.5)
        early, late = frames[-2 * half : -half], frames[-half:]
        sums = zip(zip(*early, strict=True), zip(*late, strict=True), self._slack, strict=True)
        return any(
            abs(total(after) - total(before)) > allowed + slack + half * wobble(before[0])
            for before, after, slack in sums
        )

    def reading(self) -> Reading:
        """Return the mean over the rest.

        :raises ValueError: before the first frame.
        """
        if not self._means:
            raise ValueError("no frame has been read yet")
        return Reading(tuple(self._means), self._clipped, self._count)

    def recent(self, ms: int) -> Reading | None:
        """Return the mean over the last ``ms`` of the rest. None if the rest is shorter, or if a field moved one way
        meanwhile, as under a hand on its way.

        :raises ValueError: before the first frame.
        """
        frames = [fields for at, fields in zip(self._times, self._last, strict=True) if at > self._at - ms]
        half = len(frames) // 2
        if self._at - self.since < ms or half == 0:
            return None
        early, late = _means(frames[:half]), _means(frames[-half:])
        allowed = limits.STEADY * self._noise * (2 / half) ** 0.5
        pairs = zip(early[:SQUARE_COUNT], late[:SQUARE_COUNT], strict=True)
        if any(abs(after - before) > allowed for before, after in pairs):
            return None
        return Reading(_means(frames), self.reading().clipped, len(frames))

    def _agrees(self, fields: tuple[float, ...], share: float = 1.0) -> bool:
        """Check whether every field is as near to its mean as noise and drift allow, times ``share``."""
        allowed = share * (limits.DRIFT + limits.OUTLIER * self._noise * (1 + 1 / self._count) ** 0.5)
        for mean, value, slack in zip(self._means, fields, self._slack, strict=True):
            error = value - mean
            if error < 0:
                error = -error
            if error > allowed and error > allowed + slack + share * wobble(mean):
                return False
        return True


def _means(frames: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(fmean(values) for values in zip(*frames, strict=True))


class SensorStatistics:
    """Measures the noise of sensors, at little cost for each frame. ``squares`` are those that have a sensor; the board
    has so many ``channels``. ``noise`` is the noise of one frame in mT rms: that of the sensors under squares."""

    def __init__(self, squares: tuple[int, ...], noise: float, channels: int = SQUARE_COUNT) -> None:
        self._squares = squares
        self._last: tuple[float, ...] | None = None
        self._earlier: tuple[float, ...] | None = None
        self._at = 0
        self._number = 0
        self._same = [0] * channels
        self._second_differences = [limits.MEAN_SECOND_DIFFERENCE * noise] * channels
        self._sameness = limits.LIVELY
        self._learned = 0
        self.noise = noise

    def feed(self, frame: Frame, standing: Sequence[float] = (), beside: Sequence[float] = ()) -> None:
        """Take in a frame. ``standing`` is what the sensors read in mT while all magnets stood, ``beside`` what they
        feel of magnets beside the board: a watch trembles with its arm. Both are empty for no field."""
        standing, beside = standing or nothing(len(self._same)), beside or nothing(len(self._same))
        fields, last, earlier = frame.fields, self._last, self._earlier
        follows = frame.number == self._number + 1 and frame.at - self._at <= limits.LONGEST_PERIOD
        self._last, self._earlier, self._at, self._number = fields, last if follows else None, frame.at, frame.number
        if last is None:
            return
        self._same = [run + 1 if now == then else 0 for run, now, then in zip(self._same, fields, last, strict=True)]
        if not follows or earlier is None:
            return
        second_differences = [
            abs(now - then - then + once) for now, then, once in zip(fields, last, earlier, strict=True)
        ]
        self._follow_noise(second_differences)
        cap, usual = limits.LARGEST_SECOND_DIFFERENCE * self.noise, limits.TOO_LOUD / 2 * self.noise
        rate = limits.STATISTICS_RATE
        self._second_differences = [
            mean
            if bend > usual and bend < max(_shaking(field, stood), moved(near, limits.WORN_TREMBLES))
            else mean + rate * ((bend if bend < cap else cap) - mean)
            for mean, bend, field, stood, near in zip(
                self._second_differences, second_differences, fields, standing, beside, strict=True
            )
        ]
        self._sameness += rate * (self._same.count(0) / len(self._same) - self._sameness)

    @property
    def noises(self) -> tuple[float, ...]:
        """The noise of each sensor in mT rms, over about a second. The noise of the board does not show which sensors
        are noisier than others. As a quantile, it may be too low where it is about one step of the converter."""
        return tuple(mean / limits.MEAN_SECOND_DIFFERENCE for mean in self._second_differences)

    @property
    def noisy(self) -> frozenset[int]:
        """The squares whose sensor has been far noisier than the others for about a second."""
        allowed = max(limits.TOO_LOUD * self.noise, limits.HARMLESS)
        loud = [square for square in self._squares if self._second_differences[square] > allowed]
        # A hand that hovers shakes the sensors around it together.
        return frozenset(loud) if len(loud) <= limits.LOUD_TOGETHER else frozenset()

    def is_quiet(self, square: int) -> bool:
        """Check whether a sensor is no noisier than the others."""
        return self._second_differences[square] < limits.TOO_LOUD / 2 * self.noise

    def frozen(self, clipped: frozenset[int], unclear: int | None = None) -> frozenset[int]:
        """Return the squares whose sensor shows one value for longer than noise allows. ``clipped`` ones are left out,
        since a strong magnet holds a sensor at the end of its range. One with a strong field has failed only if it
        showed the same before a rest of ``unclear`` frames whose reading is not understood, if there is one."""
        needed = self._improbable_run()
        if needed is None:
            return frozenset()
        strong = inf if unclear is None else unclear + needed
        return frozenset(
            square
            for square in self._squares
            if self._same[square] >= (strong if self.is_strong(square) else needed) and square not in clipped
        )

    def is_strong(self, square: int) -> bool:
        """Check whether the last field of a sensor is so strong that one value proves nothing."""
        return self._last is not None and abs(self._last[square]) >= limits.STRONG_FIELD

    def is_constant(self, square: int, frames: int) -> bool:
        """Check whether a sensor gave one value in the last ``frames`` frames although its noise should have changed
        it."""
        return self._improbable_run() is not None and self._same[square] >= frames - 1

    def _improbable_run(self) -> int | None:
        """Return the number of frames without a change that no healthy sensor has; None if the board is too quiet to
        say."""
        changing = self._sameness
        if changing < limits.LIVELY:
            return None
        return max(limits.SHORTEST_RUN, round(limits.NEVER / -log(max(1 - changing, limits.LEAST_SAME))))

    def _follow_noise(self, second_differences: list[float]) -> None:
        """Follow the noise: the mean over the first frames, then a low quantile, since hands only add to it."""
        middle = (
            sorted(second_differences[square] for square in self._squares)[len(self._squares) // 2]
            / limits.MEDIAN_SECOND_DIFFERENCE
        )
        if self._learned < limits.LEARNING_FRAMES:
            self._learned += 1
            noise = self.noise + (middle - self.noise) / (self._learned + 2)
        else:
            noise = self.noise * ((1 + limits.NOISE_RISE) if middle > self.noise else (1 - limits.NOISE_FALL))
        self.noise = min(max(noise, limits.QUIETEST), limits.LOUDEST)


def _shaking(field: float, stood: float) -> float:
    """Return the second differences in mT that a hand gives a sensor with this field, whose field was ``stood`` while
    all magnets stood."""
    return max(
        moved(min(abs(field), abs(field - stood)), limits.CARRIED_TREMBLES), moved(field, limits.PRESSED_TREMBLES)
    )

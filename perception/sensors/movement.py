"""Whether anything moves on the board: the noise of its sensors, and the rests in which no sensor changes by more than
its noise and a slow drift.

The noise is measured by second differences, the deviation of three frames in a row from a straight line. A moving hand
changes a field little from frame to frame, noise changes it in full; and most sensors feel little of any hand. The
sensor under a worker in a hand feels its tremor, but then it also feels the worker, and reads something else than it
did while all magnets stood.
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

DRIFT = 0.05
"""How far a field at rest may wander from its mean, in mT."""
OUTLIER = 4.5
"""How many standard deviations of the noise a frame at rest may differ from the mean."""
WOBBLE = 0.15
"""How far, in mm, a worker moves that a hand presses onto its square."""
STEADY = 3.7
"""As ``OUTLIER``, for the difference between the means of two halves of the last frames."""
RECENT = 10
"""How many of the last frames are compared, half with half."""
_AT_ONE_MILLITESLA = 50.0
"""The distance in mm, about, at which a worker's magnet has a field of 1 mT."""
WINDOW = 50
"""The number of frames after which the mean forgets older ones."""
VARIED = 16
"""The number of frames that show how much a sensor varies."""
KEPT = 128
"""The number of the last frames of a rest that are stored."""
JUST_BEFORE = 320
"""For how many ms before a rest its frames are stored."""
BLIND = 150
"""The longest gap between frames, in ms, that counts as rest."""
QUICKEST_HAND = 60
"""The least time in ms in which a hand takes a worker from rest to rest."""
RESTED = 5
"""The number of frames that make a rest."""
ABRUPT = 2.0
"""A change this many times what a rest allows is not the end of a gentle one."""

QUIETEST, LOUDEST = 0.006, 0.12
"""The least and the most noise in mT rms that a board may have as a whole."""

_MEDIAN_BEND = 1.652
"""The median second difference of white noise in standard deviations: 0.6745 times the root of 6."""
_MEAN_BEND = 1.954
_RISE, _FALL = 0.012, 0.018
_LEARNING = 40
_CAP = 9.0
_TOO_LOUD = 6.0
_HARMLESS = 0.12
"""Second differences in mT up to which no sensor counts as noisy. On a quiet board, a field between two steps of the
converter comes to a third of this."""
_LOUD_TOGETHER = 2
_STRONG = 12.0
"""The field in mT from which on one value tells nothing of a sensor. Only one that a worker is right above feels so
much, and there a converter may have wide codes: those of an RP2040 are nine counts, a quarter of a millitesla."""
_SHAKEN = 7.0
"""Second differences in mm up to which a worker in a hand trembles."""
_WORN = 14.0
"""The same of a watch beside the board. It is further off than `moved` takes it to be, and an arm trembles more."""
_PRESSED = 1.2
"""The same of a worker that stands, and that a hand holds or presses down."""
_MOST = 2.0
"""How many times the noise of the board that of one sensor may be: more comes from a hand."""
_NO_FIELDS = (0.0,) * SQUARE_COUNT
_RATE = 0.02
_LIVELY = 0.5
_NEVER = 21.0
_LONGEST_PERIOD = 100


def moved(field: float, way: float) -> float:
    """How much a field of so many mT changes, in mT, if its magnet moves by ``way`` mm.

    By its own field a magnet is at a distance that goes with the third root of it.
    """
    size = abs(field)
    return 3 * way * size * cbrt(size) / _AT_ONE_MILLITESLA


def wobble(field: float) -> float:
    """How much a field of so many mT changes, in mT, if its magnet moves by `WOBBLE`."""
    return moved(field, WOBBLE)


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing moved between these two times, in ms of the board's clock."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class RestRecord:
    """What a rest has shown: it has lasted ``rested`` ms, and its last frames had these times in ms and ``fields`` in
    mT. The board has this ``noise``, and its sensors have the ``noises`` (all in mT rms; none: that of the board).
    ``before`` are the fields of the frames just before it, the last `JUST_BEFORE` ms; ``after`` are those just after it
    (none: it has not ended)."""

    rested: int
    noise: float
    times: tuple[int, ...] = ()
    fields: tuple[tuple[float, ...], ...] = ()
    noises: tuple[float, ...] = ()
    before: tuple[tuple[float, ...], ...] = ()
    after: tuple[tuple[float, ...], ...] = ()

    def noise_of(self, sensor: int) -> float:
        """The noise of a sensor in mT rms: its own, within once and twice that of the board."""
        return min(max(self.noise, self.noises[sensor]), _MOST * self.noise) if self.noises else self.noise

    @property
    def varied(self) -> bool:
        """Whether there are enough frames to measure how much a sensor varies."""
        return len(self.fields) >= VARIED

    def spread(self, sensor: int) -> float:
        """How much a sensor has varied in the last frames, in mT rms; 0 for a single frame."""
        return pstdev(fields[sensor] for fields in self.fields[-VARIED:])

    def deviations(self, sensor: int) -> tuple[tuple[int, float], ...]:
        """How far a sensor was off its mean, in mT, in each of the last frames, with their times in ms."""
        fields = [each[sensor] for each in self.fields]
        mean = fmean(fields)
        return tuple((at, field - mean) for at, field in zip(self.times, fields, strict=True))


class RestDetector:
    """Follows frames. ``since`` is the time since when nothing has moved, in ms of the board's clock; ``jumped`` tells
    whether this rest followed on another from one frame to the next, as no hand can do.

    Missing frames do not end a rest, since a busy table misses some. If the fields are the same before and after,
    nothing has moved. Only time in which frames came counts as rest.
    """

    def __init__(self) -> None:
        self._means: list[float] = []
        self._clipped: frozenset[int] = frozenset()
        self._count = 0
        self._last: deque[tuple[float, ...]] = deque(maxlen=KEPT)
        self._times: deque[int] = deque(maxlen=KEPT)
        self._before: deque[tuple[int, tuple[float, ...]]] = deque()
        self._noise = 0.0
        self._at = 0
        self._number = 0
        self._slack = [0.0] * SQUARE_COUNT
        self.since = 0
        self.jumped = False

    def ignore(self, squares: frozenset[int]) -> None:
        """Leave out the sensors of these squares, which vary by themselves."""
        self._slack = [float("inf") if square in squares else 0.0 for square in range(SQUARE_COUNT)]

    def restart(self) -> None:
        """Begin a new rest with the next frame, whatever it shows."""
        self._means, self._count = [], 0

    def feed(self, frame: Frame, noise: float) -> bool:
        """Take in a frame of a board with this noise (mT rms). True if the board rested since the frame before."""
        self._noise = noise
        unseen = max(0, frame.at - self._at - BLIND)
        follows = frame.number == self._number + 1 and frame.at - self._at <= QUICKEST_HAND
        self._at, self._number = frame.at, frame.number
        if self._means and self._agrees(frame.fields):
            self.since += unseen
            # A field at the very end of the range is clipped in some frames only; no frame bounds it then.
            if not frame.clipped <= self._clipped:
                self._clipped |= frame.clipped
            self._count = min(self._count + 1, WINDOW)
            share = 1 / self._count
            self._means = [mean + share * (value - mean) for mean, value in zip(self._means, frame.fields, strict=True)]
            self._last.append(frame.fields)
            self._times.append(frame.at)
            return True
        self.jumped = follows and self._count >= RESTED and not self._agrees(frame.fields, ABRUPT)
        self._before.extend(zip(self._times, self._last, strict=True))
        while self._before and self._before[0][0] < frame.at - JUST_BEFORE:
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
        """What the present rest has shown until now; the sensors have these ``noises`` in mT rms (none: that of the
        board)."""
        before = tuple(fields for _, fields in self._before)
        return RestRecord(self._at - self.since, self._noise, tuple(self._times), tuple(self._last), noises, before)

    @property
    def drifting(self) -> bool:
        """Whether the last frames, though near the mean, move one way, as when a hand slows down or starts."""
        half = min(len(self._last), RECENT) // 2
        if half == 0:
            return True
        frames = tuple(self._last)
        allowed = half * (DRIFT / 2 + STEADY * self._noise * (2 / half) ** 0.5)
        early, late = frames[-2 * half : -half], frames[-half:]
        sums = zip(zip(*early, strict=True), zip(*late, strict=True), self._slack, strict=True)
        return any(
            abs(total(after) - total(before)) > allowed + slack + half * wobble(before[0])
            for before, after, slack in sums
        )

    def reading(self) -> Reading:
        """The mean over the rest.

        :raises ValueError: before the first frame.
        """
        if len(self._means) != SQUARE_COUNT:
            raise ValueError("no frame has been read yet")
        return Reading(tuple(self._means), self._clipped, self._count)

    def recent(self, ms: int) -> Reading | None:
        """The mean over the last ``ms`` of the rest; None if a field moved one way meanwhile, as under a hand on its
        way, or if the rest has not lasted so long.

        :raises ValueError: before the first frame.
        """
        frames = [fields for at, fields in zip(self._times, self._last, strict=True) if at > self._at - ms]
        half = len(frames) // 2
        if self._at - self.since < ms or half == 0:
            return None
        early, late = _means(frames[:half]), _means(frames[-half:])
        allowed = STEADY * self._noise * (2 / half) ** 0.5
        if any(abs(after - before) > allowed for before, after in zip(early, late, strict=True)):
            return None
        return Reading(_means(frames), self.reading().clipped, len(frames))

    def _agrees(self, fields: tuple[float, ...], share: float = 1.0) -> bool:
        """Whether every field is as near to its mean as noise and drift allow, times ``share``."""
        allowed = share * (DRIFT + OUTLIER * self._noise * (1 + 1 / self._count) ** 0.5)
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
    """Takes in every frame, at little cost. ``squares`` are those that have a sensor; ``noise`` is that of one frame in
    mT rms."""

    def __init__(self, squares: tuple[int, ...], noise: float) -> None:
        self._squares = squares
        self._last: tuple[float, ...] | None = None
        self._earlier: tuple[float, ...] | None = None
        self._at = 0
        self._number = 0
        self._same = [0] * SQUARE_COUNT
        self._second_differences = [_MEAN_BEND * noise] * SQUARE_COUNT
        self._sameness = _LIVELY
        self._learned = 0
        self.noise = noise

    def feed(self, frame: Frame, standing: Sequence[float] = _NO_FIELDS, beside: Sequence[float] = _NO_FIELDS) -> None:
        """Take in a frame. ``standing`` is what the sensors read in mT while all magnets stood, ``beside`` what they
        feel of magnets beside the board: a watch trembles with its arm."""
        fields, last, earlier = frame.fields, self._last, self._earlier
        follows = frame.number == self._number + 1 and frame.at - self._at <= _LONGEST_PERIOD
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
        cap, usual = _CAP * self.noise, _TOO_LOUD / 2 * self.noise
        self._second_differences = [
            mean
            if bend > usual and bend < max(_shaking(field, stood), moved(near, _WORN))
            else mean + _RATE * ((bend if bend < cap else cap) - mean)
            for mean, bend, field, stood, near in zip(
                self._second_differences, second_differences, fields, standing, beside, strict=True
            )
        ]
        self._sameness += _RATE * (self._same.count(0) / SQUARE_COUNT - self._sameness)

    @property
    def noises(self) -> tuple[float, ...]:
        """The noise of each sensor in mT rms, over about a second. ``noise`` does not show which sensors are noisier
        than others, and as a quantile it may be too low where the noise is about one step of the converter."""
        return tuple(mean / _MEAN_BEND for mean in self._second_differences)

    @property
    def noisy(self) -> frozenset[int]:
        """The squares whose sensor has been far noisier than the others for about a second."""
        allowed = max(_TOO_LOUD * self.noise, _HARMLESS)
        loud = [square for square in self._squares if self._second_differences[square] > allowed]
        # A hand that hovers shakes the sensors around it together.
        return frozenset(loud) if len(loud) <= _LOUD_TOGETHER else frozenset()

    def is_quiet(self, square: int) -> bool:
        """Whether a sensor is no noisier than the others."""
        return self._second_differences[square] < _TOO_LOUD / 2 * self.noise

    def frozen(self, clipped: frozenset[int], unclear: int | None = None) -> frozenset[int]:
        """The squares whose sensor shows one value for longer than noise allows. ``clipped`` ones are left out, since a
        strong magnet holds a sensor at the end of its range. One with a strong field has failed only if the reading of
        a rest of ``unclear`` frames is not understood (None: it is) and it showed the same before that."""
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
        """Whether the last field of a sensor is so strong that one value tells nothing."""
        return self._last is not None and abs(self._last[square]) >= _STRONG

    def is_constant(self, square: int, frames: int) -> bool:
        """Whether a sensor gave one value in the last ``frames`` frames although its noise should have changed it."""
        return self._improbable_run() is not None and self._same[square] >= frames - 1

    def _improbable_run(self) -> int | None:
        """The number of frames without a change that no healthy sensor has; None if the board is too quiet to say."""
        changing = self._sameness
        if changing < _LIVELY:
            return None
        return max(15, round(_NEVER / -log(max(1 - changing, 0.05))))

    def _follow_noise(self, second_differences: list[float]) -> None:
        """Follow the noise: the mean over the first frames, then a low quantile, since hands only add to it."""
        middle = sorted(second_differences[square] for square in self._squares)[len(self._squares) // 2] / _MEDIAN_BEND
        if self._learned < _LEARNING:
            self._learned += 1
            noise = self.noise + (middle - self.noise) / (self._learned + 2)
        else:
            noise = self.noise * ((1 + _RISE) if middle > self.noise else (1 - _FALL))
        self.noise = min(max(noise, QUIETEST), LOUDEST)


def _shaking(field: float, stood: float) -> float:
    """The second differences in mT that a hand gives a sensor with this field, whose field was ``stood`` while all
    magnets stood."""
    return max(moved(min(abs(field), abs(field - stood)), _SHAKEN), moved(field, _PRESSED))

"""Detects when the board is at rest: no sensor changes by more than its noise and a slow drift."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import cbrt
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

BLIND = 150
"""The longest gap between frames, in ms, that counts as rest."""


QUICKEST_HAND = 60
"""The least time in ms in which a hand takes a worker from rest to rest."""

RESTED = 5
"""The number of frames that make a rest."""

ABRUPT = 2.0
"""A change this many times what a rest allows is not the end of a gentle one."""


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
    mT, with this noise (mT rms)."""

    rested: int
    noise: float
    times: tuple[int, ...] = ()
    fields: tuple[tuple[float, ...], ...] = ()

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

    @property
    def record(self) -> RestRecord:
        """What the present rest has shown until now."""
        return RestRecord(self._at - self.since, self._noise, tuple(self._times), tuple(self._last))

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

"""A rest of the board as a value: what each sensor read on average since nothing has moved, and how much it varied."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, pstdev

from common.message import Message
from common.numbers import total
from hardware.board import SQUARE_COUNT, Frame
from perception.calibration.procedure import BoardSetting, message, names_of

Fields = tuple[float, ...]

LONGEST_GAP = 2000
"""A board that was silent for more ms may have been changed meanwhile."""

_NONE: Fields = (0.0,) * SQUARE_COUNT
_WANDER = 0.06
_OUTLIER = 5.0
_RELATIVE = 0.004
_LOUDER = 1.6
_SHAKEN = 0.02
_NOISY = 5.0
_LEAST_NOISE = 0.02
_MANY = 3
_BY_MEDIAN = 1.05
"""The standard deviation of noise is so many times the median of its steps, without their sign."""


@dataclass(frozen=True, slots=True)
class RestAverage:
    """Frames without a movement between ``since`` and ``at`` (ms of the board's clock): their number, the mean of each
    sensor in mT, the sum of its squared deviations, and the sensors that were at the end of their range in any."""

    since: int = 0
    at: int = 0
    count: int = 0
    means: Fields = _NONE
    squares: Fields = _NONE
    clipped: frozenset[int] = frozenset()

    @property
    def duration(self) -> int:
        """For how many ms nothing has moved."""
        return self.at - self.since

    def after(self, frame: Frame, noise: Fields) -> RestAverage:
        """With one more frame of sensors with so much noise each (mT rms), or the rest that it begins."""
        if self.count == 0 or not 0 < frame.at - self.at <= LONGEST_GAP or self._moved(frame, noise):
            return RestAverage(frame.at, frame.at, 1, frame.fields, _NONE, frame.clipped)
        share = 1 / (self.count + 1)
        means = tuple(mean + share * (value - mean) for mean, value in zip(self.means, frame.fields, strict=True))
        squares = tuple(
            square + (value - before) * (value - mean)
            for square, value, before, mean in zip(self.squares, frame.fields, self.means, means, strict=True)
        )
        return RestAverage(self.since, frame.at, self.count + 1, means, squares, self.clipped | frame.clipped)

    def trembles(self, noise: Fields) -> bool:
        """Whether sensors with this noise each vary as they do under a worker that a hand holds still."""
        return any(
            sqrt(square / self.count) > _LOUDER * each + _SHAKEN + _RELATIVE * abs(mean)
            for square, each, mean in zip(self.squares, noise, self.means, strict=True)
        )

    def _moved(self, frame: Frame, noise: Fields) -> bool:
        widen = sqrt(1 + 1 / self.count)
        return any(
            abs(value - mean) > _WANDER + _OUTLIER * widen * each + _RELATIVE * abs(mean)
            for value, mean, each in zip(frame.fields, self.means, noise, strict=True)
        )


@dataclass(frozen=True, slots=True)
class SensorAverages:
    """What some seconds of frames say about sensors that are not known yet: the mean and noise of each in mT, those
    that are far noisier than the others, those that were at the end of their range, and whether something moved."""

    means: Fields
    noise: Fields
    noisy: frozenset[int]
    ended: frozenset[int]
    moved: bool


def sensor_averages(frames: tuple[Frame, ...], squares: tuple[int, ...]) -> SensorAverages:
    """The averages of the sensors of these squares.

    :raises ValueError: for fewer than four frames.
    """
    if len(frames) < 4:
        raise ValueError(f"{len(frames)} frames say nothing of a sensor's noise")
    columns = tuple(zip(*(frame.fields for frame in frames), strict=True))
    count = len(frames)
    means = tuple(total(column) / count for column in columns)
    spreads = tuple(pstdev(column) for column in columns)
    # From one frame to the next, and no mean: neither a slow movement nor a quick one is noise.
    noise = tuple(_BY_MEDIAN * median(abs(b - a) for a, b in pairwise(column)) for column in columns)
    usual = max(_LEAST_NOISE, median(noise[square] for square in squares))
    noisy = frozenset(square for square in squares if noise[square] > _NOISY * usual)
    moved = len(noisy) > _MANY or any(spreads[square] > _WANDER + 2 * noise[square] for square in squares)
    return SensorAverages(
        means,
        noise,
        noisy,
        frozenset().union(*(frame.clipped for frame in frames)) & frozenset(squares),
        moved,
    )


# ---- empty board
#
# The first step of every procedure: the empty board, measured until the result can be trusted.


EMPTY_FOR = 2000
"""How long the empty board is measured, in ms."""
LEAST_FRAMES = 15
"""The least number of frames, however long they take."""

ZERO_UNKNOWN = 3.0
"""How far the zero of a sensor may be off by its data sheet, in mT."""
ZERO_KNOWN = 1.0
"""How far the zero of a calibrated sensor wanders with temperature and place, in mT."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The measurement of the empty board: its squares and how far in mT their zeros may be off.

    Until ``found`` is there, ``complaint`` says what is wrong and ``wrong`` on which squares. The sensors of squares
    that the person declares ``broken`` are left out. ``at`` is when it was found, in ms of the board's clock.
    """

    squares: tuple[int, ...]
    limit: float
    broken: frozenset[int] = frozenset()
    frames: tuple[Frame, ...] = ()
    complaint: Message | None = None
    wrong: tuple[int, ...] = ()
    found: SensorAverages | None = None
    further: Fields = ()
    count: int = 1
    at: int = 0

    @classmethod
    def of(cls, setting: BoardSetting) -> EmptyBoard:
        """The empty board of this setting, before anything is measured."""
        return cls(setting.geometry.squares, ZERO_KNOWN if setting.measured else ZERO_UNKNOWN)

    def after(self, frame: Frame) -> EmptyBoard:
        """With one more frame. ``further`` are then the means of further sensors."""
        frames = (*self.frames, frame)
        if frames[0].at > frame.at:
            frames = (frame,)  # the board has restarted
        if frame.at - frames[0].at < EMPTY_FOR or len(frames) < LEAST_FRAMES:
            return replace(self, frames=frames)
        squares = tuple(square for square in self.squares if square not in self.broken)
        measured = sensor_averages(tuple(each.of_squares for each in frames), squares)
        further = tuple(map(fmean, zip(*(each.fields[SQUARE_COUNT:] for each in frames), strict=True)))
        standing = {square for square in squares if abs(measured.means[square]) > self.limit} | measured.ended
        if standing:
            says = message("calibrate.not_empty", squares=names_of(standing))
            return replace(self, frames=(), complaint=says, wrong=tuple(sorted(standing)))
        if measured.moved:
            return replace(self, frames=(), complaint=message("calibrate.moves"), wrong=())
        return replace(
            self, frames=(), complaint=None, wrong=(), found=measured, further=further, count=len(frames), at=frame.at
        )

    def without_wrong(self) -> EmptyBoard:
        """Nothing stands on the squares that look wrong: their sensors are broken."""
        return replace(self.restarted(), broken=self.broken | frozenset(self.wrong))

    def restarted(self) -> EmptyBoard:
        """The measurement, started again."""
        return EmptyBoard(self.squares, self.limit, self.broken)

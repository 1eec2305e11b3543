"""The noise of the sensors, and which of them are far too noisy or show no noise at all.

The noise is measured by second differences, the deviation of three frames in a row from a straight line. A moving hand
changes a field little from frame to frame, noise changes it in full; and most sensors feel little of any hand. The
sensor under a worker in a hand feels its tremor, but then it also feels the worker, and reads something else than it
did while all magnets stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from hardware.board import SQUARE_COUNT, Frame
from perception.sensors.rest_detector import moved

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
_SHAKEN = 7.0
"""Second differences in mm up to which a worker in a hand trembles."""
_PRESSED = 1.2
"""The same of a worker that stands, and that a hand holds or presses down."""
_NO_FIELDS = (0.0,) * SQUARE_COUNT
_RATE = 0.02
_LIVELY = 0.5
_NEVER = 21.0
_LONGEST_PERIOD = 100


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

    def feed(self, frame: Frame, standing: Sequence[float] = _NO_FIELDS) -> None:
        """Take in a frame. ``standing`` is what the sensors read in mT while all magnets stood."""
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
            if bend > usual and bend < _shaking(field, stood)
            else mean + _RATE * ((bend if bend < cap else cap) - mean)
            for mean, bend, field, stood in zip(
                self._second_differences, second_differences, fields, standing, strict=True
            )
        ]
        self._sameness += _RATE * (self._same.count(0) / SQUARE_COUNT - self._sameness)

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

    def frozen(self, clipped: frozenset[int]) -> frozenset[int]:
        """The squares whose sensor shows one value for longer than noise allows. ``clipped`` ones are left out, since a
        strong magnet holds a sensor at the end of its range."""
        needed = self._improbable_run()
        if needed is None:
            return frozenset()
        return frozenset(square for square in self._squares if self._same[square] >= needed and square not in clipped)

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

"""Detects which squares a worker is put on or touches while no game is running. A worker that is taken away touches
nothing.

This needs much less than reading a game: not who stands where and how high, only that hands move workers. A threshold
with a large margin is enough: a worker on the ground or one block above it changes the field of the sensor under it by
7 mT and more, and that of the squares around it by less than a third as much.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import SQUARE_COUNT, Frame
from hardware.field_model import FieldModel

TOUCH_MS = 120
"""A touch lasts for this many ms of the board's clock at least, and for `TOUCH_FRAMES` readings."""
TOUCH_FRAMES = 3
REST_MS = 400
"""Fields that have not changed for this many ms, and for `REST_READINGS` readings, become the new base."""
REST_READINGS = 2 * TOUCH_FRAMES
"""More than a touch needs: where readings are far apart, a worker is noticed before it belongs to the base."""

_STILL = 0.3
"""The field of a sensor changes by less than this on a board at rest, in mT."""
_SHARE = 0.5
"""The share of the field of a worker on one block that counts as a touch."""
_MARGIN = 2.0
"""The field of the touched square changes by this many times as much as that of any square around it."""

_SIDE = 5


@dataclass(frozen=True, slots=True)
class _Touch:
    """A square on which a worker is measured: since when, in how many readings, and whether it was reported."""

    since: int
    readings: int = 1
    reported: bool = False


class TouchDetector:
    """Detects touches in the frames of a board. Frames that are missing delay a touch."""

    def __init__(self, model: FieldModel) -> None:
        self._least = _SHARE * abs(model.field(0.0, 1))
        self._squares = model.geometry.squares
        self._around = {square: _around(square, self._squares) for square in self._squares}
        self.forget()

    def forget(self) -> None:
        """Start over: the next frame is the base."""
        self._base: tuple[float, ...] | None = None
        self._resting: tuple[float, ...] = ()
        self._rests = self._readings_at_rest = 0
        self._touches: dict[int, _Touch] = {}

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """The squares that were touched, once for each touch."""
        if self._base is None or frame.at < self._rests:  # a board that started again counts from 0
            self._base = frame.fields
            self._rest_from(frame)
            return ()
        touched = self._touched(frame)
        if any(abs(field - rest) > _STILL for field, rest in zip(frame.fields, self._resting, strict=True)):
            self._rest_from(frame)
        else:
            self._readings_at_rest += 1
            if self._readings_at_rest >= REST_READINGS and frame.at - self._rests >= REST_MS:
                self._base = frame.fields
        return touched

    def _rest_from(self, frame: Frame) -> None:
        self._resting, self._rests, self._readings_at_rest = frame.fields, frame.at, 0

    def _touched(self, frame: Frame) -> tuple[int, ...]:
        base = self._base or frame.fields
        change = tuple(abs(now - then) for now, then in zip(frame.fields, base, strict=True))
        touched: list[int] = []
        touches: dict[int, _Touch] = {}
        for square in self._squares:
            around = max(change[each] for each in self._around[square])
            came = abs(frame.fields[square]) - abs(base[square])
            if came < self._least or change[square] < _MARGIN * around:
                continue
            before = self._touches.get(square)
            touch = _Touch(frame.at) if before is None else _Touch(before.since, before.readings + 1, before.reported)
            if not touch.reported and touch.readings >= TOUCH_FRAMES and frame.at - touch.since >= TOUCH_MS:
                touched.append(square)
                touch = _Touch(touch.since, touch.readings, reported=True)
            touches[square] = touch
        self._touches = touches
        return tuple(touched)


def _around(square: int, squares: tuple[int, ...]) -> tuple[int, ...]:
    rank, file = divmod(square, _SIDE)
    near = (
        _SIDE * (rank + up) + file + right
        for up in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (up or right) and 0 <= rank + up < _SIDE and 0 <= file + right < _SIDE
    )
    return tuple(each for each in near if each in squares and each < SQUARE_COUNT)

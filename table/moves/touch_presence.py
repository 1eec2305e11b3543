"""Is somebody at the board? Which squares a worker was put on or touches, with no game to say what stands there. One
that is taken away touches nothing: whoever fetches it is on the way to another square.

Much less is asked than when a game is read: not who stands where and how high, but that hands are there. So a plain
threshold will do, with a strong margin: a worker on the ground or up to one block above it changes the field of the
sensor under it by some 7 mT and more, and that of the squares around by not even a third as much.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import SQUARE_COUNT, Frame
from hardware.field_model import FieldModel

TOUCH_MS = 120
"""A worker has to be there for so many ms of the board's clock, and for `TOUCH_FRAMES` readings."""
TOUCH_FRAMES = 3
REST_MS = 400
"""What has not changed for so many ms is what the board looks like from now on."""

_STILL = 0.3
"""No field of a board at rest changes by so many mT."""
_SHARE = 0.5
"""Of the field that a worker on one block has, so much is a touch."""
_MARGIN = 2.0
"""The square that is touched feels so many times as much as any around it."""

_SIDE = 5


@dataclass(frozen=True, slots=True)
class _Touch:
    """A square that feels a worker: since when, in how many readings, and whether that was told."""

    since: int
    readings: int = 1
    told: bool = False


class TouchPresence:
    """Follows the frames of a board while it matters who is there. Frames that were missed make a touch later."""

    def __init__(self, model: FieldModel) -> None:
        self._least = _SHARE * abs(model.field(0.0, 1))
        self._squares = model.geometry.squares
        self._around = {square: _around(square, self._squares) for square in self._squares}
        self.forget()

    def forget(self) -> None:
        """Begin from nothing: the next frame shows what the board looks like untouched."""
        self._base: tuple[float, ...] | None = None
        self._resting: tuple[float, ...] = ()
        self._rests = 0
        self._touches: dict[int, _Touch] = {}

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """The squares that were touched, once for each touch."""
        if self._base is None or frame.at < self._rests:  # a board that started anew counts from 0
            self._base, self._resting, self._rests = frame.fields, frame.fields, frame.at
            return ()
        touched = self._touched(frame)
        if any(abs(field - rest) > _STILL for field, rest in zip(frame.fields, self._resting, strict=True)):
            self._resting, self._rests = frame.fields, frame.at
        elif frame.at - self._rests >= REST_MS:
            self._base = frame.fields
        return touched

    def _touched(self, frame: Frame) -> tuple[int, ...]:
        base = self._base or frame.fields
        change = tuple(abs(now - then) for now, then in zip(frame.fields, base, strict=True))
        told: list[int] = []
        touches: dict[int, _Touch] = {}
        for square in self._squares:
            around = max(change[each] for each in self._around[square])
            came = abs(frame.fields[square]) - abs(base[square])
            if came < self._least or change[square] < _MARGIN * around:
                continue
            before = self._touches.get(square)
            touch = _Touch(frame.at) if before is None else _Touch(before.since, before.readings + 1, before.told)
            if not touch.told and touch.readings >= TOUCH_FRAMES and frame.at - touch.since >= TOUCH_MS:
                told.append(square)
                touch = _Touch(touch.since, touch.readings, told=True)
            touches[square] = touch
        self._touches = touches
        return tuple(told)


def _around(square: int, squares: tuple[int, ...]) -> tuple[int, ...]:
    rank, file = divmod(square, _SIDE)
    near = (
        _SIDE * (rank + up) + file + right
        for up in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (up or right) and 0 <= rank + up < _SIDE and 0 <= file + right < _SIDE
    )
    return tuple(each for each in near if each in squares and each < SQUARE_COUNT)

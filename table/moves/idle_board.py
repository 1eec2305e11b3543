"""Reads a board outside a game: the squares that a worker touches, and the workers that stand on request. Apart from
the follower, which reads a game and needs far more.

Touches need only changes of the field; it does not matter which worker stands where, or how high. A threshold with a
large margin is enough. A worker on the ground or one block above it changes the field of the sensor under it by 7 mT
and more, and the fields of the squares around it by less than a third as much.

The workers that stand are computed only on request, from the newest frames, in the caller's time.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

from engine import Seat, Square
from hardware.board import SQUARE_COUNT, Frame
from hardware.field_model import FieldModel, Measured
from perception.arrangements import Reading
from perception.counted_work import run_to_end
from perception.fitting.limits import NoiseModel
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser, survey_magnets
from perception.sensors.sensor_filter import SensorFilter
from table.moves.worker_ownership import Polarities
from table.session.interfaces import SurveyedWorker, SurveyState, WorkerSurvey

TOUCH_MS = 120
"""The least time of a touch, in ms of the board's clock."""
TOUCH_FRAMES = 3
"""The least number of readings of a touch."""
REST_MS = 400
"""The time in ms for which fields have not changed that become the new base."""
REST_READINGS = 2 * TOUCH_FRAMES
"""The number of readings for that. It is more than a touch needs: where readings are far apart, a worker is noticed
before it belongs to the base."""

_STILL = 0.3
"""The field of a sensor changes by less than this on a board at rest, in mT."""
_SHARE = 0.5
"""The share of the field of a worker on one block that counts as a touch."""
_MARGIN = 2.0
"""The factor by which the field of the touched square changes more than the field of any square around it."""

_SIDE = 5

FRAMES: Final = 32
"""The number of newest frames in memory: two thirds of a second at 50 frames a second."""
LONGEST_GAP: Final = 500
"""The longest time in ms between two frames that count together."""
FEWEST: Final = 6
"""The least number of frames of which a reading is the mean."""


@dataclass(frozen=True, slots=True)
class _Touch:
    """A square on which a worker is measured: since when, the number of readings, and whether it was reported."""

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
        """Take in a frame. Return the squares that were touched, once for each touch."""
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


class BoardSurveyor:
    """Reads one board. ``note``, ``turn`` and ``read_by`` belong to the table's thread, ``survey`` is safe from any
    thread. ``polarities`` gives for each seat +1 for north down and -1 for south down."""

    def __init__(self, model: FieldModel, polarities: Polarities, sensing: NoiseModel | None = None) -> None:
        self._limits = DecisionThresholds()
        self._polarities = dict(polarities)
        self._upright = model.geometry
        self._recogniser = Recogniser(model, sensing)
        self._frames: deque[Frame] = deque(maxlen=FRAMES)
        self._taking = threading.Lock()
        self._decoding = threading.Lock()

    def note(self, frame: Frame) -> None:
        """Take in a frame. Frames before a gap no longer count: the board was away, or in the workshop."""
        with self._taking:
            if self._frames and not 0 <= frame.at - self._frames[-1].at <= LONGEST_GAP:
                self._frames.clear()
            self._frames.append(frame)

    def turn(self, quarters: int) -> None:
        """Read a board that lies turned clockwise by these quarters, and only later frames."""
        model = self._recogniser.model
        if self._upright.further:
            self._read_with(FieldModel(self._upright.turned(quarters), model.measured))

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker, and only later frames."""
        self._read_with(FieldModel(self._recogniser.model.geometry, fields))

    def _read_with(self, model: FieldModel) -> None:
        with self._decoding:
            self._recogniser = Recogniser(model, self._recogniser.noise_model)
        with self._taking:
            self._frames.clear()

    def survey(self) -> WorkerSurvey:
        """Find the workers that stand on the board now. It takes some tenths of a second; one survey is made at a
        time."""
        with self._taking:
            frames = tuple(self._frames)
        with self._decoding:
            reading = self._at_rest(frames)
            if reading is None:
                return WorkerSurvey(SurveyState.MOVING)
            found = run_to_end(survey_magnets(self._recogniser, reading, self._limits))
        workers = tuple(
            SurveyedWorker(Square(each.square), self._seats(each.polarity), each.level, each.sure)
            for each in found.magnets
        )
        return WorkerSurvey(SurveyState.CLEAR if found.explained else SurveyState.DISTURBED, workers)

    def _at_rest(self, frames: tuple[Frame, ...]) -> Reading | None:
        """Return the mean of the newest of these frames, as far back as nothing moved; None if that is too short a
        time."""
        sensors = SensorFilter(self._recogniser.squares, self._recogniser.noise_model)
        for frame in frames:
            sensors.feed(frame)
        if len(frames) < FEWEST or sensors.rested < self._limits.touch or sensors.drifting:
            return None
        reading = sensors.reading()
        return reading if reading.count >= FEWEST else None

    def _seats(self, polarity: int) -> tuple[Seat, ...]:
        return tuple(seat for seat in Seat if self._polarities.get(seat) == polarity)

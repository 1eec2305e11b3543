"""Reads which workers stand on the board while no game is read, when somebody asks.

Nothing is computed before: the newest frames are kept, and whoever asks takes the time to decode them.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

from engine import Seat, Square
from hardware.board import Frame
from hardware.field_model import FieldModel, Measured
from perception.arrangements import Reading
from perception.counted_work import run_to_end
from perception.decision_limits import DecisionLimits
from perception.fitting.noise_model import NoiseModel
from perception.recognition.magnet_survey import survey_magnets
from perception.recognition.recogniser import Recogniser
from perception.sensors.sensor_filter import SensorFilter
from table.moves.worker_ownership import Polarities
from table.session.worker_survey import SurveyedWorker, SurveyState, WorkerSurvey

FRAMES: Final = 32
"""So many of the newest frames are kept: two thirds of a second at 50 a second."""
LONGEST_GAP: Final = 500
"""Ms between two frames."""
FEWEST: Final = 6
"""A reading is the mean of so many frames at least."""


class BoardSurveyor:
    """Reads one board. ``note`` and ``read_by`` belong to the table's thread, ``survey`` is safe from any
    thread. ``polarities`` are those of the seats: +1 for north down."""

    def __init__(self, model: FieldModel, polarities: Polarities, sensing: NoiseModel | None = None) -> None:
        self._limits = DecisionLimits()
        self._polarities = dict(polarities)
        self._recogniser = Recogniser(model, sensing)
        self._frames: deque[Frame] = deque(maxlen=FRAMES)
        self._taking = threading.Lock()
        self._decoding = threading.Lock()

    def note(self, frame: Frame) -> None:
        """Take in a frame. Those before a gap no longer count: the board was away, or in the workshop."""
        with self._taking:
            if self._frames and not 0 <= frame.at - self._frames[-1].at <= LONGEST_GAP:
                self._frames.clear()
            self._frames.append(frame)

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker, and only frames that come from now on."""
        with self._decoding:
            before = self._recogniser
            self._recogniser = Recogniser(FieldModel(before.model.geometry, fields), before.noise_model)
        with self._taking:
            self._frames.clear()

    def survey(self) -> WorkerSurvey:
        """What stands on the board now. It takes some tenths of a second; one is computed at a time."""
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
        """The mean of the newest of these frames, as far back as nothing moved; None if that is too short a time."""
        sensors = SensorFilter(self._recogniser.squares, self._recogniser.noise_model)
        for frame in frames:
            sensors.feed(frame)
        if len(frames) < FEWEST or sensors.rested < self._limits.touch or sensors.drifting:
            return None
        reading = sensors.reading()
        return reading if reading.count >= FEWEST else None

    def _seats(self, polarity: int) -> tuple[Seat, ...]:
        return tuple(seat for seat in Seat if self._polarities.get(seat) == polarity)

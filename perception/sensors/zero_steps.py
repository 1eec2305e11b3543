"""How far the zeros of sensors step from one reading to the next although no magnet moves: lights that change have a
field, and their current shifts the ground that they share with the sensors.

Nobody tells the reader what lights a board shows, and how much each sensor feels of them depends on how its wires lie.
So it is learned from readings that were decoded, at the sensors that are far from every magnet that moved.
"""

from __future__ import annotations

from collections import deque
from math import dist
from operator import mul

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from perception.arrangements import PlacedMagnet, Reading, ReferenceReading
from perception.fitting.dipole_fit import solved
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import BOUNDLESS, NOTHING, Fields, Residual

_FAR = 0.1
"""At sensors where the magnets that moved change the field by less than so many mT, the model is good enough."""
_LARGEST = 0.05
"""No larger step in mT comes from lights."""
_RATE = 0.1
_FIRST = 3
_KEPT = 6
"""How many of the last steps are remembered."""
_CLEAR = 60.0
"""The squared deviation of a step, in units of what noise makes of it, from which on it is none of noise."""
_MOST = 4.0
"""The greatest sum of squares of the measures in which steps may come again."""
_UNSURE = 0.01
"""How far the fields of two readings differ, in mT, whose lights are the same, however long they are."""


class ZeroSteps:
    """The steps of one board's sensors."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel) -> None:
        self._model = model
        self._floor = noise_model.floor**2
        self._powers = [0.0] * SQUARE_COUNT
        self._seen = [0] * SQUARE_COUNT
        self.variance: Fields = NOTHING
        """What the steps add to the variance of a reading at each sensor, in mT squared, beyond the usual floor. The
        difference of two readings has it twice."""
        self._patterns: deque[Fields] = deque(maxlen=_KEPT)

    def note(self, before: Reading, now: Reading, noise: float) -> None:
        """Take in two readings of one rest, between which lights may have changed; ``noise`` is that of a frame in mT
        rms. What lights have shifted together they shift together again."""
        out = before.clipped | now.clipped
        step = tuple(
            0.0 if square in out or _is_unknown(square, before, now) else max(-_LARGEST, min(late - early, _LARGEST))
            for square, (early, late) in enumerate(zip(before.fields, now.fields, strict=True))
        )
        variance = noise**2 * (1 / now.count + 1 / before.count) + _UNSURE**2
        if total(each * each for each in step) > _CLEAR * variance:
            self._patterns.append(step)

    def explained(self, residual: Residual) -> float:
        """How much of the misfit of a residual lights explain: each step that was seen may be in it, in its own measure
        and either way."""
        weights = [0.0 if each >= BOUNDLESS else 1 / each for each in residual.variance]
        weighted = [tuple(map(mul, pattern, weights)) for pattern in self._patterns]
        shares = [total(map(mul, each, residual.change)) for each in weighted]
        matrix = [[total(map(mul, one, other)) for other in self._patterns] for one in weighted]
        for number, row in enumerate(matrix):
            row[number] += 1.0
        measures = solved(matrix, shares)
        if total(each * each for each in measures) > _MOST:
            return 0.0
        return total(map(mul, shares, measures))

    def learn(
        self, reading: Reading, placed: tuple[PlacedMagnet, ...], reference: ReferenceReading, noise: float
    ) -> None:
        """Take in a reading that was decoded as these magnets, all of which stand, after ``reference``; ``noise`` is
        that of a frame in mT rms."""
        before = reference.reading
        came = [each for each in placed if each not in reference.placed]
        gone = [each for each in reference.placed if each not in placed]
        expected = noise**2 * (1 / reading.count + 1 / before.count) + self._floor
        out = reading.clipped | before.clipped
        for square in range(SQUARE_COUNT):
            if square in out or _is_unknown(square, before, reading):
                continue
            moves = [self._felt(each, square) for each in came] + [-self._felt(each, square) for each in gone]
            if total(map(abs, moves)) >= _FAR:
                continue
            step = reading.fields[square] - before.fields[square] - total(moves)
            power = min(step * step, _LARGEST * _LARGEST) - expected
            self._seen[square] += 1
            rate = max(_RATE, 1 / (self._seen[square] + _FIRST))
            self._powers[square] += rate * (power - self._powers[square])
        self.variance = tuple(max(0.0, power) / 2 for power in self._powers)

    def _felt(self, each: PlacedMagnet, square: int) -> float:
        x, y = self._model.geometry.centre(each.standing.square)
        way = dist((x + each.east, y + each.north), self._model.geometry.centre(square))
        return each.standing.polarity * self._model.field(way, each.standing.level)


def _is_unknown(square: int, *readings: Reading) -> bool:
    """Whether the sensor of a square tells nothing in one of these readings."""
    return any(each.extra_variance[square] >= BOUNDLESS for each in readings if each.extra_variance)

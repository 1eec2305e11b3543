"""How reference and baselines follow a board at rest that is understood: slow drift, and steps that lights cause.

Lights that change have a field, and their current shifts the ground that they share with the sensors. So the zeros of
sensors step from one reading to the next although no magnet moves. The reader does not know which lights a board shows,
and how much each sensor feels of them depends on its wires. So it learns that from readings that were decoded, at
sensors far from every magnet that moved.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from math import sqrt
from operator import mul

from common.numbers import total
from hardware.field_model import FieldModel
from perception.arrangements import Arrangement, ExpectedArrangements, PlacedMagnet, Reading, ReferenceReading, outline
from perception.fitting.dipole_fit import solved
from perception.fitting.limits import NoiseModel
from perception.fitting.residual import BOUNDLESS, Fields, Residual, nothing
from perception.sensors import limits
from perception.sensors.baseline import Baseline, field_of
from perception.sensors.sensor_filter import SensorFilter


class ZeroSteps:
    """The steps of the zeros of one board's sensors."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel) -> None:
        self._model = model
        self._floor = noise_model.floor**2
        self._powers = [0.0] * model.channels
        self._seen = [0] * model.channels
        self.variance: Fields = nothing(model.channels)
        """What the steps add to the variance of a reading at each sensor, in mT squared, beyond the usual floor. The
        difference of two readings has it twice."""
        self._patterns: deque[Fields] = deque(maxlen=limits.LIT_KEPT)

    def note(self, before: Reading, now: Reading, noise: float) -> None:
        """Take in two readings of one rest, between which lights may have changed. ``noise`` is the noise of a frame in
        mT rms. What lights have shifted together they shift together again."""
        out = before.clipped | now.clipped
        step = tuple(
            0.0
            if square in out or _is_unknown(square, before, now)
            else max(-limits.LARGEST_LIT_STEP, min(late - early, limits.LARGEST_LIT_STEP))
            for square, (early, late) in enumerate(zip(before.fields, now.fields, strict=True))
        )
        variance = noise**2 * (1 / now.count + 1 / before.count) + limits.LIT_UNSURE**2
        if total(each * each for each in step) > limits.LIT_CLEAR * variance:
            self._patterns.append(step)

    def explained(self, residual: Residual) -> float:
        """Return how much of the misfit of a residual lights explain. Each step that was seen may be in it, in its own
        measure and either way."""
        weights = [0.0 if each >= BOUNDLESS else 1 / each for each in residual.variance]
        weighted = [tuple(map(mul, pattern, weights)) for pattern in self._patterns]
        shares = [total(map(mul, each, residual.change)) for each in weighted]
        matrix = [[total(map(mul, one, other)) for other in self._patterns] for one in weighted]
        for number, row in enumerate(matrix):
            row[number] += 1.0
        measures = solved(matrix, shares)
        if total(each * each for each in measures) > limits.LIT_MOST:
            return 0.0
        return total(map(mul, shares, measures))

    def learn(
        self, reading: Reading, placed: tuple[PlacedMagnet, ...], reference: ReferenceReading, noise: float
    ) -> None:
        """Take in a reading that was decoded as these magnets, all of which stand, after ``reference``. ``noise`` is
        the noise of a frame in mT rms."""
        before = reference.reading
        came = [each for each in placed if each not in reference.placed]
        gone = [each for each in reference.placed if each not in placed]
        expected = noise**2 * (1 / reading.count + 1 / before.count) + self._floor
        out = reading.clipped | before.clipped
        for square in range(self._model.channels):
            if square in out or _is_unknown(square, before, reading):
                continue
            moves = [field_of(each, square, self._model) for each in came]
            moves += [-field_of(each, square, self._model) for each in gone]
            if total(map(abs, moves)) >= limits.FAR_FIELD:
                continue
            step = reading.fields[square] - before.fields[square] - total(moves)
            power = min(step * step, limits.LARGEST_LIT_STEP * limits.LARGEST_LIT_STEP) - expected
            self._seen[square] += 1
            rate = max(limits.LIT_RATE, 1 / (self._seen[square] + limits.LIT_FIRST))
            self._powers[square] += rate * (power - self._powers[square])
        self.variance = tuple(max(0.0, power) / 2 for power in self._powers)


def _is_unknown(square: int, *readings: Reading) -> bool:
    """Check whether the sensor of a square tells nothing in one of these readings."""
    return any(each.extra_variance[square] >= BOUNDLESS for each in readings if each.extra_variance)


class DriftFollower:
    """Looks at one board every ``period`` ms of its clock, once it has rested as long. ``zero_steps`` learn what its
    lights shift."""

    def __init__(self, sensors: SensorFilter, baseline: Baseline, zero_steps: ZeroSteps, period: int) -> None:
        self._sensors = sensors
        self._baseline = baseline
        self._zero_steps = zero_steps
        self._period = period
        self._last_read: Reading | None = None
        self._due = period
        self._calm_at: int | None = None
        self._expected: ExpectedArrangements | None = None
        self._lights_due: list[int] = []

    def decoded(self) -> None:
        """Note that the present reading was decoded: what follows is compared with it."""
        self._last_read = self._sensors.reading()
        self._calm_at = self._sensors.at + limits.CALM

    def expect(self, expected: ExpectedArrangements) -> None:
        """Note what is expected now. If that has changed, lights change at about this time."""
        if expected is not self._expected and expected != self._expected:
            self._expected = expected
            self._lights_due = [self._sensors.at + ms for ms in limits.LIT_AFTER]

    def follow(
        self, reference: ReferenceReading | None, believed: Arrangement | None, expected: Arrangement
    ) -> ReferenceReading | None:
        """Return the reference as it is now, where this is ``believed`` to stand. Call it at every frame of a rest that
        was decoded. The reference drifts only while all magnets stand as ``expected``. A step that is too small to end
        a rest ends it here, and is decoded like any other change."""
        if reference is None:
            return None
        at = self._sensors.at
        if self._calm_at is not None and at >= self._calm_at:
            self._calm_at = None
            reference = self._calmed(reference, believed)
        if self._lights_due and at >= self._lights_due[0]:
            del self._lights_due[0]
            self._note_lights(reference, believed, expected)
        if at < self._due or self._sensors.rested < self._period:
            return reference
        self._due = at + self._period
        reading = self._sensors.reading()
        stands = _stands(reference, believed, expected)
        before = reference.reading if stands else self._last_read
        if before is not None and has_stepped(before, reading, self._sensors.noise):
            self._sensors.restart()
            return reference
        self._last_read = reading
        if not stands:
            return reference
        followed = following_drift(reference, reading)
        self._baseline.follow(reading, followed.placed)
        return followed

    def learn_steps(self, reading: Reading, placed: tuple[PlacedMagnet, ...], reference: ReferenceReading) -> None:
        """Learn how much lights shift sensors, from a reading that was decoded as these magnets."""
        self._zero_steps.learn(reading, placed, reference, self._sensors.noise)
        self._sensors.expect_steps(self._zero_steps.variance)

    def _calmed(self, reference: ReferenceReading, believed: Arrangement | None) -> ReferenceReading:
        """Return the reference with what the sensors under workers read by now: one that has just come down rocked, and
        its first frames were part of the mean that was decoded."""
        recent = self._sensors.recent_reading(limits.CALM)
        if recent is None or believed != reference.arrangement:
            return reference
        fields = list(reference.reading.fields)
        placed: list[PlacedMagnet] = []
        for each in reference.placed:
            square = each.standing.square
            placed.append(each.with_more(recent.fields[square] - fields[square]))
            fields[square] = recent.fields[square]
        return replace(reference, reading=replace(reference.reading, fields=tuple(fields)), placed=tuple(placed))

    def _note_lights(self, reference: ReferenceReading, believed: Arrangement | None, expected: Arrangement) -> None:
        """Note what lights have shifted since the reference."""
        recent = self._sensors.recent_reading(limits.LIT_FOR)
        if recent is not None and _stands(reference, believed, expected):
            self._zero_steps.note(reference.reading, recent, self._sensors.noise)


def _stands(reference: ReferenceReading, believed: Arrangement | None, expected: Arrangement) -> bool:
    return outline(reference.arrangement) == outline(expected) and believed == reference.arrangement


def following_drift(reference: ReferenceReading, reading: Reading) -> ReferenceReading:
    """Return a reference that follows a slow drift of the board at rest."""
    fields = tuple(
        known + min(max(value - known, -limits.FASTEST_DRIFT), limits.FASTEST_DRIFT)
        for known, value in zip(reference.reading.fields, reading.fields, strict=True)
    )
    count = max(reference.reading.count, reading.count)
    return replace(reference, reading=replace(reference.reading, fields=fields, count=count))


def has_stepped(before: Reading, now: Reading, noise: float) -> bool:
    """Check whether two readings differ at some sensor by more than ``noise`` explains, in mT rms of a frame."""
    allowed = limits.LEAST_STEP + limits.OUTLIER * noise * sqrt(1 / before.count + 1 / now.count)
    extra_variances = zip(before.variances, now.variances, strict=True)
    out = (
        before.clipped | now.clipped | {square for square, each in enumerate(extra_variances) if max(each) >= BOUNDLESS}
    )
    fields = zip(before.fields, now.fields, strict=True)
    return any(abs(late - early) > allowed for square, (early, late) in enumerate(fields) if square not in out)

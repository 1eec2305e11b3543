"""The baseline of each sensor, followed where no magnet is near, so that a cold start can begin from it; and how it and
the reference follow slow drift while the board rests and is understood."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist, sqrt
from operator import add, sub

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import steps_between
from perception.arrangements import Arrangement, PlacedMagnet, Reading, ReferenceReading, outline
from perception.expected_arrangements import ExpectedArrangements
from perception.fitting.residual import BOUNDLESS, NOTHING, Fields
from perception.sensors.sensor_filter import SensorFilter
from perception.sensors.zero_steps import ZeroSteps

FASTEST = 0.01
"""The most by which a baseline or reference follows drift each time, in mT."""

_LIT_FOR, _LIT_AFTER = 300, (400, 1100)
"""For how many ms a board rests until it is known what its lights shift, and how many ms after a step that is: lights
change a moment later, and move for most of a second at the end of a turn."""

_CALM = 160
"""How many ms after a reading was decoded a worker that came down no longer rocks."""
_CLEAR = 2
_COUNT = 50
_STEP = 0.02
_OUTLIER = 4.5
_LEFT = 0.08
_MOST = 0.6
_ENOUGH = 4.0


class Baseline:
    """The baselines of one board's sensors in mT, relative to the calibration, and what interference adds to them while
    it is there."""

    def __init__(self, model: FieldModel) -> None:
        self._model = model
        self._zeros: Fields = NOTHING
        self._zero_variance: Fields = NOTHING
        self._interference_fields: Fields = NOTHING
        self._interference_unsure: Fields = NOTHING
        self._interference_variance: Fields = NOTHING

    @property
    def interference_fields(self) -> Fields:
        """The fields of known interference that is still there."""
        return self._interference_fields

    @property
    def fields(self) -> Fields:
        """What the sensors read without magnets of the game."""
        return _sum(self._zeros, self._interference_fields)

    @property
    def interference_unsure(self) -> Fields:
        """How unsure those fields were when the interference was found, in mT."""
        return self._interference_unsure

    def add(self, fields: Fields, unsure: Fields) -> None:
        """Add the fields of interference, each of which is so ``unsure`` (in mT)."""
        total = _sum(self._interference_fields, fields)
        if max(map(abs, total)) < max(unsure):
            self._drop_interference()
            self.learn(total, tuple(map(abs, total)))
        else:
            self._interference_fields = total
            self._interference_unsure = tuple(map(max, self._interference_unsure, unsure))
            self._interference_variance = with_variance_of(self._interference_variance, unsure)

    def learn(self, fields: Fields, unsure: Fields) -> None:
        """Change the baselines by these fields, each of which is so ``unsure`` (in mT)."""
        self._zeros = _sum(self._zeros, fields)
        self._zero_variance = with_variance_of(self._zero_variance, unsure)

    def _drop_interference(self) -> None:
        self._interference_fields, self._interference_unsure, self._interference_variance = NOTHING, NOTHING, NOTHING

    def drop_interference_if_gone(self, reading: Reading, placed: Iterable[PlacedMagnet]) -> None:
        """Subtract the known interference if a reading with these magnets is explained better without it."""
        if not any(self._interference_fields):
            return
        share = evidence = 0.0
        for square, added in enumerate(self._interference_fields):
            if square in reading.clipped or (reading.extra_variance and reading.extra_variance[square] >= BOUNDLESS):
                continue
            felt = self.felt(placed, square)
            weight = 1 / (_LEFT**2 + (_LEFT * felt) ** 2)
            share += weight * added * (reading.fields[square] - felt)
            evidence += weight * added * added
        if share < -_MOST * evidence and evidence > _ENOUGH:
            self._drop_interference()

    def exchanged(self, reading: Reading, placed: Iterable[PlacedMagnet], one: int, other: int) -> float:
        """By how many mT the sensor at ``one`` reads too much since it was exchanged with ``other``, which reads as
        much too little. It is measured at the one of them that feels less."""
        placed = tuple(placed)
        felt = {square: self.felt(placed, square) for square in (one, other)}
        square = min(felt, key=lambda each: abs(felt[each]))
        if square in reading.clipped:
            return 0.0
        return (reading.fields[square] - felt[square]) * (1 if square == one else -1)

    def follow(self, reading: Reading, placed: Iterable[PlacedMagnet]) -> None:
        """Follow a decoded board at rest, on squares with no magnet within two squares."""
        placed = tuple(placed)
        zeros = list(self._zeros)
        variances, interference_variances = list(self._zero_variance), list(self._interference_variance)
        for square in range(SQUARE_COUNT):
            if square in reading.clipped or (reading.extra_variance and reading.extra_variance[square] >= BOUNDLESS):
                continue
            if any(steps_between(square, each.standing.square) <= _CLEAR for each in placed):
                continue
            off = reading.fields[square] - self.felt(placed, square)
            zeros[square] += min(max(off, -FASTEST), FASTEST)
            if abs(off) < FASTEST:
                variances[square] = interference_variances[square] = 0.0
        self._zeros, self._zero_variance = tuple(zeros), tuple(variances)
        self._interference_variance = tuple(interference_variances)

    def corrected(self, reading: Reading) -> Reading:
        """A reading less the baselines and the known interference."""
        return _less(
            reading,
            self.fields,
            _sum(self._zero_variance, self._interference_variance),
        )

    def undisturbed(self, reading: Reading) -> Reading:
        """A reading less the baselines, as if the known interference were gone."""
        return _less(reading, self._zeros, self._zero_variance)

    def felt(self, placed: Iterable[PlacedMagnet], square: int) -> float:
        """What the sensor of a square should read with these magnets, in mT."""
        there = self._zeros[square] + self._interference_fields[square]
        return there + total(self._felt(each, square) for each in placed)

    def _felt(self, each: PlacedMagnet, square: int) -> float:
        x, y = self._model.geometry.centre(each.standing.square)
        way = dist((x + each.east, y + each.north), self._model.geometry.centre(square))
        return each.standing.polarity * self._model.field(way, each.standing.level)


class DriftFollower:
    """Looks at one board every ``period`` ms of its clock, once it has rested for as long. What its lights shift is
    noted as ``zero_steps``."""

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
        """The present reading was decoded: what follows is compared with it."""
        self._last_read = self._sensors.reading()
        self._calm_at = self._sensors.at + _CALM

    def expect(self, expected: ExpectedArrangements) -> None:
        """This is expected now. If it has changed, lights change at about this time."""
        if expected is not self._expected:
            self._expected = expected
            self._lights_due = [self._sensors.at + ms for ms in _LIT_AFTER]

    def follow(
        self, reference: ReferenceReading | None, believed: Arrangement | None, expected: Arrangement
    ) -> ReferenceReading | None:
        """The reference as it is now, where this is ``believed`` to stand; call it at every frame of a rest that was
        decoded. It drifts only while all magnets stand as ``expected``. A step that is too small to end a rest ends it
        here, and is judged like any other change."""
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
        """Learn from a reading that was decoded, with these magnets, how much lights shift sensors."""
        self._zero_steps.learn(reading, placed, reference, self._sensors.noise)
        self._sensors.expect_steps(self._zero_steps.variance)

    def _calmed(self, reference: ReferenceReading, believed: Arrangement | None) -> ReferenceReading:
        """The reference with what the sensors under workers read by now: one that has just come down rocked, and its
        first frames were part of the mean that was decoded."""
        recent = self._sensors.recent_reading(_CALM)
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
        recent = self._sensors.recent_reading(_LIT_FOR)
        if recent is not None and _stands(reference, believed, expected):
            self._zero_steps.note(reference.reading, recent, self._sensors.noise)


def _stands(reference: ReferenceReading, believed: Arrangement | None, expected: Arrangement) -> bool:
    return outline(reference.arrangement) == outline(expected) and believed == reference.arrangement


def empty_board_reference(doubt: float) -> ReferenceReading:
    """A board without magnets, as the reference for readings less their baselines. Each may be ``doubt`` mT off."""
    return ReferenceReading(Reading(NOTHING, count=_COUNT, extra_variance=(doubt * doubt,) * SQUARE_COUNT), ())


def with_added_fields(reference: ReferenceReading, adds: Fields, unsure: Fields) -> ReferenceReading:
    """A reference as it would read with these fields added, each of which is so ``unsure`` (in mT)."""
    base = reference.reading
    extra_variance = with_variance_of(base.extra_variance or NOTHING, unsure)
    reading = replace(base, fields=_sum(base.fields, adds), extra_variance=extra_variance)
    return replace(reference, reading=reading, besides=_sum(reference.besides or NOTHING, adds))


def following_drift(reference: ReferenceReading, reading: Reading) -> ReferenceReading:
    """A reference that follows a slow drift of the board at rest."""
    fields = tuple(
        known + min(max(value - known, -FASTEST), FASTEST)
        for known, value in zip(reference.reading.fields, reading.fields, strict=True)
    )
    count = max(reference.reading.count, reading.count)
    return replace(reference, reading=replace(reference.reading, fields=fields, count=count))


def has_stepped(before: Reading, now: Reading, noise: float) -> bool:
    """Whether two readings differ at some sensor by more than ``noise`` (mT rms of a frame) explains."""
    allowed = _STEP + _OUTLIER * noise * sqrt(1 / before.count + 1 / now.count)
    extra_variances = zip(before.extra_variance or NOTHING, now.extra_variance or NOTHING, strict=True)
    out = (
        before.clipped | now.clipped | {square for square, each in enumerate(extra_variances) if max(each) >= BOUNDLESS}
    )
    fields = zip(before.fields, now.fields, strict=True)
    return any(abs(late - early) > allowed for square, (early, late) in enumerate(fields) if square not in out)


def _less(reading: Reading, fields: Fields, variance: Fields) -> Reading:
    """A reading less these fields, which are known with this variance."""
    less = tuple(map(sub, reading.fields, fields))
    if not any(variance):
        return replace(reading, fields=less)
    return replace(reading, fields=less, extra_variance=_sum(reading.extra_variance or NOTHING, variance))


def with_variance_of(variance: Fields, unsure: Fields) -> Fields:
    """The variance in mT squared with that of fields which are so unsure, in mT."""
    return tuple(known + each * each for known, each in zip(variance, unsure, strict=True))


def _sum(one: Fields, other: Fields) -> Fields:
    return tuple(map(add, one, other))

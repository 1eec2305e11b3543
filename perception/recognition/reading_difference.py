"""A reading against its reference: the residual when some of the reference's magnets are gone."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.geometry import steps_between
from perception.arrangements import Arrangement, PlacedMagnet, Reading, ReferenceReading
from perception.counted_work import RESIDUAL
from perception.fitting.joint_fit import JointFitResult
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import BOUNDLESS, NOTHING, Bound, Fields, Residual
from perception.fitting.square_model import SquareModel

Change = tuple[Arrangement, Arrangement]
"""The magnets that are gone, and those that are added anywhere on their squares."""

_DRIFTS, _CLEARLY, _ALONE = 0.2, 3.0, 2.0
"""By how many mT a zero drifts or steps at most from one reading to the next; how many standard deviations of what else
changed are more than that; and by what factor a step is greater than those around it."""
_NEAR = 0.3
"""How much the fields of two readings may differ at a sensor, in mT, that are nearly the same."""


class ReadingDifference:
    """Residuals of one reading against one reference, each computed once. ``present_sensors`` are those that the board
    has."""

    def __init__(
        self,
        reading: Reading,
        reference: ReferenceReading,
        squares: SquareModel,
        noise_model: NoiseModel,
        present_sensors: frozenset[int],
    ) -> None:
        self._work = squares.work
        self.reading = reading
        self.reference = reference
        self._noise_model = noise_model
        self._noise = noise_model.noise**2 * (1 / reading.count + 1 / reference.reading.count) + noise_model.floor**2
        self._now = sensor_variance(reading, present_sensors)
        self._then = sensor_variance(reference.reading, present_sensors)
        self._patterns = {each.standing: squares.pattern(each) for each in reference.placed}
        self._residuals: dict[Arrangement, Residual] = {}
        self.fits: dict[Change, JointFitResult] = {}
        """Fits of standing magnets to the residual without those that are gone."""
        self.starts: dict[Change, tuple[PlacedMagnet, ...]] = {}
        """Where such fits begin: where they ended for a reading that was nearly the same."""

    def begin_at(self, last: ReadingDifference) -> None:
        """Begin fits where those of the ``last`` reading ended, if that was nearly the same."""
        if last.reference is self.reference and _is_near(last.reading, self.reading):
            self.starts = {**last.starts, **{change: fit.placed for change, fit in last.fits.items()}}

    def kept(self, gone: Arrangement) -> tuple[PlacedMagnet, ...]:
        """The magnets of the reference that are not gone."""
        return tuple(each for each in self.reference.placed if each.standing not in gone)

    def residual(self, gone: Arrangement) -> Residual:
        """The reading less the magnets that stay: by difference where the reference could measure the field, by the
        model elsewhere."""
        found = self._residuals.get(gone)
        if found is None:
            self._work.done += RESIDUAL
            found = self._residuals[gone] = self._residual(gone)
        return found

    def _residual(self, gone: Arrangement) -> Residual:
        base, reading = self.reference.reading, self.reading
        zero, drifted = self._noise_model.zero**2 + self._noise, self._noise_model.drifted**2 + self._noise
        removed_fields, extra_variance = self._sum(gone)
        stays, spread = NOTHING, NOTHING
        besides = self.reference.besides or NOTHING
        if base.clipped or gone:
            stays, spread = self._sum(self.reference.arrangement - gone)
        change: list[float] = []
        variance: list[float] = []
        bounds: list[Bound] = []
        for sensor, value in enumerate(reading.fields):
            kept = base.fields[sensor] - removed_fields[sensor]
            doubt = self._noise + extra_variance[sensor] + self._then[sensor]
            if sensor in base.clipped:
                kept, doubt = stays[sensor] + besides[sensor], zero + spread[sensor] + self._then[sensor]
            elif gone and drifted + spread[sensor] < doubt:
                kept, doubt = stays[sensor], drifted + spread[sensor]
            doubt = min(doubt + self._now[sensor], BOUNDLESS)
            if sensor in reading.clipped and doubt < BOUNDLESS:
                bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), kept, doubt))
                doubt = BOUNDLESS
            change.append(value - kept)
            variance.append(doubt)
        return Residual(tuple(change), tuple(variance), tuple(bounds))

    def _sum(self, arrangement: Arrangement) -> tuple[Fields, Fields]:
        return _joint_pattern([self._patterns[each] for each in arrangement if each in self._patterns])


def reference_after(
    before: ReferenceReading | None, reading: Reading, placed: tuple[PlacedMagnet, ...], squares: SquareModel
) -> ReferenceReading:
    """A reading of these magnets as the reference that follows the one ``before``. What there is besides magnets at a
    sensor, and how unsure that is, was last shown when no worker stood on it and it did not fail. Where the sensor
    under a worker that stayed has stepped, the worker was pushed: its zero does not step so far."""
    if before is None:
        return ReferenceReading(reading, placed)
    placed = _with_pushed(placed, before, reading, squares)
    felt, _ = _joint_pattern([squares.pattern(each) for each in before.placed])
    doubt = before.reading.extra_variance or NOTHING
    hidden = before.reading.clipped | {each.standing.square for each in before.placed}
    known = before.besides or NOTHING
    besides = tuple(
        known[sensor] if sensor in hidden or doubt[sensor] >= BOUNDLESS else field - felt[sensor]
        for sensor, field in enumerate(before.reading.fields)
    )
    return ReferenceReading(_as_uncertain_where_clipped(reading, before.reading), placed, besides)


def _with_pushed(
    placed: tuple[PlacedMagnet, ...], before: ReferenceReading, reading: Reading, squares: SquareModel
) -> tuple[PlacedMagnet, ...]:
    """The magnets of a reading, those that were pushed since the one before with what their sensors feel more of them.
    A step is theirs if it is more than drift, than what others that came or went may add there, and than the sensors
    around show, which feel a magnet beside the board as well."""
    came = [squares.pattern(each) for each in placed if each not in before.placed]
    went = [squares.pattern(each) for each in before.placed if each not in placed]
    (added, spread), (removed, doubt) = _joint_pattern(came), _joint_pattern(went)
    then, unknown = before.reading, reading.extra_variance or NOTHING
    steps = tuple(
        now - was - more + less
        for now, was, more, less in zip(reading.fields, then.fields, added, removed, strict=True)
    )
    variance = tuple(map(total, zip(unknown, then.extra_variance or NOTHING, spread, doubt, strict=True)))
    silent = then.clipped | reading.clipped | {sensor for sensor, each in enumerate(variance) if each >= BOUNDLESS}
    covered = silent | {each.standing.square for each in placed}

    def pushed(worker: PlacedMagnet) -> PlacedMagnet:
        sensor = worker.standing.square
        near = (other for other in range(SQUARE_COUNT) if steps_between(other, sensor) == 1)
        around = [abs(steps[other]) for other in near if other not in covered]
        least = max([_DRIFTS, _CLEARLY * sqrt(variance[sensor]), *(_ALONE * step for step in around)])
        stayed = worker in before.placed and sensor not in silent
        return worker.with_more(steps[sensor]) if stayed and abs(steps[sensor]) > least else worker

    return tuple(map(pushed, placed))


def _as_uncertain_where_clipped(reading: Reading, before: Reading) -> Reading:
    """The reading, its clipped sensors at least as uncertain as they were before."""
    if not (reading.clipped and before.extra_variance):
        return reading
    pairs = zip(reading.extra_variance or NOTHING, before.extra_variance, strict=True)
    extra_variance = tuple(
        max(now, was) if sensor in reading.clipped and was < BOUNDLESS else now
        for sensor, (now, was) in enumerate(pairs)
    )
    return replace(reading, extra_variance=extra_variance)


def _joint_pattern(patterns: list[tuple[Fields, Fields]]) -> tuple[Fields, Fields]:
    """The fields of magnets together, and their variances."""
    if not patterns:
        return NOTHING, NOTHING
    if len(patterns) == 1:
        return patterns[0]
    fields, spread = zip(*patterns, strict=True)
    return tuple(map(sum, zip(*fields, strict=True))), tuple(map(sum, zip(*spread, strict=True)))


def _is_near(one: Reading, other: Reading) -> bool:
    """Whether two readings are nearly the same."""
    if one.clipped != other.clipped or one.extra_variance != other.extra_variance:
        return False
    return all(abs(before - now) < _NEAR for before, now in zip(one.fields, other.fields, strict=True))


def absolute_residual(reading: Reading, noise_model: NoiseModel, present_sensors: frozenset[int]) -> Residual:
    """The residual of a reading by itself: no magnet is known, the baseline is trusted."""
    noise = noise_model.noise**2 / reading.count + noise_model.floor**2 + noise_model.zero**2
    variance = [min(BOUNDLESS, noise + each) for each in sensor_variance(reading, present_sensors)]
    bounds: list[Bound] = []
    for sensor in sorted(reading.clipped):
        value = reading.fields[sensor]
        if variance[sensor] < BOUNDLESS:
            bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), 0.0, variance[sensor]))
            variance[sensor] = BOUNDLESS
    return Residual(reading.fields, tuple(variance), tuple(bounds))


def sensor_variance(reading: Reading, present_sensors: frozenset[int]) -> Fields:
    """The extra variance of each sensor; boundless where the board has none."""
    if not reading.extra_variance and len(present_sensors) == SQUARE_COUNT:
        return NOTHING
    extra = reading.extra_variance or NOTHING
    return tuple(each if sensor in present_sensors else BOUNDLESS for sensor, each in enumerate(extra))

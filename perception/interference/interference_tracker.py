"""The interference that is known on a board: stray fields, a fallen worker."""

from __future__ import annotations

from dataclasses import replace
from operator import add

from perception.arrangements import Explanation, Reading, ReferenceReading
from perception.findings import Fallen, Interference, SensorFault, Shifted, StrayField
from perception.fitting.residual import BOUNDLESS, Fields
from perception.interference import limits
from perception.interference.interference_fit import InterferenceFit, InterferenceFitter, unknown_share
from perception.sensors.baseline import Baseline, with_added_fields, with_variance_of
from perception.sensors.sensor_filter import SensorFilter


def with_uncertain(reading: Reading, fields: Fields) -> Reading:
    """Return a reading, to compare later ones with, in which these fields are not explained. A magnet beside the board
    may be on its way, so they may soon be gone."""
    return replace(reading, extra_variance=with_variance_of(reading.variances, fields))


def as_uncertain_as(reading: Reading, before: Reading) -> Reading:
    """Return a reading whose fields are at least as uncertain as they were before. A sensor that failed then counts
    again."""
    if not before.extra_variance:
        return reading
    was = (each if each < BOUNDLESS else 0.0 for each in before.extra_variance)
    return replace(reading, extra_variance=tuple(map(max, reading.variances, was)))


def _as_far_as_felt(interference: InterferenceFit, clipped: frozenset[int]) -> tuple[Fields, Fields]:
    """Return what interference adds and how unsure that is, in mT. No fit is held to what it adds at a clipped sensor:
    that is no more than at any other, and all of it is unsure."""
    most = max((abs(field) for sensor, field in enumerate(interference.adds) if sensor not in clipped), default=0.0)
    adds = tuple(
        min(max(field, -most), most) if sensor in clipped else field for sensor, field in enumerate(interference.adds)
    )
    shares = (
        abs(field) if sensor in clipped else share
        for sensor, (field, share) in enumerate(zip(adds, unknown_share(adds), strict=True))
    )
    return adds, tuple(map(max, interference.unsure, shares))


class InterferenceTracker:
    """Stores the interference on one board. ``fallen`` is a worker that lies on it."""

    def __init__(self, sensors: SensorFilter, baseline: Baseline, fitter: InterferenceFitter) -> None:
        self._sensors = sensors
        self._baseline = baseline
        self._fitter = fitter
        self._stray: StrayField | None = None
        self.fallen: Fallen | None = None

    @property
    def is_disturbed(self) -> bool:
        """Whether anything adds to the fields of the workers."""
        return any(self._baseline.interference_fields)

    @property
    def known(self) -> tuple[Interference, ...]:
        """All known interference that is worth reporting."""
        found = () if self.fallen is None else (self.fallen,)
        return (*self._fitter.named(self._baseline.interference_fields, self._stray), *found)

    def forget_fallen(self) -> None:
        """Forget a worker that lay on the board: it stands."""
        self.fallen = None

    def undisturbed(self, reference: ReferenceReading) -> ReferenceReading:
        """Return the reference as it would read without the known interference."""
        adds, unsure = self._baseline.interference_fields, self._baseline.interference_unsure
        return with_added_fields(reference, tuple(-added for added in adds), unsure)

    def comparable(self, reading: Reading, best: Explanation, reference: ReferenceReading | None) -> Reading:
        """Return a reading with which later ones can be compared: a magnet that lies there may be moved a little. While
        the workers stand as in the reference, its fields are at least as uncertain as there."""
        if self.is_disturbed:
            more = ((limits.MOVED_SHARE * added) ** 2 for added in self._baseline.interference_fields)
            reading = replace(reading, extra_variance=tuple(map(add, reading.variances, more)))
        if reference is None or frozenset(best.placed) != frozenset(reference.placed):
            return reading
        return as_uncertain_as(reading, reference.reading)

    def clear(self, reference: ReferenceReading | None) -> ReferenceReading | None:
        """Forget the interference, which is gone. Gives the reference, if there is one, without it."""
        before = None if reference is None else self.undisturbed(reference)
        adds, unsure = self._baseline.interference_fields, self._baseline.interference_unsure
        self._baseline.add(tuple(-added for added in adds), unsure)
        return before

    def note(
        self, interference: InterferenceFit, best: Explanation, reading: Reading, reference: ReferenceReading | None
    ) -> tuple[Reading, ReferenceReading | None]:
        """Store the interference of this explanation. Gives the reading with which later ones are compared, and the
        reference as it would read with the interference."""
        self.fallen = None
        if isinstance(interference.found, StrayField):
            self._stray = interference.found
        elif isinstance(interference.found, Shifted) and not self._is_faint(interference.adds):
            self._stray = None
        match interference.found:
            case Shifted() if reference is None:
                self._baseline.learn(interference.adds, unknown_share(interference.adds))
                return reading, None
            case Shifted() | StrayField():
                adds, unsure = _as_far_as_felt(interference, reading.clipped)
                self._baseline.add(adds, unsure)
                return reading, None if reference is None else with_added_fields(reference, adds, unsure)
            case Fallen():
                self.fallen = interference.found
                return reading, reference
            case SensorFault(square=square, other=int(other)) if not self._are_exchanged(
                square, other, best, reference
            ):
                return reading.without(frozenset({square, other})), reference
            case SensorFault(square=square, other=int(other)):
                zero = self._baseline.exchanged(interference.reading, best.placed, square, other)
                self._sensors.exchange(square, other, zero)
                if reference is not None and interference.reference is not reference:
                    moved = tuple({square: -zero, other: zero}.get(each, 0.0) for each in range(len(reading.fields)))
                    reference = with_added_fields(interference.reference, moved, unknown_share(moved))
                return self._sensors.reading(), reference
            case SensorFault(square=square):
                self._sensors.suspect(square)
                return interference.reading, reference

    def _is_faint(self, adds: Fields) -> bool:
        """Check whether these fields are less than those of the interference that is known: a magnet far off that is
        moved a little changes them nearly evenly."""
        return max(map(abs, adds)) < max(map(abs, self._baseline.interference_fields))

    def _are_exchanged(self, one: int, other: int, best: Explanation, reference: ReferenceReading | None) -> bool:
        """Check whether to believe that two sensors are exchanged, or are so no longer. On a board that was decoded
        before, one reading is not enough unless it shows a magnet on the wrong square; and while a stray magnet is
        known, that is the likelier explanation."""
        if (one, other) in self._sensors.exchanged:
            return True
        gap = self._baseline.felt(best.placed, one) - self._baseline.felt(best.placed, other)
        if self._sensors.jumped or abs(gap) >= limits.SINGLE_SENSOR_FIELD:
            return True
        return not self.is_disturbed and (reference is None or self._sensors.suspect_exchange(one, other, gap))

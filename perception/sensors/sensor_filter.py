"""The sensors of a board together: whether they are at rest, what they read, and which of them are believed. Evidence
against each adds up, and a sensor that works again is believed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import add, sub
from statistics import fmean

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading, ReferenceReading
from perception.findings import SensorFault, SensorTrouble
from perception.fitting.limits import NoiseModel
from perception.fitting.residual import BOUNDLESS, Fields, nothing
from perception.sensors import limits
from perception.sensors.movement import Rest, RestDetector, RestRecord, SensorStatistics


@dataclass(frozen=True, slots=True)
class _Trouble:
    """The trouble of a sensor, when it was last seen, and how often the sensor has been right since."""

    kind: SensorTrouble
    seen: int
    proofs: int = 0


class SensorHealth:
    """The faults of the sensors of one board, which has so many ``channels``."""

    def __init__(self, channels: int = SQUARE_COUNT) -> None:
        self._troubles: dict[int, _Trouble] = {}
        self._suspicions: dict[int, int] = {}
        self._sensor_order = tuple(range(channels))
        self._offsets = nothing(channels)
        self._suspected_exchanges: dict[tuple[int, int], float] = {}
        self._refuted: dict[tuple[int, int], int] = {}
        self.exchanged: frozenset[tuple[int, int]] = frozenset()
        """The pairs of squares, the lesser first, that an exchange would give one of their own sensors again."""

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        """All faults that are known."""
        swapped = [
            SensorFault(square, SensorTrouble.SWAPPED, other)
            for square, other in enumerate(self._sensor_order)
            if square < other
        ]
        single = [SensorFault(square, trouble.kind) for square, trouble in sorted(self._troubles.items())]
        return (*single, *swapped)

    @property
    def doubted(self) -> frozenset[int]:
        """The squares whose sensor is not believed."""
        return frozenset(self._troubles)

    @property
    def suspected(self) -> frozenset[int]:
        """The squares whose sensor is or may be wrong, and could be shown to be right."""
        weak = {square for square, trouble in self._troubles.items() if trouble.kind is SensorTrouble.WEAK}
        return frozenset(weak | self._suspicions.keys())

    def watch(self, statistics: SensorStatistics, frame: Frame, unclear: int | None = None) -> None:
        """Check the statistics of all sensors up to the last frame. ``unclear`` is the number of frames of a rest whose
        reading is not understood, if it is not."""
        at = frame.at
        for square in statistics.frozen(frame.clipped, unclear):
            self._found(square, _kind_of_frozen(frame.fields[square]), at)
        for square in statistics.noisy:
            self._found(square, SensorTrouble.NOISY, at)
        for square, trouble in tuple(self._troubles.items()):
            if trouble.kind is SensorTrouble.WEAK:
                continue
            if trouble.kind is SensorTrouble.NOISY:
                well = statistics.is_quiet(square)
            else:
                well = not statistics.is_constant(square, limits.CONSTANT_FRAMES) and square not in frame.clipped
            if not well:
                self._troubles[square] = replace(trouble, seen=at)
            elif at - trouble.seen >= limits.FORGIVEN:
                del self._troubles[square]

    def suspect(self, square: int, statistics: SensorStatistics, reading: Reading, at: int) -> None:
        """Note that a reading could only be explained without this sensor. A single one may be chance."""
        self._suspicions[square] = self._suspicions.get(square, 0) + 1
        silent = square in reading.clipped or statistics.is_constant(square, limits.CONSTANT_FRAMES)
        if silent or self._suspicions[square] >= limits.SUSPICIONS:
            self.mark_failed(square, statistics, reading, at)

    def mark_failed(self, square: int, statistics: SensorStatistics, reading: Reading, at: int) -> None:
        """Note that a sensor failed while the board was watched."""
        if square in reading.clipped:
            self._found(square, SensorTrouble.DEAD, at)
        elif statistics.is_constant(square, limits.CONSTANT_FRAMES):
            self._found(square, _kind_of_frozen(reading.fields[square]), at)
        else:
            self._found(square, SensorTrouble.WEAK, at)

    def note_check(self, square: int, *, right: bool) -> None:
        """Note whether a sensor that may be wrong showed what the others led to expect."""
        trouble = self._troubles.get(square)
        if trouble is not None and trouble.kind is SensorTrouble.WEAK:
            proofs = trouble.proofs + 1 if right else 0
            if proofs < limits.PROOFS:
                self._troubles[square] = replace(trouble, proofs=proofs)
                return
            del self._troubles[square]
        if right:
            self._suspicions.pop(square, None)

    def sensor_of(self, square: int) -> int:
        """Return the square whose sensor answers for this one; as a rule itself."""
        return self._sensor_order[square]

    def as_wired(self, fields: Fields) -> Fields:
        """Return what the sensors read, in the order of their wires, where the squares have these fields in mT."""
        wired = list(fields)
        for square, sensor in enumerate(self._sensor_order):
            wired[sensor] = fields[square] + self._offsets[square]
        return tuple(wired)

    def suspect_exchange(self, one: int, other: int, gap: float) -> bool:
        """Note that a reading could only be explained with these sensors exchanged, where the first should feel ``gap``
        mT more. True if an earlier reading, in which they should feel something else, showed it too."""
        before = self._suspected_exchanges.setdefault((one, other), gap)
        return abs(before - gap) >= limits.TELLING_GAP

    def compare(self, reading: Reading, felt: Callable[[int], float]) -> None:
        """Check sensors that are, or may be, exchanged against what each should read. An exchange that is refuted often
        enough is given up. ``reading`` is in the order of their wires, ``felt`` gives in mT what the sensor of a square
        should read."""
        shown = self.corrected(reading).fields
        sensor_order = tuple(map(add, shown, self._offsets))
        for pair in self.exchanged | self._suspected_exchanges.keys():
            one, other = pair
            if {self._sensor_order[one], self._sensor_order[other]} & self.doubted or abs(
                felt(one) - felt(other)
            ) < 2 * limits.TELLING_GAP:
                continue
            gap = felt(one) - felt(other)
            right, crossed = abs(shown[one] - shown[other] - gap), abs(sensor_order[other] - sensor_order[one] - gap)
            if pair not in self.exchanged:
                if right < crossed:
                    del self._suspected_exchanges[pair]
                continue
            self._refuted[pair] = self._refuted.get(pair, 0) + 1 if crossed < right else 0
            if self._refuted[pair] >= limits.PROOFS:
                self.exchange(one, other, 0.0)

    def exchange(self, one: int, other: int, zero: float) -> None:
        """Exchange the sensors of two squares, or exchange them back. The one at ``one`` then reads ``zero`` mT too
        much and the other as much too little, since each was calibrated at its own square."""
        sensor_order, offsets = list(self._sensor_order), list(self._offsets)
        sensor_order[one], sensor_order[other] = sensor_order[other], sensor_order[one]
        offsets[one], offsets[other] = offsets[other] + zero, offsets[one] - zero
        for square in (one, other):
            if sensor_order[square] == square:
                offsets[square] = 0.0
        self._sensor_order, self._offsets = tuple(sensor_order), tuple(offsets)
        homes = ((square, sensor_order.index(square)) for square in range(len(sensor_order)))
        self.exchanged = frozenset((min(pair), max(pair)) for pair in homes if pair[0] != pair[1])
        pair = (min(one, other), max(one, other))
        self._suspected_exchanges.pop(pair, None)
        self._refuted.pop(pair, None)

    def corrected(self, reading: Reading) -> Reading:
        """Return a reading with exchanged sensors in order and failing ones left out, and so further sensors at the end
        of their range: they do not answer, or a magnet beside the board is nearer to them than any worker."""
        ended = [channel for channel in reading.clipped if channel >= SQUARE_COUNT]
        if self._troubles or ended:
            left_out = {*self._troubles, *ended}
            extra_variance = tuple(BOUNDLESS if square in left_out else 0.0 for square in range(len(reading.fields)))
            reading = replace(reading, extra_variance=extra_variance)
        if not self.exchanged:
            return reading
        reading = rewired(reading, self._sensor_order)
        return replace(reading, fields=tuple(map(sub, reading.fields, self._offsets)))

    def _found(self, square: int, kind: SensorTrouble, at: int) -> None:
        known = self._troubles.get(square)
        self._troubles[square] = _Trouble(kind if known is None else known.kind, at)


def rewired(reading: Reading, sensor_order: tuple[int, ...]) -> Reading:
    """Return a reading in which each square has the sensor that ``sensor_order`` gives for it."""
    return Reading(
        tuple(reading.fields[source] for source in sensor_order),
        frozenset(square for square, source in enumerate(sensor_order) if source in reading.clipped),
        reading.count,
        tuple(reading.extra_variance[source] for source in sensor_order) if reading.extra_variance else (),
    )


def _kind_of_frozen(field: float) -> SensorTrouble:
    """Return the trouble of a sensor that shows one value only."""
    return SensorTrouble.DEAD if abs(field) < limits.DEAD_BELOW else SensorTrouble.STUCK


class SensorFilter:
    """Follows the frames of one board with sensors under ``squares`` and so many ``channels``. ``at`` is the time of
    the last frame. Failures and exchanges are looked for among the sensors under squares only."""

    def __init__(self, squares: tuple[int, ...], noise_model: NoiseModel, channels: int = SQUARE_COUNT) -> None:
        self._squares = squares
        self._usual = noise_model.noise
        self._nothing = nothing(channels)
        self._statistics = SensorStatistics(squares, noise_model.noise, channels)
        self._rest_detector = RestDetector(channels)
        self._health = SensorHealth(channels)
        self._watched = 0
        self._frame: Frame | None = None
        self._steps = self._nothing
        self.at = 0

    @property
    def noise(self) -> float:
        """The noise of one frame in mT rms."""
        return self._statistics.noise

    @property
    def since(self) -> int:
        """Since when nothing has moved, in ms of the board's clock."""
        return self._rest_detector.since

    @property
    def rested(self) -> int:
        """For how many ms nothing has moved."""
        return self.at - self._rest_detector.since

    @property
    def rest(self) -> Rest:
        """The current rest."""
        return Rest(self._rest_detector.since, self.at)

    @property
    def drifting(self) -> bool:
        """Whether the last frames move one way."""
        return self._rest_detector.drifting

    @property
    def record(self) -> RestRecord:
        """What the current rest has shown until now."""
        return self._rest_detector.record(self._statistics.noises)

    @property
    def jumped(self) -> bool:
        """Whether this rest followed on another from one frame to the next."""
        return self._rest_detector.jumped

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        """The sensors that fail."""
        return self._health.faults

    def restart(self) -> None:
        """The next frame begins a new rest."""
        self._rest_detector.restart()

    def feed(self, frame: Frame, reference: ReferenceReading | None = None, beside: Fields = ()) -> bool:
        """Take in a frame. ``reference`` is a reading in which all magnets stood, ``beside`` the known field of magnets
        beside the board. True if the board rested since the frame before."""
        self.at, self._frame = frame.at, frame
        standing = self._nothing if reference is None else reference.reading.fields
        if self._health.exchanged:
            standing = self._health.as_wired(standing)
        self._statistics.feed(frame, standing, beside)
        return self._rest_detector.feed(frame, self._statistics.noise)

    def watch(self, *, is_clear: bool = True) -> bool:
        """Check the sensors now and then. A reading at rest that is not understood is not ``is_clear``. True if other
        sensors are doubted than before."""
        if self._frame is None or self.at - self._watched < limits.HEALTH_PERIOD:
            return False
        self._watched, before = self.at, self._health.doubted
        self._health.watch(self._statistics, self._frame, None if is_clear else self._rest_detector.frames)
        if self._health.doubted == before:
            return False
        self._rest_detector.ignore(self._health.doubted)
        return True

    def reading(self) -> Reading:
        """Return the mean over the rest, with the known faults and noise of the sensors."""
        return self._known(self._rest_detector.reading())

    def recent_reading(self, ms: int) -> Reading | None:
        """Return the mean over the last ``ms``, as `reading` does. None if something moved slowly meanwhile, or the
        rest is shorter."""
        recent = self._rest_detector.recent(ms)
        return None if recent is None else self._known(recent)

    def mean_of(self, frames: Sequence[Frame]) -> Reading:
        """Return the mean of some frames, with the known faults and noise of the sensors."""
        fields = tuple(map(fmean, zip(*(each.fields for each in frames), strict=True)))
        return self._known(Reading(fields, frozenset().union(*(each.clipped for each in frames)), len(frames)))

    def _known(self, measured: Reading) -> Reading:
        """Return a reading with what is known of the sensors and their noise."""
        reading, noise = self._health.corrected(measured), self._statistics.noise
        more = self._steps
        if noise > limits.LOUDER * self._usual:
            louder = (noise**2 - self._usual**2) / reading.count
            more = tuple(each + louder for each in more)
        if more is self._nothing:
            return reading
        return replace(reading, extra_variance=tuple(map(add, reading.variances, more)))

    def expect_steps(self, variance: Fields) -> None:
        """Expect that the zero of each sensor steps from reading to reading, with this variance in mT squared."""
        self._steps = variance if any(variance) else self._nothing

    def lift_likely(self, reference: ReferenceReading) -> Reading | None:
        """Return the last frame as a reading if it looks like a lift: the sensor under a magnet lost some of its field,
        and another one felt it too, since one alone may have died."""
        if self._frame is None:
            return None
        reading = self._health.corrected(Reading.of(self._frame))
        least = limits.LIFT_LOSS + limits.LIFT_NOISES * self._statistics.noise
        changes = zip(reading.fields, reference.reading.fields, strict=True)
        if sum(abs(now - then) > least / 2 for now, then in changes) < 2:
            return None
        for each in reference.arrangement:
            before = abs(reference.reading.fields[each.square])
            if before - abs(reading.fields[each.square]) > min(least, 0.5 * before):
                return reading
        return None

    def silent(self, reading: Reading, reference: ReferenceReading) -> frozenset[int]:
        """Return the squares whose sensor changed and has shown no noise since: it may have died. One that came to feel
        a strong field has not."""
        return frozenset(
            square
            for square in self._squares
            if square not in reading.clipped
            and abs(reading.fields[square] - reference.reading.fields[square]) > limits.SILENT_CHANGE
            and self._health.sensor_of(square) not in self._health.doubted
            and not self._statistics.is_strong(self._health.sensor_of(square))
            and self._statistics.is_constant(self._health.sensor_of(square), self._rest_detector.frames)
        )

    def suspect(self, square: int) -> None:
        """Note that the current reading could only be explained without this sensor."""
        evidence = (self._health.sensor_of(square), self._statistics, self._rest_detector.reading(), self.at)
        if self._rest_detector.jumped:
            self._health.mark_failed(*evidence)
        else:
            self._health.suspect(*evidence)
        self._rest_detector.ignore(self._health.doubted)

    def exchange(self, one: int, other: int, zero: float) -> None:
        """Exchange the sensors of two squares. The one at ``one`` then reads ``zero`` mT too much."""
        self._health.exchange(one, other, zero)

    @property
    def exchanged(self) -> frozenset[tuple[int, int]]:
        """The pairs of squares, the lesser first, that an exchange would give one of their own sensors again."""
        return self._health.exchanged

    def suspect_exchange(self, one: int, other: int, gap: float) -> bool:
        """Note that the current reading could only be explained with these two exchanged, where the first should feel
        ``gap`` mT more. True if another reading showed it too."""
        return self._health.suspect_exchange(one, other, gap)

    def check_suspects(self, felt: Callable[[int], float]) -> None:
        """Compare suspected sensors with what they should read; ``felt`` gives that in mT for each square."""
        self._health.compare(self._rest_detector.reading(), felt)
        suspects = self._health.suspected
        if not suspects:
            return
        reading = self._health.corrected(self._rest_detector.reading())
        for square in self._squares:
            sensor, wanted = self._health.sensor_of(square), felt(square)
            if sensor in suspects and square not in reading.clipped and abs(wanted) >= limits.PROVING_FIELD:
                right = abs(reading.fields[square] - wanted) <= limits.PROVEN_SHARE * abs(wanted) + limits.PROVEN_WITHIN
                self._health.note_check(sensor, right=right)
        self._rest_detector.ignore(self._health.doubted)

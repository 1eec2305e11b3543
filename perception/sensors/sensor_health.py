"""Which sensors are believed: evidence against each adds up, and a sensor that works again is believed again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import add, sub

from hardware.board import SQUARE_COUNT, Frame
from perception.arrangements import Reading
from perception.findings import SensorFault, SensorTrouble
from perception.fitting.residual import BOUNDLESS, Fields
from perception.sensors.movement import SensorStatistics

FORGIVEN = 5000
"""The time in ms without a sign of trouble after which a sensor is believed again."""

_NEAR_ZERO = 2.0
_SUSPICIONS = 2
_PROOFS = 3
_JUST_DIED = 10
_TELLING = 1.0
"""How many mT apart two sensors must be expected to read to show whether they are exchanged."""


@dataclass(frozen=True, slots=True)
class _Trouble:
    """The trouble of a sensor, when it was last seen, and how often the sensor has been right since."""

    kind: SensorTrouble
    seen: int
    proofs: int = 0


class SensorHealth:
    """The faults of one board's sensors."""

    def __init__(self) -> None:
        self._troubles: dict[int, _Trouble] = {}
        self._suspicions: dict[int, int] = {}
        self._sensor_order = tuple(range(SQUARE_COUNT))
        self._offsets = (0.0,) * SQUARE_COUNT
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
        """Check the statistics of all sensors up to the last frame; ``unclear`` is how many frames a rest has whose
        reading is not understood (None: it is)."""
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
                well = not statistics.is_constant(square, _JUST_DIED) and square not in frame.clipped
            if not well:
                self._troubles[square] = replace(trouble, seen=at)
            elif at - trouble.seen >= FORGIVEN:
                del self._troubles[square]

    def suspect(self, square: int, statistics: SensorStatistics, reading: Reading, at: int) -> None:
        """A reading could only be explained without this sensor. A single one may be chance."""
        self._suspicions[square] = self._suspicions.get(square, 0) + 1
        silent = square in reading.clipped or statistics.is_constant(square, _JUST_DIED)
        if silent or self._suspicions[square] >= _SUSPICIONS:
            self.mark_failed(square, statistics, reading, at)

    def mark_failed(self, square: int, statistics: SensorStatistics, reading: Reading, at: int) -> None:
        """A sensor failed while the board was watched."""
        if square in reading.clipped:
            self._found(square, SensorTrouble.DEAD, at)
        elif statistics.is_constant(square, _JUST_DIED):
            self._found(square, _kind_of_frozen(reading.fields[square]), at)
        else:
            self._found(square, SensorTrouble.WEAK, at)

    def note_check(self, square: int, *, right: bool) -> None:
        """A sensor that could have been wrong showed what the others led to expect, or did not."""
        trouble = self._troubles.get(square)
        if trouble is not None and trouble.kind is SensorTrouble.WEAK:
            proofs = trouble.proofs + 1 if right else 0
            if proofs < _PROOFS:
                self._troubles[square] = replace(trouble, proofs=proofs)
                return
            del self._troubles[square]
        if right:
            self._suspicions.pop(square, None)

    def sensor_of(self, square: int) -> int:
        """The square whose sensor answers for this one; as a rule itself."""
        return self._sensor_order[square]

    def as_wired(self, fields: Fields) -> Fields:
        """What the sensors read, in the order of their wires, where the squares have these fields in mT."""
        wired = list(fields)
        for square, sensor in enumerate(self._sensor_order):
            wired[sensor] = fields[square] + self._offsets[square]
        return tuple(wired)

    def suspect_exchange(self, one: int, other: int, gap: float) -> bool:
        """A reading could only be explained with these sensors exchanged, where the first should feel ``gap`` mT more.
        True if an earlier reading, in which they should feel something else, showed it too."""
        before = self._suspected_exchanges.setdefault((one, other), gap)
        return abs(before - gap) >= _TELLING

    def compare(self, reading: Reading, felt: Callable[[int], float]) -> None:
        """Check sensors that are, or may be, exchanged against what each should read: an exchange that is refuted often
        enough is given up. ``reading`` is in the order of their wires, ``felt`` gives in mT what the sensor of a square
        should read."""
        shown = self.corrected(reading).fields
        sensor_order = tuple(map(add, shown, self._offsets))
        for pair in self.exchanged | self._suspected_exchanges.keys():
            one, other = pair
            if {self._sensor_order[one], self._sensor_order[other]} & self.doubted or abs(
                felt(one) - felt(other)
            ) < 2 * _TELLING:
                continue
            gap = felt(one) - felt(other)
            right, crossed = abs(shown[one] - shown[other] - gap), abs(sensor_order[other] - sensor_order[one] - gap)
            if pair not in self.exchanged:
                if right < crossed:
                    del self._suspected_exchanges[pair]
                continue
            self._refuted[pair] = self._refuted.get(pair, 0) + 1 if crossed < right else 0
            if self._refuted[pair] >= _PROOFS:
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
        homes = ((square, sensor_order.index(square)) for square in range(SQUARE_COUNT))
        self.exchanged = frozenset((min(pair), max(pair)) for pair in homes if pair[0] != pair[1])
        pair = (min(one, other), max(one, other))
        self._suspected_exchanges.pop(pair, None)
        self._refuted.pop(pair, None)

    def corrected(self, reading: Reading) -> Reading:
        """A reading with exchanged sensors in order and failing ones left out."""
        if self._troubles:
            extra_variance = tuple(BOUNDLESS if square in self._troubles else 0.0 for square in range(SQUARE_COUNT))
            reading = replace(reading, extra_variance=extra_variance)
        if not self.exchanged:
            return reading
        reading = rewired(reading, self._sensor_order)
        return replace(reading, fields=tuple(map(sub, reading.fields, self._offsets)))

    def _found(self, square: int, kind: SensorTrouble, at: int) -> None:
        known = self._troubles.get(square)
        self._troubles[square] = _Trouble(kind if known is None else known.kind, at)


def rewired(reading: Reading, sensor_order: tuple[int, ...]) -> Reading:
    """A reading in which each square has the sensor that ``wired`` gives for it."""
    return Reading(
        tuple(reading.fields[source] for source in sensor_order),
        frozenset(square for square, source in enumerate(sensor_order) if source in reading.clipped),
        reading.count,
        tuple(reading.extra_variance[source] for source in sensor_order) if reading.extra_variance else (),
    )


def _kind_of_frozen(field: float) -> SensorTrouble:
    """The trouble of a sensor that shows one value only."""
    return SensorTrouble.DEAD if abs(field) < _NEAR_ZERO else SensorTrouble.STUCK

"""25 linear Hall sensors and their converter: from true fields to counts, each with its own faults.

Any type that a board can have (`hardware.sensor_types`), a TI DRV5055A2 at 3.3 V read with 12 bits unless another is
asked for. The spread of offsets and gains is of the size that its data sheet allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from random import Random

from hardware.board import SQUARE_COUNT
from hardware.calibration import Calibration
from hardware.sensor_types import Sensor
from hardware.virtual.chance import seeded, within_three
from hardware.virtual.failures import NOISE_FACTOR, WEAK_FACTOR, Failing, Failure, FailureKind, spoilt
from hardware.virtual.pink_noise import PinkNoise
from hardware.virtual.spread import SensorSpread

COUNTS_PER_MILLITESLA = Sensor().counts_per_millitesla

_BY_DATA_SHEET = Sensor()


class Sensors:
    """The sensors of one board, with what the board has stored about them, and those of them that fail."""

    def __init__(  # noqa: PLR0913 - what sensors are made of
        self,
        offsets: tuple[float, ...],
        gains: tuple[float, ...],
        *,
        noise: float,
        stored: Calibration,
        size: int = 5,
        sensor: Sensor = _BY_DATA_SHEET,
        reach: float | None = None,
        pink: PinkNoise | None = None,
    ) -> None:
        self.offsets = offsets
        """The true counts at no field."""
        self.gains = gains
        """The true counts per mT; negative for a sensor upside down."""
        self.stored = stored
        """What the board believes of them."""
        middle = (sensor.full_scale + 1) / 2
        reach = _reach(None, sensor) if reach is None else reach
        self._middle = round(middle)
        self._ends = max(0, round(middle - reach)), min(sensor.full_scale, round(middle + reach))
        self._noises = tuple(noise * abs(gain) for gain in gains)
        self._absent = tuple(square for square in range(SQUARE_COUNT) if max(square % 5, square // 5) >= size)
        self._failing: tuple[Failing, ...] = ()
        self._rounding = tuple(offset + 0.5 for offset in offsets)
        self._felt = (gains, self._noises)
        self._pink = pink
        self._last = [round(offset) for offset in offsets]

    @classmethod
    def drawn(cls, seed: int, spread: SensorSpread, size: int = 5, sensor: Sensor = _BY_DATA_SHEET) -> Sensors:
        """25 sensors out of the bag; the same seed gives the same ones. A board of ``size`` 4 has only 16 of them: in
        place of the others the converter reads no field."""
        chance = seeded("sensors", seed)
        count, middle = (sensor.full_scale + 1) / 4096, (sensor.full_scale + 1) / 2
        offsets = [middle + count * spread.offset * within_three(chance) for _ in range(SQUARE_COUNT)]
        gains = [sensor.counts_per_millitesla * (1 + spread.gain * within_three(chance)) for _ in range(SQUARE_COUNT)]
        for square in spread.upside_down:
            gains[square] = -gains[square]
        stored_offsets = [offset + count * spread.stored_offset * within_three(chance) for offset in offsets]
        stored_gains = [gain * (1 + spread.stored_gain * within_three(chance)) for gain in gains]
        for square in range(SQUARE_COUNT):
            if max(square % 5, square // 5) >= size:
                offsets[square] = stored_offsets[square] = middle
        stored = Calibration(tuple(stored_offsets), tuple(stored_gains), sensor.full_scale, sensor.margin)
        return cls(
            tuple(offsets),
            tuple(gains),
            noise=spread.noise,
            stored=stored,
            size=size,
            sensor=sensor,
            reach=None
            if spread.headroom is None
            else (0.5 - spread.headroom / sensor.supply) * (sensor.full_scale + 1),
            pink=PinkNoise(spread.pink_noise, seeded("pink noise", seed)) if spread.pink_noise else None,
        )

    def counts(self, fields: Sequence[float], chance: Random) -> tuple[int, ...]:
        """What the converter reads at these 25 fields in mT."""
        gauss, (lowest, highest) = chance.gauss, self._ends
        gains, noises = self._felt
        if self._pink is not None:
            fields = list(map(add, fields, self._pink.next()))
        counts = []
        for field, zero, gain, noise in zip(fields, self._rounding, gains, noises, strict=True):
            # This is done for every sensor of every scan; so no calls of round, min and max.
            count = int(zero + gain * field + noise * gauss(0.0, 1.0))
            counts.append(lowest if count < lowest else highest if count > highest else count)
        for square in self._absent:
            counts[square] = self._middle
        if self._failing:
            counts = spoilt(counts, self._failing, self._middle)
        self._last = counts
        return tuple(counts)

    def fail(self, failure: Failure) -> None:
        """Let a sensor fail from now on; what was wrong with it before is wrong no more."""
        self.mend(failure.square)
        self._failing = (*self._failing, Failing(failure, self._last[failure.square]))
        self._felt = self._failing_feel()

    def mend(self, square: int) -> None:
        """Let the sensor of a square work again, if it fails."""
        self._failing = tuple(each for each in self._failing if square not in each.failure.squares)
        self._felt = self._failing_feel()

    def _failing_feel(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        gains, noises = list(self.gains), list(self._noises)
        for each in self._failing:
            if each.failure.kind is FailureKind.WEAK:
                gains[each.failure.square] *= WEAK_FACTOR
            elif each.failure.kind is FailureKind.NOISY:
                noises[each.failure.square] *= NOISE_FACTOR
        return tuple(gains), tuple(noises)


def _reach(headroom: float | None, sensor: Sensor) -> float:
    """How many counts from half scale a sensor saturates."""
    if headroom is None:
        return sensor.range * sensor.counts_per_millitesla
    return (0.5 - headroom / sensor.supply) * (sensor.full_scale + 1)

"""Linear Hall sensors, their converter and their wires, each with its own faults: from true fields to counts.

They are of any type of `hardware.sensor_types`, by default a TI DRV5055A2 at 3.3 V read with 12 bits. Offsets and gains
spread as its data sheet allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from operator import add, sub
from random import Random

from common.numbers import seeded, total
from hardware.board import DARK, SQUARE_COUNT, Lights
from hardware.calibration import Calibration
from hardware.hand_actions import Failure, FailureKind
from hardware.sensor_layout import FURTHER_FULL_SCALE, Channel
from hardware.sensor_types import Sensor
from hardware.virtual.spread import ConverterErrors, SensorSpread, within_three
from hardware.wiring import Wiring

NOISE_FACTOR = 20.0
WEAK_FACTOR = 0.5
_BY_DATA_SHEET = Sensor()
_OCTAVES = 12
"""The octaves of the noise, which have the same power; at 25 readings a second the slowest takes some three minutes."""


@dataclass(frozen=True, slots=True)
class FailingSensor:
    """A failure, and the last counts of its sensor before it."""

    failure: Failure
    last: int


def failed_counts(counts: list[int], failings: Sequence[FailingSensor], middle: int) -> list[int]:
    """Return the counts that the converter reads if these sensors are dead, grounded, stuck or swapped."""
    counts = list(counts)
    for failing in failings:
        square = failing.failure.square
        match failing.failure.kind:
            case FailureKind.DEAD:
                counts[square] = middle
            case FailureKind.GROUNDED:
                counts[square] = 0
            case FailureKind.STUCK:
                counts[square] = failing.last
            case FailureKind.SWAPPED if failing.failure.other is not None:
                other = failing.failure.other
                counts[square], counts[other] = counts[other], counts[square]
            case _:
                pass
    return counts


class PinkNoise:
    """The 1/f noise of 25 sensors, whose power falls with the frequency: ``deviation`` mT (root mean square).

    The noise is a sum of values of which the n-th changes at every 2^n-th reading, one value at a time (Voss and
    McCartney).
    """

    def __init__(self, deviation: float, chance: Random) -> None:
        self._chance = chance
        self._each = deviation / sqrt(_OCTAVES)
        self._parts = [self._drawn() for _ in range(_OCTAVES)]
        self._total = [total(values) for values in zip(*self._parts, strict=True)]
        self._count = 0

    def next(self) -> list[float]:
        """Return the noise of the next reading, in mT; do not change the list."""
        self._count += 1
        octave = min((self._count & -self._count).bit_length(), _OCTAVES) - 1
        before, now = self._parts[octave], self._drawn()
        self._parts[octave] = now
        self._total = list(map(add, map(sub, self._total, before), now))
        return self._total

    def _drawn(self) -> list[float]:
        gauss, each = self._chance.gauss, self._each
        return [gauss(0.0, each) for _ in range(SQUARE_COUNT)]


FURTHER_ZERO = 0.3
"""The zero of a channel of a further sensor, in mT (standard deviation): the typical one of a TMAG5273, of which none
is further off than 1 mT (its data sheet, SLYS045)."""

FURTHER_GAIN = 0.05
"""The error of the gain of such a channel (standard deviation): the typical one of a TMAG5273."""

FURTHER_NOISE = 0.022
"""The noise of such a channel in mT rms: that of X and Y of a TMAG5273 that takes the mean of 32 conversions; Z has
half of it."""


class FurtherSensors:
    """The channels of the further sensors of one board: from true fields to signed counts of 16 bits. Their errors are
    those of a TMAG5273, by random numbers of their own; a spread without offsets, gains or noise has none of these."""

    def __init__(self, channels: Sequence[Channel], spread: SensorSpread, seed: int) -> None:
        chance = seeded("further sensors", seed)
        zero, error = FURTHER_ZERO if spread.offset else 0.0, FURTHER_GAIN if spread.gain else 0.0
        self._gains = [FURTHER_FULL_SCALE / each.range * (1 + error * within_three(chance)) for each in channels]
        self._zeros = [zero * within_three(chance) for _ in channels]
        self._noise = FURTHER_NOISE if spread.noise else 0.0
        self._chance = chance

    def counts(self, fields: Sequence[float]) -> tuple[int, ...]:
        """Return what the sensors report at these fields in mT."""
        gauss, noise, most = self._chance.gauss, self._noise, FURTHER_FULL_SCALE
        return tuple(
            min(max(round(gain * (zero + field + noise * gauss(0.0, 1.0))), -most), most - 1)
            for field, zero, gain in zip(fields, self._zeros, self._gains, strict=True)
        )


class Sensors:
    """The sensors of one board, its calibration of them, and their failures. Those of squares can fail, not the
    ``further`` ones."""

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
        converter: ConverterErrors | None = None,
        further: FurtherSensors | None = None,
    ) -> None:
        self._further = further
        self.offsets = offsets
        """The true counts at no field."""
        self.gains = gains
        """The true counts per mT; negative for a sensor upside down."""
        self.stored = stored
        """The calibration that the board has of them."""
        middle = (sensor.full_scale + 1) / 2
        reach = _reach(None, sensor) if reach is None else reach
        self._middle = round(middle)
        self._ends = max(0, round(middle - reach)), min(sensor.full_scale, round(middle + reach))
        scale = (sensor.full_scale + 1) / 4096
        own = 0.0 if converter is None else converter.noise * scale
        self._noises = tuple(hypot(noise * gain, own) for gain in gains)
        self._converter, self._scale = converter, scale
        self._absent = tuple(square for square in range(SQUARE_COUNT) if max(square % 5, square // 5) >= size)
        self._failing: tuple[FailingSensor, ...] = ()
        self._rounding = tuple(offset + 0.5 for offset in offsets)
        self._felt = (gains, self._noises)
        self._pink = pink
        self._last = [round(offset) for offset in offsets]

    @classmethod
    def drawn(
        cls,
        seed: int,
        spread: SensorSpread,
        size: int = 5,
        sensor: Sensor = _BY_DATA_SHEET,
        further: Sequence[Channel] = (),
    ) -> Sensors:
        """Draw 25 sensors and these channels of further ones; the same seed gives the same ones. A board of ``size`` 4
        has only 16; for the others the converter reads no field."""
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
            reach=_reach(spread.headroom, sensor),
            pink=PinkNoise(spread.pink_noise, seeded("pink noise", seed)) if spread.pink_noise else None,
            converter=spread.converter,
            further=FurtherSensors(further, spread, seed) if further else None,
        )

    def counts(self, fields: Sequence[float], chance: Random) -> tuple[int, ...]:
        """Return what the sensors read at these fields in mT: the converter under squares, then further ones."""
        if self._further is not None:
            squares = self._of_squares(fields[:SQUARE_COUNT], chance)
            return squares + self._further.counts(fields[SQUARE_COUNT:])
        return self._of_squares(fields, chance)

    def _of_squares(self, fields: Sequence[float], chance: Random) -> tuple[int, ...]:
        gauss, (lowest, highest) = chance.gauss, self._ends
        gains, noises = self._felt
        if self._pink is not None:
            fields = list(map(add, fields, self._pink.next()))
        counts = []
        converter, scale = self._converter, self._scale
        for field, zero, gain, noise in zip(fields, self._rounding, gains, noises, strict=True):
            # This runs for every sensor of every scan, so it avoids calls of round, min and max.
            level = zero + gain * field + noise * gauss(0.0, 1.0)
            if converter is not None:
                level = scale * converter.read((level - 0.5) / scale) + 0.5
            count = int(level)
            counts.append(lowest if count < lowest else highest if count > highest else count)
        for square in self._absent:
            counts[square] = self._middle
        if self._failing:
            counts = failed_counts(counts, self._failing, self._middle)
        self._last = counts
        return tuple(counts)

    def fail(self, failure: Failure) -> None:
        """Let a sensor fail from now on; its previous failure ends."""
        self.mend(failure.square)
        self._failing = (*self._failing, FailingSensor(failure, self._last[failure.square]))
        self._felt = self._failing_factors()

    def mend(self, square: int) -> None:
        """End the failure of the sensor of a square, if it has one."""
        self._failing = tuple(each for each in self._failing if square not in each.failure.squares)
        self._felt = self._failing_factors()

    def _failing_factors(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        gains, noises = list(self.gains), list(self._noises)
        for each in self._failing:
            if each.failure.kind is FailureKind.WEAK:
                gains[each.failure.square] *= WEAK_FACTOR
            elif each.failure.kind is FailureKind.NOISY:
                noises[each.failure.square] *= NOISE_FACTOR
        return tuple(gains), tuple(noises)


def _reach(headroom: float | None, sensor: Sensor) -> float:
    """Return the counts from half scale at which a sensor saturates."""
    if headroom is None:
        return sensor.range * sensor.counts_per_millitesla
    return (0.5 - headroom / sensor.supply) * (sensor.full_scale + 1)


class Wires:
    """The wires of a virtual board: ``true`` is the real wiring, ``believed`` the wiring that the board uses. A swapped
    wire shows on another square."""

    def __init__(self, true: Wiring) -> None:
        self._true = true
        self.believe(Wiring.straight())

    def believe(self, wiring: Wiring) -> None:
        """Scan and light by this wiring from now on."""
        self.believed = wiring
        self._sensors = tuple(_place(channel, self._true.sensors) for channel in wiring.sensors)
        self._lights = tuple(_place(place, wiring.lights) for place in self._true.lights)
        self._right = wiring == self._true

    def counts(self, felt: tuple[int, ...]) -> tuple[int, ...]:
        """Return the counts that the board reports for those under the squares; 0 where no sensor is connected."""
        if self._right:
            return felt
        squares = tuple(0 if square is None else felt[square] for square in self._sensors)
        return squares + felt[SQUARE_COUNT:]

    def lights(self, wanted: Lights) -> Lights:
        """Return the lights under the squares when the board is asked to show these."""
        if self._right:
            return wanted
        return Lights(tuple(DARK if square is None else wanted.colours[square] for square in self._lights))

    def calibration(self, own: Calibration) -> Calibration:
        """Return the calibration by the board's wiring for the calibration of the sensors under the squares."""
        if self._right:
            return own
        squares = [own_square if square is None else square for own_square, square in enumerate(self._sensors)]
        offsets, gains = (
            tuple(own.offsets[square] for square in squares),
            tuple(own.gains[square] for square in squares),
        )
        return Calibration(offsets, gains, own.full_scale, own.margin)


def _place(number: int, numbers: tuple[int, ...]) -> int | None:
    """Return the square with this number."""
    return numbers.index(number) if number in numbers else None

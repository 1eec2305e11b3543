"""A reading beside the anchor that it is compared with: what stays if some magnets are gone, and what is left then."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import BOUNDLESS, NOTHING, Bound, Fields, Residual
from perception.fitting.square_model import SquareModel
from perception.hypotheses import Arrangement, PlacedMagnet, Reading, ReferenceReading


class ReadingDifference:
    """Grounds of one reading against one anchor, each worked out once. ``there`` are the sensors that the board has."""

    def __init__(
        self,
        reading: Reading,
        anchor: ReferenceReading,
        squares: SquareModel,
        sensing: NoiseModel,
        there: frozenset[int],
    ) -> None:
        self.reading = reading
        self.anchor = anchor
        self._sensing = sensing
        self._noise = sensing.noise**2 * (1 / reading.count + 1 / anchor.reading.count) + sensing.floor**2
        self._now = extra_variance(reading, there)
        self._then = extra_variance(anchor.reading, there)
        self._patterns = {each.standing: squares.pattern(each) for each in anchor.placed}
        self._grounds: dict[Arrangement, Residual] = {}

    def kept(self, gone: Arrangement) -> tuple[PlacedMagnet, ...]:
        """The anchor's magnets but for those that are gone."""
        return tuple(each for each in self.anchor.placed if each.standing not in gone)

    def ground(self, gone: Arrangement) -> Residual:
        """The reading less what stays: by difference where the anchor could read the field, by the model elsewhere."""
        found = self._grounds.get(gone)
        if found is None:
            found = self._grounds[gone] = self._ground(gone)
        return found

    def _ground(self, gone: Arrangement) -> Residual:
        base, reading = self.anchor.reading, self.reading
        zero = self._sensing.zero**2 + self._noise
        lost, blur = self._sum(gone)
        stays, spread = NOTHING, NOTHING
        if base.clipped or gone:
            stays, spread = self._sum(self.anchor.world - gone)
        change: list[float] = []
        variance: list[float] = []
        bounds: list[Bound] = []
        for sensor, value in enumerate(reading.fields):
            kept = base.fields[sensor] - lost[sensor]
            doubt = self._noise + blur[sensor] + self._then[sensor]
            if sensor in base.clipped or (gone and zero + spread[sensor] < doubt):
                kept, doubt = stays[sensor], zero + spread[sensor]
            doubt = min(doubt + self._now[sensor], BOUNDLESS)
            if sensor in reading.clipped and doubt < BOUNDLESS:
                bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), kept, doubt))
                doubt = BOUNDLESS
            change.append(value - kept)
            variance.append(doubt)
        return Residual(tuple(change), tuple(variance), tuple(bounds))

    def _sum(self, world: Arrangement) -> tuple[Fields, Fields]:
        patterns = [self._patterns[each] for each in world if each in self._patterns]
        if not patterns:
            return NOTHING, NOTHING
        if len(patterns) == 1:
            return patterns[0]
        fields, spread = zip(*patterns, strict=True)
        return tuple(map(sum, zip(*fields, strict=True))), tuple(map(sum, zip(*spread, strict=True)))


def absolute_residual(reading: Reading, sensing: NoiseModel, there: frozenset[int]) -> Residual:
    """The ground of a reading by itself: nothing is believed to stay, the zero is trusted."""
    noise = sensing.noise**2 / reading.count + sensing.floor**2 + sensing.zero**2
    variance = [min(BOUNDLESS, noise + each) for each in extra_variance(reading, there)]
    bounds: list[Bound] = []
    for sensor in sorted(reading.clipped):
        value = reading.fields[sensor]
        if variance[sensor] < BOUNDLESS:
            bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), 0.0, variance[sensor]))
            variance[sensor] = BOUNDLESS
    return Residual(reading.fields, tuple(variance), tuple(bounds))


def extra_variance(reading: Reading, there: frozenset[int]) -> Fields:
    """The extra variance of each sensor; where the board has none, nothing is known."""
    if not reading.blur and len(there) == SQUARE_COUNT:
        return NOTHING
    extra = reading.blur or NOTHING
    return tuple(each if sensor in there else BOUNDLESS for sensor, each in enumerate(extra))

"""A magnet in a hand over the board: the position that explains the residual best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import log

from hardware.field_model import FieldModel
from perception.arrangements import MagnetInHand
from perception.counted_work import HAND_PLACES, HELD_TRIAL, TaskSteps, WorkCount
from perception.fitting.position_fit import FitTrial, PositionPrior, Values, held_trial
from perception.fitting.residual import Fields, Residual

_GAIN = 0.08
"""The relative error of the field of a held magnet: a hand may tilt it."""
STILL_HAND_PENALTY = 3.0
"""The log-likelihood that it costs that a hand holds a worker still near the board."""
TREMOR = 0.5
"""The least tremor of a hand in the air, root mean square, in mm."""
_SHOWN = 0.08
_MOST = 8.0
"""The tremor of one sensor in mT that is as unlikely, in a reading at rest, as one standard deviation; and the
log-likelihood that a tremor that is not to be seen costs at most."""
LOWEST = 25.0
"""How many mm above the sensors the magnet of a hand is at least, in a fit."""
_HIGHEST = 250.0
_LOW_HEIGHTS = (30.0, 45.0, 70.0)
_GRID_HEIGHTS = (55.0, 100.0)
_GRID_SPREAD = 0.5
_NEAR_SPREAD = 0.3
_TRIALS = 15
_ENOUGH = 0.2
_SHORTER = (1.0, 0.4, 0.15)

_Spot = tuple[Values, int, Fields, Fields]
"""A place of a hand, the square under it (-1 beside the board), its fields if north is down, and their variances."""


class HandFit:
    """Fits a magnet in a hand over one board, from the best of a few starting positions. ``work`` counts what fits
    take."""

    def __init__(self, model: FieldModel, work: WorkCount | None = None) -> None:
        self._work = work or WorkCount()
        self._model = model
        geometry = model.geometry
        self._middle = (geometry.size - 1) * geometry.pitch / 2
        self._prior = PositionPrior(
            (self._middle, self._middle, 110.0), (2.2 * geometry.pitch, 2.2 * geometry.pitch, 35.0), _GAIN
        )

    def pattern(self, hand: MagnetInHand) -> tuple[Fields, Fields]:
        """The field of a held magnet at all sensors, and its variance."""
        felt = self._model.held(hand.east, hand.north, hand.height)
        fields = tuple(hand.polarity * value for value in felt.fields)
        return fields, tuple((_GAIN * value) ** 2 for value in fields)

    def stillness_penalty(self, hand: MagnetInHand) -> float:
        """The log-likelihood that it costs that a hand holds a magnet still at this position. It grows as the magnet
        gets lower, since its field would change more."""
        felt = self._model.held(hand.east, hand.north, hand.height)
        tremor = TREMOR * max(map(abs, felt.by_height))
        return STILL_HAND_PENALTY + min(_MOST, 0.5 * (tremor / _SHOWN) ** 2)

    def fit(
        self, residual: Residual, polarity: int, lowest: Mapping[int, float], floor: float = float("-inf")
    ) -> TaskSteps[tuple[MagnetInHand, FitTrial] | None]:
        """The best position of a hand; None if no position reaches a log-likelihood of ``floor``.

        ``lowest`` gives for some squares the height in mm under which a magnet counts as standing there.
        """
        start = self._start(residual, polarity, lowest, floor)
        if start is None:
            return None
        yield
        return (yield from self.fit_near(residual, MagnetInHand(polarity, *start), lowest))

    def fit_near(
        self, residual: Residual, hand: MagnetInHand, lowest: Mapping[int, float]
    ) -> TaskSteps[tuple[MagnetInHand, FitTrial]]:
        """The best position of a hand near this one."""
        best = self._trial(residual, hand.polarity, (hand.east, hand.north, hand.height))
        for _ in range(_TRIALS):
            yield
            if best.predicted_gain < _ENOUGH:
                break
            better = self._stepped(residual, hand.polarity, best, lowest)
            if better is None:
                break
            gained, best = best.cost - better.cost, better
            if gained < _ENOUGH:
                break
        return MagnetInHand(hand.polarity, *best.values), best

    def _stepped(
        self, residual: Residual, polarity: int, best: FitTrial, lowest: Mapping[int, float]
    ) -> FitTrial | None:
        for share in _SHORTER:
            east, north, height = (value + share * step for value, step in zip(best.values, best.step, strict=True))
            height = min(max(height, LOWEST, 0.6 * best.values[2]), _HIGHEST)
            least = lowest.get(self._under(east, north), 0.0)
            other = self._trial(residual, polarity, (east, north, max(height, least)))
            if other.cost < best.cost:
                return other
        return None

    def _trial(self, residual: Residual, polarity: int, values: Values) -> FitTrial:
        self._work.done += HELD_TRIAL
        return held_trial(residual, self._model.held(*values), polarity, values, self._prior)

    def _start(self, residual: Residual, polarity: int, lowest: Mapping[int, float], floor: float) -> Values | None:
        """The best starting position; None if none comes near ``floor``."""
        self._work.done += HAND_PLACES
        limit = -2 * floor - residual.log_variance - 2 * STILL_HAND_PENALTY
        best, least = None, float("inf")
        for values, square, fields, spread in self._spots(residual, polarity):
            if values[2] < lowest.get(square, 0.0):
                continue
            total = 0.0
            product = 1.0
            for sensor, change, variance in residual.by_significance:
                error = change - polarity * fields[sensor]
                allowed = variance + spread[sensor]
                total += error * error / allowed
                product *= allowed
                if total > limit:
                    break
            else:
                total += log(product)
                if total < least:
                    best, least = values, total
                    limit = min(limit, least - residual.log_variance)  # no spread makes a variance less than it is bare
        return best

    def _spots(self, residual: Residual, polarity: int) -> Iterator[_Spot]:
        """Starting positions: low ones near the sensor with the greatest deviation, and a grid over the board."""
        for sensor, change, _ in residual.by_significance:
            if polarity * change > 0:
                yield from self._low[sensor]
                break
        yield from self._grid

    @cached_property
    def _grid(self) -> tuple[_Spot, ...]:
        geometry = self._model.geometry
        steps = [step * geometry.pitch for step in range(-1, geometry.size + 1)]
        return tuple(
            self._spot((east, north, height), _GRID_SPREAD)
            for height in _GRID_HEIGHTS
            for north in steps
            for east in steps
        )

    @cached_property
    def _low(self) -> tuple[tuple[_Spot, ...], ...]:
        half = self._model.geometry.pitch / 2
        around = tuple((east * half, north * half) for north in (-1, 0, 1) for east in (-1, 0, 1))
        return tuple(
            tuple(
                self._spot((x + east, y + north, height), _NEAR_SPREAD)
                for height in _LOW_HEIGHTS
                for east, north in around
            )
            for x, y in (self._model.geometry.centre(square) for square in range(25))
        )

    def _spot(self, values: Values, relative: float) -> _Spot:
        fields = tuple(self._model.held(*values).fields)
        return values, self._under(values[0], values[1]), fields, tuple((relative * value) ** 2 for value in fields)

    def _under(self, east: float, north: float) -> int:
        """The square under a position; -1 beside the board."""
        size, pitch = self._model.geometry.size, self._model.geometry.pitch
        file, rank = round(east / pitch), round(north / pitch)
        return 5 * rank + file if 0 <= file < size and 0 <= rank < size else -1

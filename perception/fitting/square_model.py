"""A magnet that stands on a square: its fields, a bound on its likelihood, and where on the square it fits best."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, log

from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.counted_work import PLACE, TRIAL, TaskSteps, WorkCount
from perception.fitting.noise_model import NoiseModel
from perception.fitting.position_fit import FitTrial, PositionPrior, Values, standing_trial, within
from perception.fitting.residual import NOTHING, Fields, Residual

Span = tuple[Fields, Fields]
"""The least and the largest field of a magnet anywhere on its square, at each sensor."""

_MIDDLE = ((0.0, 0.0),)
_FEW = tuple((10.0 * east, 10.0 * north) for north in (0, -1, 1) for east in (0, -1, 1))
_MANY = tuple((7.0 * east, 7.0 * north) for north in (0, -1, 1, -2, 2) for east in (0, -1, 1, -2, 2))
_STARTS = (_MANY, _FEW, _MIDDLE, _MIDDLE, _MIDDLE)
"""Where the search begins on each level. Near the sensor the field is steep, high above it is not."""
_START_SPREAD = 0.2
_FACTOR = 2.5
"""Standard deviations of the strength that the bound allows for."""
MOST_STEPS = 12
"""How many steps a search takes at most."""
_SHORTER = (1.0, 0.4, 0.15)
_ENOUGH = 0.2
_AT_MOST = 1.5


class SquareModel:
    """The squares of one board, with a magnet on each. ``work`` counts what fits take."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel, work: WorkCount | None = None) -> None:
        self.work = work or WorkCount()
        self._model = model
        self._noise_model = noise_model
        self._centres = tuple(model.geometry.centre(square) for square in range(SQUARE_COUNT))
        self._priors = tuple(
            PositionPrior(
                (0.0, 0.0, 1.0, 0.0),
                (noise_model.placement, noise_model.placement, noise_model.strength, noise_model.rise(level)),
                noise_model.gain,
            )
            for level in range(5)
        )
        self._pattern = lru_cache(maxsize=500)(self._make_pattern)
        self.span = lru_cache(maxsize=500)(self._make_span)
        self._starts = lru_cache(maxsize=250)(self._make_starts)

    def pattern(self, placed: PlacedMagnet) -> tuple[Fields, Fields]:
        """The fields of a standing magnet at all sensors, and their variances."""
        return (placed.fields, placed.variance) if placed.fields else self._pattern(placed)

    def fit(
        self,
        residual: Residual,
        start: PlacedMagnet,
        *,
        near: bool,
        floor: float = float("-inf"),
        steps: int = MOST_STEPS,
    ) -> TaskSteps[tuple[PlacedMagnet, FitTrial]]:
        """The magnet where it fits best: ``near`` its start, or else anywhere on its square.

        The search ends early after so many ``steps``, or if the log-likelihood is not going to reach ``floor``.
        """
        standing = start.standing
        values: Values = (start.east, start.north, start.strength, start.rise)
        if not near:
            values = (*self._best_start(residual, standing), 1.0, 0.0)
        best = self._trial(residual, standing, values)
        for _ in range(steps):
            yield
            if best.predicted_gain < _ENOUGH or best.likelihood + _AT_MOST * best.predicted_gain < floor:
                break
            better = self._stepped(residual, standing, best)
            if better is None:
                break
            gained, best = best.cost - better.cost, better
            if gained < _ENOUGH:
                break
        east, north, strength, rise = best.values
        return PlacedMagnet(standing, east, north, strength, rise), best

    def _stepped(self, residual: Residual, standing: StandingMagnet, best: FitTrial) -> FitTrial | None:
        """A better trial in the direction of the step; None if there is none."""
        noise_model, lift = self._noise_model, 3 * self._noise_model.rise(standing.level)
        for share in _SHORTER:
            east, north, strength, rise = (
                value + share * step for value, step in zip(best.values, best.step, strict=True)
            )
            east, north = within(east, north, noise_model.reach)
            strength = min(max(strength, 1 - 4 * noise_model.strength), 1 + 4 * noise_model.strength)
            other = self._trial(residual, standing, (east, north, strength, min(max(rise, -lift), lift)))
            if other.cost < best.cost:
                return other
        return None

    def _trial(self, residual: Residual, standing: StandingMagnet, values: Values) -> FitTrial:
        self.work.done += TRIAL
        x, y = self._centres[standing.square]
        felt = self._model.felt(x + values[0], y + values[1], standing.level)
        return standing_trial(residual, felt, standing.polarity, values, self._priors[standing.level])

    def _make_pattern(self, placed: PlacedMagnet) -> tuple[Fields, Fields]:
        """The fields of a standing magnet at all sensors and the variances that the sensors' gains give them."""
        standing = placed.standing
        x, y = self._centres[standing.square]
        felt = self._model.felt(x + placed.east, y + placed.north, standing.level)
        fields = tuple(
            standing.polarity * (placed.strength * value + placed.rise * slope)
            for value, slope in zip(felt.fields, felt.by_height, strict=True)
        )
        return fields, tuple((self._noise_model.gain * value) ** 2 for value in fields)

    # -- can it be there?

    def _make_span(self, standing: StandingMagnet) -> Span:
        noise_model, model = self._noise_model, self._model
        here = self._centres[standing.square]
        height = model.height(standing.level)
        factor = _FACTOR * hypot(noise_model.strength, 3 * noise_model.rise(standing.level) / (height + 5.0))
        lows, highs = [], []
        for x, y in self._centres:
            distance = hypot(x - here[0], y - here[1])
            low, high = model.range(
                max(0.0, distance - noise_model.reach), distance + noise_model.reach, standing.level
            )
            low, high = min(low * (1 - factor), low * (1 + factor)), max(high * (1 - factor), high * (1 + factor))
            lows.append(low if standing.polarity > 0 else -high)
            highs.append(high if standing.polarity > 0 else -low)
        return tuple(lows), tuple(highs)

    def bound(
        self, residual: Residual, added: frozenset[StandingMagnet], floor: float, *, spared: int = 0
    ) -> float | None:
        """About the greatest log-likelihood of these magnets together; None if it is below ``floor``. Only hypotheses
        that explain nothing may exceed it. The worst so many sensors may be ``spared``: they count for nothing."""
        self.work.done += PLACE
        spans = [self.span(each) for each in added]
        lows, highs = spans[0] if len(spans) == 1 else _joint_span(spans)
        relative = self._noise_model.gain**2
        limit = -2 * floor - residual.log_variance
        total = 0.0
        worst = [0.0] * spared
        for sensor, change, variance in residual.by_significance:
            if change > highs[sensor]:
                nearest = highs[sensor]
            elif change < lows[sensor]:
                nearest = lows[sensor]
            else:
                continue
            cost = (change - nearest) ** 2 / (variance + relative * nearest * nearest)
            if spared and cost > worst[0]:
                cost, worst = worst[0], sorted((*worst[1:], cost))
            total += cost
            if total > limit:
                return None
        for sensor, sign, size, stays, variance in residual.bounds:
            nearest = highs[sensor] if sign > 0 else lows[sensor]
            short = size - sign * (stays + nearest)
            if short > 0 and not spared:
                total += short * short / (variance + relative * nearest * nearest)
        return None if total > limit else -0.5 * (total + residual.log_variance)

    # -- where to begin

    def _make_starts(self, standing: StandingMagnet) -> tuple[tuple[tuple[float, float], Fields, Fields, float], ...]:
        found = []
        for east, north in _STARTS[standing.level]:
            if hypot(east, north) > self._noise_model.reach:
                continue
            fields = self._make_pattern(PlacedMagnet(standing, east, north))[0]
            prior = (east * east + north * north) / self._noise_model.placement**2
            found.append(((east, north), fields, tuple((_START_SPREAD * value) ** 2 for value in fields), prior))
        return tuple(found)

    def _best_start(self, residual: Residual, standing: StandingMagnet) -> tuple[float, float]:
        best, least = (0.0, 0.0), float("inf")
        starts = self._starts(standing)
        if len(starts) == 1:
            return best
        self.work.done += PLACE * len(starts)
        for place, fields, spread, prior in starts:
            total = prior
            product = 1.0
            for sensor, change, variance in residual.by_significance:
                error = change - fields[sensor]
                allowed = variance + spread[sensor]
                total += error * error / allowed
                product *= allowed
            for sensor, sign, size, stays, variance in residual.bounds:
                short = size - sign * (stays + fields[sensor])
                if short > 0:
                    total += short * short / (variance + spread[sensor])
            total += log(product)
            if total < least:
                best, least = place, total
        return best


def _joint_span(spans: list[Span]) -> Span:
    """The span of several magnets' fields together, or of none."""
    if not spans:
        return NOTHING, NOTHING
    lows, highs = (tuple(map(sum, zip(*each, strict=True))) for each in zip(*spans, strict=True))
    return lows, highs

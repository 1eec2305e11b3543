"""Where magnets fit a residual best: one that stands on a square, one in a hand over the board, and several together.

A fit begins at the best of a few places and goes on by steps. Of several magnets each is fitted in turn, with the
fields of the others subtracted, until they converge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import hypot, inf, log

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from perception.arrangements import MagnetInHand, PlacedMagnet, StandingMagnet
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting import limits
from perception.fitting.limits import NoiseModel
from perception.fitting.residual import (
    Fields,
    FitTrial,
    PositionPrior,
    Residual,
    Values,
    held_trial,
    minus,
    nothing,
    plus,
    standing_trial,
    within,
)
from perception.limits import HAND_PLACES, HELD_TRIAL, MINUS, PLACE, TRIAL

Span = tuple[Fields, Fields]
"""The least and the largest field of a magnet anywhere on its square, at each sensor."""


class SquareModel:
    """Magnets on the squares of one board. ``work`` counts what fits take."""

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
        self._span_of_all = lru_cache(maxsize=2_000)(self._make_span_of_all)
        self._starts = lru_cache(maxsize=250)(self._make_starts)

    def pattern(self, placed: PlacedMagnet) -> tuple[Fields, Fields]:
        """Return the fields of a standing magnet at all sensors, and their variances."""
        return (placed.fields, placed.variance) if placed.fields else self._pattern(placed)

    def fit(
        self,
        residual: Residual,
        start: PlacedMagnet,
        *,
        near: bool,
        floor: float = float("-inf"),
        steps: int = limits.MOST_STEPS,
    ) -> TaskSteps[tuple[PlacedMagnet, FitTrial]]:
        """Fit a magnet, ``near`` its start or anywhere on its square.

        The search ends after ``steps`` steps, or if the log-likelihood is not going to reach ``floor``.
        """
        standing = start.standing
        values: Values = (start.east, start.north, start.strength, start.rise)
        if not near:
            values = (*self._best_start(residual, standing), 1.0, 0.0)
        best = self._trial(residual, standing, values)
        for _ in range(steps):
            yield
            if (
                best.predicted_gain < limits.ENOUGH_GAIN
                or best.likelihood + limits.FURTHER_STEPS * best.predicted_gain < floor
            ):
                break
            better = self._stepped(residual, standing, best)
            if better is None:
                break
            gained, best = best.cost - better.cost, better
            if gained < limits.ENOUGH_GAIN:
                break
        east, north, strength, rise = best.values
        return PlacedMagnet(standing, east, north, strength, rise), best

    def _stepped(self, residual: Residual, standing: StandingMagnet, best: FitTrial) -> FitTrial | None:
        """Return a better trial in the direction of the step; None if there is none."""
        noise_model, lift = self._noise_model, limits.RISE_DEVIATIONS * self._noise_model.rise(standing.level)
        for share in limits.STEP_SHARES:
            east, north, strength, rise = (
                value + share * step for value, step in zip(best.values, best.step, strict=True)
            )
            east, north = within(east, north, noise_model.reach)
            strength = min(
                max(strength, 1 - limits.STRENGTH_DEVIATIONS * noise_model.strength),
                1 + limits.STRENGTH_DEVIATIONS * noise_model.strength,
            )
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
        """Return the fields of a standing magnet at all sensors and the variances that the sensors' gains give them."""
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
        factor = limits.BOUND_DEVIATIONS * hypot(
            noise_model.strength,
            limits.RISE_DEVIATIONS * noise_model.rise(standing.level) / (height + limits.BOUND_CLEARANCE),
        )
        lows, highs = [], []
        for x, y in self._centres:
            distance = hypot(x - here[0], y - here[1])
            low, high = model.range(
                max(0.0, distance - noise_model.reach), distance + noise_model.reach, standing.level
            )
            low, high = min(low * (1 - factor), low * (1 + factor)), max(high * (1 - factor), high * (1 + factor))
            lows.append(low if standing.polarity > 0 else -high)
            highs.append(high if standing.polarity > 0 else -low)
        for least, most in model.further_ranges(*here, noise_model.reach, standing.level):
            low, high = (
                min(least * (1 - factor), least * (1 + factor)),
                max(most * (1 - factor), most * (1 + factor)),
            )
            lows.append(low if standing.polarity > 0 else -high)
            highs.append(high if standing.polarity > 0 else -low)
        return tuple(lows), tuple(highs)

    def _make_span_of_all(self, added: frozenset[StandingMagnet]) -> Span:
        """Return the span of several magnets' fields together, or of none."""
        if not added:
            return nothing(self._model.channels), nothing(self._model.channels)
        spans = zip(*(self.span(each) for each in sorted(added)), strict=True)
        lows, highs = (tuple(map(sum, zip(*each, strict=True))) for each in spans)
        return lows, highs

    def bound(
        self, residual: Residual, added: frozenset[StandingMagnet], floor: float, *, spared: int = 0
    ) -> float | None:
        """Return about the greatest log-likelihood of these magnets together, or None if it is below ``floor``. Only
        hypotheses that explain nothing may exceed it. As many sensors as are ``spared``, the worst ones, count for
        nothing."""
        self.work.done += PLACE
        lows, highs = self._span_of_all(added)
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
        for east, north in limits.SQUARE_STARTS[standing.level]:
            if hypot(east, north) > self._noise_model.reach:
                continue
            fields = self._make_pattern(PlacedMagnet(standing, east, north))[0]
            prior = (east * east + north * north) / self._noise_model.placement**2
            found.append(((east, north), fields, tuple((limits.START_SPREAD * value) ** 2 for value in fields), prior))
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


_Spot = tuple[Values, int, Fields, Fields]
"""A place of a hand, the square under it (-1 beside the board), its fields if north is down, and their variances."""


class HandFit:
    """Fits a magnet in a hand over one board, from the best of a few starting places. ``work`` counts what fits
    take."""

    def __init__(self, model: FieldModel, work: WorkCount | None = None) -> None:
        self._work = work or WorkCount()
        self._model = model
        geometry = model.geometry
        self._middle = (geometry.size - 1) * geometry.pitch / 2
        self._prior = PositionPrior(
            (self._middle, self._middle, limits.HAND_HEIGHT),
            (limits.HAND_SPREAD * geometry.pitch, limits.HAND_SPREAD * geometry.pitch, limits.HAND_HEIGHT_SPREAD),
            limits.HELD_GAIN,
        )
        self._low, self._grid = _hand_places(geometry)

    def pattern(self, hand: MagnetInHand) -> tuple[Fields, Fields]:
        """Return the field of a held magnet at all sensors, and its variance."""
        felt = self._model.held(hand.east, hand.north, hand.height)
        fields = tuple(hand.polarity * value for value in felt.fields)
        return fields, tuple((limits.HELD_GAIN * value) ** 2 for value in fields)

    def stillness_penalty(self, hand: MagnetInHand) -> float:
        """Return the log-likelihood that a hand costs which holds a magnet still at this place. It grows as the magnet
        gets lower, since its field would change more."""
        felt = self._model.held(hand.east, hand.north, hand.height)
        tremor = limits.TREMOR * max(map(abs, felt.by_height))
        return limits.STILL_HAND_PENALTY + min(limits.UNSEEN_TREMOR_PENALTY, 0.5 * (tremor / limits.TREMOR_SHOWN) ** 2)

    def fit(
        self, residual: Residual, polarity: int, lowest: Mapping[int, float], floor: float = float("-inf")
    ) -> TaskSteps[tuple[MagnetInHand, FitTrial] | None]:
        """Fit the best place of a hand. Gives None if no place reaches a log-likelihood of ``floor``.

        ``lowest`` gives for some squares the height in mm below which a magnet counts as standing there.
        """
        start = self._start(residual, polarity, lowest, floor)
        if start is None:
            return None
        yield
        return (yield from self.fit_near(residual, MagnetInHand(polarity, *start), lowest))

    def fit_near(
        self, residual: Residual, hand: MagnetInHand, lowest: Mapping[int, float]
    ) -> TaskSteps[tuple[MagnetInHand, FitTrial]]:
        """Fit the best place of a hand near this one."""
        best = self._trial(residual, hand.polarity, (hand.east, hand.north, hand.height))
        for _ in range(limits.MOST_HAND_STEPS):
            yield
            if best.predicted_gain < limits.ENOUGH_GAIN:
                break
            better = self._stepped(residual, hand.polarity, best, lowest)
            if better is None:
                break
            gained, best = best.cost - better.cost, better
            if gained < limits.ENOUGH_GAIN:
                break
        return MagnetInHand(hand.polarity, *best.values), best

    def _stepped(
        self, residual: Residual, polarity: int, best: FitTrial, lowest: Mapping[int, float]
    ) -> FitTrial | None:
        for share in limits.STEP_SHARES:
            east, north, height = (value + share * step for value, step in zip(best.values, best.step, strict=True))
            height = min(max(height, limits.LOWEST_HAND, limits.HAND_FALL * best.values[2]), limits.HIGHEST_HAND)
            least = lowest.get(self._under(east, north), 0.0)
            other = self._trial(residual, polarity, (east, north, max(height, least)))
            if other.cost < best.cost:
                return other
        return None

    def _trial(self, residual: Residual, polarity: int, values: Values) -> FitTrial:
        self._work.done += HELD_TRIAL
        return held_trial(residual, self._model.held(*values), polarity, values, self._prior)

    def _start(self, residual: Residual, polarity: int, lowest: Mapping[int, float], floor: float) -> Values | None:
        """Return the best starting position; None if none comes near ``floor``."""
        self._work.done += HAND_PLACES
        limit = -2 * floor - residual.log_variance - 2 * limits.STILL_HAND_PENALTY
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
        """Starting positions: low ones near the sensor under a square with the greatest deviation, and a grid over the
        board."""
        for sensor, change, _ in residual.by_significance:
            if sensor < SQUARE_COUNT and polarity * change > 0:
                yield from self._low[sensor]
                break
        yield from self._grid

    def _under(self, east: float, north: float) -> int:
        return _square_under(self._model.geometry, east, north)


def _square_under(geometry: Geometry, east: float, north: float) -> int:
    """Return the square under a position; -1 beside the board."""
    square = geometry.square_at(east, north)
    return -1 if square is None else square


@cache
def _hand_places(geometry: Geometry) -> tuple[tuple[tuple[_Spot, ...], ...], tuple[_Spot, ...]]:
    """Return where a search for a hand begins: low over each square, and all over the board. Made once, not at every
    start."""
    model, half = FieldModel(geometry), geometry.pitch / 2

    def spot(values: Values, relative: float) -> _Spot:
        fields = tuple(model.held(*values).fields)
        under = _square_under(geometry, values[0], values[1])
        return values, under, fields, tuple((relative * value) ** 2 for value in fields)

    low = tuple(
        tuple(
            spot((x + east * half, y + north * half, height), limits.LOW_HAND_SPREAD)
            for height in limits.LOW_HAND_STARTS
            for north in (-1, 0, 1)
            for east in (-1, 0, 1)
        )
        for x, y in map(geometry.centre, range(SQUARE_COUNT))
    )
    steps = [step * geometry.pitch for step in range(-1, geometry.size + 1)]
    grid = tuple(
        spot((east, north, height), limits.HAND_GRID_SPREAD)
        for height in limits.HAND_GRID
        for north in steps
        for east in steps
    )
    return low, grid


Member = PlacedMagnet | MagnetInHand


@dataclass(frozen=True, slots=True)
class JointFitResult:
    """Magnets where they fit together, the log-likelihood of that, and the misfit that is left."""

    members: tuple[tuple[Member, FitTrial], ...]
    likelihood: float
    misfit: float

    @property
    def placed(self) -> tuple[PlacedMagnet, ...]:
        """The standing magnets."""
        return tuple(each for each, _ in self.members if isinstance(each, PlacedMagnet))

    def read(self, residual: Residual) -> tuple[PlacedMagnet, ...]:
        """Return the standing magnets with their measured fields.

        What the fit leaves unexplained at a sensor is divided among the magnets, by the variance of each one's model
        there.
        """
        known: list[PlacedMagnet] = []
        spreads = [plus(trial.spread, trial.parameter_variance) for _, trial in self.members]
        allowed = residual.variance
        left = residual.change
        for (_, trial), spread in zip(self.members, spreads, strict=True):
            allowed = plus(allowed, spread)
            left = tuple([over - value for over, value in zip(left, trial.fields, strict=True)])
        for (each, trial), spread in zip(self.members, spreads, strict=True):
            if isinstance(each, PlacedMagnet):
                parts = [own / total for own, total in zip(spread, allowed, strict=True)]
                fields = [value + part * over for value, part, over in zip(trial.fields, parts, left, strict=True)]
                variances = [own * (1 - part) for own, part in zip(spread, parts, strict=True)]
                known.append(replace(each, fields=tuple(fields), variance=tuple(variances)))
        return tuple(known)

    @property
    def hands(self) -> tuple[MagnetInHand, ...]:
        """The magnets in hands."""
        return tuple(each for each, _ in self.members if isinstance(each, MagnetInHand))


class JointFit:
    """Fits standing and held magnets of one board. ``work`` counts what fits take."""

    def __init__(self, squares: SquareModel, hand_fit: HandFit, work: WorkCount | None = None) -> None:
        self._work = work or WorkCount()
        self._squares = squares
        self._hand_fit = hand_fit

    def fit(
        self,
        residual: Residual,
        start: Sequence[Member],
        lowest: Mapping[int, float],
        *,
        near: bool,
        floor: float = float("-inf"),
    ) -> TaskSteps[JointFitResult]:
        """Fit these magnets together, ``near`` their start or anywhere on their squares. The search ends early if the
        log-likelihood is not going to reach ``floor``.

        ``lowest`` gives for some squares the height in mm below which a held magnet counts as standing there.
        """
        if not start:
            return JointFitResult((), residual.null_likelihood, residual.misfit)
        if len(start) == 1 and isinstance(start[0], PlacedMagnet):
            placed, trial = yield from self._squares.fit(residual, start[0], near=near, floor=floor)
            return JointFitResult(((placed, trial),), trial.likelihood, trial.misfit)
        members = list(start)
        patterns = [self.pattern(each) for each in members]
        trials: list[FitTrial] = []
        cost = inf
        for turn in range(limits.JOINT_ROUNDS):
            found: list[FitTrial] = []
            for index, member in enumerate(members):
                rest = residual
                for other, pattern in enumerate(patterns):
                    if other != index:
                        rest = minus(rest, *pattern)
                self._work.done += MINUS * len(patterns)
                yield
                steps = limits.MOST_STEPS if near or turn > 0 or len(members) == 1 else limits.FIRST_ROUND_STEPS
                members[index], trial = yield from self._fit_member(
                    rest, member, lowest, near=near or turn > 0, steps=steps
                )
                patterns[index] = trial.fields, trial.spread
                found.append(trial)
            trials = found
            before, cost = cost, _cost(trials)
            settled = before - cost < limits.SETTLED + limits.SETTLED_SHARE * trials[-1].misfit
            if len(members) == 1 or settled or _most(before, cost) < floor:
                break
        pairs = tuple(zip(members, trials, strict=True))
        unlikely = total(self._hand_fit.stillness_penalty(each) for each in members if isinstance(each, MagnetInHand))
        return JointFitResult(pairs, -0.5 * _cost(trials) - unlikely, trials[-1].misfit)

    def pattern(self, member: Member) -> tuple[Fields, Fields]:
        """Return the fields of a magnet at all sensors, and their variances."""
        return self._squares.pattern(member) if isinstance(member, PlacedMagnet) else self._hand_fit.pattern(member)

    def _fit_member(
        self, residual: Residual, member: Member, lowest: Mapping[int, float], *, near: bool, steps: int
    ) -> TaskSteps[tuple[Member, FitTrial]]:
        if isinstance(member, PlacedMagnet):
            return (yield from self._squares.fit(residual, member, near=near, steps=steps))
        return (yield from self._hand_fit.fit_near(residual, member, lowest))


def _most(before: float, cost: float) -> float:
    """About the greatest log-likelihood that further rounds reach. ``before`` and ``cost`` are minus twice the
    log-likelihoods of the last two rounds, the first of them infinite before there are two."""
    if before == inf:
        return -0.5 * cost + limits.FIRST_ROUND_GAIN + limits.FIRST_ROUND_SHARE * abs(0.5 * cost)
    return -0.5 * cost + limits.FURTHER_ROUND_GAIN * 0.5 * (before - cost)


def _cost(trials: Sequence[FitTrial]) -> float:
    """Minus twice the log-likelihood: what the last trial leaves on top of the others, and the part of each magnet."""
    last = trials[-1]
    return last.cost - last.prior - 2 * total(own_likelihood(each) for each in trials)


def own_likelihood(trial: FitTrial) -> float:
    """Return the part of the log-likelihood that does not depend on the reading: prior and volume of the parameters."""
    return -0.5 * (trial.prior + trial.log_information)

"""Detects hands that hold a magnet still over a square, where it seems to stand.

A hand in the air trembles. A magnet that is low enough to show a tremor and does not show it stands on something. This
distinguishes a worker on a tower that is higher than the game has it from one in a hand. What the rests of a worker
over a square have shown adds up as long as the game stays where it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import copysign, exp, hypot, inf, log, pi, sqrt
from statistics import fmean

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import LEVELS, FieldModel
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    ReferenceReading,
    StandingMagnet,
    Verdict,
)
from perception.fitting.limits import TREMOR, NoiseModel
from perception.sensors.movement import RestRecord, wobble
from perception.tracking import limits


def would_show(model: FieldModel, hand: MagnetInHand) -> bool:
    """Check whether a magnet is so low that the tremor of a hand would show."""
    return tremor_of(model, hand)[0] >= limits.SHOWN_TREMOR


def is_strong(model: FieldModel, hand: MagnetInHand, noise: float) -> bool:
    """Check whether a few frames would show the tremor of a hand there, with this noise of a sensor in mT rms."""
    return tremor_of(model, hand)[0] >= limits.STRONG_TREMOR * noise


def stillness(
    model: FieldModel,
    hand: MagnetInHand,
    deviations: Callable[[int], Sequence[tuple[int, float]]],
    noise_of: Callable[[int], float],
) -> float:
    """Return the log-likelihood ratio of standing to being held, by the sensor that would feel the tremor most.
    ``deviations`` gives the deviations of a sensor in the last frames, times in ms and mT. ``noise_of`` gives its noise
    in mT rms.

    A hand's tremor pauses now and then. So one quiet third of a second proves little, and each further one as much
    again. A magnet that has just come down was moving before: the stretch with the greatest ratio counts, compared with
    its own mean.
    """
    return max(_stillness_since(model, hand, deviations, noise_of))


def still_throughout(model: FieldModel, hand: MagnetInHand, rest: RestRecord) -> float:
    """Return the same ratio by the whole of a rest but for the time in which a landing bounces."""
    bounced = bisect_left(rest.times, rest.times[-1] - rest.rested + limits.BOUNCES)
    settled = replace(rest, times=rest.times[bounced:], fields=rest.fields[bounced:])
    return deque(_stillness_since(model, hand, settled.deviations, rest.noise_of), maxlen=1)[0]


def _stillness_since(
    model: FieldModel,
    hand: MagnetInHand,
    deviations: Callable[[int], Sequence[tuple[int, float]]],
    noise_of: Callable[[int], float],
) -> Iterator[float]:
    """Return the log-likelihood ratios of `stillness` by the last third of a second, by the last two, and so on."""
    tremor, sensor = tremor_of(model, hand)
    noise = noise_of(sensor)
    power = (tremor / noise) ** 2
    felt = deviations(sensor)
    last = felt[-1][0]
    stretch: list[list[float]] = []
    for _, wave in groupby(reversed(felt), lambda each: (last - each[0]) // limits.WAVE):
        stretch.append([error / noise for _, error in wave])
        mean = fmean(error for each in stretch for error in each)
        ratios = (_shaken(len(each), total((error - mean) ** 2 for error in each), power) for each in stretch)
        yield -total(ratios)


def was_lower(square: int, placed: PlacedMagnet, least: float, rest: RestRecord) -> bool:
    """Check whether the sensor under a magnet felt clearly more of it just before or after the rest than ever in it,
    and more than ``least`` mT."""
    sign = copysign(1.0, placed.fields[square])
    most = max(sign * fields[square] for fields in rest.fields)
    allowed = max(most + limits.LOWER_NOISES * rest.noise_of(square) + wobble(most), least)
    return any(sign * fields[square] > allowed for fields in (*rest.before, *rest.after))


def still_between(model: FieldModel, hand: MagnetInHand, sensor: int, rest: RestRecord) -> float:
    """Return the same ratio by the sensor under the magnet, between a landing and a lift. The first frames of a rest
    may show how the magnet bounces, the last ones how it is raised, and in none of them is it lower than on the
    wood."""
    noise = rest.noise_of(sensor)
    sign = copysign(1.0, model.held(hand.east, hand.north, hand.height).fields[sensor] * hand.polarity)
    felt = [sign * fields[sensor] for fields in rest.fields]
    times, count = rest.times, len(felt)
    power, best = (tremor_of(model, hand)[0] / noise) ** 2, -inf
    for first in range(count):
        if times[first] - times[0] > limits.BOUNCES:
            break
        for last in range(count - 1, first, -1):
            if times[-1] - times[last] > limits.RAISED or times[last] - times[first] < limits.SHORTEST_STAND:
                break
            part = felt[first : last + 1]
            mean = fmean(part)
            if all(other < mean + limits.SAME_WOOD_NOISES * noise for other in (*felt[:first], *felt[last + 1 :])):
                energy = total((each - mean) ** 2 for each in part) / noise**2
                best = max(best, -_shaken(len(part), energy, power))
    return best


def _strengths() -> Iterator[tuple[float, float]]:
    """Return the strengths that a tremor may have, its power as a factor of the usual one, with the probability of
    each: an exponential distribution, as of waves with random phases."""
    above = inf
    for halvings in limits.HALVINGS:
        strength = 2.0**-halvings
        below = strength / sqrt(2)
        yield strength, exp(-below) - exp(-above)
        above = below
    yield 0.0, 1 - exp(-above)


_STRENGTHS = tuple(_strengths())


def _shaken(count: int, energy: float, power: float) -> float:
    """Return the log-likelihood ratio of a hand to noise alone for ``count`` frames with this sum of squared
    deviations, for a tremor of this mean ``power``, both in units of the noise."""
    ratios = []
    for strength, probability in _STRENGTHS:
        share = strength * power
        ratios.append(log(probability) + 0.5 * (energy * share / (1 + share) - count * log(1 + share)))
    most = max(ratios)
    return most + log(total(exp(each - most) for each in ratios))


def trembles(model: FieldModel, hand: MagnetInHand, spread: Callable[[int], float], noise: float) -> bool:
    """Check whether a magnet that may be in a hand shows a tremor. ``spread`` gives how much a sensor has varied and
    ``noise`` is the noise of a sensor, in mT rms. A few frames show it only where the tremor is strong."""
    tremor, sensor = tremor_of(model, hand)
    return is_strong(model, hand, noise) and spread(sensor) > limits.SHAKEN_SHARE * tremor


def tremor_of(model: FieldModel, hand: MagnetInHand) -> tuple[float, int]:
    """Return the tremor at the sensor that feels it most, in mT rms, and that sensor."""
    felt = model.held(hand.east, hand.north, hand.height)
    slopes = zip(felt.by_east, felt.by_north, felt.by_height, strict=True)
    return max((TREMOR * hypot(*slope), sensor) for sensor, slope in enumerate(slopes))


def height_ratio(placed: PlacedMagnet, height: float, noise_model: NoiseModel) -> float:
    """Return the log-likelihood ratio of standing to hovering by the height alone: how near a magnet is to where it
    would stand, ``height`` mm above the sensors."""
    known = hypot(noise_model.rise(placed.standing.level), noise_model.strength * height / 3)
    return log(limits.HOVERING_SPREAD / (known * sqrt(2 * pi))) - 0.5 * (higher_by(placed, height) / known) ** 2


def higher_by(placed: PlacedMagnet, height: float) -> float:
    """Return how many mm higher a magnet is than one that stands ``height`` mm above the sensors, if it is as strong as
    others. A weaker magnet has the same field as one that is higher."""
    return placed.rise - (placed.strength - 1) * height / 3


def place_ratio(placed: PlacedMagnet, noise_model: NoiseModel) -> float:
    """Return the log-likelihood ratio of standing to hovering by the place alone, at most 0. A hand that is higher over
    the middle of a square has much the same field under it as a worker far off the middle, where hands seldom put one.
    It counts from where it is further off than hands put one on average."""
    off = hypot(placed.east, placed.north) / noise_model.placement
    return min(0.0, 1 - 0.5 * off * off)


@dataclass(slots=True)
class _Rests:
    """The log-likelihood ratio of the rests before the present one, and the greatest of the present one."""

    past: float = 0.0
    since: int | None = None
    now: float = 0.0


@dataclass(slots=True)
class TouchEvidence:
    """The evidence that each of these magnets stands and is in no hand, at one position of the game."""

    _position: tuple[object, ...] = ()
    _rests: dict[StandingMagnet, _Rests] = field(default_factory=dict)

    def total(self, magnet: StandingMagnet, since: int, ratio: float, expected: ExpectedArrangements) -> float:
        """Add up the log-likelihood ratios of all rests of a magnet over its square. The present one began at
        ``since``, in ms, and has this ``ratio`` so far."""
        position = (expected.arrangement, expected.levels)
        if position != self._position:
            self._position, self._rests = position, {}
        rests = self._rests.setdefault(magnet, _Rests())
        if rests.since != since:
            rests.past, rests.since, rests.now = rests.past + max(rests.now, 0.0), since, ratio
        rests.now = max(rests.now, ratio)  # at its end a hand lifts the worker again
        return rests.past + rests.now + (limits.ANSWERED * expected.questions if _is_answer(magnet, expected) else 0.0)


def _is_answer(magnet: StandingMagnet, expected: ExpectedArrangements) -> bool:
    """Check whether the players were asked whether this square was touched, and it may be its new block."""
    asked = expected.asked
    if asked is None or (asked.square, asked.polarity) != (magnet.square, magnet.polarity):
        return False
    return magnet.level == expected.levels[magnet.square] + 1


_ANY_HEIGHT = (-1,) * SQUARE_COUNT


@dataclass(frozen=True, slots=True)
class _HandInstead:
    """A magnet that seems to have come down, and the hand that might hold it instead."""

    placed: PlacedMagnet
    hand: MagnetInHand

    @property
    def square(self) -> int:
        """The square that it is over."""
        return self.placed.standing.square


class HoverDetector:
    """Detects magnets of one board that hands hold, by what a rest has shown. It ``waits_for_end`` if what follows the
    last rest may show whether a magnet is in a hand."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self._model = model
        self._noise_model = noise_model or NoiseModel()
        self._evidence = TouchEvidence()
        self.waits_for_end = False
        self._most: tuple[tuple[int, int], float] = (-1, 0), -inf
        lowest = model.height(0) + limits.HOVERS
        heights = [lowest + limits.HEIGHT_STEP * step for step in range(limits.HEIGHT_STEPS)]
        self._by_field = tuple((abs(model.held(0.0, 0.0, height).fields[0]), height) for height in heights)

    def may_be_held(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Check whether a magnet of this explanation may be in a hand, still or on its way, as far as the rest shows
        yet."""
        self.waits_for_end = False
        return self._may_tremble(best, reference, expected, rest) or self._may_pass_by(best, reference, expected, rest)

    def _may_tremble(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Check whether a magnet low in a hand, or one on an unexpected level, may still show a tremor: it takes some
        frames to see."""
        model = self._model
        over = self._as_if_held(best, reference, expected.levels)
        if any(trembles(model, each.hand, rest.spread, rest.noise) for each in over):
            return True
        if not all(self._is_still(each, expected, rest) for each in over if each.square in expected.tapped):
            return True
        if any(self._shakes(each, rest) for each in self._perhaps_hovering(best, reference, expected)):
            return True
        strange = [each.hand for each in over if would_show(model, each.hand) and each.square not in expected.tapped]
        if rest.varied:
            return not all(self.stands(each, expected, rest) for each in strange)
        low = [each for each in best.hands if would_show(model, each)]
        return not all(
            rest.rested >= limits.TOUCHED and self._is_at_a_touch(each, expected) for each in (*low, *strange)
        )

    def _may_pass_by(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Check whether a magnet that seems to have come down high over its sensor may still be moving: its field is so
        small that it seems to rest for some frames. Above a lower tower of the game a hand may pause, too."""
        highest = expected.highest
        waits = (
            limits.PAUSED if each.placed.standing.level > highest[each.square] else limits.PASSED_BY
            for each in self._as_if_held(best, reference, _ANY_HEIGHT)
            if not would_show(self._model, each.hand)
        )
        return rest.rested < max(waits, default=0)

    def hardly_stands(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Check whether a magnet that seems to have come down where none touches stands there only just: it is hardly
        as high as the tower, or, where a tremor would show, far off the middle as well. Then it has to show no tremor,
        or it may lie there or be in a hand."""
        return not all(self.stands(each, expected, rest) for each in self._odd(best, reference, expected))

    def _odd(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements
    ) -> Iterator[MagnetInHand]:
        """Return the magnets that stand only just, as if hands held them over their squares."""
        for each in _came(best, reference):
            stands_at = self._model.height(each.standing.level)
            hand = self._held_over(each, stands_at + higher_by(each, stands_at)).hand
            ratio = height_ratio(each, stands_at, self._noise_model)
            if would_show(self._model, hand):
                ratio += place_ratio(each, self._noise_model)
            if ratio < limits.HARDLY_AS_HIGH and each.standing.square not in expected.tapped:
                yield hand

    def benefits_from_waiting(self, verdict: Verdict) -> bool:
        """Check whether a longer rest would make this verdict clearer: the tremor of a hand that is part of it would
        show."""
        explanations = (verdict.best, verdict.rival)
        hands = (hand for each in explanations if each is not None for hand in each.hands)
        return any(would_show(self._model, hand) for hand in hands)

    def stands(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Check whether a magnet that seems to be low in a hand stands: a touch is awaited there, or it shows no
        tremor."""
        if self._is_at_a_touch(hand, expected):
            return True
        least = limits.TOUCHES if self._is_plain(hand, expected, rest) else limits.BELIEVED
        return would_show(self._model, hand) and self._stillness(hand, rest) >= least

    def _is_still(self, each: _HandInstead, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Check whether a magnet that may touch a new block shows so little tremor there, and is so near to its height
        and to the middle of the square, that it is in no hand. All that was seen since the last step counts."""
        since = rest.times[-1] - rest.rested
        still = self._stillness(each.hand, rest)
        ratio = still + height_ratio(each.placed, each.hand.height, self._noise_model)
        ratio += place_ratio(each.placed, self._noise_model)
        whole = self._evidence.total(each.placed.standing, since, ratio, expected)
        if self._is_plain(each.hand, expected, rest):
            stood = rest.rested >= limits.TOUCHED and min(still, ratio) >= limits.TOUCHES
            return stood and still_throughout(self._model, each.hand, rest) >= 0.0
        asked = expected.asked is not None and expected.asked.square == each.square and rest.rested >= limits.TOUCHED
        return whole >= limits.BELIEVED and (asked or (would_show(self._model, each.hand) and still > 0))

    def _is_plain(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Check whether a magnet is where a worker may touch, and a tremor would be strong there."""
        return self._model.geometry.square_at(hand.east, hand.north) in expected.tapped and is_strong(
            self._model, hand, rest.noise
        )

    def _stillness(self, hand: MagnetInHand, rest: RestRecord) -> float:
        return stillness(self._model, hand, rest.deviations, rest.noise_of)

    def _is_at_a_touch(self, hand: MagnetInHand, expected: ExpectedArrangements) -> bool:
        """Check whether a touch is awaited on the square under a magnet, and it is as low as the tower there is in the
        game."""
        square = self._model.geometry.square_at(hand.east, hand.north)
        if square is None or square not in expected.awaited:
            return False
        return hand.height <= self._model.height(expected.levels[square]) + limits.TOUCH_GIVE

    def _as_if_held(
        self, best: Explanation, reference: ReferenceReading, highest: tuple[int, ...]
    ) -> tuple[_HandInstead, ...]:
        """Return the magnets that came down above the ``highest`` level of their square, as if hands held them there. A
        hand cannot be lower than the tower either."""
        return tuple(
            self._held_over(each, self._model.height(each.standing.level))
            for each in _came(best, reference)
            if each.standing.level > highest[each.standing.square]
        )

    def _perhaps_hovering(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements
    ) -> Iterator[_HandInstead]:
        """Return the magnets that came down where a worker may touch, and whose field under them a hand would have as
        well that hovers over the bare board: a block may be missing, or the worker seems to be far off the middle."""
        for each in _came(best, reference):
            square = each.standing.square
            if square in expected.tapped and each.standing.level <= expected.levels[square] and each.fields:
                felt = abs(each.fields[square])
                height = next((height for field, height in self._by_field if field <= felt), None)
                if height is not None and height > self._by_field[0][1]:
                    yield self._held_over(each, height)

    def _shakes(self, each: _HandInstead, rest: RestRecord) -> bool:
        """Check whether a magnet that seems to touch a tower of the height that the game has may be in a hand instead,
        by its tremor and its height. Where a tremor is strong it has to be clearly likelier that the magnet stands; or,
        once the rest is over and it is known what follows, a little. One that was lower just before or after, where
        wood would have been, has to stand still for long: then it slid over the middle of the square."""
        if not would_show(self._model, each.hand):
            return False
        if was_lower(each.square, each.placed, self._at_the_middle(each.placed), rest):
            return self._stillness(each.hand, rest) < limits.BELIEVED
        evidence = max(self._stillness(each.hand, rest), still_between(self._model, each.hand, each.square, rest))
        stands_at = self._model.height(each.placed.standing.level)
        height, is_brief = height_ratio(each.placed, stands_at, self._noise_model), rest.rested < limits.TOUCHED
        if tremor_of(self._model, each.hand)[0] < limits.SEEN_TREMOR * rest.noise_of(each.square):
            least = 0.0 if is_brief or height < limits.HARDLY_AS_HIGH else limits.SHAKES
            return evidence + min(height, 0.0) < least
        evidence += height - height_ratio(PlacedMagnet(each.placed.standing), stands_at, self._noise_model)
        rested_on = each.square, rest.times[-1] - rest.rested
        before, self._most = self._most, (rested_on, evidence)
        if before[0] == rested_on:
            self._most = rested_on, max(before[1], evidence)  # at its end a hand lifts the worker again
        if rest.after or rest.rested >= limits.LONG_REST:
            pressed = (
                rest.rested >= limits.TOUCHED
                and rest.spread(each.square) < limits.PRESSED_SHARE * tremor_of(self._model, each.hand)[0]
            )
            return self._most[1] < 0.0 and not pressed
        self.waits_for_end = evidence < limits.TOUCHES or is_brief
        return self.waits_for_end

    def _at_the_middle(self, placed: PlacedMagnet) -> float:
        """Return the least field in mT that shows that a magnet was lower than it stands: one far off the middle of its
        square came past the sensor on its way."""
        if hypot(placed.east, placed.north) <= limits.CENTRED:
            return 0.0
        return (1 + self._noise_model.gain) * self._model.field(0.0, placed.standing.level)

    def _held_over(self, each: PlacedMagnet, height: float) -> _HandInstead:
        x, y = self._model.geometry.centre(each.standing.square)
        return _HandInstead(each, MagnetInHand(each.standing.polarity, x + each.east, y + each.north, height))


def _came(best: Explanation, reference: ReferenceReading) -> Iterator[PlacedMagnet]:
    """Return the magnets of an explanation that came down since the reference."""
    known = frozenset(reference.placed)
    return (each for each in best.placed if each not in known)


def put_down(model: FieldModel, arrangement: Arrangement, hand: MagnetInHand) -> Iterator[Arrangement]:
    """Yield the arrangements in which the magnet stands on the square under it, on a tower of any height."""
    square = model.geometry.square_at(hand.east, hand.north)
    if square is not None and all(square != each.square for each in arrangement):
        for level in range(LEVELS):
            yield arrangement | {StandingMagnet(square, level, hand.polarity)}

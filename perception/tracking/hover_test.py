"""Tells a magnet that stands from one that a hand holds still over a square.

A hand in the air trembles. A magnet that is low enough to show a tremor and does not show it stands on something. This
is how a worker on a tower that is higher than the game has it is told from one in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import copysign, exp, hypot, inf, log, sqrt
from statistics import fmean

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import LEVELS, FieldModel
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    ReferenceReading,
    StandingMagnet,
    Verdict,
)
from perception.expected_arrangements import ExpectedArrangements
from perception.fitting.noise_model import NoiseModel
from perception.sensors.movement import RestRecord, wobble
from perception.tracking.touch_evidence import TouchEvidence, height_ratio, place_ratio

TOUCHED = 200
"""The least time in ms for which a worker rests that touches a square."""

BELIEVED = 6.0
"""The log-likelihood ratio, by its tremor alone, from which on a magnet that may be in a hand stands."""

TOUCHES = 3.0
"""The same where a worker may touch the new block of the square, and a tremor would be strong: a hand is seldom just
as high as that."""

_SHAKES = -4.0
"""The log-likelihood ratio below which a magnet may be in a hand that seems to touch a tower as high as in the game: a
block of it is missing, then, or the table is wrong about the place."""

_HARDLY_AS_HIGH = -2.5
"""The log-likelihood ratio by its height alone below which a magnet is hardly as high as the tower: then it must not
seem to tremble at all."""

_PRESSED = 0.28
"""As a share of a hand's tremor, what a sensor may vary under a worker that a hand presses down."""

_LONG = 400
"""A hand low over a square hardly pauses in its tremor for so many ms."""

_HOVERS = 10.0
"""How many mm over a square a hand hovers at least."""

_PASSED_BY, _PAUSED = 240, 1500
"""For how many ms a worker in a hand seems to rest while it passes by high over a square, and while the hand pauses."""

_FINE, _COUNT = 1.0, 80
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


class HoverTest:
    """Judges magnets that rest on one board, by what a rest has shown. ``waits_for_end``: what follows the rest that
    was judged last may show whether a magnet is in a hand."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self._model = model
        self._noise_model = noise_model or NoiseModel()
        self._evidence = TouchEvidence()
        self.waits_for_end = False
        self._most: tuple[tuple[int, int], float] = (-1, 0), -inf
        lowest = model.height(0) + _HOVERS
        heights = [lowest + _FINE * step for step in range(_COUNT)]
        self._by_field = tuple((abs(model.held(0.0, 0.0, height).fields[0]), height) for height in heights)

    def may_be_held(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet of this explanation may be in a hand, still or on its way, as far as the rest shows yet."""
        self.waits_for_end = False
        return self._may_tremble(best, reference, expected, rest) or self._may_pass_by(best, reference, expected, rest)

    def _may_tremble(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet low in a hand, or one on an unexpected level, may still show a tremor: it takes some frames
        to see."""
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
        return not all(rest.rested >= TOUCHED and self._is_at_a_touch(each, expected) for each in (*low, *strange))

    def _may_pass_by(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet that seems to have come down high over its sensor may still be moving: its field is so small
        that it seems to rest for some frames. Above a lower tower of the game a hand may pause, too."""
        highest = expected.highest
        waits = (
            _PAUSED if each.placed.standing.level > highest[each.square] else _PASSED_BY
            for each in self._as_if_held(best, reference, _ANY_HEIGHT)
            if not would_show(self._model, each.hand)
        )
        return rest.rested < max(waits, default=0)

    def benefits_from_waiting(self, verdict: Verdict) -> bool:
        """Whether a longer rest would make this verdict clearer: the tremor of a hand that is part of it would show."""
        explanations = (verdict.best, verdict.rival)
        hands = (hand for each in explanations if each is not None for hand in each.hands)
        return any(would_show(self._model, hand) for hand in hands)

    def stands(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet that seems to be low in a hand stands: a touch is awaited there, or it shows no tremor."""
        if self._is_at_a_touch(hand, expected):
            return True
        least = TOUCHES if self._is_plain(hand, expected, rest) else BELIEVED
        return would_show(self._model, hand) and self._stillness(hand, rest) >= least

    def _is_still(self, each: _HandInstead, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet that may touch a new block shows so little tremor there, and is so near to its height and to
        the middle of the square, that it is in no hand. All that was seen since the last step counts."""
        since = rest.times[-1] - rest.rested
        still = self._stillness(each.hand, rest)
        ratio = still + height_ratio(each.placed, each.hand.height, self._noise_model)
        ratio += place_ratio(each.placed, self._noise_model)
        whole = self._evidence.total(each.placed.standing, since, ratio, expected)
        if self._is_plain(each.hand, expected, rest):
            return rest.rested >= TOUCHED and min(still, ratio) >= TOUCHES
        asked = expected.asked is not None and expected.asked.square == each.square and rest.rested >= TOUCHED
        return whole >= BELIEVED and (asked or (would_show(self._model, each.hand) and still > 0))

    def _is_plain(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet is where a worker may touch, and a tremor would be strong there."""
        return under(self._model, hand) in expected.tapped and self._is_strong(hand, rest)

    def _is_strong(self, hand: MagnetInHand, rest: RestRecord) -> bool:
        """Whether a few frames show the tremor of a hand there."""
        return _tremor(self._model, hand)[0] >= _STRONG * rest.noise

    def _stillness(self, hand: MagnetInHand, rest: RestRecord) -> float:
        return stillness(self._model, hand, rest.deviations, rest.noise_of)

    def _is_at_a_touch(self, hand: MagnetInHand, expected: ExpectedArrangements) -> bool:
        """Whether a touch is awaited on the square under a magnet, and it is as low as the tower there is in the
        game."""
        square = under(self._model, hand)
        if square is None or square not in expected.awaited:
            return False
        return hand.height <= self._model.height(expected.levels[square]) + _GIVE

    def _as_if_held(
        self, best: Explanation, reference: ReferenceReading, highest: tuple[int, ...]
    ) -> tuple[_HandInstead, ...]:
        """The magnets that came down above the ``highest`` level of their square, as if hands held them there. A hand
        cannot be lower than the tower either."""
        return tuple(
            self._held_over(each, self._model.height(each.standing.level))
            for each in _came(best, reference)
            if each.standing.level > highest[each.standing.square]
        )

    def _perhaps_hovering(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements
    ) -> Iterator[_HandInstead]:
        """The magnets that came down where a worker may touch, and whose field under them a hand would have as well
        that hovers over the bare board: a block may be missing, or the worker seems to be far off the middle."""
        for each in _came(best, reference):
            square = each.standing.square
            if square in expected.tapped and each.standing.level <= expected.levels[square] and each.fields:
                felt = abs(each.fields[square])
                height = next((height for field, height in self._by_field if field <= felt), None)
                if height is not None and height > self._by_field[0][1]:
                    yield self._held_over(each, height)

    def _shakes(self, each: _HandInstead, rest: RestRecord) -> bool:
        """Whether a magnet that seems to touch a tower of the height that the game has may be in a hand instead, by its
        tremor and its height. Where a tremor is strong it has to be clearly likelier that the magnet stands; or, once
        the rest is over and it is known what follows, a little, and it must not have been lower just before or after,
        where wood would have been."""
        if not would_show(self._model, each.hand):
            return False
        if was_lower(each.square, each.placed, self._at_the_middle(each.placed), rest):
            return True
        still = self._stillness(each.hand, before_lift(each.square, each.placed, rest) if rest.after else rest)
        evidence = max(still, still_between(self._model, each.hand, each.square, rest))
        stands_at = self._model.height(each.placed.standing.level)
        height, is_brief = height_ratio(each.placed, stands_at, self._noise_model), rest.rested < TOUCHED
        if _tremor(self._model, each.hand)[0] < _SEEN * rest.noise_of(each.square):
            least = 0.0 if is_brief or height < _HARDLY_AS_HIGH else _SHAKES
            return evidence + min(height, 0.0) < least
        evidence += height - height_ratio(PlacedMagnet(each.placed.standing), stands_at, self._noise_model)
        rested_on = each.square, rest.times[-1] - rest.rested
        before, self._most = self._most, (rested_on, evidence)
        if before[0] == rested_on:
            self._most = rested_on, max(before[1], evidence)  # at its end a hand lifts the worker again
        if rest.after or rest.rested >= _LONG:
            pressed = (
                rest.rested >= TOUCHED and rest.spread(each.square) < _PRESSED * _tremor(self._model, each.hand)[0]
            )
            return self._most[1] < 0.0 and not pressed
        self.waits_for_end = evidence < TOUCHES or is_brief
        return self.waits_for_end

    def _at_the_middle(self, placed: PlacedMagnet) -> float:
        """The least field in mT that shows that a magnet was lower than it stands: one far off the middle of its square
        came past the sensor on its way."""
        if hypot(placed.east, placed.north) <= _CENTRED:
            return 0.0
        return (1 + self._noise_model.gain) * self._model.field(0.0, placed.standing.level)

    def _held_over(self, each: PlacedMagnet, height: float) -> _HandInstead:
        x, y = self._model.geometry.centre(each.standing.square)
        return _HandInstead(each, MagnetInHand(each.standing.polarity, x + each.east, y + each.north, height))


def _came(best: Explanation, reference: ReferenceReading) -> Iterator[PlacedMagnet]:
    """The magnets of an explanation that came down since the reference."""
    known = frozenset(reference.placed)
    return (each for each in best.placed if each not in known)


TREMOR = 0.5
"""The least tremor of a hand in the air, root mean square, in mm."""

SHOWN = 0.05
"""A tremor at one sensor, root mean square, in mT, that some frames tell from none."""

_GIVE = 4.0
"""How many mm higher than its tower a touch may seem to be where one is awaited."""

_STRONG = 4.0
_SEEN = 2.0
"""By how many times the noise of its sensor a tremor is stronger that a whole rest shows."""
_SHAKEN = 0.4

_LOWER = 3.5
"""By how many times its noise a sensor feels more at least if a magnet is lower."""

_CENTRED = 6.0
"""How many mm off the middle a magnet is at most whose sensor feels less only if it is higher."""

_RISES, _FEWEST = 2.0, 4
"""By how many times its noise a sensor feels less once a hand raises a magnet, and how many frames a rest keeps."""

_AS_LOW = 3.0
"""By how many times its noise a sensor may feel more at another touch of the same wood."""

_BOUNCES, _RAISED, _SHORTEST = 140, 120, 100
"""For how many ms at most a magnet bounces after its landing, and rests while a hand begins to raise it; and how long
it stands in between at least."""

_WAVE = 320
"""A tremor swells and fades: after so many ms its strength is independent of what it was."""

_HALVINGS = range(-2, 9)
"""The powers of a half by which the power of a tremor may differ from the usual one."""


def would_show(model: FieldModel, hand: MagnetInHand) -> bool:
    """Whether a magnet is so low that the tremor of a hand would show."""
    return _tremor(model, hand)[0] >= SHOWN


def stillness(
    model: FieldModel,
    hand: MagnetInHand,
    deviations: Callable[[int], Sequence[tuple[int, float]]],
    noise_of: Callable[[int], float],
) -> float:
    """The log-likelihood ratio of standing to being held, by the sensor that would feel the tremor most. ``deviations``
    gives those of a sensor in the last frames, times in ms and mT; ``noise_of`` gives its noise in mT rms.

    A hand's tremor pauses now and then. So one quiet third of a second proves little, and each further one as much
    again. A magnet that came down just now was moving before: the stretch with the greatest ratio counts, compared with
    its own mean.
    """
    tremor, sensor = _tremor(model, hand)
    noise = noise_of(sensor)
    power = (tremor / noise) ** 2
    felt = deviations(sensor)
    last = felt[-1][0]
    best, stretch = -inf, list[list[float]]()
    for _, wave in groupby(reversed(felt), lambda each: (last - each[0]) // _WAVE):
        stretch.append([error / noise for _, error in wave])
        mean = fmean(error for each in stretch for error in each)
        ratios = (_shaken(len(each), total((error - mean) ** 2 for error in each), power) for each in stretch)
        best = max(best, -total(ratios))
    return best


def was_lower(square: int, placed: PlacedMagnet, least: float, rest: RestRecord) -> bool:
    """Whether the sensor under a magnet felt clearly more of it just before or after the rest than ever in it, and more
    than ``least`` mT."""
    sign = copysign(1.0, placed.fields[square])
    most = max(sign * fields[square] for fields in rest.fields)
    allowed = max(most + _LOWER * rest.noise_of(square) + wobble(most), least)
    return any(sign * fields[square] > allowed for fields in (*rest.before, *rest.after))


def before_lift(square: int, placed: PlacedMagnet, rest: RestRecord) -> RestRecord:
    """A rest without its last frames, if the sensor under a magnet feels clearly less in them: a hand raises it."""
    sign, noise = copysign(1.0, placed.fields[square]), rest.noise_of(square)
    felt = [sign * fields[square] for fields in rest.fields]
    count = len(felt)
    while count > _FEWEST and rest.times[-1] - rest.times[count - 1] < _RAISED:
        if felt[count - 1] > fmean(felt[: count - 1]) - _RISES * noise:
            break
        count -= 1
    return replace(rest, times=rest.times[:count], fields=rest.fields[:count])


def still_between(model: FieldModel, hand: MagnetInHand, sensor: int, rest: RestRecord) -> float:
    """As `stillness`, by the sensor under the magnet between a landing and a lift: the first frames of a rest may show
    how the magnet bounces, the last ones how it is raised, and in none of them is it lower than on the wood."""
    noise = rest.noise_of(sensor)
    sign = copysign(1.0, model.held(hand.east, hand.north, hand.height).fields[sensor] * hand.polarity)
    felt = [sign * fields[sensor] for fields in rest.fields]
    times, count = rest.times, len(felt)
    power, best = (_tremor(model, hand)[0] / noise) ** 2, -inf
    for first in range(count):
        if times[first] - times[0] > _BOUNCES:
            break
        for last in range(count - 1, first, -1):
            if times[-1] - times[last] > _RAISED or times[last] - times[first] < _SHORTEST:
                break
            part = felt[first : last + 1]
            mean = fmean(part)
            if all(other < mean + _AS_LOW * noise for other in (*felt[:first], *felt[last + 1 :])):
                energy = total((each - mean) ** 2 for each in part) / noise**2
                best = max(best, -_shaken(len(part), energy, power))
    return best


def _strengths() -> Iterator[tuple[float, float]]:
    """The strengths that a tremor may have, its power as a factor of the usual one, with the probability of each: an
    exponential distribution, as of waves with random phases."""
    above = inf
    for halvings in _HALVINGS:
        strength = 2.0**-halvings
        below = strength / sqrt(2)
        yield strength, exp(-below) - exp(-above)
        above = below
    yield 0.0, 1 - exp(-above)


_STRENGTHS = tuple(_strengths())


def _shaken(count: int, energy: float, power: float) -> float:
    """The log-likelihood ratio of a hand to noise alone for so many frames with this sum of squared deviations (in
    units of the noise), for a tremor of this mean ``power`` in the same units."""
    ratios = []
    for strength, probability in _STRENGTHS:
        share = strength * power
        ratios.append(log(probability) + 0.5 * (energy * share / (1 + share) - count * log(1 + share)))
    most = max(ratios)
    return most + log(total(exp(each - most) for each in ratios))


def trembles(model: FieldModel, hand: MagnetInHand, spread: Callable[[int], float], noise: float) -> bool:
    """Whether a magnet that may be in a hand shows a tremor; ``spread`` gives how much a sensor has varied and
    ``noise`` is that of a sensor, in mT rms. A few frames show it only where the tremor is strong."""
    tremor, sensor = _tremor(model, hand)
    return tremor >= _STRONG * noise and spread(sensor) > _SHAKEN * tremor


def _tremor(model: FieldModel, hand: MagnetInHand) -> tuple[float, int]:
    """The tremor at the sensor that feels it most, in mT rms, and that sensor."""
    felt = model.held(hand.east, hand.north, hand.height)
    slopes = zip(felt.by_east, felt.by_north, felt.by_height, strict=True)
    return max((TREMOR * hypot(*slope), sensor) for sensor, slope in enumerate(slopes))


def under(model: FieldModel, hand: MagnetInHand) -> int | None:
    """The square under a hand; None beside the board."""
    pitch, size = model.geometry.pitch, model.geometry.size
    file, rank = round(hand.east / pitch), round(hand.north / pitch)
    return 5 * rank + file if 0 <= file < size and 0 <= rank < size else None


def put_down(model: FieldModel, arrangement: Arrangement, hand: MagnetInHand) -> Iterator[Arrangement]:
    """The arrangements in which the magnet stands on the square under it, on a tower of any height."""
    square = under(model, hand)
    if square is not None and all(square != each.square for each in arrangement):
        for level in range(LEVELS):
            yield arrangement | {StandingMagnet(square, level, hand.polarity)}

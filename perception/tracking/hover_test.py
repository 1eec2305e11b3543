"""Tells a magnet that stands from one that a hand holds still over a square.

A hand in the air trembles. A magnet that is low enough to show a tremor and does not show it stands on something. This
is how a worker on a tower that is higher than the game has it is told from one in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import exp, hypot, inf, log, sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import LEVELS, FieldModel
from perception.arrangements import Arrangement, Explanation, MagnetInHand, ReferenceReading, StandingMagnet, Verdict
from perception.expected_arrangements import ExpectedArrangements
from perception.sensors.rest_detector import RestRecord

TOUCHED = 200
"""The least time in ms for which a worker rests that touches a square."""

_STILL = 6.0
"""The log-likelihood ratio, by its tremor alone, from which on a magnet that may be in a hand stands."""

_TOUCHES = 3.0
"""The same where a worker may touch the new block of the square, and a tremor would be strong: a hand is seldom just
as high as that."""

_PASSED_BY = 240
_ANY_HEIGHT = (-1,) * SQUARE_COUNT


class HoverTest:
    """Judges magnets that rest on one board, by what a rest has shown."""

    def __init__(self, model: FieldModel) -> None:
        self._model = model

    def may_be_held(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet of this explanation may be in a hand, still or on its way, as far as the rest shows yet."""
        return self._may_tremble(best, reference, expected, rest) or self._may_pass_by(best, reference, rest)

    def _may_tremble(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet low in a hand, or one on an unexpected level, may still show a tremor: it takes some frames
        to see."""
        model = self._model
        over = as_if_held(model, best, reference, expected.levels)
        if any(trembles(model, each, rest.spread, rest.noise) for each in over):
            return True
        if not all(self._is_still(each, expected, rest) for each in over if under(model, each) in expected.tapped):
            return True
        strange = [each for each in over if would_show(model, each) and under(model, each) not in expected.tapped]
        if rest.varied:
            return not all(self.stands(each, expected, rest) for each in strange)
        low = [each for each in best.hands if would_show(model, each)]
        return not all(rest.rested >= TOUCHED and self._is_at_a_touch(each, expected) for each in (*low, *strange))

    def _may_pass_by(self, best: Explanation, reference: ReferenceReading, rest: RestRecord) -> bool:
        """Whether a magnet that seems to have come down high over its sensor may still be moving: its field is so small
        that it seems to rest for some frames."""
        if rest.rested >= _PASSED_BY:
            return False
        model = self._model
        come = as_if_held(model, best, reference, _ANY_HEIGHT)
        return any(not would_show(model, each) for each in come)

    def benefits_from_waiting(self, verdict: Verdict) -> bool:
        """Whether a longer rest would make this verdict clearer: the tremor of a hand that is part of it would show."""
        explanations = (verdict.best, verdict.rival)
        hands = (hand for each in explanations if each is not None for hand in each.hands)
        return any(would_show(self._model, hand) for hand in hands)

    def stands(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet that seems to be low in a hand stands: a touch is awaited there, or it shows no tremor."""
        if self._is_at_a_touch(hand, expected):
            return True
        return self._is_still(hand, expected, rest)

    def _is_still(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet shows so little tremor that it is not in a hand."""
        model = self._model
        plain = under(model, hand) in expected.tapped and _tremor(model, hand)[0] >= _STRONG * rest.noise
        least = _TOUCHES if plain else _STILL
        return would_show(model, hand) and stillness(model, hand, rest.deviations, rest.noise) >= least

    def _is_at_a_touch(self, hand: MagnetInHand, expected: ExpectedArrangements) -> bool:
        """Whether a touch is awaited on the square under a magnet, and it is as low as the tower there is in the
        game."""
        square = under(self._model, hand)
        if square is None or square not in expected.awaited:
            return False
        return hand.height <= self._model.height(expected.levels[square]) + _GIVE


TREMOR = 0.5
"""The least tremor of a hand in the air, root mean square, in mm."""

SHOWN = 0.05
"""A tremor at one sensor, root mean square, in mT, that some frames tell from none."""

_GIVE = 4.0
"""How many mm higher than its tower a touch may seem to be where one is awaited."""

_STRONG = 4.0
_SHAKEN = 0.4

_WAVE = 320
"""A tremor swells and fades: after so many ms its strength is independent of what it was."""

_HALVINGS = range(-2, 9)
"""The powers of a half by which the power of a tremor may differ from the usual one."""


def would_show(model: FieldModel, hand: MagnetInHand) -> bool:
    """Whether a magnet is so low that the tremor of a hand would show."""
    return _tremor(model, hand)[0] >= SHOWN


def stillness(
    model: FieldModel, hand: MagnetInHand, deviations: Callable[[int], Sequence[tuple[int, float]]], noise: float
) -> float:
    """The log-likelihood ratio of standing to being held, by the sensor that would feel the tremor most. ``deviations``
    gives those of a sensor in the last frames, times in ms and mT; ``noise`` is that of a sensor in mT rms.

    A hand's tremor pauses now and then. So one quiet third of a second proves little, and each further one as much
    again. A magnet that came down just now was moving before: the stretch with the greatest ratio counts.
    """
    tremor, sensor = _tremor(model, hand)
    power = (tremor / noise) ** 2
    felt = deviations(sensor)
    last = felt[-1][0]
    best = so_far = 0.0
    for _, wave in groupby(reversed(felt), lambda each: (last - each[0]) // _WAVE):
        squares = [(error / noise) ** 2 for _, error in wave]
        so_far -= _shaken(len(squares), total(squares), power)
        best = max(best, so_far)
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


def as_if_held(
    model: FieldModel, best: Explanation, reference: ReferenceReading, highest: tuple[int, ...]
) -> tuple[MagnetInHand, ...]:
    """The magnets that came down above the ``highest`` level of their square, as if hands held them there. A hand
    cannot be lower than the tower either."""
    known = frozenset(reference.placed)
    found = []
    for each in best.placed:
        square, level = each.standing.square, each.standing.level
        if each not in known and level > highest[square]:
            x, y = model.geometry.centre(square)
            found.append(MagnetInHand(each.standing.polarity, x + each.east, y + each.north, model.height(level)))
    return tuple(found)


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

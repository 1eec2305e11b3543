"""A hand in the air trembles: a magnet that would show it and does not, stands on something.

So a worker on a tower that is higher than the game believes is told from one that a hand holds there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import exp, hypot, inf, log, sqrt

from common.exact_sums import total
from hardware.field_model import LEVELS, FieldModel
from perception.hypotheses import Arrangement, Explanation, MagnetInHand, ReferenceReading, StandingMagnet

TREMOR = 0.5
"""How far a hand in the air trembles at least, root mean square, in mm."""

SHOWN = 0.05
"""A tremor of so much at one sensor, root mean square, in mT, can be told from its absence in some frames."""

_TOLD = 2
_GIVE = 4.0
"""So many blocks high a touch is told from a hand where one is awaited, and so many mm higher as it is read."""

_STRONG = 4.0
_SHAKEN = 0.4

_WAVE = 320
"""A tremor swells and fades: after so many ms its strength tells nothing of what it is now."""

_HALVINGS = range(-2, 9)
"""How strong it may be: by these powers of a half its power differs from the usual one."""


def would_show(model: FieldModel, hand: MagnetInHand) -> bool:
    """Whether a magnet is so low that the tremor of a hand would be seen."""
    return _tremor(model, hand)[0] >= SHOWN


def is_at_a_touch(model: FieldModel, hand: MagnetInHand) -> bool:
    """Whether a magnet is so low that it touches the square under it, if a touch is awaited there."""
    return hand.height <= model.height(_TOLD) + _GIVE


def stillness(
    model: FieldModel, hand: MagnetInHand, deviations: Callable[[int], Sequence[tuple[int, float]]], noise: float
) -> float:
    """How much likelier what is said to be in a hand stands, by what the sensor shows that would feel its tremor most:
    the logarithm of the likelihood ratio. ``deviations`` are the last ones of a sensor at rest, times in ms and mT,
    ``noise`` is that of a sensor in mT rms.

    A hand's tremor pauses now and then. So one still moment proves little, and each further one as much again. What
    has come down just now was still moving before: the time since when it is stillest counts.
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
    """How strong a tremor may be just now, its power as a factor of the usual one, with the probability of each: that
    of a power that is distributed exponentially, as of waves that add up by chance."""
    above = inf
    for halvings in _HALVINGS:
        strength = 2.0**-halvings
        below = strength / sqrt(2)
        yield strength, exp(-below) - exp(-above)
        above = below
    yield 0.0, 1 - exp(-above)


_STRENGTHS = tuple(_strengths())


def _shaken(count: int, energy: float, power: float) -> float:
    """How much likelier a hand makes what so many frames show, their squared deviations having this sum (in units of
    the noise), than noise alone: the logarithm of the ratio, for a tremor of this mean ``power`` in the same units."""
    ratios = []
    for strength, probability in _STRENGTHS:
        share = strength * power
        ratios.append(log(probability) + 0.5 * (energy * share / (1 + share) - count * log(1 + share)))
    most = max(ratios)
    return most + log(total(exp(each - most) for each in ratios))


def trembles(model: FieldModel, hand: MagnetInHand, spread: Callable[[int], float], noise: float) -> bool:
    """Whether a magnet that may be in a hand shakes as one; ``spread`` is how much a sensor has varied so far and
    ``noise`` that of a sensor, in mT rms. A few frames show it only where a hand would shake a sensor strongly."""
    tremor, sensor = _tremor(model, hand)
    return tremor >= _STRONG * noise and spread(sensor) > _SHAKEN * tremor


def _tremor(model: FieldModel, hand: MagnetInHand) -> tuple[float, int]:
    """What a hand's tremor does to the sensor that feels it most, in mT rms, and that sensor."""
    felt = model.held(hand.east, hand.north, hand.height)
    slopes = zip(felt.by_east, felt.by_north, felt.by_height, strict=True)
    return max((TREMOR * hypot(*slope), sensor) for sensor, slope in enumerate(slopes))


def as_if_held(
    model: FieldModel, best: Explanation, reference: ReferenceReading, highest: tuple[int, ...]
) -> tuple[MagnetInHand, ...]:
    """The magnets that are said to have come down higher than the ``highest`` height of their square, as if hands held
    them there. Lower than the tower is believed no hand can be either."""
    known = frozenset(reference.placed)
    found = []
    for each in best.placed:
        square, level = each.standing.square, each.standing.level
        if each not in known and level > highest[square]:
            x, y = model.geometry.centre(square)
            found.append(MagnetInHand(each.standing.polarity, x + each.east, y + each.north, model.height(level)))
    return tuple(found)


def under(model: FieldModel, hand: MagnetInHand) -> int | None:
    """The square that a hand is over; None beside the board."""
    pitch, size = model.geometry.pitch, model.geometry.size
    file, rank = round(hand.east / pitch), round(hand.north / pitch)
    return 5 * rank + file if 0 <= file < size and 0 <= rank < size else None


def put_down(model: FieldModel, arrangement: Arrangement, hand: MagnetInHand) -> Iterator[Arrangement]:
    """The arrangements in which it stands on the square under it instead, on a tower of any height."""
    square = under(model, hand)
    if square is not None and all(square != each.square for each in arrangement):
        for level in range(LEVELS):
            yield arrangement | {StandingMagnet(square, level, hand.polarity)}

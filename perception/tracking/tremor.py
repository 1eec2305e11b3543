"""What a hand's tremor does to the fields of a magnet that it holds, and whether a rest shows it."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import copysign, exp, hypot, inf, log, sqrt
from statistics import fmean

from common.numbers import total
from hardware.field_model import FieldModel
from perception.arrangements import MagnetInHand, PlacedMagnet
from perception.fitting.hand_fit import TREMOR
from perception.sensors.movement import RestRecord, wobble

_SHOWN = 0.05
"""A tremor at one sensor, root mean square, in mT, that some frames tell from none."""

_STRONG = 4.0
"""By how many times the noise of its sensor a tremor is stronger that a few frames show."""
_SHAKEN = 0.4

_LOWER = 3.5
"""By how many times its noise a sensor feels more at least if a magnet is lower."""

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
    return tremor_of(model, hand)[0] >= _SHOWN


def is_strong(model: FieldModel, hand: MagnetInHand, noise: float) -> bool:
    """Whether a few frames show the tremor of a hand there, with so much noise of a sensor in mT rms."""
    return tremor_of(model, hand)[0] >= _STRONG * noise


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
    return max(_stillness_since(model, hand, deviations, noise_of))


def still_throughout(model: FieldModel, hand: MagnetInHand, rest: RestRecord) -> float:
    """As `stillness`, by the whole of a rest but for the time in which a landing bounces."""
    bounced = bisect_left(rest.times, rest.times[-1] - rest.rested + _BOUNCES)
    settled = replace(rest, times=rest.times[bounced:], fields=rest.fields[bounced:])
    return deque(_stillness_since(model, hand, settled.deviations, rest.noise_of), maxlen=1)[0]


def _stillness_since(
    model: FieldModel,
    hand: MagnetInHand,
    deviations: Callable[[int], Sequence[tuple[int, float]]],
    noise_of: Callable[[int], float],
) -> Iterator[float]:
    """The log-likelihood ratios of `stillness` by the last third of a second, by the last two, and so on."""
    tremor, sensor = tremor_of(model, hand)
    noise = noise_of(sensor)
    power = (tremor / noise) ** 2
    felt = deviations(sensor)
    last = felt[-1][0]
    stretch: list[list[float]] = []
    for _, wave in groupby(reversed(felt), lambda each: (last - each[0]) // _WAVE):
        stretch.append([error / noise for _, error in wave])
        mean = fmean(error for each in stretch for error in each)
        ratios = (_shaken(len(each), total((error - mean) ** 2 for error in each), power) for each in stretch)
        yield -total(ratios)


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
    power, best = (tremor_of(model, hand)[0] / noise) ** 2, -inf
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
    tremor, sensor = tremor_of(model, hand)
    return is_strong(model, hand, noise) and spread(sensor) > _SHAKEN * tremor


def tremor_of(model: FieldModel, hand: MagnetInHand) -> tuple[float, int]:
    """The tremor at the sensor that feels it most, in mT rms, and that sensor."""
    felt = model.held(hand.east, hand.north, hand.height)
    slopes = zip(felt.by_east, felt.by_north, felt.by_height, strict=True)
    return max((TREMOR * hypot(*slope), sensor) for sensor, slope in enumerate(slopes))

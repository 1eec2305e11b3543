"""A hand in the air trembles: a magnet that would show it and does not, stands on something.

So a worker on a tower that is higher than the game believes is told from one that a hand holds there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from hardware.field_model import LEVELS, FieldModel
from table.recognise.worlds import Anchor, Explanation, InHand, Standing, World

TREMOR = 0.5
"""How far a hand in the air trembles at least, root mean square, in mm."""

SHOWN = 0.05
"""A tremor of so much at one sensor, root mean square, in mT, can be told from its absence in some frames."""

_TOLD = 2
_GIVE = 4.0
"""So many blocks high a touch is told from a hand where one is awaited, and so many mm higher as it is read."""

_STRONG = 4.0
_SHAKEN = 0.4

_QUIET = 0.7
"""A sensor that varies by less than this share of what a hand would do to it feels no hand."""


def would_show(model: FieldModel, hand: InHand) -> bool:
    """Whether a magnet is so low that the tremor of a hand would be seen."""
    return _tremor(model, hand)[0] >= SHOWN


def is_at_a_touch(model: FieldModel, hand: InHand) -> bool:
    """Whether a magnet is so low that it touches the square under it, if a touch is awaited there."""
    return hand.height <= model.height(_TOLD) + _GIVE


def too_still(model: FieldModel, hand: InHand, spread: Callable[[int], float]) -> bool:
    """Whether a hand that is said to be there does not tremble; ``spread`` is how much a sensor varies at rest, in mT
    rms."""
    tremor, sensor = _tremor(model, hand)
    return tremor >= SHOWN and spread(sensor) < _QUIET * tremor


def trembles(model: FieldModel, hand: InHand, spread: Callable[[int], float], noise: float) -> bool:
    """Whether a magnet that may be in a hand shakes as one; ``spread`` is how much a sensor has varied so far and
    ``noise`` that of a sensor, in mT rms. A few frames show it only where a hand would shake a sensor strongly."""
    tremor, sensor = _tremor(model, hand)
    return tremor >= _STRONG * noise and spread(sensor) > _SHAKEN * tremor


def _tremor(model: FieldModel, hand: InHand) -> tuple[float, int]:
    """What a hand's tremor does to the sensor that feels it most, in mT rms, and that sensor."""
    felt = model.held(hand.east, hand.north, hand.height)
    slopes = zip(felt.by_east, felt.by_north, felt.by_height, strict=True)
    return max((TREMOR * hypot(*slope), sensor) for sensor, slope in enumerate(slopes))


def as_if_held(model: FieldModel, best: Explanation, anchor: Anchor, highest: tuple[int, ...]) -> tuple[InHand, ...]:
    """The magnets that are said to have come down higher than the ``highest`` height of their square, as if hands held
    them there. Lower than the tower is believed no hand can be either."""
    known = frozenset(anchor.placed)
    found = []
    for each in best.placed:
        square, level = each.standing.square, each.standing.level
        if each not in known and level > highest[square]:
            x, y = model.geometry.centre(square)
            found.append(InHand(each.standing.polarity, x + each.east, y + each.north, model.height(level)))
    return tuple(found)


def under(model: FieldModel, hand: InHand) -> int | None:
    """The square that a hand is over; None beside the board."""
    pitch, size = model.geometry.pitch, model.geometry.size
    file, rank = round(hand.east / pitch), round(hand.north / pitch)
    return 5 * rank + file if 0 <= file < size and 0 <= rank < size else None


def put_down(model: FieldModel, world: World, hand: InHand) -> Iterator[World]:
    """The worlds in which it stands on the square under it instead, on a tower of any height."""
    square = under(model, hand)
    if square is not None and all(square != each.square for each in world):
        for level in range(LEVELS):
            yield world | {Standing(square, level, hand.polarity)}

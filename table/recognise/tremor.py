"""A hand in the air trembles: a magnet that would show it and does not, stands on something.

So a worker on a tower that is higher than the game believes is told from one that a hand holds there.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.field_model import LEVELS, FieldModel
from table.recognise.worlds import InHand, Standing, World

TREMOR = 0.5
"""How far a hand in the air trembles at least, root mean square, in mm."""

SHOWN = 0.05
"""A tremor of so much at one sensor, root mean square, in mT, cannot go unseen while a board is said to rest."""


def too_still(model: FieldModel, hand: InHand) -> bool:
    """Whether a magnet is so low that the tremor of a hand would be seen."""
    felt = model.held(hand.east, hand.north, hand.height)
    return TREMOR * max(abs(slope) for slope in felt.by_height) > SHOWN


def put_down(model: FieldModel, world: World, hand: InHand) -> Iterator[World]:
    """The worlds in which it stands on the square under it instead, on a tower of any height."""
    pitch, size = model.geometry.pitch, model.geometry.size
    file, rank = round(hand.east / pitch), round(hand.north / pitch)
    square = 5 * rank + file
    if 0 <= file < size and 0 <= rank < size and all(square != each.square for each in world):
        for level in range(LEVELS):
            yield world | {Standing(square, level, hand.polarity)}

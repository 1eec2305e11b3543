"""The rival: each square judged by itself against a threshold, as boards made for chess do it.

In its favour it knows the height of each tower and so the field to expect there; half of that is the threshold, with a
hysteresis around it, and the sign tells whose worker it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Seat, Square
from hardware.board import Frame
from hardware.field_model import FieldModel
from table.follow.chains import Pieces

UPPER = 0.5
LOWER = 0.4
"""Shares of the expected field above which a worker is taken to have come, and below which to have gone."""


class Thresholds:
    """Reads frames square by square. Where two seats have magnets of one direction, the first is named."""

    def __init__(self, model: FieldModel, polarities: Mapping[Seat, int]) -> None:
        size = model.geometry.size
        self._squares = tuple(rank * 5 + file for rank in range(size) for file in range(size))
        self._expected = tuple(model.around(*model.geometry.centre(0), level)[0] for level in range(5))
        self._owners = {polarity: seat for seat, polarity in reversed(tuple(polarities.items()))}
        self._taken: dict[int, int] = {}

    def feed(self, frame: Frame, levels: Sequence[int]) -> None:
        """Take in a frame, with the heights of all towers. A sensor at the end of its range has a worker above it."""
        taken, expected = self._taken, self._expected
        for square in self._squares:
            field = frame.fields[square]
            share = abs(field) / expected[levels[square]]
            if share > UPPER or square in frame.clipped:
                taken[square] = 1 if field > 0 else -1
            elif share < LOWER and square in taken:
                del taken[square]

    @property
    def pieces(self) -> Pieces:
        """Who stands where, by the frames until now."""
        return frozenset((Square(square), self._owners[polarity]) for square, polarity in self._taken.items())

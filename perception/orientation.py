"""A board that lies turned: frames and lights are turned at the edge, so that all else speaks of the game's squares."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.squares import SQUARE_COUNT, STRIDE
from hardware.board import Frame, Lights

QUARTERS = 4


def turned_square(square: int, quarters: int, size: int = STRIDE) -> int:
    """Return where a square comes to lie when a board with ``size`` squares a side is turned clockwise by ``quarters``.
    Numbers beyond such a board stay as they are."""
    rank, file = divmod(square, STRIDE)
    if rank >= size or file >= size:
        return square
    for _ in range(quarters % QUARTERS):
        rank, file = size - 1 - file, rank
    return STRIDE * rank + file


def quarters_to_a1(corner: int, size: int = STRIDE) -> int:
    """Return the number of quarters by which a board with ``size`` squares a side has to be turned clockwise for this
    corner to be a1.

    :raises ValueError: if it is no corner.
    """
    for quarters in range(QUARTERS):
        if turned_square(corner, quarters, size) == 0:
            return quarters
    raise ValueError(f"square {corner} is no corner of a board with {size} squares a side")


@dataclass(frozen=True, slots=True)
class Orientation:
    """A board of ``size`` squares a side that lies turned clockwise by ``quarters``."""

    quarters: int = 0
    size: int = STRIDE
    _places: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = tuple(turned_square(square, self.quarters, self.size) for square in range(SQUARE_COUNT))
        object.__setattr__(self, "_places", places)

    def frame(self, frame: Frame) -> Frame:
        """Return a frame of the board by the game's squares. The channels of further sensors stay as they are: the
        measures of a turned board (`hardware.geometry.Geometry.turned`) say where these lie."""
        fields = [0.0] * SQUARE_COUNT
        for place, value in zip(self._places, frame.fields, strict=False):
            fields[place] = value
        clipped = frozenset(self._places[each] if each < SQUARE_COUNT else each for each in frame.clipped)
        return replace(frame, fields=(*fields, *frame.fields[SQUARE_COUNT:]), clipped=clipped)

    def lights(self, lights: Lights) -> Lights:
        """Return the game's lights by the board's own squares."""
        return Lights(tuple(lights.colours[place] for place in self._places))

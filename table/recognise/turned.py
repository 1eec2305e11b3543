"""A board that stands turned: its squares as the game names them."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from table.recognise.findings import Turned
from table.recognise.health import rewired
from table.recognise.pace import Pace
from table.recognise.recogniser import Recogniser
from table.recognise.worlds import Reading, World

_ENOUGH = 2


def seen_turned(square: int, quarters: int, size: int = 5) -> int:
    """The game's square for a square of the board, when the board is seen turned clockwise by so many quarters.

    >>> seen_turned(0, 1), seen_turned(0, 2), seen_turned(0, 3)
    (20, 24, 4)
    """
    file, rank = square % 5, square // 5
    for _ in range(quarters % 4):
        file, rank = rank, size - 1 - file
    return 5 * rank + file


def turned_reading(reading: Reading, quarters: int, size: int = 5) -> Reading:
    """A reading of the board as if it were seen turned clockwise by so many quarters."""
    source = list(range(SQUARE_COUNT))
    for rank in range(size):
        for file in range(size):
            square = 5 * rank + file
            source[seen_turned(square, quarters, size)] = square
    return rewired(reading, tuple(source))


def found_turned(recogniser: Recogniser, reading: Reading, expected: World, pace: Pace) -> Turned | None:
    """The one way to turn the board so that what stands is what is expected; None if it is so as it stands, or if
    none or several ways fit. ``reading`` is above its zeros; ``pace`` says what a fit is."""
    if len(expected) < _ENOUGH:
        return None
    straight = recogniser.survey(reading, expected)
    if straight.misfit <= pace.misfit:
        return None
    size = recogniser.model.geometry.size
    fits = [(recogniser.survey(turned_reading(reading, way, size), expected), way) for way in (1, 2, 3)]
    fits.sort(key=lambda each: -each[0].likelihood)
    (best, quarters), (second, _) = fits[:2]
    lead = best.likelihood - max(second.likelihood, straight.likelihood)
    return Turned(quarters) if best.misfit <= pace.misfit and lead >= pace.margin else None

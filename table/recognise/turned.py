"""A board that stands turned: its squares as the game names them."""

from __future__ import annotations


def seen_turned(square: int, quarters: int, size: int = 5) -> int:
    """The game's square for a square of the board, when the board is seen turned clockwise by so many quarters.

    >>> seen_turned(0, 1), seen_turned(0, 2), seen_turned(0, 3)
    (20, 24, 4)
    """
    file, rank = square % 5, square // 5
    for _ in range(quarters % 4):
        file, rank = rank, size - 1 - file
    return 5 * rank + file

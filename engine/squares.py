"""Squares a1 to e5 and who neighbors whom.

A square is a number: 5 * rank + file, counted from a1 (the south-west corner), so a1 = 0, b1 = 1, a2 = 5
and e5 = 24. The numbers do not depend on the size of the board: a 4x4 board uses the squares a1 to d4.
"""

from __future__ import annotations

from functools import cache
from typing import NewType

Square = NewType("Square", int)

STRIDE = 5
SQUARE_COUNT = STRIDE * STRIDE


def square(name: str) -> Square:
    """The square with this name.

    >>> square("a1"), square("c3"), square("e5")
    (0, 12, 24)

    :raises ValueError: if the name is not one of a1 to e5.
    """
    if len(name) != 2 or name[0] not in "abcde" or name[1] not in "12345":
        raise ValueError(f"{name!r} is not a square; squares are a1 to e5")
    return Square(STRIDE * "12345".index(name[1]) + "abcde".index(name[0]))


def square_name(of: Square) -> str:
    """The name of a square: ``square_name(square("b4")) == "b4"``."""
    return _NAMES[of]


_NAMES = tuple("abcde"[number % STRIDE] + "12345"[number // STRIDE] for number in range(SQUARE_COUNT))


@cache
def squares(size: int = STRIDE) -> tuple[Square, ...]:
    """All squares of a board of this size, rank by rank from a1."""
    return tuple(Square(STRIDE * rank + file) for rank in range(size) for file in range(size))


def offset(start: Square, files: int, ranks: int, size: int = STRIDE) -> Square | None:
    """The square so many files east and ranks north of ``start``; None off the board."""
    file, rank = start % STRIDE + files, start // STRIDE + ranks
    if 0 <= file < size and 0 <= rank < size:
        return Square(STRIDE * rank + file)
    return None


@cache
def neighbors(of: Square, size: int = STRIDE) -> tuple[Square, ...]:
    """The up to eight squares that touch this one, in the order of their numbers."""
    found = (offset(of, files, ranks, size) for ranks in (-1, 0, 1) for files in (-1, 0, 1) if files or ranks)
    return tuple(near for near in found if near is not None)


@cache
def are_neighbors(one: Square, other: Square) -> bool:
    """Whether two squares touch; a square does not neighbor itself."""
    files, ranks = abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE)
    return max(files, ranks) == 1


@cache
def beyond(start: Square, through: Square, size: int = STRIDE) -> Square | None:
    """The square one further on the straight line from ``start`` to its neighbor ``through``; None off the board."""
    return offset(through, through % STRIDE - start % STRIDE, through // STRIDE - start // STRIDE, size)


@cache
def is_perimeter(of: Square, size: int = STRIDE) -> bool:
    """Whether the square lies at the edge of the board (rulebook: perimeter space)."""
    return of % STRIDE in (0, size - 1) or of // STRIDE in (0, size - 1)

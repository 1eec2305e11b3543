"""Squares a1 to e5, directions, and neighbors.

A square is a number: 5 * rank + file, counted from a1 (the south-west corner), so a1 = 0, b1 = 1, a2 = 5 and e5 = 24.
The numbers do not depend on the size of the board: a 4x4 board uses the squares a1 to d4. A set of squares is a mask:
an integer with the bit of each of its squares.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import NewType

from engine.errors import quoted

Square = NewType("Square", int)
Mask = NewType("Mask", int)
Corner = NewType("Corner", Square)
"""The south-west one of four squares that form a square, as the name of all four."""

STRIDE = 5
SQUARE_COUNT = STRIDE * STRIDE
NO_SQUARES = Mask(0)
BITS = tuple(1 << number for number in range(SQUARE_COUNT))


class Direction(StrEnum):
    """One of the eight directions; north is towards rank 5, east towards file e."""

    N = "n"
    NE = "ne"
    E = "e"
    SE = "se"
    S = "s"
    SW = "sw"
    W = "w"
    NW = "nw"

    @property
    def files(self) -> int:
        """The files east (1), none (0) or west (-1)."""
        return ("e" in self.value) - ("w" in self.value)

    @property
    def ranks(self) -> int:
        """The ranks north (1), none (0) or south (-1)."""
        return ("n" in self.value) - ("s" in self.value)

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        around = tuple(Direction)
        return around[(around.index(self) + 4) % 8]


def square(name: str) -> Square:
    """Return the square with this name.

    >>> square("a1"), square("c3"), square("e5")
    (0, 12, 24)

    :raises ValueError: if the name is not one of a1 to e5.
    """
    if len(name) != 2 or name[0] not in "abcde" or name[1] not in "12345":
        raise ValueError(f"{quoted(name)} is not a square; squares are a1 to e5")
    return Square(STRIDE * "12345".index(name[1]) + "abcde".index(name[0]))


@cache
def four_squares(corner: Corner) -> tuple[Square, ...]:
    """Return the four squares that a corner names: b2, c2, b3 and c3 for b2."""
    return tuple(Square(corner + step) for step in (0, 1, STRIDE, STRIDE + 1))


def squares_between(size: int = STRIDE) -> str:
    """Return the first and the last square of a board of this size: ``squares_between(4) == "a1...d4"``."""
    first, *_, last = squares(size)
    return f"{square_name(first)}...{square_name(last)}"


def square_name(of: Square) -> str:
    """Return the name of a square: ``square_name(square("b4")) == "b4"``."""
    return _NAMES[of]


_NAMES = tuple("abcde"[number % STRIDE] + "12345"[number // STRIDE] for number in range(SQUARE_COUNT))


def mask_of(*of: Square) -> Mask:
    """Return the set of these squares."""
    mask = 0
    for each in of:
        mask |= BITS[each]
    return Mask(mask)


@lru_cache(maxsize=1 << 14)
def squares_in(mask: Mask) -> tuple[Square, ...]:
    """Return the squares of a set, in the order of their numbers.

    >>> squares_in(mask_of(square("b1"), square("a1")))
    (0, 1)
    """
    return tuple(Square(number) for number in range(SQUARE_COUNT) if mask & BITS[number])


@cache
def squares(size: int = STRIDE) -> tuple[Square, ...]:
    """Return all squares of a board of this size, rank by rank from a1."""
    return tuple(Square(STRIDE * rank + file) for rank in range(size) for file in range(size))


def offset(start: Square, files: int, ranks: int, size: int = STRIDE) -> Square | None:
    """Return the square ``files`` east and ``ranks`` north of ``start``; None off the board."""
    file, rank = start % STRIDE + files, start // STRIDE + ranks
    if 0 <= file < size and 0 <= rank < size:
        return Square(STRIDE * rank + file)
    return None


@cache
def step_from(start: Square, direction: Direction, size: int = STRIDE) -> Square | None:
    """Return the neighbor in a direction; None off the board."""
    return offset(start, direction.files, direction.ranks, size)


@cache
def wrapped_step(start: Square, direction: Direction, size: int = STRIDE) -> Square:
    """Return the neighbor in a direction on a board whose opposite edges and corners touch."""
    file, rank = (start % STRIDE + direction.files) % size, (start // STRIDE + direction.ranks) % size
    return Square(STRIDE * rank + file)


@cache
def direction_of(start: Square, to: Square, size: int = STRIDE) -> Direction | None:
    """Return the direction of the single step between two squares, over the edge if they touch only there; None if no
    step leads there."""
    straight = (each for each in Direction if step_from(start, each, size) == to)
    wrapped = (each for each in Direction if wrapped_step(start, each, size) == to)
    return next(straight, None) or next(wrapped, None)


@cache
def neighbors(of: Square, size: int = STRIDE) -> tuple[Square, ...]:
    """Return the up to eight squares that touch this one, in the order of their numbers."""
    found = (offset(of, files, ranks, size) for ranks in (-1, 0, 1) for files in (-1, 0, 1) if files or ranks)
    return tuple(near for near in found if near is not None)


@cache
def wrapped_neighbors(of: Square, size: int = STRIDE) -> tuple[Square, ...]:
    """Return the squares that touch this one only over an edge of the board."""
    near = neighbors(of, size)
    around = {wrapped_step(of, direction, size) for direction in Direction}
    return tuple(sorted(each for each in around if each not in near))


@cache
def neighborhood(of: Square, size: int = STRIDE) -> Mask:
    """Return the set of the squares that touch this one."""
    return mask_of(*neighbors(of, size))


@cache
def are_neighbors(one: Square, other: Square) -> bool:
    """Whether two squares touch; a square does not neighbor itself."""
    files, ranks = abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE)
    return max(files, ranks) == 1


@cache
def distance(one: Square, other: Square) -> int:
    """Return the number of steps from one square to another over an empty board; 0 to itself."""
    return max(abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE))


@cache
def beyond(start: Square, through: Square, size: int = STRIDE) -> Square | None:
    """Return the next square on the line from ``start`` through its neighbor ``through``; None off the board."""
    return offset(through, through % STRIDE - start % STRIDE, through // STRIDE - start // STRIDE, size)


@cache
def is_perimeter(of: Square, size: int = STRIDE) -> bool:
    """Whether the square lies at the edge of the board (rulebook: perimeter space)."""
    return of % STRIDE in (0, size - 1) or of // STRIDE in (0, size - 1)


@cache
def corners(size: int = STRIDE) -> tuple[Square, ...]:
    """Return the four corners, in the order of their numbers."""
    return tuple(Square(STRIDE * rank + file) for rank in (0, size - 1) for file in (0, size - 1))

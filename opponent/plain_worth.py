"""What plain positions are worth: the same sum as in `opponent.evaluation`, in tables from which the change by a build
can be read."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.squares import SQUARE_COUNT, Square, distance
from opponent.evaluation import ring
from opponent.plain_positions import AROUND, AT_ALL, DOME, THREE, TWO, PlainPosition, level_of
from opponent.weights import DISTANCES, LEVELS, Weights

FARTHER: Final = tuple(
    sum(1 << to for to in range(SQUARE_COUNT) if distance(Square(one), Square(to)) == 2) for one in range(SQUARE_COUNT)
)
"""The squares two steps away from each square."""

At = tuple[int, int, int, int]
"""The squares without a dome that have no, one, two and three blocks."""


def heights(built: int) -> At:
    """The squares of each height, domes apart."""
    free = AT_ALL & ~(built >> DOME)
    one, two, three = built & free, built >> TWO & free, built >> THREE & free
    return free & ~one, one & ~two, two & ~three, three


class WorthTables:
    """What the workers of one player are worth, for when it is on the move or for when it waits.

    ``changes[level][square]`` holds by how much a worker there gains by what is built: by the number of the bit that a
    piece sets, and 100 further by that of the block in whose place there is a dome instead.
    """

    def __init__(self, weights: Weights) -> None:
        self._places = [
            [weights.place[level][ring(Square(square), 5)] for square in range(SQUARE_COUNT)] for level in range(LEVELS)
        ]
        self._near, self._far = weights.near, weights.far
        self.changes = [[self._changes(level, square) for square in range(SQUARE_COUNT)] for level in range(LEVELS)]

    def worth(self, level: int, square: int, at: At) -> int:
        """What a worker is worth on a square of this level."""
        near, far = AROUND[square], FARTHER[square]
        at_0, at_1, at_2, at_3 = at
        near_0, near_1, near_2, near_3 = self._near[level]
        far_0, far_1, far_2, far_3 = self._far[level]
        return (
            self._places[level][square]
            + near_0 * (near & at_0).bit_count()
            + near_1 * (near & at_1).bit_count()
            + near_2 * (near & at_2).bit_count()
            + near_3 * (near & at_3).bit_count()
            + far_0 * (far & at_0).bit_count()
            + far_1 * (far & at_1).bit_count()
            + far_2 * (far & at_2).bit_count()
            + far_3 * (far & at_3).bit_count()
        )

    def _changes(self, level: int, square: int) -> list[int]:
        changes = [0] * (2 * LEVELS * SQUARE_COUNT)
        for on in range(SQUARE_COUNT):
            steps = distance(Square(square), Square(on))
            if steps not in (1, 2):
                continue
            counts = (*(self._near if steps == 1 else self._far)[level], 0)
            for height in range(LEVELS):
                number = height * SQUARE_COUNT + on
                changes[number] = counts[height + 1] - counts[height]
                changes[LEVELS * SQUARE_COUNT + number] = -counts[height]
        return changes


Meetings = list[list[list[int]]]
"""What it is worth to one player that two workers stand as they do: by the level and the square of that player's, then
by 25 times the level of the other one's and its square."""


@lru_cache(maxsize=32)
def worth_tables(weights: Weights) -> WorthTables:
    """The tables of some weights; they take some ten milliseconds to make, so those of games played now are kept."""
    return WorthTables(weights)


@lru_cache(maxsize=32)
def meetings(own: Weights, other: Weights) -> Meetings:
    """What pairs of workers are worth to the player of the first weights."""
    steps = [[max(distance(Square(s), Square(t)), 1) for t in range(SQUARE_COUNT)] for s in range(SQUARE_COUNT)]
    kinds = [[LEVELS * (min(each, DISTANCES) - 1) for each in row] for row in steps]
    return [
        [
            [
                own.rival[level][kinds[square][to] + height] - other.rival[height][kinds[square][to] + level]
                for height in range(LEVELS)
                for to in range(SQUARE_COUNT)
            ]
            for square in range(SQUARE_COUNT)
        ]
        for level in range(LEVELS)
    ]


class PlainWorth:
    """What positions are worth to one player, between its turns and the other one's.

    ``own`` are the weights of this player and ``other`` those of the other one, each for being on the move or waiting.
    """

    def __init__(self, own: Weights, other: Weights) -> None:
        self.own = worth_tables(own)
        self.other = worth_tables(other)
        self.met = meetings(own, other)

    def value(self, position: PlainPosition) -> int:
        """What a position is worth to this player, whose workers come first in it."""
        built, own_a, own_b, other_a, other_b, _ = position
        at = heights(built)
        level_1, level_2 = level_of(built, own_a), level_of(built, own_b)
        level_3, level_4 = level_of(built, other_a), level_of(built, other_b)
        first, second = self.met[level_1][own_a], self.met[level_2][own_b]
        to_a, to_b = SQUARE_COUNT * level_3 + other_a, SQUARE_COUNT * level_4 + other_b
        return (
            self.own.worth(level_1, own_a, at)
            + self.own.worth(level_2, own_b, at)
            - self.other.worth(level_3, other_a, at)
            - self.other.worth(level_4, other_b, at)
            + (first[to_a] + first[to_b] + second[to_a] + second[to_b])
        )

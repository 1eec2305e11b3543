"""The turns of plain positions, each with what the position after it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final

from engine.setup import PowerName
from engine.squares import BITS, SQUARE_COUNT
from opponent.plain_moves import SQUARES, Stand, slow_stands, stands
from opponent.plain_positions import (
    APOLLO,
    AROUND,
    ARTEMIS,
    ATHENA,
    ATLAS,
    DEMETER,
    DOME,
    HEPHAESTUS,
    HERMES,
    MINOTAUR,
    PAN,
    PROMETHEUS,
    THREE,
    PlainPosition,
    can_win,
    level_of,
)
from opponent.plain_worth import At, PlainWorth, heights

PlainTurn = tuple[int, PlainPosition, bool]
"""A turn: what the position after it is worth to who took it, that position for the other player, and whether who took
it threatens to win with the next one."""

Pieces = tuple[int, tuple[int, ...]]
"""What a player builds at the end of a turn: the bits that it sets, and their numbers in `WorthTables.changes`."""

Placed = tuple[int, list[int], int, list[int], int]
"""A worker on a square: its worth, how builds change that, the squares around it if it is one step below a win, for the
player's own what it is worth beside another one's, and for the other one's where that is found."""

_NOTHING: Final[list[int]] = []

_NUMBERS: Final = tuple(
    {part: tuple([number + height * SQUARE_COUNT for number in numbers]) for part, numbers in SQUARES.items()}
    for height in range(4)
)
"""For squares of each height: the numbers of the bits that are set by what comes next on them."""

_BITS: Final = tuple(1 << number for number in range(4 * SQUARE_COUNT))

_BLOCKS: Final[tuple[Pieces, ...]] = tuple((bit, (number,)) for number, bit in enumerate(_BITS))

_NEVER: Final = 1 << 60
"""What no turn is worth."""

_UP: Final = itemgetter(4)

_SPECIAL_WINS: Final = frozenset({APOLLO, ARTEMIS, MINOTAUR, PAN})
_SPECIAL_BUILDS: Final = frozenset({ATLAS, DEMETER, HEPHAESTUS})
_SAME_ENDS: Final = frozenset({HERMES, PROMETHEUS})


class PlainTurns:
    """Finds the turns of one player in one game.

    ``after`` is what positions are worth to the player once the turn is over.
    """

    def __init__(self, own: PowerName, other: PowerName, after: PlainWorth) -> None:
        self._own = own
        self._other = other
        self._after = after

    def win(self, position: PlainPosition) -> bool:
        """Whether the player wins with this turn."""
        return can_win(position, self._own)

    def safe(self, position: PlainPosition) -> tuple[list[PlainTurn], bool]:
        """The turns after which the other player cannot win at once, and whether there are others. It is not for
        positions in which the player wins at once."""
        found: list[PlainTurn] = []
        lost = self._ends(position[0], stands(position, self._own), found, _NEVER)
        if self._own == PROMETHEUS:
            for built, arranged in _built_first(position):
                lost = self._ends(built, arranged, found, _NEVER) or lost
        if self._own in _SAME_ENDS:
            found = list({turn[1]: turn for turn in found}.values())
        return found, lost

    def safe_until(self, position: PlainPosition, enough: int) -> tuple[list[PlainTurn], bool]:
        """Those of the turns of `safe` that are found until one threatens nothing and is worth ``enough``, which then
        is the last one. Moves up come first, and the walks of Hermes, which are many, last."""
        found: list[PlainTurn] = []
        arranged: Iterable[Stand] = stands(position, self._own)
        if self._own != HERMES:
            arranged = sorted(arranged, key=_UP, reverse=True)
        lost = self._ends(position[0], arranged, found, enough)
        if self._own == PROMETHEUS:
            for built, arranged in _built_first(position):
                if found and found[-1][0] >= enough and not found[-1][2]:
                    break
                lost = self._ends(built, arranged, found, enough) or lost
        return found, lost

    def _ends(self, built: int, arranged: Iterable[Stand], found: list[PlainTurn], enough: int) -> bool:
        """Add the turns that end with a build after these moves, until one threatens nothing and is worth ``enough``;
        whether there are others that lose."""
        own, other, lost, climber = self._own, self._other, False, self._own == ATHENA
        special_builds, special_wins = own in _SPECIAL_BUILDS, other in _SPECIAL_WINS
        at = at_0, at_1, at_2, at_3 = heights(built)
        next_0, next_1, next_2, next_3 = _NUMBERS
        mine: dict[int, Placed] = {}
        theirs: dict[int, Placed] = {}
        for builder, mate, other_a, other_b, up in arranged:
            value_1, change_1, near_1, meets_1, _ = mine.get(builder) or self._own_at(mine, builder, built, at)
            value_2, change_2, near_2, meets_2, _ = mine.get(mate) or self._own_at(mine, mate, built, at)
            value_3, change_3, near_3, _, to_a = theirs.get(other_a) or self._other_at(theirs, other_a, built, at)
            value_4, change_4, near_4, _, to_b = theirs.get(other_b) or self._other_at(theirs, other_b, built, at)
            base = value_1 + value_2 - value_3 - value_4
            base += meets_1[to_a] + meets_1[to_b] + meets_2[to_a] + meets_2[to_b]
            free = ~(BITS[builder] | BITS[mate] | BITS[other_a] | BITS[other_b])
            bound = climber and up
            danger = 0 if bound else (near_3 | near_4) & free
            hope = (near_1 | near_2) & free
            low, high = (builder, mate) if builder < mate else (mate, builder)
            on = AROUND[builder] & free
            numbers = next_0[on & at_0] + next_1[on & at_1] + next_2[on & at_2] + next_3[on & at_3]
            for bits, changes in _pieces(own, numbers) if special_builds else [_BLOCKS[number] for number in numbers]:
                after = built | bits
                if danger and danger & after >> THREE & ~(after >> DOME):
                    lost = True
                    continue
                end = (after, other_a, other_b, low, high, bound)
                if special_wins and can_win(end, other):
                    lost = True
                    continue
                value = base
                for number in changes:
                    value += change_1[number] + change_2[number] - change_3[number] - change_4[number]
                threatens = bool(hope and hope & after >> THREE & ~(after >> DOME))
                found.append((value, end, threatens))
                if value >= enough and not threatens:
                    return lost
        return lost

    def _own_at(self, known: dict[int, Placed], square: int, built: int, at: At) -> Placed:
        level, tables = level_of(built, square), self._after.own
        found = known[square] = (
            tables.worth(level, square, at),
            tables.changes[level][square],
            AROUND[square] if level == 2 else 0,
            self._after.met[level][square],
            0,
        )
        return found

    def _other_at(self, known: dict[int, Placed], square: int, built: int, at: At) -> Placed:
        level, tables = level_of(built, square), self._after.other
        found = known[square] = (
            tables.worth(level, square, at),
            tables.changes[level][square],
            AROUND[square] if level == 2 else 0,
            _NOTHING,
            SQUARE_COUNT * level + square,
        )
        return found


@lru_cache(maxsize=1 << 14)
def _pieces(power: PowerName, numbers: tuple[int, ...]) -> tuple[Pieces, ...]:
    """What a player of this power may build where the next pieces are these; most positions of a search share them."""
    return tuple(_built_with(power, numbers))


def _built_with(power: PowerName, numbers: tuple[int, ...]) -> Iterator[Pieces]:
    for place, number in enumerate(numbers):
        yield _BITS[number], (number,)
        if power == DEMETER:
            for second in numbers[place + 1 :]:
                yield _BITS[number] | _BITS[second], (number, second)
        elif power == HEPHAESTUS and number < 2 * SQUARE_COUNT:
            second = number + SQUARE_COUNT
            yield _BITS[number] | _BITS[second], (number, second)
        elif power == ATLAS and number < 3 * SQUARE_COUNT:
            yield 1 << DOME + number % SQUARE_COUNT, (4 * SQUARE_COUNT + number,)


def _built_first(position: PlainPosition) -> Iterator[tuple[int, Iterator[Stand]]]:
    """What is built after a first build, with the moves of the worker that built."""
    built, one, two, other_a, other_b, _ = position
    free = ~(BITS[one] | BITS[two] | BITS[other_a] | BITS[other_b])
    at = heights(built)
    for builder in (one, two):
        for numbers, squares in zip(_NUMBERS, at, strict=True):
            for number in numbers[AROUND[builder] & free & squares]:
                after = built | _BITS[number]
                yield after, slow_stands(after, builder, position)

"""What a position is worth to the player to move, as a sum over workers: their heights, what lies around them, and how
near other players' workers are."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import add, getitem, sub
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.squares import BITS, SQUARE_COUNT, Square, distance, is_perimeter, neighborhood, squares, squares_in
from engine.state import State, Worker

if TYPE_CHECKING:
    from opponent.weights import Weights

Masks = tuple[int, int, int, int]
"""The squares with no, one, two and three blocks."""

Row = tuple[int, ...]

CENTRE = Square(12)

HEIGHTS: Final = 4
"""A square has no block, or up to three."""

_NOTHING: Final = (0,) * (HEIGHTS * SQUARE_COUNT)


def ring(square: Square, size: int) -> int:
    """How far a square is from the edge: 0 at the edge, 2 on the central square of a board of five by five."""
    if is_perimeter(square, size):
        return 0
    return 2 if size == 5 and square == CENTRE else 1


@lru_cache(maxsize=1 << 15)
def level_masks(levels: tuple[int, ...]) -> Masks:
    """The squares of each height."""
    masks = [0, 0, 0, 0]
    for bit, level in zip(BITS, levels, strict=True):
        masks[level] |= bit
    return masks[0], masks[1], masks[2], masks[3]


@cache
def farther(square: Square, size: int) -> int:
    """The squares two steps away from a square."""
    return sum(BITS[to] for to in squares(size) if distance(square, to) == 2)


KINDS = tuple(
    tuple(4 * (min(max(distance(Square(one), Square(to)), 1), 3) - 1) for to in range(SQUARE_COUNT))
    for one in range(SQUARE_COUNT)
)
"""Where in a row of ``Weights.rival`` the numbers begin for two squares beside each other, two steps apart, farther."""


def features(state: State, team: int) -> list[int]:
    """What the weights of a team are multiplied with: how many of its workers stand on each level in each ring, how
    many squares of each height lie beside those of each level and two steps away, and how many workers of others are
    how far from them on which level; all as in `opponent.weights.Weights`."""
    places, near, far, rival = [0] * 12, [0] * 16, [0] * 16, [0] * 48
    levels, size, free = state.levels, state.size, ~state.domes
    masks = level_masks(levels)
    for worker in state.workers:
        if worker.team != team:
            continue
        square = worker.square
        level = levels[square]
        places[3 * level + ring(square, size)] += 1
        for other, mask in enumerate(masks):
            near[4 * level + other] += (neighborhood(square, size) & mask & free).bit_count()
            far[4 * level + other] += (farther(square, size) & mask & free).bit_count()
        for each in state.workers:
            if each.team != team:
                rival[12 * level + KINDS[square][each.square] + levels[each.square]] += 1
    return places + near + far + rival


MOST_PLACINGS: Final = 20_000
"""Of so many ways in which workers stand what squares are worth is remembered; then the memory begins anew."""


class Placing(NamedTuple):
    """What a position is worth as long as the workers stand as they do: ``base``, and besides for each square that has
    no dome a number by its height."""

    base: int
    squares: tuple[Row, ...]


Placings = dict[tuple[tuple[Worker, ...], Row], Placing]


class Evaluator:
    """Values positions of one game. ``to_move`` and ``waiting`` hold the weights of each team by its number, for when
    it is on the move and when it is not."""

    def __init__(self, size: int, to_move: dict[int, Weights], waiting: dict[int, Weights]) -> None:
        self._around = tuple(neighborhood(Square(square), size) for square in range(SQUARE_COUNT))
        self._to_move = {team: _standings(weights, size) for team, weights in to_move.items()}
        self._waiting = {team: _standings(weights, size) for team, weights in waiting.items()}
        self._compared: dict[int, Placings] = {team: {} for team in to_move}
        self._alone: dict[tuple[int, int], Placings] = {(mover, team): {} for mover in to_move for team in to_move}

    def value(self, state: State, team: int) -> int:
        """What a state between two turns is worth to a team that is to move; in a game of two teams."""
        return self._worth(state, self._compared[team], team, None)

    def value_among_many(self, state: State, mover: int, ours: int) -> int:
        """What a state between two turns is worth to ``ours``, in a game of three teams: compared with the best placed
        opponent."""
        teams = {worker.team for worker in state.workers}
        scores = {team: self._worth(state, self._alone[mover, team], mover, team) for team in teams}
        return scores.pop(ours, 0) - max(scores.values(), default=0)

    def _worth(self, state: State, known: Placings, mover: int, only: int | None) -> int:
        """What the workers of the mover are worth, less those of the others; or those of ``only`` one team."""
        levels, workers = state.levels, state.workers
        key = workers, tuple([levels[square] for _, _, square, _ in workers])
        placing = known.get(key)
        if placing is None:
            if len(known) >= MOST_PLACINGS:
                known.clear()
            placing = known[key] = self._placing(workers, key[1], mover, only)
        base, worth = placing
        value = base + sum(map(getitem, worth, levels))
        for square in squares_in(state.domes):
            value -= worth[square][levels[square]]
        return value

    def _placing(self, workers: tuple[Worker, ...], heights: Row, mover: int, only: int | None) -> Placing:
        base, sums = 0, _NOTHING
        for (_, owner, square, _), level in zip(workers, heights, strict=True):
            if only is not None and owner != only:
                continue
            tables = self._to_move[owner] if owner == mover else self._waiting[owner]
            place, squares, rival = tables[level][square]
            kinds = KINDS[square]
            for (_, other, to, _), height in zip(workers, heights, strict=True):
                if other != owner:
                    place += rival[kinds[to] + height]
            if only is None and owner != mover:
                base -= place
                sums = tuple(map(sub, sums, squares))
            else:
                base += place
                sums = tuple(map(add, sums, squares))
        return Placing(base, tuple([sums[first : first + HEIGHTS] for first in range(0, len(sums), HEIGHTS)]))

    def can_step_up(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether a worker of a team stands on the second level beside a third one without a dome."""
        three = level_masks(levels)[3] & ~domes
        if not three:
            return False
        around = self._around
        return any(owner == team and levels[square] == 2 and around[square] & three for _, owner, square, _ in workers)

    def can_step_up_freely(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether such a third one is empty, too."""
        taken = domes
        for _, _, square, _ in workers:
            taken |= BITS[square]
        return self.can_step_up(levels, taken, workers, team)


class _Standing(NamedTuple):
    """A worker on a square: what the square is worth, what each square is worth to it by its height, one after the
    other, and each worker of another player."""

    place: int
    squares: Row
    rival: Row


def _standings(weights: Weights, size: int) -> tuple[tuple[_Standing, ...], ...]:
    """For each height and square of a worker what that is worth."""
    return tuple(
        tuple(_standing(weights, level, Square(square), size) for square in range(SQUARE_COUNT))
        for level in range(HEIGHTS)
    )


def _standing(weights: Weights, level: int, square: Square, size: int) -> _Standing:
    near, far = neighborhood(square, size), farther(square, size)
    worth: list[int] = []
    for bit in BITS:
        worth += weights.near[level] if near & bit else weights.far[level] if far & bit else (0,) * HEIGHTS
    return _Standing(weights.place[level][ring(square, size)], tuple(worth), weights.rival[level])

"""What a position is worth to the player to move, as a sum over workers: their heights, what lies around them, and how
near other players' workers are."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from engine.squares import BITS, SQUARE_COUNT, Square, distance, is_perimeter, neighborhood, squares
from engine.state import State, Worker

if TYPE_CHECKING:
    from opponent.weights import Weights

Masks = tuple[int, int, int, int]
"""The squares with no, one, two and three blocks."""

CENTRE = Square(12)


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


class Evaluator:
    """Values positions of one game. ``to_move`` and ``waiting`` hold the weights of each team by its number, for when
    it is on the move and when it is not."""

    def __init__(self, size: int, to_move: dict[int, Weights], waiting: dict[int, Weights]) -> None:
        self._around = tuple(neighborhood(Square(square), size) for square in range(SQUARE_COUNT))
        self._farther = tuple(farther(Square(square), size) for square in range(SQUARE_COUNT))
        rings = [ring(Square(square), size) for square in range(SQUARE_COUNT)]
        self._to_move = {team: _tables(weights, rings) for team, weights in to_move.items()}
        self._waiting = {team: _tables(weights, rings) for team, weights in waiting.items()}

    def value(self, state: State, team: int) -> int:
        """What a state between two turns is worth to a team that is to move; in a game of two teams."""
        scores = self._scores(state, team)
        return scores.pop(team, 0) - sum(scores.values())

    def value_among_many(self, state: State, mover: int, ours: int) -> int:
        """What a state between two turns is worth to ``ours``, in a game of three teams: compared with the best placed
        opponent."""
        scores = self._scores(state, mover)
        return scores.pop(ours, 0) - max(scores.values(), default=0)

    def _scores(self, state: State, mover: int) -> dict[int, int]:
        """What a state is worth for each team that has workers on the board, by its own weights."""
        levels, workers, free = state.levels, state.workers, ~state.domes
        masks = level_masks(levels)
        at_0, at_1, at_2, at_3 = masks[0] & free, masks[1] & free, masks[2] & free, masks[3] & free
        scores: dict[int, int] = {}
        for _, owner, square, _ in workers:
            tables = self._to_move[owner] if owner == mover else self._waiting[owner]
            places, (near_0, near_1, near_2, near_3), (far_0, far_1, far_2, far_3), rival = tables[levels[square]]
            near, far = self._around[square], self._farther[square]
            score = (
                places[square]
                + near_0 * (near & at_0).bit_count()
                + near_1 * (near & at_1).bit_count()
                + near_2 * (near & at_2).bit_count()
                + near_3 * (near & at_3).bit_count()
                + far_0 * (far & at_0).bit_count()
                + far_1 * (far & at_1).bit_count()
                + far_2 * (far & at_2).bit_count()
                + far_3 * (far & at_3).bit_count()
            )
            kinds = KINDS[square]
            for _, other, to, _ in workers:
                if other != owner:
                    score += rival[kinds[to] + levels[to]]
            scores[owner] = scores.get(owner, 0) + score
        return scores

    def can_step_up(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether a worker of a team stands on the second level beside a third one without a dome."""
        three = level_masks(levels)[3] & ~domes
        if not three:
            return False
        around = self._around
        return any(owner == team and levels[square] == 2 and around[square] & three for _, owner, square, _ in workers)


Row = tuple[int, ...]
Table = tuple[tuple[Row, Row, Row, Row], ...]


def _tables(weights: Weights, rings: list[int]) -> Table:
    """For each height of a worker: what its square is worth, each square around it by its height, each one two steps
    away, and each worker of another player."""
    rows = zip(weights.place, weights.near, weights.far, weights.rival, strict=True)
    return tuple([(tuple([places[ring] for ring in rings]), near, far, rival) for places, near, far, rival in rows])
